import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import {
  commands,
  env,
  Selection,
  Uri,
  window,
  workspace,
  type Command,
  type Hover,
  type MarkdownString,
  type Terminal,
} from 'vscode';
import { within } from '../../../budgets.ts';
import { BranchIssueStatus } from '../../../../src/editor/features/clones/open/branchIssueStatus.ts';
import { CloneCommits } from '../../../../src/editor/features/clones/open/cloneCommits.ts';
import { openReference, terminalLinks } from '../../../../src/editor/features/clones/open/terminalLinks.ts';
import { Git } from '../../../../src/editor/kit/git.ts';
import { target } from '../../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../../kit/remoteService.ts';
import { until } from '../../../kit/until.ts';
import { Sidebar } from '../../sidebar/sidebar.ts';
import { Person } from '../../kit/person.ts';
import { settled, signIn } from '../../kit/signIn.ts';
import { showsTab } from '../../kit/tabs.ts';
import { tidy } from '../../kit/tidy.ts';
import { TestClones, type TestClone } from './clone.ts';

const repository = 'alice/website';
const name = { host: 'local', owner: 'alice', repo: 'website' };
const elsewhere = Uri.file('/tmp');

describe('a clone of a repository of a signed-in host', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  const person = new Person();
  const clones = new TestClones();
  const git = new Git(() => Promise.resolve({}));
  let clone: TestClone;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('workbench.action.closeSidebar');
    await service.clear();
    clone = await clones.open('website', `${service.url}/${repository}.git`, 'README.md');
    await git.start();
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    // A page requests more after its record is shown, also when it is closed.
    await settled(service);
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });
  after(async () => {
    git.dispose();
    await tidy();
    await clones.dispose();
    await service.reset();
  });

  const operations = async (): Promise<string[]> => await operationsOf(service);

  const hoverAt = async (uri: Uri, what: string): Promise<MarkdownString[]> => {
    const document = await workspace.openTextDocument(uri);
    const at = document.positionAt(document.getText().indexOf(what) + 1);
    const found = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, at);
    return found.flatMap(({ contents }) => contents as MarkdownString[]);
  };

  const shownIn = (contents: readonly MarkdownString[]): string =>
    contents
      .map(({ value }) => value)
      .join('\n')
      .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

  const hover = async (path: string, text: string, what: string): Promise<string> => {
    await writeFile(clone.file(path).fsPath, text);
    return shownIn(await hoverAt(clone.file(path), what));
  };

  const links = async (message: string): Promise<(string | undefined)[]> =>
    await Promise.all(
      TestClones.git.model
        .getSourceControlHistoryItemDetailsProviders()
        .map(async (one) => (await one.provideMessageLinks(clone.opened, message)) ?? undefined),
    );

  const hoverCommands = async (): Promise<Command[]> => {
    const all = TestClones.git.model.getSourceControlHistoryItemDetailsProviders();
    return (await Promise.all(all.map(async (one) => await one.provideHoverCommands(clone.opened)))).flatMap(
      (one) => one ?? [],
    );
  };

  it('sends no request when it is opened and shown', async () => {
    assert.deepEqual(await operations(), []);
  });

  it('has links from commit messages to issues and pull requests, without a request', async () => {
    const address = `${service.url}/${repository}/issues/1`;
    // The git extension may open the clone later.
    await until(async () => (await links('Fix #1')).some(Boolean));
    assert.deepEqual((await links('Fix #1')).filter(Boolean), [`Fix [#1](${address})`]);
    assert.deepEqual((await links('See !41')).filter(Boolean), [
      `See [!41](${service.url}/${repository}/merge_requests/41)`,
    ]);
    assert.deepEqual((await links('Fix the menu!')).filter(Boolean), []);
    assert.deepEqual(await operations(), []);
  });

  it('opens what a commit mentions, from its hover', async () => {
    // The git extension may open the clone later.
    await until(async () => (await hoverCommands()).length > 0);
    const [button = assert.fail('there is no button')] = await hoverCommands();
    const { command, title, tooltip } = button;
    const given: readonly unknown[] = button.arguments ?? [];
    assert.deepEqual(
      [title, tooltip],
      ['$(references) Open Mention', 'Open the issue or pull request that the message mentions'],
    );
    const press = async (message: string): Promise<void> => {
      await clone.git('commit', '--quiet', '--allow-empty', '-m', message);
      // The git extension adds the sha.
      await commands.executeCommand(command, ...given, await clone.git('rev-parse', 'HEAD'));
    };
    await service.clear();
    try {
      await press('Begin the menu');
      await person.answers(/^The message of this commit mentions no issue or pull request\.$/);
      assert.deepEqual(await operations(), []);
      // Git has the messages of a partial clone, not all its files.
      await clone.git('config', 'remote.origin.promisor', 'true');
      await press('Begin the page (!41)\n\nCloses !41, not `#2`.');
      await showsTab(/^!41 Begin the login page$/);
      const pressed = press('Fix the menu (#1)\n\nAfter !41.');
      assert.deepEqual(
        (await person.list()).items.map(({ label }) => label),
        ['#1', '!41'],
      );
      await person.picks('#1');
      await pressed;
      await showsTab(/^#1 /);
      const told = person.told.length;
      const again = press('Fix the menu again (#1)\n\nAfter !41.');
      await person.list();
      await person.dismisses();
      await again;
      assert.equal(person.told.length, told);
    } finally {
      await clone.git('config', '--unset', 'remote.origin.promisor');
      await clone.git('reset', '--quiet', '--hard', 'origin/main');
      await clone.opened.status();
    }
  });

  it('opens nothing for a text without a sha, or outside of a clone', async () => {
    const id = 'sourcehost.commit.openMentioned';
    await commands.executeCommand(id, Uri.file(clone.root), '--output=x');
    await person.answers(/^Open Mentioned Issue or Pull Request failed: “sha” must be the full sha of a commit\.$/);
    await commands.executeCommand(id, elsewhere, await clone.git('rev-parse', 'HEAD'));
    await person.answers(/is not in a clone of a repository of a configured host\.$/);
  });

  it('describes an issue that a comment mentions, with one request for all hovers', async () => {
    await service.clear();
    const { title } = await service.call<{ title: string }>('issues.get', { number: '1' });
    const shown = await hover('comment.go', '// See #1.\nconst color = "#2";\n', '#1');
    assert.ok(shown.includes(title), shown);
    assert.ok(shown.includes(`(${service.url}/${repository}/issues/1)`), shown);
    assert.ok((await hover('comment.go', '// See #1.\nconst color = "#2";\n', '#1')).includes(title));
    assert.ok(shown.includes('[Show Issue](command:sourcehost.issue.show?'), shown);
    assert.deepEqual(await operations(), ['issues.get']);
    await service.clear();
    assert.equal(await hover('code.go', 'const color = "#2";\n', '#2'), '');
    assert.equal(await hover('code.go', 'const color = "#2";\n', 'const'), '');
    assert.deepEqual(await operations(), []);
  });

  it('describes a pull request that a comment mentions, with one request for all hovers', async () => {
    await service.clear();
    const text = '// See !41 and !99999.\nif (!42) x();\n';
    const shown = await hover('pulls.go', text, '!41');
    for (const part of [
      'Begin the login page !41',
      'open',
      'by alice',
      ' → main',
      `(${service.url}/${repository}/merge_requests/41)`,
    ])
      assert.ok(shown.includes(part), `${part} in ${shown}`);
    assert.ok(shown.includes('[Show Pull Request](command:sourcehost.pullRequest.show?'), shown);
    assert.ok((await hover('pulls.go', text, '!41')).includes('Begin the login page'));
    assert.deepEqual(await operations(), ['pullRequests.get']);
    assert.equal(await hover('pulls.go', text, '!99999'), '');
    await service.clear();
    assert.equal(await hover('pulls.go', text, '!42'), '');
    assert.deepEqual(await operations(), []);
  });

  it('describes commits that comments mention, without a request', async () => {
    const sha = await clone.git('rev-parse', 'HEAD');
    const subject = await clone.git('log', '-1', '--format=%s');
    const author = await clone.git('log', '-1', '--format=%an');
    const blob = await clone.git('rev-parse', 'HEAD:README.md');
    const absent = `${sha.slice(0, 39)}${sha.endsWith('0') ? '1' : '0'}`;
    const [short, word] = [sha.slice(0, 7), 'fedcba98'];
    const text = `// Since ${sha}.\n// ${short} broke it\n// ${blob} ${absent} ${word}\nf('${short}x', "${short}");\n`;
    await service.clear();
    for (const mention of [sha, `${short} broke`]) {
      const shown = await hover('commits.go', text, mention);
      for (const part of [subject, author, `(${service.url}/${repository}/commit/${sha})`])
        assert.ok(shown.includes(part), `${part} in ${shown}`);
    }
    for (const mention of [blob, absent, word, `${short}x`, `"${short}"`])
      assert.equal(await hover('commits.go', text, mention), '', mention);
    assert.deepEqual(await operations(), []);
  });

  it('shows the commit of a hover in the view History', async () => {
    const sha = await clone.git('rev-parse', 'HEAD');
    await writeFile(clone.file('link.ts').fsPath, `// ${sha.slice(0, 10)}\n`);
    const [shown] = await hoverAt(clone.file('link.ts'), sha.slice(0, 10));
    assert.ok(shown !== undefined && typeof shown.isTrusted === 'object');
    assert.ok(shown.isTrusted.enabledCommands.includes('sourcehost.history.show'));
    const [, query = ''] = /command:sourcehost\.history\.show\?([^)]+)\)/.exec(shown.value) ?? [];
    const [address] = JSON.parse(decodeURIComponent(query)) as [{ scheme: string; $mid: number }];
    // The editor makes such an argument an address again.
    assert.equal(address.$mid, 1);
    assert.equal(Uri.from(address).toString(), Uri.parse(`sourcehost://local/${repository}@${sha}`).toString());
    await commands.executeCommand('sourcehost.history.show', Uri.from(address));
    assert.deepEqual(person.told, []);
    const [listed] = await commands.executeCommand<{ sha: string }[]>('sourcehost.history.show', {
      host: 'local',
      repository,
      ref: sha,
      limit: 1,
    });
    assert.equal(listed?.sha, sha);
    await tidyView();
  });

  it('asks git for no commit of a partial clone', async () => {
    const commits = new CloneCommits(git);
    const sha = await clone.git('rev-parse', 'HEAD');
    assert.equal((await commits.find(clone.file('README.md'), sha.slice(0, 7)))?.sha, sha);
    await clone.git('config', 'remote.origin.promisor', 'true');
    try {
      assert.equal((await commits.find(clone.file('README.md'), sha.slice(0, 7)))?.sha, sha);
      assert.equal(await new CloneCommits(git).find(clone.file('README.md'), sha.slice(0, 7)), undefined);
    } finally {
      await clone.git('config', '--unset', 'remote.origin.promisor');
    }
    assert.equal(await commits.find(elsewhere, sha), undefined);
  });

  it('does not take the name of a branch for a sha', async () => {
    const sha = await clone.git('rev-parse', 'HEAD');
    const isFree = !sha.startsWith('abcdef1');
    assert.ok(isFree);
    await clone.git('branch', 'abcdef1');
    try {
      assert.equal(await new CloneCommits(git).find(clone.file('README.md'), 'abcdef1'), undefined);
    } finally {
      await clone.git('branch', '-D', 'abcdef1');
    }
  });

  it('describes what remote files mention, and requests only issues and pull requests', async () => {
    const sha = await clone.git('rev-parse', 'HEAD');
    const file = Uri.parse(`sourcehost://local/${repository}/mentions.md`);
    const other = 'fedcba98'.repeat(5);
    const text = `#1, !42, ${sha}, ${sha.slice(0, 7)}, ${other}, ${other}${other.slice(0, 24)}.\n`;
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    try {
      await workspace.openTextDocument(file);
      await service.clear();
      const commit = await hoverAt(file, other);
      assert.ok(shownIn(commit).includes('Commit fedcba98fe'), shownIn(commit));
      assert.ok(shownIn(commit).includes(`(${service.url}/${repository}/commit/${other})`), shownIn(commit));
      assert.deepEqual(commit[0]?.isTrusted, { enabledCommands: ['sourcehost.history.show'] });
      for (const none of [`${sha.slice(0, 7)},`, `${other}${other.slice(0, 24)}`])
        assert.equal(shownIn(await hoverAt(file, none)), '', none);
      assert.deepEqual(await operations(), []);
      assert.match(shownIn(await hoverAt(file, '!42')), /!42[^]*\/merge_requests\/42\)/);
      // The page of another pull request can have read it.
      assert.ok((await operations()).every((operation) => operation === 'pullRequests.get'));
      await service.clear();
      const issue = await hoverAt(file, '#1');
      assert.ok(shownIn(issue).includes(`(${service.url}/${repository}/issues/1)`), shownIn(issue));
      assert.ok((await operations()).every((operation) => operation === 'issues.get'));
      // The history brings the commits.
      await commands.executeCommand('sourcehost.history.show', { host: 'local', repository, limit: 1 });
      await service.clear();
      const known = shownIn(await hoverAt(file, sha));
      for (const part of [await clone.git('log', '-1', '--format=%s', sha), `/${repository}/commit/${sha})`])
        assert.ok(known.includes(part), `${part} in ${known}`);
      assert.deepEqual(await service.asked(), []);
      await tidyView();
    } finally {
      await commands.executeCommand('sourcehost.commit.discard', { host: 'local', repository });
    }
  });

  it('has links in its terminals, without a request', async () => {
    const sidebar = new Sidebar();
    const terminal = (cwd?: Uri | string): Terminal => ({ creationOptions: { cwd } }) as unknown as Terminal;
    const parts = {
      git,
      commits: new CloneCommits(git),
      connections: sidebar.connections,
      repositoryOf: (uri: Uri) => (git.at(uri) === undefined ? undefined : { name, account: undefined }),
      active: () => ({ name, account: undefined }),
    };
    const sha = await clone.git('rev-parse', 'HEAD');
    const line = `commit ${sha} (#1, !41)`;
    await service.clear();
    for (const folder of [clone.root, Uri.file(clone.root), undefined])
      assert.deepEqual(
        (await terminalLinks(parts, line, terminal(folder))).map(({ startIndex, length, tooltip }) => [
          line.slice(startIndex, startIndex + length),
          tooltip,
        ]),
        [
          [sha, 'Show Commit in History'],
          ['#1', 'Show Issue'],
          ['!41', 'Show Pull Request'],
        ],
      );
    assert.deepEqual(await terminalLinks(parts, line, terminal(elsewhere)), []);
    const other = { ...parts, active: () => ({ name: { ...name, repo: 'other' }, account: undefined }) };
    assert.deepEqual(await terminalLinks(other, line, terminal()), []);
    assert.deepEqual(await operations(), []);

    const [, issue, pullRequest] = await terminalLinks(parts, line, terminal(clone.root));
    assert.ok(issue !== undefined && pullRequest !== undefined);
    await openReference(pullRequest.repository, pullRequest.reference);
    await showsTab(/^!41 Begin the login page$/);
    await openReference(issue.repository, issue.reference);
    await showsTab(/^#1 /);
    assert.deepEqual(person.told, []);
  });

  it('has links from the abbreviated shas of its commits in terminals, without a request', async () => {
    const sha = await clone.git('rev-parse', 'HEAD');
    const asked: string[] = [];
    const commits = new CloneCommits(git);
    const parts = {
      git,
      commits: {
        find: async (uri: Uri, given: string) => {
          asked.push(given);
          return await commits.find(uri, given);
        },
      },
      connections: new Sidebar().connections,
      repositoryOf: (uri: Uri) => (git.at(uri) === undefined ? undefined : { name, account: undefined }),
      active: () => ({ name, account: undefined }),
    };
    const terminal = { creationOptions: { cwd: clone.root } } as unknown as Terminal;
    const blob = (await clone.git('rev-parse', 'HEAD:README.md')).slice(0, 8);
    await service.clear();
    const shown = async (line: string): Promise<string[]> =>
      (await terminalLinks(parts, line, terminal)).map(
        ({ startIndex, length, reference }) => `${line.slice(startIndex, startIndex + length)} ${reference.name}`,
      );
    for (const line of (await clone.git('log', '--oneline', '--graph')).split('\n')) {
      const [short = ''] = /[\da-f]{7,}/.exec(line) ?? [];
      if (short !== '') assert.deepEqual(await shown(line), [`${short} ${await clone.git('rev-parse', short)}`]);
    }
    assert.deepEqual(await shown(`Updating ${sha.slice(0, 7)}..${sha.slice(0, 9)}`), [
      `${sha.slice(0, 7)} ${sha}`,
      `${sha.slice(0, 9)} ${sha}`,
    ]);
    assert.deepEqual(await shown(`index ${blob}..${blob} 100644 defaced 10485760 facade123`), []);
    asked.length = 0;
    const many = Array.from({ length: 30 }, (_, index) => `${1_000_000 + index}`);
    assert.deepEqual(await shown(many.join(' ')), []);
    assert.deepEqual(asked, many.slice(0, 10));
    assert.deepEqual(await operations(), []);
  });

  it('shows the issue that its branch is named after in the status bar', async () => {
    const item = {
      text: '',
      shown: false,
      command: undefined as unknown,
      show: () => {},
      hide: () => {},
      dispose: () => {},
    };
    Object.assign(item, { show: () => (item.shown = true), hide: () => (item.shown = false) });
    const { createStatusBarItem } = window;
    Object.assign(window, { createStatusBarItem: () => item });
    const sidebar = new Sidebar();
    const status = new BranchIssueStatus({
      git,
      connections: sidebar.connections,
      repositoryOf: () => ({ name, account: undefined }),
    });
    Object.assign(window, { createStatusBarItem });
    try {
      await window.showTextDocument(await workspace.openTextDocument(clone.file('README.md')));
      assert.equal(item.shown, false);
      await clone.opened.createBranch('1-fix-the-menu', true);
      await until(() => item.shown);
      assert.equal(item.text, '$(issues) #1');
      const { command, arguments: [given] = [] } = item.command as { command: string; arguments?: unknown[] };
      assert.equal(command, 'sourcehost.issue.show');
      assert.deepEqual((given as { [target]: unknown })[target], { host: 'local', repository, number: '1' });
      await clone.opened.checkout('main');
      await until(() => !item.shown);
    } finally {
      status.dispose();
    }
  });

  it('shows the history of a file on the host', async () => {
    await clone.git('commit', '--quiet', '--allow-empty', '-m', 'Only here');
    const uri = clone.file('README.md');
    const served = (await service.git(repository, 'log', '--follow', '--format=%H', 'main', '--', 'README.md')).split(
      '\n',
    );
    const shown = await commands.executeCommand<{ sha: string }[]>('sourcehost.file.showHistory', { uri });
    assert.deepEqual(
      shown.map(({ sha }) => sha),
      served,
    );
    // A branch that is only here: the default branch of the host.
    await clone.opened.createBranch('only-here', true);
    const same = await commands.executeCommand<unknown[]>('sourcehost.file.showHistory', { uri });
    assert.equal(same.length, served.length);
    await clone.opened.checkout('main');
    await assert.rejects(Promise.resolve(commands.executeCommand('sourcehost.file.showHistory', { uri: elsewhere })), {
      kind: 'refused',
      reason: 'noClone',
    });
    await window.showTextDocument(await workspace.openTextDocument(uri));
    await commands.executeCommand('sourcehost.file.showHistory');
    await commands.executeCommand('sourcehost.file.showHistory', uri);
    assert.deepEqual(person.told, []);
    await clone.git('reset', '--quiet', '--hard', 'origin/main');
    await tidyView();
  });

  it('copies permalinks and opens the web pages of its files and folders, without a request', async () => {
    const root = `${service.url}/${repository}`;
    const sha = await clone.git('rev-parse', 'origin/main');
    const uri = clone.file('README.md');
    const permalink = async (args: object): Promise<string> =>
      await commands.executeCommand<string>('sourcehost.file.copyPermalink', args);
    const page = async (file: Uri): Promise<string> =>
      await commands.executeCommand<string>('sourcehost.file.openOnWeb', { uri: file });
    await service.clear();
    assert.equal(await permalink({ uri, lines: [3, 7] }), `${root}/blob/${sha}/README.md#L3-L7`);
    assert.equal(await env.clipboard.readText(), `${root}/blob/${sha}/README.md#L3-L7`);
    assert.equal(await permalink({ uri: clone.file('src') }), `${root}/tree/${sha}/src`);
    assert.equal(await page(uri), `${root}/blob/main/README.md`);
    await person.opens(/\/alice\/website\/blob\/main\/README\.md$/);
    assert.equal(await page(clone.file('src')), `${root}/tree/main/src`);
    await person.opens(/\/alice\/website\/tree\/main\/src$/);
    assert.equal(await page(Uri.file(clone.root)), `${root}/tree/main`);
    await person.opens(/\/alice\/website\/tree\/main$/);
    // As from a menu and from the palette.
    const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
    editor.selection = new Selection(1, 0, 1, 2);
    await commands.executeCommand('sourcehost.file.copyPermalink', uri);
    assert.equal(await env.clipboard.readText(), `${root}/blob/${sha}/README.md#L2`);
    await commands.executeCommand('sourcehost.file.openOnWeb');
    await person.opens(/\/alice\/website\/blob\/main\/README\.md$/);
    // The host lacks the newest commit.
    await clone.git('commit', '--quiet', '--allow-empty', '-m', 'Only here');
    await clone.opened.status();
    assert.equal(await permalink({ uri }), `${root}/blob/${sha}/README.md`);
    await clone.git('reset', '--quiet', '--hard', 'origin/main');
    // The host lacks the branch.
    await clone.opened.createBranch('only-here-too', true);
    assert.equal(await page(uri), `${root}/blob/main/README.md`);
    await clone.opened.checkout('main');
    for (const id of ['sourcehost.file.copyPermalink', 'sourcehost.file.openOnWeb'])
      await assert.rejects(Promise.resolve(commands.executeCommand(id, { uri: elsewhere })), {
        kind: 'refused',
        reason: 'noClone',
      });
    assert.deepEqual(await operations(), []);
  });

  it('has no links, hovers and buttons while no account is signed in, or if its host is not configured', async () => {
    await service.clear();
    await clone.git('remote', 'set-url', 'origin', 'https://example.org/alice/website.git');
    await clone.opened.status();
    await until(async () => (await links('Fix #1')).every((one) => one === undefined));
    assert.deepEqual(await hoverCommands(), []);
    assert.equal(await hover('elsewhere.ts', '// See #1.\n', '#1'), '');
    await clone.git('remote', 'set-url', 'origin', `${service.url}/${repository}.git`);
    await clone.opened.status();
    await until(async () => (await links('Fix #1')).some((one) => one !== undefined));
    assert.equal((await hoverCommands()).length, 1);
    assert.deepEqual(await operations(), []);
    await commands.executeCommand('sourcehost.account.signOut', {});
    await settled(service);
    await service.clear();
    assert.ok((await links('Fix #1')).every((one) => one === undefined));
    assert.deepEqual(await hoverCommands(), []);
    assert.equal(await hover('signedOut.ts', '// See #1, !45.\n', '#1'), '');
    assert.equal(await hover('signedOut.ts', '// See #1, !45.\n', '!45'), '');
    assert.deepEqual(await operations(), []);
  });

  const tidyView = async (): Promise<void> => {
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closePanel');
  };
});

/** The operations of all requests, besides those of git and of the CI, which the window follows by itself. */
async function operationsOf(service: RemoteService): Promise<string[]> {
  const all = (await service.requests()).map(({ operation }) => operation);
  return all.filter((operation) => operation !== 'git' && !operation.startsWith('runs.'));
}

describe('a push that the host refuses', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  const person = new Person();
  const clones = new TestClones();
  let clone: TestClone;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    clone = await clones.open('pushing', `${service.url}/${repository}.git`, 'README.md');
    for (const wildcard of ['main', 'release/*', `${'*a'.repeat(12)}*b`]) {
      await service.call('branchRules.create', { wildcard, pusher: 'empty', merger: 'admin' });
    }
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.calm();
    assert.deepEqual(await service.violations(), []);
  });
  after(async () => {
    await tidy();
    await clones.dispose();
    await service.reset();
  });

  const commit = async (text: string): Promise<string> => {
    await writeFile(clone.file('mine.txt').fsPath, text);
    await clone.git('add', '.');
    await clone.git('commit', '--quiet', '-m', text);
    await clone.opened.status();
    return await clone.git('rev-parse', 'HEAD');
  };
  /** Pushes to `main`, and answers the question. Fails with what git says if no question comes. */
  const pushAsked = async (action?: string): Promise<{ readonly detail: string; readonly pushed: Promise<void> }> => {
    const pushed = clone.opened.push('origin', 'main', false);
    const unasked = pushed.then(() => assert.fail('the push ended without a question'));
    const question = person.answers(/^“main” of alice\/website is protected\.$/, action);
    const { detail } = await Promise.race([question, unasked]);
    return { detail, pushed };
  };
  const isProtected = (): boolean | undefined =>
    TestClones.git.model.getRepository(clone.file('README.md'))?.isBranchProtected();
  const served = async (pattern: string): Promise<string> =>
    await service.git(repository, 'for-each-ref', '--format=%(refname) %(objectname)', `refs/heads/${pattern}`);

  it('is offered as a new branch if its branch is protected; then the editor knows the protected branch', async () => {
    const sha = await commit('one');
    const before = await served('main');
    assert.equal(isProtected(), false);
    await service.clear();
    const { detail, pushed } = await pushAsked('Push as a New Branch…');
    assert.match(detail, /refused the push/);
    await person.isTold(/cannot contain “\.\.”/, 'no..way');
    assert.equal((await person.box()).value, 'no..way');
    await person.enters('work/one');
    await pushed;
    await person.tells(/^Pushed to the new branch “work\/one”\./);
    assert.equal(await served('work/one'), `refs/heads/work/one ${sha}`);
    assert.equal(await served('main'), before);
    assert.equal(await clone.git('rev-parse', '--abbrev-ref', 'HEAD@{upstream}'), 'origin/work/one');
    within(3, await operationsOf(service));
    await clone.git('checkout', '--quiet', 'main');
    await clone.opened.status();
    await until(() => isProtected() === true);
  });

  it('makes branches of a rule protected, and no rule blocks the extensions', async () => {
    for (const [branch, expected] of [
      ['release/1', true],
      ['a'.repeat(40), false],
    ] as const) {
      await clone.git('checkout', '--quiet', '-b', branch, '--track', 'origin/main');
      await clone.opened.status();
      const start = performance.now();
      await until(() => isProtected() === expected);
      assert.ok(performance.now() - start < 5_000, branch);
    }
  });

  it('stays refused if the question is dismissed', async () => {
    const refs = await served('*');
    await clone.git('checkout', '--quiet', 'main');
    await commit('two');
    const { pushed } = await pushAsked();
    await pushed;
    assert.equal(await served('*'), refs);
  });

  it('shows what git says if the new branch cannot be created', async () => {
    await clone.git('checkout', '--quiet', 'main');
    await commit('taken');
    await clone.git('branch', 'taken');
    const { pushed } = await pushAsked('Push as a New Branch…');
    await person.enters('taken');
    await pushed;
    await person.tells(/^The commits could not be pushed as a new branch.*taken/s);
    assert.equal(await served('taken'), '');
  });

  it('is left to the git extension if it is refused for another reason', async () => {
    await clone.git('checkout', '--quiet', '-b', 'quota');
    await commit('three');
    await service.set({ habits: { pushRule: 'refuses' } });
    await assert.rejects(clone.opened.push('origin', 'quota', true), /Failed to execute git|Quota/i);
    assert.deepEqual(person.told, []);
    assert.equal(await served('quota'), '');
  });
});

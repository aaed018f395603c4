import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commands, extensions, Selection, Uri, window, workspace, type CodeAction } from 'vscode';
import type { GitApi, GitExtension, OpenedClone } from '../../../src/editor/kit/gitApi.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { setParentFolders } from '../kit/parentFolders.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

interface Started {
  readonly branch: string;
  readonly steps: readonly { readonly step: string; readonly error?: string }[];
}

const repository = 'alice/website';

describe('a clone that is open in the window', () => {
  const service = new RemoteService();
  const person = new Person();
  let folder: string;
  let at: string;
  let clone: OpenedClone;
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: at })).stdout.trim();
  const start = async (number: number): Promise<Started> =>
    await commands.executeCommand('sourcehost.issue.startWork', { host: 'local', repository, number });
  const created = async (title: string): Promise<number> => {
    const issue = await service.call<{ number: string }>('issues.create', { title });
    return Number(issue.number);
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-local-'));
    at = join(folder, 'website');
    await setParentFolders('always');
    await commands.executeCommand('sourcehost.repository.clone', {
      host: 'local',
      repository,
      target: Uri.file(at),
    });
    const extension = extensions.getExtension<GitExtension>('vscode.git');
    const api: GitApi | undefined = (await extension?.activate())?.getAPI(1);
    await commands.executeCommand('git.openRepository', at);
    await until(() => api?.getRepository(Uri.file(at)) != null);
    clone = api?.getRepository(Uri.file(at)) ?? assert.fail('git does not open the clone');
    await until(() => clone.state.remotes.length > 0);
  });
  const checkOut = async (number: number, folder?: Uri): Promise<string> =>
    await commands.executeCommand('sourcehost.pullRequest.checkOut', { host: 'local', repository, number, folder });
  const pushToFork = async (files: Record<string, string>): Promise<unknown> =>
    await service.act({ do: 'push', repository: 'erik/website', branch: 'patch-1', files, as: 'erik' });
  const head = async (): Promise<string> => await service.git(repository, 'rev-parse', 'refs/merge-requests/42/head');

  it('checks out a pull request, follows its pushes, and never drops commits of the user', async () => {
    // The clone of the active file is one of the open clones, not one more.
    await window.showTextDocument(Uri.file(join(at, 'README.md')));
    assert.equal(await checkOut(42), 'pr/42');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    assert.deepEqual(
      [await git('symbolic-ref', 'HEAD'), await git('rev-parse', 'HEAD')],
      ['refs/heads/pr/42', await head()],
    );
    await pushToFork({ 'pushed.txt': 'pushed' });
    assert.equal(await checkOut(42, Uri.file(at)), 'pr/42');
    assert.equal(await git('rev-parse', 'pr/42'), await head());
    await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'Mine');
    const mine = await git('rev-parse', 'HEAD');
    await pushToFork({ 'pushed.txt': 'again' });
    await assert.rejects(checkOut(42), { kind: 'conflict', reason: 'ownCommits' });
    assert.equal(await git('rev-parse', 'pr/42'), mine);
  });

  it('asks with the list before a pull request brings configuration, and checks out nothing after a no', async () => {
    await git('checkout', '-q', 'main');
    await git('branch', '-qD', 'pr/42');
    const files = {
      '.vscode/settings.json': '{ "window.title": "theirs" }\n',
      'docs/AGENTS.md': 'Do it.\n',
      'a.txt': 'a\n',
    };
    await pushToFork(files);
    const given = { [target]: { host: 'local', repository, number: 42 } };
    const asked = async (answer: string | undefined): Promise<readonly string[]> => {
      const ran = commands.executeCommand('sourcehost.pullRequest.checkOut', given);
      const { detail, actions } = await person.answers(
        /^Check out .*pr\/42 with files that configure this folder\?$/,
        answer,
      );
      await ran;
      return [...actions, ...detail.split('\n').slice(1)];
    };
    const shown = ['Not Now', 'Check Out', '.vscode/settings.json', 'docs/AGENTS.md'];
    assert.deepEqual(await asked(undefined), shown);
    assert.equal(await git('branch', '--show-current'), 'main');
    assert.deepEqual(await asked('Check Out'), shown);
    assert.equal(await git('branch', '--show-current'), 'pr/42');
  });

  it('checks out a pull request in a worktree beside it after a question, and removes it unless it has work', async () => {
    await git('checkout', '-q', 'main');
    const given = { [target]: { host: 'local', repository, number: 42 } };
    const run = async (id: string): Promise<unknown> =>
      await commands.executeCommand(`sourcehost.pullRequest.${id}`, given);
    await git('branch', '-qD', 'pr/42');
    const worktree = `${at}.worktrees/pr-42`;
    const adding = run('checkOutInWorktree');
    await person.answers(/^Check out .*pr\/42 with files that configure this folder\?$/, 'Check Out');
    await adding;
    await person.opens(new RegExp(`^vscode\\.openFolder file://.*${basename(folder)}/website\\.worktrees/pr-42$`));
    assert.equal(await git('-C', worktree, 'branch', '--show-current'), 'pr/42');
    assert.equal(await git('branch', '--show-current'), 'main');
    await writeFile(join(worktree, 'mine.txt'), 'mine');
    const refused = run('removeWorktree');
    await person.answers(/^Remove the worktree of !42\?$/, 'Remove');
    await person.answers(/has changes that are not committed/);
    await refused;
    assert.equal(await readFile(join(worktree, 'mine.txt'), 'utf8'), 'mine');
    await rm(join(worktree, 'mine.txt'));
    const removing = run('removeWorktree');
    await person.answers(/^Remove the worktree of !42\?$/, 'Remove');
    await removing;
    await assert.rejects(readFile(join(worktree, 'README.md')));
  });

  it('offers once to remove the worktree of a pull request that was merged on the web, and never while it has work', async () => {
    await git('checkout', '-q', 'main');
    await service.act({ do: 'push', repository, branch: 'web', files: { 'web.txt': '1' }, as: 'alice' });
    const web = { title: 'Web', head: 'web', base: 'main' };
    const { number } = await service.call<{ number: string }>('pullRequests.create', web);
    const given = { host: 'local', repository, number };
    await commands.executeCommand('sourcehost.pullRequest.checkOutInWorktree', given);
    const worktree = `${at}.worktrees/pr-${number}`;
    await service.call('pullRequests.merge', { number });
    const told = (): number => person.told.filter(({ text }) => text.includes(worktree)).length;
    const read = async (): Promise<void> => {
      await commands.executeCommand('sourcehost.pullRequest.get', given);
      await setTimeout(1_000);
    };
    await rename(worktree, `${worktree}-away`);
    await read();
    await rename(`${worktree}-away`, worktree);
    await writeFile(join(worktree, 'mine.txt'), 'mine');
    await read();
    assert.deepEqual(person.told, []);
    await git('-C', worktree, 'add', '-A');
    await git('-C', worktree, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Mine');
    await read();
    const { actions, modal } = await person.answers(new RegExp(`^!${number} is not open any more\\.`), 'Remove…');
    assert.deepEqual([actions, modal], [['Remove…', 'Not Now'], false]);
    const { detail } = await person.answers(new RegExp(`^Remove the worktree of !${number}\\?$`));
    assert.match(detail, /^The branch stays, with 1 commit that is on no remote\.$/m);
    await read();
    assert.equal(told(), 1);
    const removing = commands.executeCommand('sourcehost.pullRequest.removeWorktree', { [target]: given });
    await person.answers(new RegExp(`^Remove the worktree of !${number}\\?$`), 'Remove');
    await removing;
    await assert.rejects(readFile(join(worktree, 'README.md')));
  });

  it('asks before the branch of an issue brings configuration that others pushed', async () => {
    const number = await created('Others');
    await service.act({ do: 'push', repository, branch: `${number}-others`, files: { '.mcp.json': '{}\n' } });
    const given = { [target]: { host: 'local', repository, number } };
    const ran = commands.executeCommand('sourcehost.issue.startWork', given);
    await person.enters(`${number}-others`);
    const { detail } = await person.answers(/^Check out .*-others with files that configure this folder\?$/);
    await ran;
    assert.match(detail, /\n\.mcp\.json$/);
    assert.equal(await git('branch', '--show-current'), 'main');
  });

  it('does not check out a pull request over uncommitted changes, without a clone, or without its ref', async () => {
    await git('checkout', '-q', 'main');
    await git('branch', '-qD', 'pr/42');
    await writeFile(join(at, 'README.md'), 'changed');
    await assert.rejects(checkOut(42), { kind: 'conflict', reason: 'localChanges' });
    assert.equal(await readFile(join(at, 'README.md'), 'utf8'), 'changed');
    await git('checkout', '-qf', 'main');
    await assert.rejects(checkOut(99), { kind: 'missing', reason: 'noPullRequestHead' });
    const elsewhere = Uri.file(join(folder, 'elsewhere'));
    await assert.rejects(checkOut(42, elsewhere), { kind: 'refused', reason: 'noOpenClone', field: 'folder' });
    const other = { host: 'local', repository: 'alice/samples', number: 1 };
    const none = Promise.resolve(commands.executeCommand('sourcehost.pullRequest.checkOut', other));
    await assert.rejects(none, { kind: 'refused', reason: 'noOpenClone' });
  });

  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    clone.inputBox.value = '';
    await git('checkout', '-qf', 'main');
    await clone.status();
  });
  after(async () => {
    await commands.executeCommand('git.close', clone).then(undefined, () => undefined);
    await setParentFolders('never');
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  it('gets the branch of an issue with its upstream, uncommitted changes, and the issue in the message', async () => {
    const number = await created('Check out');
    const branch = `${number}-check-out`;
    await writeFile(join(at, 'mine.txt'), 'mine\n');
    for (let turn = 1; turn <= 2; turn += 1) {
      const started = await start(number);
      assert.deepEqual([started.branch, started.steps.flatMap(({ error = [] }) => error)], [branch, []]);
      assert.equal(await git('branch', '--show-current'), branch);
      assert.equal(clone.inputBox.value, `Check out (#${number})`);
    }
    assert.equal(await git('rev-parse', '--abbrev-ref', 'HEAD@{upstream}'), `origin/${branch}`);
    assert.equal(await readFile(join(at, 'mine.txt'), 'utf8'), 'mine\n');
    assert.deepEqual(person.opened, [], 'no folder is opened');
    await rm(join(at, 'mine.txt'));
  });

  it('gets the branch of an issue also if it was cloned with one branch', async () => {
    const all = await git('config', 'remote.origin.fetch');
    await git('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    try {
      const number = await created('仅一个分支');
      const started = await start(number);
      assert.deepEqual(
        started.steps.flatMap(({ error = [] }) => error),
        [],
      );
      assert.equal(await git('branch', '--show-current'), `${number}-仅一个分支`);
      assert.equal(await git('rev-parse', 'HEAD'), await service.git(repository, 'rev-parse', 'main'));
    } finally {
      await git('config', 'remote.origin.fetch', all);
    }
  });

  it('keeps uncommitted changes that the branch would overwrite, and says why', async () => {
    const number = await created('Collide');
    const branch = `${number}-collide`;
    await service.act({ do: 'push', repository, branch, files: { 'README.md': '# Theirs\n' } });
    await appendFile(join(at, 'README.md'), 'mine\n');
    const { steps } = await start(number);
    const [create, assign, open, message] = steps.map(({ error }) => error);
    assert.deepEqual([create, assign], [undefined, undefined]);
    assert.match(open ?? '', /^The clone has uncommitted changes .* Git says: .*overwritten.*README\.md/is);
    assert.equal(message, 'The branch was not opened.');
    assert.equal(await git('branch', '--show-current'), 'main');
    assert.match(await readFile(join(at, 'README.md'), 'utf8'), /mine\n$/);
    assert.equal(clone.inputBox.value, '');
  });

  it('offers an issue for a comment, with a permalink to the commit that the host has', async () => {
    const source = join(at, 'todo.ts');
    await writeFile(source, 'a();\n// TODO: link me\n');
    const published = await git('rev-parse', 'HEAD');
    await git('add', '.');
    await git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Not pushed');
    await clone.status();
    const uri = Uri.file(source);
    const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
    editor.selection = new Selection(1, 4, 1, 4);
    const offered = async (): Promise<CodeAction | undefined> =>
      (await commands.executeCommand<CodeAction[]>('vscode.executeCodeActionProvider', uri, editor.selection)).find(
        ({ title }) => title === 'Create Issue from Comment',
      );
    await until(async () => (await offered()) !== undefined);
    const { command } = (await offered()) ?? {};
    await commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
    const text = window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^---\ntitle: link me\n/);
    assert.ok(text.endsWith(`\n\n${service.url}/${repository}/blob/${published}/todo.ts#L2\n`), text);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await git('reset', '-q', '--hard', published);
  });
});

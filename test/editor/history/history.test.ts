import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, env, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import { Failure } from '../../../src/core/errors.ts';
import type { GitHistory, HistoryCommit } from '../../../src/domain/git/gitHistory.ts';
import { commitList } from '../../../src/domain/history/commitList.ts';
import { commitsOf } from '../../../src/editor/kit/rows/changes/commitRows.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { comparisonOf, recordUri, sideUri } from '../../../src/editor/kit/uri.ts';
import { until } from '../../kit/until.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

const file = 'src/main.ts';
const sha = (index: number): string => index.toString(16).padStart(40, '0');

const commit = (index: number, more: Partial<HistoryCommit> = {}): HistoryCommit => ({
  sha: sha(index),
  parents: [sha(index + 1)],
  message: `Change ${index}\n\nbody`,
  authorName: 'Alice Winter',
  authorEmail: 'alice@example.com',
  authoredDate: new Date(Date.now() - 3 * 86_400_000 - 1_000).toISOString(),
  ...more,
});

/** A history of `commits`; the commits change `src/a.ts` and rename a file. */
function historyOf(commits: readonly HistoryCommit[]): GitHistory {
  return {
    commits: (_tip, { skip, limit }) => Promise.resolve(commits.slice(skip, skip + limit)),
    changes: () =>
      Promise.resolve([
        { status: 'modified', path: 'src/a.ts', oldPath: undefined },
        { status: 'renamed', path: 'new.md', oldPath: 'docs/old.md' },
        { status: 'removed', path: 'gone.md', oldPath: undefined },
      ]),
    mergeBase: () => Promise.reject(new Error('not asked')),
    distances: () => Promise.reject(new Error('not asked')),
    branchFrom: () => Promise.reject(new Error('not asked')),
    versions: () => Promise.reject(new Error('not asked')),
    patch: () => Promise.reject(new Error('not asked')),
    blame: () => Promise.reject(new Error('not asked')),
  };
}

describe('The view History', () => {
  let sidebar: Sidebar;
  let website: RepositoryPlace;

  before(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    website = await sidebar.place('alice/website');
  });
  afterEach(async () => assert.deepEqual(await sidebar.service.violations(), []));

  const looking = (history: GitHistory, path = ''): Looking =>
    new Looking(
      commitsOf(website, () => Promise.resolve(commitList(history, sha(0), path))),
      'history of it',
    );

  it('lists a hundred commits and loads more', async () => {
    const view = looking(historyOf(Array.from({ length: 150 }, (_, index) => commit(index))));
    const first = await view.rows();
    assert.equal(first.length, 101);
    assert.deepEqual(first.slice(0, 1), ['Change 0 | Alice Winter · 3 days ago']);
    assert.equal(first.at(-1), 'Load more');
    await view.tree.more(view.tree.root);
    const all = await view.rows();
    assert.equal(all.length, 150);
    assert.match(all.at(-1) ?? '', /^Change 149 /);
  });

  it('shows the newest commits first, how far back they were searched, and the others in their place', async () => {
    const all = Array.from({ length: 5 }, (_, index) => commit(index));
    const answers: { give: (commits: readonly HistoryCommit[]) => void; fail: (error: Failure) => void }[] = [];
    const since = Date.UTC(2024, 4, 17, 12);
    const slow: GitHistory = {
      ...historyOf(all),
      commits: (_tip, _query, options) => {
        if (answers.length === 3) return Promise.resolve(all);
        options?.onNewest?.({ commits: all.slice(0, 2), since });
        return new Promise((give, fail) => answers.push({ give, fail }));
      },
    };
    const view = new Looking(
      commitsOf(website, () => Promise.resolve(commitList(slow, sha(0), file)), {
        refresh: () => view.tree.refresh(),
      }),
      'history of it',
    );
    const looking = await view.rows();
    assert.equal(looking.length, 3);
    assert.match(looking[0] ?? '', /^Change 0 /);
    assert.match(looking[2] ?? '', /^Searched back to .*2024.*; looking for older commits…/);
    const first = await view.row('Change 0');
    answers[0]?.fail(new Failure('refused', 'too large', { reason: 'largeFetch' }));
    await until(async () => (await view.rows()).some((row) => / only$/.test(row)));
    const kept = await view.rows();
    assert.equal(kept.filter((row) => row.startsWith('Change')).length, 2);
    await view.tree.retry(view.tree.root);
    assert.match((await view.rows()).at(-1) ?? '', /looking for older commits…$/);
    answers[1]?.fail(new Failure('cancelled', 'the user declined'));
    await until(async () => (await view.rows()).some((row) => / only$/.test(row)));
    const declined = await view.rows();
    assert.deepEqual([declined.length, declined.filter((row) => row.startsWith('Change')).length], [3, 2]);
    view.tree.refresh();
    await until(async () => / commits…$/.test((await view.rows()).at(-1) ?? ''));
    answers[2]?.give(all);
    await until(async () => (await view.rows()).length === 5);
    assert.equal(await view.row('Change 0'), first);
  });

  it('shows the files of a commit, and compares them with its parent', async () => {
    const view = looking(historyOf([commit(1)]));
    assert.deepEqual(await view.rows('Change 1'), ['a.ts | src', 'new.md | from docs/old.md', 'gone.md']);
    const argumentsOf = async (label: string): Promise<unknown[]> => {
      const item = itemOf(await view.row('Change 1', label));
      const given: readonly unknown[] = item.command?.arguments ?? [];
      // The options of the difference are left out.
      const texts = given.filter((one) => one instanceof Uri || typeof one === 'string');
      const shown = texts.map((one) => (one instanceof Uri ? one.toString() : one));
      return [item.command?.command, ...shown];
    };
    const at = (index: number, path: string): string => sideUri({ ...website.name, ref: sha(index), path }).toString();
    assert.deepEqual(await argumentsOf('new.md'), [
      'vscode.diff',
      at(2, 'docs/old.md'),
      at(1, 'new.md'),
      'new.md (00000000)',
    ]);
    assert.deepEqual(await argumentsOf('gone.md'), ['vscode.open', at(2, 'gone.md')]);
  });

  it('copies the whole message of a commit', async () => {
    const view = looking(historyOf([commit(1), commit(2)]));
    const [first, second] = [await view.row('Change 1'), await view.row('Change 2')];
    await commands.executeCommand('sourcehost.commit.copyMessage', first, [first]);
    assert.equal(await env.clipboard.readText(), 'Change 1\n\nbody');
    await commands.executeCommand('sourcehost.commit.copyMessage', first, [first, second]);
    assert.equal(await env.clipboard.readText(), 'Change 1\n\nbody\n\nChange 2\n\nbody');
  });

  it('copies equal messages once, without hidden characters and without empty messages', async () => {
    const hidden = 'Fix\u202e it\n\n\tif (a\u200b)\u001b[2J';
    const messages = ['Same\n\nbody', hidden, '', 'Same\n\nbody'];
    const view = looking(historyOf(messages.map((message, index) => commit(index, { message }))));
    const rows = await view.tree.children(undefined);
    const copied = await commands.executeCommand('sourcehost.commit.copyMessage', rows[0], rows);
    assert.equal(copied, 'Same\n\nbody\n\nFix  it\n\n\tif (a ) [2J');
    assert.equal(await env.clipboard.readText(), copied);
  });

  it('does not change the clipboard if a commit has no message', async () => {
    const view = looking(historyOf([commit(0, { message: '' })]));
    const [row] = await view.tree.children(undefined);
    await env.clipboard.writeText('kept');
    assert.equal(await commands.executeCommand('sourcehost.commit.copyMessage', row, [row]), '');
    assert.equal(await env.clipboard.readText(), 'kept');
  });

  it('shows the whole message of a commit in its tooltip, with links to the issues of the repository', async () => {
    const message = 'Change 1 (#12)\n\nSee #7, not [x](command:y).';
    const view = looking(historyOf([commit(1, { message })]));
    const { node } = await view.row('Change 1 (#12)');
    const { value = '', isTrusted } = node.hover?.() ?? {};
    assert.deepEqual(isTrusted, {
      enabledCommands: [
        'sourcehost.blame.showCommit',
        'sourcehost.history.show',
        'sourcehost.issue.show',
        'sourcehost.pullRequest.show',
      ],
    });
    const links = [...value.matchAll(/\]\(command:([^?)]*)\?([^)]*)\)/g)].map(([, id, query]) => [
      id,
      ...(JSON.parse(decodeURIComponent(query ?? '')) as unknown[]),
    ]);
    const issue = (number: number): Uri => recordUri({ ...website.name, kind: 'issues', id: `${number}` });
    assert.deepEqual(
      links.map(([id, address]) => [id, Uri.from(address as Uri).toString()]),
      [12, 7].map((number) => ['sourcehost.issue.show', issue(number).toString()]),
    );
    assert.match(value, /Alice Winter[^]*3 days ago[^]*Change 1[^]*See/);
  });

  it('opens the file of a history from the commit, under the name that it had', async () => {
    const followed = commit(1, { file: { status: 'modified', path: 'docs/old.md', oldPath: undefined } });
    const view = looking(historyOf([followed, commit(2, { parents: [sha(3), sha(4)] })]), 'new.md');
    assert.deepEqual(await view.rows(), [
      'Change 1 | Alice Winter · 3 days ago · docs/old.md',
      'Change 2 | Alice Winter · 3 days ago',
    ]);
    assert.equal(itemOf(await view.row('Change 1')).command?.command, 'vscode.diff');
    assert.equal(itemOf(await view.row('Change 2')).command, undefined);
  });

  it('shows hostile texts as text, and a commit without a message by its sha', async () => {
    const view = looking(
      historyOf([commit(1, { message: '', authorName: '' }), commit(2, { message: '\u202e$(x) [y](command:z)' })]),
    );
    const [first, second] = await view.rows();
    assert.match(first ?? '', /^0000000000 \| 3 days ago$/);
    const { label } = itemOf(await view.row('\u202e$(x) [y](command:z)'));
    assert.ok(second !== undefined && typeof label === 'string' && label.includes('$(x) [y](command:z)'));
    assert.ok(!label.startsWith('\u202e') || label.includes('\u202c'));
  });

  it('says in one sentence that git is turned off', async () => {
    const off: GitHistory = {
      ...historyOf([]),
      commits: () => Promise.reject(new Failure('refused', 'off', { reason: 'gitOff' })),
    };
    const [row = '', ...others] = await looking(off).rows();
    assert.match(row, /git/i);
    assert.deepEqual(others, []);
  });

  it('says in one sentence where the commits are, if neither git nor the API tells them', async () => {
    const page = 'https://local.example/alice/website/commits/main';
    const detail = { reason: 'noCommitList', about: ['Local', page] } as const;
    const view = new Looking(
      commitsOf(website, () =>
        Promise.resolve({
          tip: sha(0),
          path: '',
          page: () => Promise.reject(new Failure('unsupported', 'no list', detail)),
          filesOf: () => Promise.resolve([]),
        }),
      ),
      'history of it',
    );
    const [row = ''] = await view.rows();
    assert.ok(row.includes(`Git cannot be used here, and Local shows its commits only on its web page: ${page}`), row);
  });

  it('is filled by the command, which also resolves with the commits', async () => {
    const { service } = sidebar;
    await signIn(service, 'alice');
    await service.clear();
    const found = await commands.executeCommand<{ sha: string; author_name: string }[]>('sourcehost.history.show', {
      host: 'local',
      repository: 'alice/website',
      path: file,
      limit: 3,
    });
    const log = await service.git('alice/website', 'log', '--follow', '-n3', '--format=%H %an', 'main', '--', file);
    assert.deepEqual(
      found.map(({ sha: one, author_name }) => `${one} ${author_name}`),
      log.split('\n'),
    );
    const [newest] = found;
    const parent = await service.git('alice/website', 'rev-parse', `${newest?.sha}^`);
    const at = (ref: string | undefined): Uri => Uri.parse(`sourcehost://local/alice/website@${ref}/${file}`);
    await commands.executeCommand('vscode.diff', at(parent), at(newest?.sha), 'main.ts');
    await until(() => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff);
    await tidy();
  });

  describe('without git', () => {
    const { service } = new Sidebar();
    const history = async (): Promise<{ sha: string; message: string }[]> =>
      await commands.executeCommand('sourcehost.history.show', {
        host: 'local',
        repository: 'alice/website',
        path: file,
      });
    before(async () => {
      await service.reset();
      await signIn(service, 'alice');
      await workspace.getConfiguration('sourcehost').update('git.enabled', 'off', ConfigurationTarget.Global);
    });
    after(async () => {
      await workspace.getConfiguration('sourcehost').update('git.enabled', undefined, ConfigurationTarget.Global);
      await service.reset();
      await tidy();
    });

    it('lists the commits of a file as the host does, and opens what one changed', async () => {
      await service.clear();
      const found = await history();
      const log = await service.git('alice/website', 'log', '--format=%H', 'main', '--', file);
      assert.deepEqual(
        found.map((one) => one.sha),
        log.split('\n'),
      );
      assert.ok((await service.requests('commits.list')).length > 0);
      const [newest, older] = log.split('\n');
      const at = (ref: string | undefined): Uri =>
        sideUri({ host: 'local', owner: 'alice', repo: 'website', ref: ref ?? '', path: file });
      await commands.executeCommand('vscode.diff', at(older), at(newest), 'main.ts');
      await until(() => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff);
    });

    it('compares with nothing where a commit removed the file, or added it again', async () => {
      const push = async (text: string | null): Promise<string> => {
        await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { [file]: text } });
        return await service.git('alice/website', 'rev-parse', 'main');
      };
      const before = await service.git('alice/website', 'rev-parse', 'main');
      const old = await service.git('alice/website', 'show', `main:${file}`);
      const removed = await push(null);
      const again = await push('again\n');
      const name = { host: 'local', owner: 'alice', repo: 'website' };
      const shown = async (sha: string, parent: string): Promise<string[]> => {
        const commit = { sha, parents: [parent], message: '', authorName: '', authorEmail: '', authoredDate: '' };
        const change = { path: file, oldPath: undefined, status: 'modified', isUncertain: true } as const;
        const open = comparisonOf(name, { ...change, commit, parent });
        await commands.executeCommand(open.command, ...open.arguments);
        const sides = open.arguments.slice(0, 2) as Uri[];
        return await Promise.all(sides.map(async (uri) => (await workspace.openTextDocument(uri)).getText().trimEnd()));
      };
      assert.deepEqual(await shown(removed, before), [old, '']);
      assert.deepEqual(await shown(again, removed), ['', 'again']);
    });
  });
});

import assert from 'node:assert/strict';
import { TreeItemCheckboxState, TreeItemCollapsibleState, type Memento } from 'vscode';
import { Failure } from '../../../src/core/errors.ts';
import { silent } from '../../../src/core/log.ts';
import type { BranchVersions, GitHistory, HistoryCommit } from '../../../src/domain/git/gitHistory.ts';
import type { GitProblem, GitRepository, PullRequestHead } from '../../../src/domain/git/gitRepositories.ts';
import { Conversations } from '../../../src/domain/conversation/conversations.ts';
import { HostFeatures } from '../../../src/domain/hosts/hostFeatures.ts';
import { ObjectStore } from '../../../src/domain/objects/objectStore.ts';
import { ViewedHeads } from '../../../src/domain/pullRequests/viewedHeads.ts';
import type { PullRequestComparisonParts } from '../../../src/domain/pullRequests/pullRequestComparison.ts';
import { PullRequestRefs } from '../../../src/domain/pullRequests/pullRequestRefs.ts';
import { CiReports } from '../../../src/domain/runs/ciReports.ts';
import { RunList } from '../../../src/domain/runs/runList.ts';
import { Runs } from '../../../src/domain/runs/runs.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { RemoteRepositories } from '../../../src/domain/repositories/remoteRepositories.ts';
import { patchUri } from '../../../src/editor/features/pullRequests/patches.ts';
import {
  pullRequestsOf,
  type PullRequestsSource,
  type PullRequestViewState,
} from '../../../src/editor/features/pullRequests/pullRequestRows.ts';
import { FilesLayout } from '../../../src/editor/kit/rows/changes/filesLayout.ts';
import { pullRequestsList } from '../../../src/editor/kit/rows/filters.ts';
import { RowRuns } from '../../../src/editor/kit/rows/runTexts.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { itemOf, tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { within } from '../../budgets.ts';
import { FakeGit } from '../../kit/fakeGit.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { until } from '../../kit/until.ts';
import { Looking, memento, Sidebar } from '../sidebar/sidebar.ts';

const commitOf = ({ number, sha }: PullRequestHead): HistoryCommit => ({
  sha,
  parents: [],
  message: `Subject of ${number}\n\nMore`,
  authorName: 'Erik',
  authorEmail: 'erik@example.com',
  authoredDate: '',
});

describe('the view Pull Requests', () => {
  let sidebar: Sidebar;
  let website: RepositoryPlace;
  let states: PullRequestViewState[];
  let problem: GitProblem | undefined;
  let heads: PullRequestHead[];
  let fetched: (readonly string[])[];
  let queries: unknown;
  let memory: Memento;
  let talks: boolean;
  /** Undefined: there is no git. */
  let versions: GitHistory['versions'] | undefined;

  beforeEach(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    website = await sidebar.place('alice/website');
    [states, problem, queries, fetched] = [[], undefined, [], []];
    versions = undefined;
    talks = false;
    memory = memento();
    heads = ['43', '42'].map((number) => ({ number, sha: number.padStart(40, '0') }));
  });
  afterEach(async () => {
    assert.deepEqual(await sidebar.service.violations(), []);
    await sidebar.service.reset();
  });

  /** Without git. */
  const comparing = (): PullRequestComparisonParts => {
    const git = new FakeGit();
    if (versions === undefined) git.trouble = 'notInstalled';
    const storage = memoryStorage();
    const objects = new ObjectStore({ storage, capacity: () => 1_000_000, log: silent, git });
    const repositories = new RemoteRepositories({
      connections: sidebar.connections,
      storage,
      objects,
      log: silent,
      git,
    });
    const show = async <T>(_: unknown, work: (signal: AbortSignal, tell: () => undefined) => Promise<T>): Promise<T> =>
      await work(new AbortController().signal, () => undefined);
    const fetcher = new CommitFetcher({ git, show, confirmLarge: () => Promise.resolve(true), log: silent });
    const heads = new ViewedHeads(memory);
    const onHead: PullRequestComparisonParts['onHead'] = async (pull, commit) => await heads.look(pull, commit);
    const pairing = versions;
    const history = fetcher.history.bind(fetcher);
    if (pairing !== undefined) fetcher.history = (name) => Object.assign(history(name), { versions: pairing });
    return { repositories, git, fetcher, features: new HostFeatures(memoryStorage()), log: silent, onHead };
  };

  const look = (place = website, onCi?: () => void): Looking => {
    const repository: Pick<GitRepository, 'commitsAt' | 'pullRequestHeads'> = {
      pullRequestHeads: () => Promise.resolve(heads),
      commitsAt: (shas) => {
        fetched.push(shas);
        return Promise.resolve(heads.filter(({ sha }) => shas.includes(sha)).map(commitOf));
      },
    };
    const git = { problem: () => Promise.resolve(problem), of: () => repository as GitRepository };
    const ci = new CiReports(new RunList(sidebar.features), new Runs(sidebar.features));
    const source: PullRequestsSource = {
      load: () => Promise.resolve({ features: new HostFeatures(memoryStorage()), refs: new PullRequestRefs(git) }),
      filters: sidebar.filters,
      queries: () => queries,
      onState: (state) => states.push(state),
      details: {
        loadComparison: () => Promise.resolve(comparing()),
        layout: new FilesLayout(memory),
        memory,
        loadCi: () => Promise.resolve(ci),
        loadConversations: () =>
          talks
            ? Promise.resolve(new Conversations(new HostFeatures(memoryStorage())))
            : Promise.reject(new Error('none')),
        log: silent,
        redraw: (which) => looking.tree.redraw(which),
      },
      onKnown: (ids) => looking.tree.redraw(({ id }) => ids.includes(id)),
      log: silent,
    };
    const drawn = (): void => {
      looking.tree.redraw(({ id }) => id.startsWith('pullRequest:'));
      onCi?.();
    };
    const rowRuns = onCi && new RowRuns(place, () => Promise.resolve(ci), drawn);
    const looking = new Looking(pullRequestsOf(place, source, rowRuns));
    return looking;
  };

  it('lists open ones with what is missing, below the groups of the user, with one request', async () => {
    const rows = await look().rows();
    assert.deepEqual(rows.slice(0, 3), ['To approve by me', 'To review by me', 'Mine']);
    assert.match(rows[3] ?? '', /^!43 .+ \| draft · \w+ · .+/);
    assert.match(rows[4] ?? '', /^!42 .+ \| erik · .+/);
    assert.match(rows[5] ?? '', /^!41 Begin the login page \| alice · .+ ago$/);
    assert.equal(rows.length, 6);
    assert.deepEqual(await sidebar.asked(), ['pullRequests.list']);
    assert.deepEqual(states.at(-1), { message: undefined, isFiltered: false, source: 'host' });
  });

  it('says in the row what each CI reports, with one request for all', async () => {
    let isRead = false;
    const looking = look(website, () => (isRead = true));
    await looking.rows();
    await until(() => isRead);
    const row = await looking.row(login);
    assert.match(String(itemOf(row).description), /^alice · .+ ago · Checks #2: failed/);
    assert.match(String(itemOf(row).accessibilityInformation?.label), /Checks #2: failed/);
    assert.ok((await looking.rows()).every((other) => other.startsWith('!41') || !other.includes('Checks')));
    assert.deepEqual(await sidebar.asked(), ['pullRequests.list', 'runs.list']);
  });

  it('shows a row with its state for eyes, screen readers and menus', async () => {
    const looking = look();
    const draft = await looking.row((await looking.rows())[3]?.split(' | ')[0] ?? '');
    const row = await looking.row('!41 Begin the login page');
    const item = itemOf(row);
    assert.match(item.contextValue ?? '', /^pullRequest\+open(\+|$)/);
    assert.match(itemOf(draft).contextValue ?? '', /^pullRequest\+open\+draft(\+|$)/);
    assert.match(item.accessibilityInformation?.label ?? '', /^Pull request 41, open, Begin the login page, by alice/);
    assert.match(itemOf(draft).accessibilityInformation?.label ?? '', /^Pull request 43, draft, /);
    // A click shows its page; the arrow expands it.
    assert.deepEqual(
      [item.command?.title, item.collapsibleState],
      ['Show Pull Request', TreeItemCollapsibleState.Collapsed],
    );
    const { number, label, url, repository } = row.node.target ?? {};
    assert.deepEqual([number, label, repository], ['41', '!41', 'alice/website']);
    assert.match(String(url), /\/alice\/website\/merge_requests\/41$/);
    const tooltip = tooltipOf(await row.node.tooltip!(new AbortController().signal));
    const text = typeof tooltip === 'string' ? tooltip : tooltip.value;
    for (const words of ['login → main', 'Approvers', 'bob', 'xiaoming'])
      assert.ok(text.includes(words), `${words} in ${text}`);
  });

  const login = '!41 Begin the login page';

  it('expands a row to files, commits, people and what is missing in the words of the host, with one request, and one for the CI', async () => {
    const looking = look();
    await looking.rows();
    await sidebar.asked();
    assert.deepEqual(await looking.rows(login), [
      'Conversation',
      'Files',
      'Commits',
      'Would it merge?',
      'People | 2 of 4 agreed',
      'Missing for a merge | 3',
      'CI',
    ]);
    assert.deepEqual((await sidebar.asked()).sort(), ['pullRequests.get', 'runs.list']);
    assert.deepEqual(await looking.rows(login, 'People'), [
      'bob | Approvers · approved · Bob Marsh',
      'xiaoming | Approvers · not approved yet · 小明',
      'xiaoming | Reviewers · approved · 小明',
      'carol | Testers · not tested yet · Carol Díaz',
    ]);
    assert.deepEqual(await looking.rows(login, 'Missing for a merge'), [
      '还有未解决的评论，请先解决全部评论。',
      'Not everybody who must approve has approved.',
      'Not everybody who must test has tested.',
    ]);
    assert.deepEqual(await sidebar.asked(), []);
  });

  it('says of each CI by its name what it reports, and leads to the run and its failed step', async () => {
    const looking = look();
    await looking.rows(login);
    await sidebar.asked();
    const [run, ...others] = await looking.rows(login, 'CI');
    assert.match(run ?? '', /^Checks #2 \| failed · \d+ minutes ago · \d+ s$/);
    assert.deepEqual(others, []);
    const { row, target } = (await looking.row(login, 'CI', 'Checks #2')).node;
    // Its menu is that of a failed run.
    assert.deepEqual([row.context, row.open?.command], ['run+failed', 'sourcehost.run.show']);
    assert.match(String(target?.workflow_run_id), /^[\da-f]{32}$/);
    assert.deepEqual(await sidebar.asked(), []);
    await sidebar.service.call('pullRequests.edit', { number: '41', body: 'Changed after the run' });
    assert.match((await look().rows(login, 'CI'))[0] ?? '', /^Checks #2 \| failed · maybe older · /);
  });

  const lacks = async (...operations: readonly string[]): Promise<void> => {
    for (const operation of operations)
      await sidebar.service.fail({ operation, fault: { kind: 'error', status: 405 }, times: 9 });
  };
  const askedCi = async (): Promise<readonly string[]> =>
    (await sidebar.asked()).filter((operation) => /^(runs|pipelines)\./.test(operation));

  it('shows an older pipeline as what it is where the host has no runs', async () => {
    await lacks('runs.list');
    const looking = look();
    const [pipeline, ...others] = await looking.rows(login, 'CI');
    assert.match(pipeline ?? '', /^website_all \| passed · older pipeline · /);
    assert.deepEqual(others, []);
    const { open } = (await looking.row(login, 'CI', 'website_all')).node.row;
    assert.deepEqual([open?.command, String(open?.arguments)], ['vscode.open', 'https://ci.invalid/alice/website/505']);
    assert.deepEqual(await askedCi(), ['runs.list', 'pipelines.list']);
  });

  it('shows what a robot reports with its source and time, also where the host has no CI', async () => {
    talks = true;
    await lacks('runs.list', 'pipelines.list');
    const body = `<div>流水线 <a href="https://ci.example/7">PR-engine#7</a> [ commitID：0f0f0f0f ] 运行失败</div>`;
    await sidebar.service.call('pullRequestComments.create', { number: '41', body }, 'bob');
    const looking = look();
    await looking.rows(login);
    const [note, ...others] = await looking.rows(login, 'CI');
    assert.match(note ?? '', /^PR-engine #7 \| failed · about an earlier commit · report of bob · /);
    assert.deepEqual(others, []);
    const { row, target } = (await looking.row(login, 'CI', 'PR-engine #7')).node;
    assert.equal(row.open?.command, 'sourcehost.pullRequest.show');
    assert.match(String(target?.comment), /^\d+$/);
    assert.deepEqual(await askedCi(), ['runs.list', 'pipelines.list']);
  });

  it('shows nothing of a host without CI, which is asked once', async () => {
    await lacks('runs.list', 'pipelines.list');
    for (let twice = 0; twice < 2; twice += 1) assert.ok(!(await look().rows(login)).includes('CI'));
    assert.deepEqual(await askedCi(), ['runs.list', 'pipelines.list']);
  });

  it('says how many comments there are and what is open, also in the row of a file', async () => {
    talks = true;
    const looking = look();
    await looking.rows(login);
    const row = await looking.row(login, 'Conversation');
    await until(() => row.node.row.description !== undefined);
    assert.equal(row.node.row.description, '4 comments · 1 open');
    assert.equal(row.node.row.open?.command, 'sourcehost.pullRequest.show');
    // The files of the discussions come after their texts.
    await until(async () => (await looking.rows(login, 'Files')).includes('login.html | src · 1 open'));
    assert.deepEqual(await looking.rows(login, 'Files'), ['build.mjs', 'login.html | src · 1 open', 'login.ts | src']);
    assert.deepEqual(await looking.rows(login, 'Conversation'), [
      '这里需要翻译。 | src/login.html · Line 5 · xiaoming',
    ]);
  });

  it('tries the merge with git when the row is expanded, and says what git lacks', async () => {
    const looking = look();
    const [row] = await looking.rows(login, 'Would it merge?');
    assert.match(row ?? '', /Would it merge\?.*Git is missing or turned off/);
  });

  it('lists the files since the merge base with at most six requests, and opens their differences', async () => {
    const looking = look();
    await looking.rows(login);
    await sidebar.asked();
    assert.deepEqual(await looking.rows(login, 'Files'), ['build.mjs', 'login.html | src', 'login.ts | src']);
    within(6, await sidebar.asked());
    const changed = await sidebar.service.git('alice/website', 'diff', '--name-only', 'main...feature/login');
    assert.deepEqual(changed.trim().split('\n'), ['build.mjs', 'src/login.html', 'src/login.ts']);
    const { command, resourceUri } = itemOf(await looking.row(login, 'Files', 'login.ts'));
    assert.equal(command?.command, 'vscode.diff');
    assert.equal(command.arguments?.[2], 'login.ts (main ← !41)');
    assert.equal(resourceUri?.fragment, 'change=added');
  });

  it('marks files as viewed, also for another window, until their contents change', async () => {
    const looking = look();
    await looking.rows(login, 'Files');
    const files = await looking.row(login, 'Files');
    assert.equal(files.node.row.description, '0 of 3 viewed');
    const row = await looking.row(login, 'Files', 'login.ts');
    const state = () => {
      const { checkboxState } = itemOf(row);
      return typeof checkboxState === 'object' ? checkboxState.state : checkboxState;
    };
    assert.equal(state(), TreeItemCheckboxState.Unchecked);
    await row.node.checkbox!.check(true);
    assert.deepEqual([state(), files.node.row.description], [TreeItemCheckboxState.Checked, '1 of 3 viewed']);
    const other = look();
    await other.rows(login, 'Files');
    assert.equal((await other.row(login, 'Files')).node.row.description, '1 of 3 viewed');
    await sidebar.service.act({
      do: 'push',
      repository: 'alice/website',
      branch: 'feature/login',
      files: { 'src/login.ts': 'export {};\n' },
    });
    const later = look();
    await later.rows(login, 'Files');
    assert.equal((await later.row(login, 'Files')).node.row.description, '0 of 3 viewed');
  });

  it('shows the files in their folders, which mark all files below them', async () => {
    await new FilesLayout(memory).set(true);
    const looking = look();
    assert.deepEqual(await looking.rows(login, 'Files'), ['src', 'build.mjs']);
    assert.deepEqual(await looking.rows(login, 'Files', 'src'), ['login.html', 'login.ts']);
    await (await looking.row(login, 'Files', 'src')).node.checkbox!.check(true);
    assert.equal((await looking.row(login, 'Files')).node.row.description, '2 of 3 viewed');
  });

  it('says on which pull request one stands, and shows the whole stack', async () => {
    const repository = 'alice/website';
    await sidebar.service.act({ do: 'push', repository, branch: 'on-login', files: { 'on.txt': 'on' } });
    await sidebar.service.call('pullRequests.create', {
      title: 'On the login',
      head: 'on-login',
      base: 'feature/login',
    });
    const looking = look();
    const rows = await looking.rows();
    const upper = rows.find((row) => row.includes('On the login')) ?? assert.fail();
    assert.match(upper, / \| on !41 · alice/);
    const shown = await looking.rows(upper.split(' | ')[0]!, 'Stack');
    assert.deepEqual(
      shown.map((row) => row.split(' ')[0]),
      ['!41', upper.split(' ')[0]],
    );
    assert.equal((await looking.rows(login, 'Stack')).length, 2);
  });

  it('shows 200 of 253 files, with a row that loads more', async () => {
    const repository = 'alice/website';
    const files = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`many/${at % 10}/${at}.txt`, `${at}`]));
    await sidebar.service.act({ do: 'push', repository, branch: 'feature/login', files });
    const looking = look();
    const rows = await looking.rows(login, 'Files');
    assert.deepEqual([rows.length, rows.at(-1)], [201, 'Load more']);
    const row = await looking.row(login, 'Files');
    assert.equal(row.node.row.description, '0 of 253 viewed');
    await looking.tree.more(row);
    assert.equal((await looking.rows(login, 'Files')).length, 253);
  });

  it('lists the commits as the host does', async () => {
    const looking = look();
    await looking.rows(login);
    await sidebar.asked();
    const rows = await looking.rows(login, 'Commits');
    const range = ['log', '--format=%s | %an', '--reverse', 'main..feature/login'];
    const expected = (await sidebar.service.git('alice/website', ...range)).trim().split('\n');
    assert.deepEqual(
      rows.map((one) => one.split(' · ')[0]),
      expected,
    );
    assert.deepEqual(await sidebar.asked(), ['pullRequests.commits']);
  });

  it('shows which commits changed since the account looked at the files, and compares their patches', async () => {
    await look().rows(login, 'Files');
    assert.ok(!(await look().rows(login)).some((row) => row.startsWith('Changes Since')));
    const before = (await sidebar.service.git('alice/website', 'rev-parse', 'feature/login')).trim();
    const files = { 'new.txt': 'new\n' };
    await sidebar.service.act({ do: 'push', repository: 'alice/website', branch: 'feature/login', files });
    const named = (number: string): HistoryCommit => commitOf({ number, sha: number.padStart(40, '0') });
    const asked: BranchVersions[] = [];
    const parents = ['a', 'b'].map((one) => one.repeat(40));
    versions = (given) => {
      asked.push(given);
      return Promise.resolve([
        { status: 'same', before: named('1'), after: named('2') },
        { status: 'changed', before: named('3'), after: named('4') },
        { status: 'removed', before: named('5'), after: undefined },
        { status: 'added', before: undefined, after: named('6') },
        { status: 'added', before: undefined, after: { ...named('7'), parents }, adds: false },
        { status: 'added', before: undefined, after: { ...named('8'), parents }, adds: true },
      ]);
    };
    const looking = look();
    const label = 'Changes Since I Looked';
    assert.ok((await looking.rows(login)).includes(`${label} | since ${before.slice(0, 8)}`));
    assert.deepEqual(
      (await looking.rows(login, label)).map((row) => row.split(' · ')[0]),
      [
        'Subject of 8 | new (merge)',
        'Subject of 7 | new (merge that adds nothing)',
        'Subject of 6 | new',
        'Subject of 5 | gone',
        'Subject of 4 | changed',
        'Subject of 2 | unchanged',
      ],
    );
    const merge = itemOf(await looking.row(login, label, 'Subject of 8')).command;
    assert.deepEqual(
      [merge?.command, ...(merge?.arguments ?? []).map(String)],
      ['vscode.open', patchUri(website.name, '8'.padStart(40, '0')).toString()],
    );
    const head = (await sidebar.service.git('alice/website', 'rev-parse', 'feature/login')).trim();
    assert.deepEqual([asked[0]?.before, asked[0]?.after], [before, head]);
    const changed = itemOf(await looking.row(login, label, 'Subject of 4')).command;
    assert.equal(changed?.command, 'vscode.diff');
    assert.deepEqual(
      changed.arguments?.slice(0, 2).map(String),
      ['3', '4'].map((number) => patchUri(website.name, number.padStart(40, '0')).toString()),
    );
    await look().rows(login, 'Files');
    assert.ok((await look().rows(login)).includes(`${label} | since ${before.slice(0, 8)}`));
    versions = () => Promise.reject(new Failure('missing', 'gone', { reason: 'gitNoCommit' }));
    const [row = ''] = await look().rows(login, label);
    assert.match(row, /The host no longer has the commits of !41 that you looked at in alice\/website\./);
  });

  it('says that a pull request has no commits and no files', async () => {
    const sha = (await sidebar.service.git('alice/website', 'rev-parse', 'main')).trim();
    const same = { number: 41, state: 'open', head: { ref: 'feature/login', sha }, base: { ref: 'main', sha } };
    const answer = async (operation: string, json: object): Promise<void> =>
      await sidebar.service.fail({ operation, fault: { kind: 'answer', status: 200, json } });
    await answer('pullRequests.get', same);
    await answer('pullRequests.commits', []);
    const looking = look();
    assert.deepEqual(await looking.rows(login, 'Commits'), ['No commits found.']);
    assert.deepEqual(await looking.rows(login, 'Files'), ['Both sides have the same files.']);
    assert.equal((await looking.row(login, 'Files')).node.row.description, 'no differences');
  });

  it('says that nothing is missing for a merge, and is silent if the host does not report it or the pull request is merged', async () => {
    const listed = async (mergeable_state: object | undefined, state = 'open'): Promise<readonly string[]> => {
      const json = [{ number: 7, title: 'Seven', state, head: {}, base: {}, mergeable_state }];
      await sidebar.service.fail({
        operation: 'pullRequests.list',
        fault: { kind: 'answer', status: 200, json },
        times: 1,
      });
      // The row is shown too where the answer about the CI takes more than a second.
      return (await look().rows('!7 Seven')).filter((row) => row !== 'CI');
    };
    const nobody = 'People | none';
    const met = { ci_state_passed: true };
    assert.deepEqual(await listed(met), [
      'Conversation',
      'Files',
      'Commits',
      'Would it merge?',
      nobody,
      'Nothing is missing for a merge',
    ]);
    assert.deepEqual(await listed(undefined), ['Conversation', 'Files', 'Commits', 'Would it merge?', nobody]);
    assert.deepEqual(await listed(met, 'merged'), ['Conversation', 'Files', 'Commits', nobody]);
  });

  it('lists the groups of the user and the saved queries when they are expanded', async () => {
    queries = [
      { name: 'Merged', query: 'state:merged' },
      { name: 'Wrong', query: 'state:odd' },
    ];
    const looking = look();
    assert.equal((await looking.rows())[3], 'Merged | state:merged');
    await sidebar.asked();
    const shown = async (path: string): Promise<string[]> =>
      (await looking.rows(path)).map((row) => row.split(' ')[0] ?? '');
    assert.deepEqual(await shown('To review by me'), ['!42']);
    assert.deepEqual(await shown('Mine'), ['!41']);
    assert.deepEqual(await shown('Merged'), ['!44']);
    within(3, await sidebar.asked());
    assert.ok((await looking.rows()).includes('Merged | 1 · state:merged'));
  });

  it('filters, and says by what, also if nothing is found', async () => {
    await sidebar.filters.set(pullRequestsList, { state: 'all', author: 'alice', sort: 'created', direction: 'asc' });
    assert.ok((await look().rows()).some((row) => row.startsWith('!41 ')));
    assert.deepEqual(states.at(-1)?.isFiltered, true);
    assert.match(states.at(-1)?.message ?? '', /^state:all author:alice sort:created direction:asc \(\d found\)$/);
    await sidebar.filters.set(pullRequestsList, { state: 'open', base: 'nowhere' });
    assert.equal((await look().rows()).length, 3);
    assert.equal(states.at(-1)?.message, 'No pull requests: state:open base:nowhere');
  });

  it('has no groups of a user without an account', async () => {
    sidebar.signIn();
    const rows = await look(await sidebar.place('alice/website')).rows();
    assert.ok(
      rows.every((row) => row.startsWith('!')),
      rows.join(),
    );
  });

  for (const status of ['404', '405'] as const)
    it(`lists the heads by git after ${status}, with subject and author of their commits`, async () => {
      await sidebar.service.set({ habits: { optionalOperations: status } });
      const looking = look();
      assert.equal((await looking.rows()).length, 2);
      await until(async () => (await looking.rows())[0] === '!43 Subject of 43 | Erik');
      assert.deepEqual(await looking.rows(), ['!43 Subject of 43 | Erik', '!42 Subject of 42 | Erik']);
      assert.deepEqual(await looking.rows('!43 Subject of 43'), ['Files', 'Commits', 'Stack', 'Would it merge?']);
      assert.equal(states.at(-1)?.source, 'refs');
      assert.match(states.at(-1)?.message ?? '', /^Local service does not list pull requests in its API\./);
      assert.deepEqual(fetched.length, 1);
      const row = await looking.row('!43 Subject of 43');
      assert.equal(row.node.target?.sha, heads[0]?.sha);
      assert.doesNotMatch(row.node.row.context, /open|closed|merged/);
    });

  it('fetches the commits of the heads that are shown only, with one fetch for each part', async () => {
    await sidebar.service.set({ habits: { optionalOperations: '404' } });
    heads = Array.from({ length: 250 }, (_, index) => ({
      number: `${250 - index}`,
      sha: `${index}`.padStart(40, 'a'),
    }));
    const looking = look();
    await looking.rows();
    assert.deepEqual(
      fetched.map(({ length }) => length),
      [100],
    );
  });

  it('is empty without the operation and without git, so that the web page is offered', async () => {
    await sidebar.service.set({ habits: { optionalOperations: '404' } });
    problem = 'notInstalled';
    assert.deepEqual(await look().rows(), []);
    assert.deepEqual(states.at(-1), { message: undefined, isFiltered: false, source: 'none' });
  });
});

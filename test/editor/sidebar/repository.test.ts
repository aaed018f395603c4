import assert from 'node:assert/strict';
import { commands, TreeItemCollapsibleState } from 'vscode';
import type { Counts } from '../../../src/api/contract/reply.ts';
import { branchesOf } from '../../../src/editor/features/branches/branchRows.ts';
import { collaboratorsOf } from '../../../src/editor/features/members/memberRows.ts';
import { issuesList, milestonesList } from '../../../src/editor/kit/rows/filters.ts';
import { issuesOf, type IssuesSource } from '../../../src/editor/features/issues/issueRows.ts';
import { milestonesOf } from '../../../src/editor/features/milestones/milestoneRows.ts';
import { releasesOf } from '../../../src/editor/features/releases/releaseRows.ts';
import { resultsOf } from '../../../src/editor/features/repositories/searchResultRows.ts';
import { tagsOf } from '../../../src/editor/features/tags/tagRows.ts';
import { ProtectedTags } from '../../../src/editor/features/tags/protectedTags.ts';
import { webhooksOf } from '../../../src/editor/features/webhooks/webhookRows.ts';
import type { Children } from '../../../src/editor/kit/tree/node.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { itemOf, tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { ShownPages } from '../kit/panels.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from './sidebar.ts';
import { within } from '../../budgets.ts';

describe('the views of a repository', () => {
  let sidebar: Sidebar;
  let website: RepositoryPlace;

  beforeEach(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    website = await sidebar.place('alice/website');
  });
  afterEach(async () => assert.deepEqual(await sidebar.service.violations(), []));

  describe('branches', () => {
    it('are marked as default by the list alone', async () => {
      let untold = 0;
      const looking = new Looking(branchesOf(website, () => (untold += 1)));
      const rows = await looking.rows();
      assert.match(rows[0] ?? '', /^main \| default/);
      assert.equal(rows.filter((row) => row.includes('default')).length, 1);
      assert.deepEqual(await sidebar.asked(), ['branches.list']);
      assert.equal(untold, 0, 'no request follows');
      assert.equal(sidebar.knownRepositories.get(website.name).defaultBranch, 'main');
    });

    it('are marked as default once any answer names the default branch, and as protected', async () => {
      await sidebar.service.set({ habits: { listedDefault: false } });
      const looking = new Looking(branchesOf(website, () => {}));
      const rows = await looking.rows();
      assert.equal(rows.at(-1), 'Protection rules');
      assert.ok(rows.includes('feature/login | Begin the login page') && !rows.some((row) => row.includes('default')));
      assert.deepEqual(await sidebar.asked(), ['branches.list']);
      sidebar.knownRepositories.note(website.name, { defaultBranch: 'main' });
      looking.tree.redraw();
      assert.match((await looking.rows())[0] ?? '', /^main \| default/);
      assert.deepEqual(await sidebar.asked(), []);
    });

    it('show the rules that protect them, and the branches that each rule covers', async () => {
      const looking = new Looking(branchesOf(await sidebar.place('acme/platform'), () => {}));
      assert.ok((await looking.rows()).some((row) => row.includes('protected')));
      await sidebar.asked();
      const rules = await looking.rows('Protection rules');
      assert.ok(rules.length > 0 && rules.every((row) => /push: .+ · merge: .+/.test(row)), rules.join());
      assert.deepEqual(await sidebar.asked(), ['branchRules.list']);
      // Clones on this computer learn the protected branches from these lists.
      const { include, exclude } = sidebar.knownRepositories.protectedBranches.of({
        ...website.name,
        owner: 'acme',
        repo: 'platform',
      });
      assert.ok(include.includes('release/*') && include.includes('main'), include.join());
      assert.deepEqual(exclude, ['main']);
      const name = rules[0]?.split(' | ')[0] ?? '';
      const held = await looking.rows('Protection rules', name);
      assert.ok(held.length > 0, `${name} holds for nothing`);
      assert.deepEqual(await sidebar.asked(), ['branches.list']);
    });

    it('are opened by a click', async () => {
      const row = await new Looking(branchesOf(website, () => {})).row('main');
      const { command, arguments: given } = itemOf(row).command ?? {};
      assert.deepEqual([command, given], ['sourcehost.branch.show', [row]]);
      await commands.executeCommand('sourcehost.account.signInWithToken', {
        host: 'local',
        token: await sidebar.service.token('alice'),
      });
      using pages = new ShownPages();
      await commands.executeCommand('sourcehost.branch.show', row);
      const text = pages.sections.get('head') ?? '';
      assert.match(text, /<dt>Commit<\/dt>\s*<dd><code>[0-9a-f]{40}<\/code>/);
      assert.doesNotMatch(text, /\w_\w+:/);
      await tidy();
    });

    it('say that there are no rules', async () => {
      const rules = await new Looking(branchesOf(website, () => {})).rows('Protection rules');
      assert.deepEqual(rules, ['No rules']);
    });

    it('are an empty list in an empty repository', async () => {
      assert.deepEqual(await new Looking(branchesOf(await sidebar.place('alice/empty'), () => {})).rows(), []);
    });

    it('have a tooltip with details', async () => {
      const looking = new Looking(branchesOf(website, () => {}));
      const row = await looking.row('main');
      await sidebar.asked();
      const tooltip = await row.node.tooltip?.(new AbortController().signal);
      const names = tooltip?.facts?.map(([name]) => name);
      assert.deepEqual(names, ['Commit', 'Author', 'Committed', 'You can push']);
      const lines = tooltip === undefined ? [] : tooltipOf(tooltip).value.split('\n\n');
      assert.equal(lines.length, 3);
      assert.match(lines[2] ?? '', /Committed&#58; \d+ \w+ ago .*\d{4}.* · You can push$/);
      assert.deepEqual(await sidebar.asked(), ['branches.get']);
      assert.equal(sidebar.knownRepositories.get(website.name).defaultBranch, 'main');
    });
  });

  describe('tags', () => {
    it('are marked as protected once the list of protected tags was read', async () => {
      let known = 0;
      const platform = await sidebar.place('acme/platform');
      const looking = new Looking(tagsOf(platform, new ProtectedTags(), () => (known += 1)));
      const before = await looking.rows();
      assert.equal(before.at(-1), 'Protected tags');
      assert.deepEqual(await sidebar.asked(), ['tags.list']);
      assert.ok((await looking.rows('Protected tags')).every((row) => row.includes('created by')));
      assert.deepEqual(await sidebar.asked(), ['protectedTags.list']);
      assert.equal(known, 1);
      looking.tree.redraw();
      assert.ok(
        (await looking.rows()).some((row) => row.includes('| protected')),
        before.join(),
      );
      assert.deepEqual(await sidebar.asked(), []);
    });
  });

  describe('protected tags', () => {
    const protectedRows = async (looking: Looking): Promise<string[]> =>
      (await looking.rows()).filter((row) => row.includes('| protected')).sort();
    let platform: RepositoryPlace;
    let looking: Looking;

    beforeEach(async () => {
      platform = await sidebar.place('acme/platform');
      looking = new Looking(tagsOf(platform, new ProtectedTags(), () => looking.tree.redraw()));
    });
    const unprotect = async (): Promise<void> => {
      const { connection } = platform;
      const at = { owner: 'acme', repo: 'platform' };
      for (const { name } of (await connection.api.protectedTags.list(at)).items)
        await connection.api.protectedTags.remove({ ...at, tag_name: name });
    };

    it('lose their mark when their list is refreshed and is empty', async () => {
      await looking.rows('Protected tags');
      assert.ok((await protectedRows(looking)).length > 0);
      await unprotect();
      looking.tree.refresh(await looking.row('Protected tags'));
      assert.deepEqual(await looking.rows('Protected tags'), ['No protected tags']);
      assert.deepEqual(await protectedRows(looking), []);
    });

    it('lose their mark when all tags are refreshed while their list is collapsed', async () => {
      await looking.rows('Protected tags');
      assert.ok((await protectedRows(looking)).length > 0);
      await unprotect();
      looking.tree.refresh();
      assert.deepEqual(await protectedRows(looking), []);
    });
  });

  describe('issues', () => {
    let counts: Counts | undefined;
    let assigned: Map<string, number>;
    let found: number | undefined;
    let source: IssuesSource;

    beforeEach(() => {
      counts = undefined;
      found = undefined;
      assigned = new Map();
      source = {
        connections: sidebar.connections,
        filters: sidebar.filters,
        pinned: sidebar.pinned,
        queries: () => [{ name: 'Bugs', query: { state: 'all', labels: ['bug'] } }],
        onCounts: (told) => (counts = told),
        onMatchCount: (told) => (found = told),
        onCounted: () => {},
        onAssigned: (repository, count) => assigned.set(repository, count),
        loadHostFeatures: sidebar.loadHostFeatures,
      };
    });

    it('are the open ones by default, below the saved queries, counted by the headers', async () => {
      const rows = await new Looking(issuesOf(website, source)).rows();
      assert.equal(rows[0], 'Bugs | state:all label:bug');
      assert.ok(rows.includes('#59 Share button has no label (6)'));
      assert.deepEqual([counts?.open_issues, counts?.close_issues, found], [37, 23, 37]);
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
    });

    it('are read for a saved query when the query is expanded, which then shows their count', async () => {
      const looking = new Looking(issuesOf(website, source));
      await looking.rows();
      await sidebar.asked();
      const bugs = await looking.rows('Bugs');
      assert.ok(bugs.length > 0 && bugs.every((row) => row.includes('bug')));
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
      assert.equal((await looking.rows())[0], `Bugs | ${bugs.length} · state:all label:bug`);
    });

    it('follow the filter of the view', async () => {
      await sidebar.filters.set(issuesList, { state: 'closed', assignee: '@me', sort: 'updated', direction: 'asc' });
      const rows = (await new Looking(issuesOf(website, source)).rows()).slice(1);
      assert.ok(rows.length > 0 && rows.every((row) => row.includes('closed') && row.endsWith('alice')), rows.join());
    });

    it('show the count of the filtered issues, also if it is 0', async () => {
      await sidebar.filters.set(issuesList, { state: 'all', creator: 'nobody-at-all' });
      assert.deepEqual(await new Looking(issuesOf(website, { ...source, queries: () => [] })).rows(), []);
      assert.equal(found, 0);
    });

    it('expand to their branches and pull requests, which are read then', async () => {
      const looking = new Looking(issuesOf(website, source));
      const all = await looking.rows();
      const issue = (number: number): string => all.find((row) => row.startsWith(`#${number} `))?.split(' | ')[0] ?? '';
      await sidebar.asked();
      const [row, ...others] = await looking.rows(issue(3));
      assert.match(row ?? '', /^!41 Begin the login page \| alice · /);
      assert.deepEqual(others, []);
      const pull = itemOf(await looking.row(issue(3), '!41 Begin the login page'));
      assert.match(pull.contextValue ?? '', /^pullRequest\+open/);
      assert.equal(pull.collapsibleState, TreeItemCollapsibleState.None);
      assert.equal(pull.command?.command, 'sourcehost.pullRequest.show');
      assert.deepEqual(await looking.rows(issue(59)), ['No branches and no pull requests']);
      const both = ['issueBranches.list', 'pullRequests.ofIssue'];
      assert.deepEqual((await sidebar.asked()).sort(), [...both, ...both].sort());
    });

    it('expand to a sentence if the host lists no pull requests, and later cannot be expanded', async () => {
      await sidebar.service.set({ habits: { optionalOperations: '404' } });
      const looking = new Looking(issuesOf(website, source));
      const issue = (await looking.rows())[1]?.split(' | ')[0] ?? '';
      const [sentence] = await looking.tree.children(await looking.row(issue));
      assert.match(sentence?.node.row.spoken ?? '', /Local service .* Press Enter to open the web page\.$/);
      assert.equal(sentence?.node.row.open?.command, 'vscode.open');
      const later = new Looking(issuesOf(website, source));
      assert.equal(itemOf(await later.row(issue)).collapsibleState, TreeItemCollapsibleState.None);
    });

    it('offer to sign in if @me has no account', async () => {
      sidebar.signIn();
      await sidebar.filters.set(issuesList, { assignee: '@me' });
      const [row] = await new Looking(issuesOf(await sidebar.place('alice/website'), source)).tree.children();
      assert.equal(row?.node.row.context, 'failure+signIn');
    });

    it('are grouped by label without further requests', async () => {
      await sidebar.filters.set(issuesList, { state: 'open', groupBy: 'label' });
      const looking = new Looking(issuesOf(website, source));
      const rows = await looking.rows();
      assert.ok(rows.some((row) => /^bug \| \d+$/.test(row)) && rows.some((row) => /^Without label \| \d+$/.test(row)));
      assert.ok((await looking.rows('bug')).every((row) => row.includes('bug')));
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
    });

    it('are grouped by assignee', async () => {
      await sidebar.filters.set(issuesList, { state: 'open', groupBy: 'assignee' });
      const looking = new Looking(issuesOf(website, source));
      assert.ok((await looking.rows()).some((row) => row.startsWith('Unassigned | ')));
      assert.ok((await looking.rows('bob')).every((row) => row.endsWith('bob')));
    });

    it('are grouped by milestone, with one request for each group', async () => {
      await sidebar.filters.set(issuesList, { state: 'all', groupBy: 'milestone' });
      const looking = new Looking(issuesOf(website, source));
      const groups = await looking.rows();
      assert.ok(groups.includes('Without milestone') && groups.some((row) => row.startsWith('Version 2.0 | ')));
      assert.deepEqual(await sidebar.asked(), ['milestones.list']);
      assert.equal((await looking.rows('Version 2.0')).length, 10);
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
    });

    it('are listed from all pinned repositories if they are assigned to the account, and counted', async () => {
      await sidebar.pinned.add(sidebar.at('alice/website'));
      await sidebar.pinned.add(sidebar.at('alice/samples'));
      const looking = new Looking(issuesOf(website, source));
      assert.equal((await looking.rows())[0], 'Assigned to me | in pinned repositories');
      assert.deepEqual(await looking.rows('Assigned to me'), ['alice/samples', 'alice/website']);
      await sidebar.asked();
      const mine = await looking.rows('Assigned to me', 'alice/website');
      assert.ok(mine.length > 0 && mine.every((row) => row.endsWith('alice')), mine.join());
      assert.equal(assigned.get('local/alice/website'), mine.length);
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
    });

    it('have an accessibility label with the meaning of their icon and position', async () => {
      await sidebar.filters.set(issuesList, { state: 'closed' });
      const rows = await new Looking(issuesOf(website, source)).tree.children();
      const issue = rows.find(({ node }) => node.row.context.startsWith('issue+'));
      assert.match(issue?.node.row.spoken ?? '', /^Issue \d+, closed, /);
    });
  });

  describe('milestones', () => {
    it('are sorted by due date and show their progress', async () => {
      const looking = new Looking(milestonesOf(website, sidebar.filters));
      const rows = await looking.rows();
      assert.match(rows[0] ?? '', /^Version 1\.2 \| overdue · 2 of 7 closed \(28%\) · due /);
      assert.deepEqual(await sidebar.asked(), ['milestones.list']);
      assert.equal((await looking.rows('Version 1.2')).length, 7);
      assert.deepEqual(await sidebar.asked(), ['issues.list']);
    });

    it('follow the filter of the view', async () => {
      await sidebar.filters.set(milestonesList, { state: 'closed' });
      const rows = await new Looking(milestonesOf(website, sidebar.filters)).rows();
      assert.ok(rows.length > 0 && rows.every((row) => row.includes('| closed')), rows.join());
    });
  });

  it('show releases newest first, with their type and attachments', async () => {
    const looking = new Looking(releasesOf(website));
    const rows = await looking.rows();
    assert.match(rows[0] ?? '', /pre-release · release\/2\.0-beta · /);
    assert.match(rows[1] ?? '', /^Version 1\.1 \| latest · v1\.1 · /);
    assert.ok((await looking.rows('Version 1.1')).length > 0);
    assert.deepEqual(await sidebar.asked(), ['releases.list']);
  });

  it('mark a draft release as one, and not as the latest', async () => {
    const rows = await new Looking(releasesOf(await sidebar.place('tools/cli'))).rows();
    assert.match(rows[0] ?? '', /^0\.2\.0 \| draft · v0\.2\.0 · /);
    assert.equal(rows.length, 1);
  });

  it('members and webhooks are opened by a click', async () => {
    const opens = async (children: Children, ...path: readonly string[]): Promise<unknown> =>
      itemOf(await new Looking(children).row(...path)).command?.command;
    assert.equal(await opens(collaboratorsOf(website), 'Developer', 'bob'), 'sourcehost.user.show');
    const [webhook] = await new Looking(webhooksOf(website, () => {})).rows();
    const address = webhook?.split(' | ')[0] ?? '';
    assert.equal(
      await opens(
        webhooksOf(website, () => {}),
        address,
      ),
      'sourcehost.webhook.show',
    );
  });

  it('members show their role and are grouped by it, those with more rights first', async () => {
    const looking = new Looking(collaboratorsOf(website));
    assert.deepEqual(await looking.rows(), [
      'Owner | 1',
      'Maintainer | 1',
      'Developer | 1',
      'translator | 1',
      'Reporter | 1',
    ]);
    assert.deepEqual(await looking.rows('Developer'), ['bob | Bob Marsh · Developer']);
    assert.deepEqual(await looking.rows('Reporter'), ['carol | Carol Díaz · Reporter']);
    assert.deepEqual(await sidebar.asked(), ['members.list']);
    const tooltip = async (role: string, login: string): Promise<unknown> =>
      (await (await looking.row(role, login)).node.tooltip?.(new AbortController().signal))?.facts?.slice(0, 2);
    assert.deepEqual(await tooltip('Developer', 'bob'), [
      ['Role', 'Developer'],
      ['Permission', 'can push'],
    ]);
    assert.deepEqual(await tooltip('translator', 'erik'), [
      ['Role', 'translator'],
      ['Permission', 'translator'],
    ]);
    within(2, await sidebar.asked());
  });

  it('members without the name of a role are grouped by their permission, and never show a number', async () => {
    await sidebar.service.set({ habits: { memberRole: false } });
    const looking = new Looking(collaboratorsOf(website));
    assert.deepEqual(await looking.rows(), ['Administrators | 2', 'Can push | 2', 'Can read | 1']);
    assert.deepEqual(await looking.rows('Can read'), ['carol | Carol Díaz · can read']);
    await sidebar.service.fail({ operation: 'members.list', fault: { kind: 'shape', shape: 'absent' } });
    const untold = new Looking(collaboratorsOf(website));
    assert.deepEqual(await untold.rows(), ['Other members | 5']);
    assert.deepEqual((await untold.rows('Other members')).slice(0, 2), ['alice | Alice Winter', 'bob | Bob Marsh']);
  });

  it('members tell the permissions of the account, so that nothing more is asked', async () => {
    sidebar.signIn('xiaoming');
    const place = await sidebar.place('alice/website');
    assert.equal(sidebar.knownRepositories.rights(place.name, 'xiaoming').administer, false);
    await new Looking(collaboratorsOf(place)).rows();
    assert.equal(sidebar.knownRepositories.rights(place.name, 'xiaoming').administer, true);
  });

  it('webhooks show the result of the last delivery and the count of failures', async () => {
    let failing = 0;
    const rows = await new Looking(webhooksOf(website, (count) => (failing = count))).rows();
    assert.ok(rows.some((row) => row.includes('failed (503)')) && rows.some((row) => row.includes('delivered (200)')));
    assert.equal(failing, 1);
  });

  it('show search results of every kind as the same rows as in other lists', async () => {
    const found = async (kind: 'users' | 'issues' | 'repositories', q: string): Promise<string[]> =>
      await new Looking(resultsOf(website, { kind, host: 'local', query: { q } })).rows();
    assert.ok((await found('users', 'bob')).includes('bob | Bob Marsh'));
    assert.ok((await found('repositories', 'website')).some((row) => row.startsWith('alice/website')));
    assert.ok((await found('issues', 'Share')).some((row) => /^#\d+ Share button.*\| alice\/website/.test(row)));
  });

  it('show one row with the helpful action after a failure', async () => {
    await sidebar.service.fail({ operation: '*', fault: { kind: 'error', status: 500, words: 'out of order' } });
    const lists = [
      branchesOf(website, () => {}),
      milestonesOf(website, sidebar.filters),
      releasesOf(website),
      collaboratorsOf(website),
      webhooksOf(website, () => {}),
    ];
    // Each list waits for its request to be repeated.
    const looks = lists.map(async (children) => {
      const looking = new Looking(children, 'the page');
      const [row, ...rest] = await looking.rows();
      assert.match(row ?? '', /^Could not load the page \| .*out of order/);
      assert.deepEqual(rest, []);
      assert.equal((await looking.tree.children())[0]?.node.row.context, 'failure+retry');
    });
    await Promise.all(looks);
  });
});

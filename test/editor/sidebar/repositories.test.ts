import assert from 'node:assert/strict';
import { accountsOf, organizationsList, ownRepositoriesList } from '../../../src/editor/sidebar/accountRows.ts';
import { silent as silentLog } from '../../../src/core/log.ts';
import { OwnRights } from '../../../src/editor/kit/rows/ownRights.ts';
import { organizationList } from '../../../src/editor/features/organizations/organizationRows.ts';
import { issuesList } from '../../../src/editor/kit/rows/filters.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { budget, within } from '../../budgets.ts';
import { Looking, memento, Sidebar } from './sidebar.ts';

describe('the repositories view', () => {
  let sidebar: Sidebar;
  let looking: Looking;

  beforeEach(async () => {
    sidebar = new Sidebar();
    await sidebar.service.reset();
    looking = new Looking(accountsOf(sidebar));
  });
  afterEach(async () => assert.deepEqual(await sidebar.service.violations(), []));

  it('is empty and sends no request without a session', async () => {
    sidebar.signIn();
    await sidebar.pinned.add(sidebar.at('alice/website'));
    assert.deepEqual(await looking.rows(), []);
    assert.deepEqual(await sidebar.asked(), []);
  });

  it('shows accounts, organizations and repositories, with one request for each expanded row', async () => {
    assert.deepEqual(await looking.rows(), ['alice | Local service']);
    assert.deepEqual(await sidebar.asked(), []);
    const organizations = await looking.rows('alice');
    assert.deepEqual(organizations.slice(0, 3), ['My repositories', 'acme | Acme', 'tools | 开发工具']);
    const asked = await sidebar.asked();
    assert.deepEqual(asked, ['organizations.own']);
    within(budget.requests.view, asked);
    const acme = await looking.rows('alice', 'acme');
    assert.deepEqual(acme.slice(0, 5), [
      'Members',
      'Followers',
      'Issues | state:open',
      'Pull Requests | state:open',
      'docs | 产品文档',
    ]);
    assert.ok(acme.includes('vault | private · Listed, but not readable'));
    assert.deepEqual(await sidebar.asked(), ['organizations.repositories']);
  });

  it('offers to create the first repository of an account that has none', async () => {
    sidebar.signIn('newcomer');
    assert.deepEqual(await looking.rows('newcomer', 'My repositories'), ['No repositories yet. Create one']);
    const row = await looking.row('newcomer', 'My repositories', 'No repositories yet. Create one');
    assert.equal(row.node.row.open?.command, 'sourcehost.repository.create');
  });

  it('says once that a repository is archived or a fork', async () => {
    const own = await looking.rows('alice', 'My repositories');
    for (const row of ['old-notes | Archived', 'dotfiles | Fork of bob/dotfiles'])
      assert.ok(
        own.some((shown) => shown.endsWith(row)),
        own.join('\n'),
      );
  });

  it('says how far the default branch of a fork is from its parent, once the window knows it', async () => {
    sidebar.signIn('erik');
    const name = { host: 'local', owner: 'erik', repo: 'website' };
    const row = async (): Promise<string | undefined> =>
      (await looking.rows('erik', 'My repositories')).find((one) => one.startsWith('erik/website'));
    assert.doesNotMatch((await row()) ?? '', /ahead|behind/);
    assert.deepEqual(await sidebar.asked(), ['organizations.own', 'own.repositories'], 'nothing for each fork');
    sidebar.knownRepositories.note(name, {
      forkOf: 'alice/website',
      defaultBranch: 'main',
      distances: { main: { sha: '1'.repeat(40), other: 'main', ahead: 2, behind: 5 } },
    });
    assert.match((await row()) ?? '', /\| 2 ahead, 5 behind · Fork of alice\/website$/);
    await sidebar.pinned.add({ name, account: 'erik' });
    assert.deepEqual(await new Looking(accountsOf(sidebar)).rows('Pinned'), [
      'erik/website | erik · Local service · fork of alice/website · 2 ahead, 5 behind',
    ]);
  });

  it('reads further pages only on “Load more”', async () => {
    const first = await looking.rows('alice', 'catalog');
    assert.equal(first.length, 4 + 100 + 1);
    assert.equal(first.at(-1), 'Load more');
    await sidebar.asked();
    await looking.tree.more(await looking.row('alice', 'catalog'));
    const all = await looking.rows('alice', 'catalog');
    assert.equal(all.filter((row) => row.startsWith('module-')).length, 120);
    assert.deepEqual(await sidebar.asked(), ['organizations.repositories']);
  });

  it('shows members grouped by role, below the own role', async () => {
    assert.deepEqual(await looking.rows('alice', 'acme', 'Members'), [
      'My role | administrator',
      'Administrators',
      'Other members',
    ]);
    await sidebar.asked();
    const admins = await looking.rows('alice', 'acme', 'Members', 'Administrators');
    const others = await looking.rows('alice', 'acme', 'Members', 'Other members');
    assert.ok(admins.some((row) => row.startsWith('alice | ')));
    assert.ok(admins.every((row) => row.endsWith('administrator')) && others.every((row) => row.endsWith('member')));
    within(2 * budget.requests.view, await sidebar.asked());
  });

  it('shows the issues of an organization by the filter of the view Issues, each with its repository', async () => {
    await sidebar.filters.set(issuesList, { state: 'closed' });
    const rows = await looking.rows('alice', 'acme', 'Issues');
    assert.ok(rows.length > 0 && rows.every((row) => /^#\d+ .* \| acme\/platform · closed/.test(row)), rows.join('\n'));
    assert.deepEqual((await sidebar.asked()).at(-1), 'inbox.organizationIssues');
    await sidebar.filters.set(issuesList, undefined);
  });

  it('says that no pull request of an organization fits', async () => {
    assert.deepEqual(await looking.rows('alice', 'acme', 'Pull Requests'), ['Nothing fits the filter.']);
  });

  it('shows the followers of an organization', async () => {
    assert.ok((await looking.rows('alice', 'acme', 'Followers')).length > 0);
  });

  it('lists own repositories before others, the last updated first, and none of an organization', async () => {
    const rows = await looking.rows('alice', 'My repositories');
    const foreign = rows.findIndex((row) => !row.startsWith('alice/'));
    assert.ok(foreign > 0 && !rows.slice(foreign).some((row) => row.startsWith('alice/')), rows.join());
    assert.ok(!rows.some((row) => row.startsWith('catalog/')), rows.join());
    within(2 * budget.requests.view, await sidebar.asked());
  });

  it('filters and sorts the own repositories, and describes the filter', async () => {
    const list = ownRepositoriesList('local/alice');
    await sidebar.filters.set(list, { visibility: 'private', sort: 'updated', direction: 'desc' });
    assert.ok(
      (await looking.rows('alice')).includes('My repositories | visibility:private sort:updated direction:desc'),
    );
    const rows = await looking.rows('alice', 'My repositories');
    assert.ok(rows.length > 0 && rows.every((row) => row.includes('private')));
  });

  it('filters the repositories of an organization', async () => {
    await sidebar.filters.set(organizationList('local', 'acme'), { type: 'private' });
    const rows = (await looking.rows('alice', 'acme')).slice(4);
    assert.ok(rows.length > 0 && rows.every((row) => row.includes('private')));
    assert.ok((await looking.rows('alice')).includes('acme | Acme · only private ones'));
  });

  it('filters the organizations to those that the account administers', async () => {
    const all = await looking.rows('alice');
    await sidebar.filters.set(organizationsList('local/alice'), { admin: true });
    looking.tree.refresh();
    const mine = await looking.rows('alice');
    assert.ok(mine.length < all.length, mine.join());
    assert.deepEqual(await looking.rows(), ['alice | Local service · organizations I administer']);
  });

  it('shows the known enterprises, with members grouped by role', async () => {
    await sidebar.enterprises.add('local/alice', 'globex');
    assert.ok((await looking.rows('alice')).includes('globex'));
    const admins = await looking.rows('alice', 'globex', 'Administrators');
    assert.ok(admins.length > 0 && admins.every((row) => row.includes('administrator')));
  });

  it('learns about an enterprise that a command names', async () => {
    const met: unknown[] = [];
    sidebar.knownRepositories.onDidMeetEnterprise((one) => met.push(one));
    sidebar.knownRepositories.meetEnterprise('local/alice', 'initech');
    assert.deepEqual(met, [{ account: 'local/alice', enterprise: 'initech' }]);
    let changes = 0;
    sidebar.enterprises.onDidChange(() => changes++);
    await sidebar.enterprises.add('local/alice', 'initech');
    await sidebar.enterprises.add('local/alice', 'initech');
    assert.equal(changes, 1, 'a known one changes no row');
    assert.ok((await looking.rows('alice')).includes('initech'));
  });

  it('learns about enterprises from the records of repositories', async () => {
    const met: string[] = [];
    sidebar.knownRepositories.onDidMeetEnterprise(({ enterprise }) => met.push(enterprise));
    await looking.rows('alice', 'My repositories');
    for (const org of await looking.rows('alice')) await looking.rows('alice', org.split(' | ')[0] ?? '');
    assert.deepEqual([...new Set(met)], ['globex'], 'owners of personal repositories are no enterprises');
  });

  it('shows pinned and recent repositories above the accounts, without a request', async () => {
    await sidebar.pinned.add(sidebar.at('alice/website'));
    await sidebar.recent.add(sidebar.at('acme/platform'));
    assert.deepEqual(await looking.rows(), ['Pinned', 'Recent', 'alice | Local service']);
    assert.deepEqual(await looking.rows('Pinned'), ['alice/website | alice · Local service']);
    assert.deepEqual(await looking.rows('Recent'), ['acme/platform | alice · Local service']);
    assert.deepEqual(await sidebar.asked(), []);
  });

  it('passes the repository of a row to commands', async () => {
    const row = await looking.row('alice', 'acme', 'docs');
    const { entry, url, ...told } = row[target];
    assert.equal(entry, row);
    assert.deepEqual(told, { host: 'local', account: 'alice', repository: 'acme/docs', label: 'acme/docs' });
    assert.match(String(url), /\/acme\/docs$/);
  });

  it('requests a tooltip only when it is shown', async () => {
    const row = await looking.row('alice', 'acme');
    await sidebar.asked();
    const tooltip = await row.node.tooltip?.(new AbortController().signal);
    assert.equal(tooltip?.title, 'Acme');
    assert.deepEqual(tooltip.facts?.[0], ['My role', 'administrator']);
    assert.match(String(new Map(tooltip.facts).get('Page')), /\/acme$/);
    assert.deepEqual(await sidebar.asked(), ['organizations.get']);
  });

  it('shows the type and the language in the tooltip of a repository', async () => {
    const row = await looking.row('alice', 'tools', 'cli');
    const facts = new Map((await row.node.tooltip?.(new AbortController().signal))?.facts);
    assert.deepEqual(
      ['Type', 'Language'].map((name) => facts.get(name)),
      [undefined, 'Go'],
    );
    const lib = await looking.row('alice', 'tools', 'lib');
    assert.equal(new Map((await lib.node.tooltip?.(new AbortController().signal))?.facts).get('Type'), 'Model');
  });

  it('offers what only administrators may do if the service told that the account is one', async () => {
    const isDenied = async (...path: readonly string[]): Promise<boolean> =>
      (await looking.row(...path)).node.row.context.includes('+noadmin');
    assert.equal(await isDenied('alice', 'acme', 'docs'), false);
    assert.equal(await isDenied('alice', 'tools', 'cli'), true);
    await sidebar.service.set({ habits: { repositoryPermission: 'absent' } });
    const silent = new Sidebar();
    const place = await silent.place('acme/docs');
    looking = new Looking(accountsOf(silent));
    assert.equal(await isDenied('alice', 'acme', 'docs'), true, 'not told, so not assumed');
    const rights = new OwnRights(memento(), silentLog);
    await silent.asked();
    await rights.ask(place);
    assert.deepEqual(await silent.asked(), ['members.permission']);
    assert.equal(await isDenied('alice', 'acme', 'docs'), false);
    await rights.ask(place);
    assert.deepEqual(await silent.asked(), []);
  });

  it('stores what the account may do, so that another window sends no request', async () => {
    const memory = memento();
    await sidebar.service.set({ habits: { repositoryPermission: 'absent' } });
    const { connection, knownRepositories, ...at } = await sidebar.place('acme/docs');
    const rights = new OwnRights(memory, silentLog);
    await rights.ask({ connection, knownRepositories, ...at });
    assert.deepEqual(await sidebar.asked(), [], 'a view costs its list only');
    knownRepositories.noteRecord(
      'local',
      await connection.api.repositories.get({ owner: 'acme', repo: 'docs' }),
      'alice',
    );
    await Promise.all([
      rights.ask({ connection, knownRepositories, ...at }),
      rights.ask({ connection, knownRepositories, ...at }),
    ]);
    within(2, await sidebar.asked());
    const later = new Sidebar();
    const place = await later.place('acme/docs');
    const record = await place.connection.api.repositories.get({ owner: 'acme', repo: 'docs' });
    place.knownRepositories.noteRecord('local', record, 'alice');
    await new OwnRights(memory, silentLog).ask(place);
    assert.deepEqual(await later.asked(), ['repositories.get']);
    assert.equal(later.knownRepositories.rights(place.name, 'alice').administer, true);
  });

  it('shows the own repositories also if the organizations cannot be read, and recovers', async () => {
    await sidebar.service.fail({
      operation: 'organizations.own',
      fault: { kind: 'error', status: 403, words: 'no way' },
    });
    const [own, row] = await looking.rows('alice');
    assert.equal(own, 'My repositories');
    assert.ok((await looking.rows('alice', 'My repositories')).length > 1);
    assert.match(row ?? '', /^No access to alice \| alice has no permission for this\. .*no way$/);
    const [, entry] = await looking.tree.children(await looking.row('alice'));
    const tooltip = await entry?.node.tooltip?.(new AbortController().signal);
    assert.match(
      `${tooltip?.title}: ${tooltip?.text}`,
      /^No access to alice: .*Ask an owner or administrator.*no way$/,
    );
    await sidebar.service.heal();
    await looking.tree.retry(await looking.row('alice'));
    assert.deepEqual((await looking.rows('alice')).slice(0, 2), ['My repositories', 'acme | Acme']);
  });

  it('offers to sign in if the service rejects the token', async () => {
    await sidebar.service.fail({ operation: 'organizations.own', fault: { kind: 'error', status: 401 } });
    const [row] = await looking.tree.children(await looking.row('alice'));
    assert.equal(row?.node.row.context, 'failure+signIn');
  });

  it('counts unreadable records and shows the others', async () => {
    await sidebar.service.fail({
      operation: 'organizations.own',
      fault: { kind: 'shape', shape: 'not a record', one: true },
    });
    const rows = await looking.rows('alice');
    assert.ok(rows.includes('1 record could not be read') && rows.length === 5, rows.join());
  });
});

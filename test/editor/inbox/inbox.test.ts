import assert from 'node:assert/strict';
import { commands, ThemeIcon, window } from 'vscode';
import type { AccountEntry } from '../../../src/domain/inbox/inboxes.ts';
import { accountOf } from '../../../src/domain/hosts/hosts.ts';
import { inboxGroups } from '../../../src/editor/features/inbox/inboxRows.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { fixed } from '../../../src/editor/kit/tree/node.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { closeInbox, openInbox, turnInboxOff, type InboxIssueOfTest } from '../kit/inbox.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

describe('The rows of the inbox', () => {
  let sidebar: Sidebar;
  let entry: (number: number, more?: Partial<AccountEntry>) => AccountEntry;

  before(async () => {
    sidebar = new Sidebar();
    const connection = await sidebar.connections.connect('local');
    const { account = assert.fail('signed out') } = connection;
    entry = (number, more = {}) => ({
      key: `local/alice/demo#${number}`,
      repository: { host: 'local', owner: 'alice', repo: 'demo' },
      number: String(number),
      title: `Title ${number}`,
      closed: false,
      updated: Date.now() - 2 * 3_600_000 - 1_000,
      reasons: ['assigned'],
      status: 'read',
      account,
      connection,
      ...more,
    });
  });

  const looking = (entries: readonly AccountEntry[], totals = { assigned: 0, created: 0 }, isExact = true): Looking =>
    new Looking(
      fixed(() =>
        inboxGroups({ entries: () => [...entries], total: (reason) => ({ count: totals[reason], isExact }) }, sidebar),
      ),
    );

  it('are in the first group that fits, with the counts of the service and of unread issues', async () => {
    const view = looking(
      [
        entry(1, { status: 'new' }),
        entry(2, { reasons: ['created', 'assigned'], status: 'changed' }),
        entry(3, { reasons: ['created'], closed: true }),
        entry(4, { reasons: ['participating'], fields: '' }),
      ],
      { assigned: 4_000, created: 12 },
    );
    assert.deepEqual(await view.rows(), [
      'Assigned to me | 2 unread · 4,000 open',
      'Created by me | 12 open',
      'Taking part',
    ]);
    assert.deepEqual(await view.rows('Assigned to me'), [
      '#1 Title 1 | alice/demo · new · 2 hours ago',
      '#2 Title 2 | alice/demo · changed · 2 hours ago',
    ]);
    assert.deepEqual(await view.rows('Created by me'), ['#3 Title 3 | alice/demo · closed · 2 hours ago']);
    assert.deepEqual(await view.rows('Taking part'), ['#4 Title 4 | alice/demo']);
    assert.deepEqual(await looking([]).rows(), []);
    const unsure = looking([entry(1)], { assigned: 100, created: 0 }, false);
    assert.deepEqual(await unsure.rows(), ['Assigned to me | 100+ open']);
  });

  it('have a dot while they are unread, and say so to a screen reader', async () => {
    const view = looking([entry(1, { status: 'new' }), entry(2), entry(3, { closed: true })]);
    const items = await Promise.all(
      ['#1 Title 1', '#2 Title 2', '#3 Title 3'].map(async (label) => itemOf(await view.row('Assigned to me', label))),
    );
    assert.deepEqual(
      items.map(({ iconPath }) => iconPath instanceof ThemeIcon && iconPath.id),
      ['circle-filled', 'issues', 'issue-closed'],
    );
    assert.deepEqual(
      items.map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        'unread, Issue 1, open, Title 1, alice/demo, new',
        'Issue 2, open, Title 2, alice/demo',
        'Issue 3, closed, Title 3, alice/demo',
      ],
    );
    assert.deepEqual(
      items.map(({ contextValue }) => contextValue?.split('+').slice(0, 3).join('+')),
      ['inboxEntry+open+unread', 'inboxEntry+open', 'inboxEntry+closed'],
    );
    assert.ok(items.every(({ command }) => command?.command === 'sourcehost.inbox.open'));
    const { entry: key, number, repository } = (await view.row('Assigned to me', '#1 Title 1'))[target];
    assert.deepEqual([key, number, repository], ['local/alice/demo#1', '1', 'alice/demo']);
  });

  it('name the account if there are several', async () => {
    const host = sidebar.connections.host('local') ?? assert.fail('no host');
    const view = looking([entry(1), entry(2, { account: accountOf(host, 'bob') })]);
    assert.deepEqual(await view.rows('Assigned to me'), [
      '#1 Title 1 | alice/demo · 2 hours ago · alice (Local service)',
      '#2 Title 2 | alice/demo · 2 hours ago · bob (Local service)',
    ]);
  });

  it('come in portions of a hundred', async () => {
    const view = looking(Array.from({ length: 250 }, (_, index) => entry(index + 1)));
    const group = await view.row('Assigned to me');
    assert.deepEqual([(await view.rows('Assigned to me')).length], [101]);
    await view.tree.more(group);
    await view.tree.more(group);
    assert.equal((await view.rows('Assigned to me')).length, 250);
  });
});

describe('The inbox of alice', () => {
  const service = new RemoteService();
  const person = new Person();
  let own: readonly InboxIssueOfTest[];

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    own = await openInbox(service);
    assert.ok(own.length >= 3, 'too few issues are assigned to alice');
  });
  beforeEach(() => person.sit());
  afterEach(() => person.leave());
  after(async () => {
    await closeInbox();
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  const run = async (id: string, args?: object): Promise<unknown> =>
    await commands.executeCommand(`sourcehost.inbox.${id}`, ...(args === undefined ? [] : [args]));
  const first = (): InboxIssueOfTest => own[0] ?? assert.fail('no issue');
  const second = (): InboxIssueOfTest => own[1] ?? assert.fail('no issue');

  /** The numbers of the issues that the inbox shows, as the question of a command lists them. */
  async function shown(): Promise<number[]> {
    const asked = run('markDone');
    const { items } = await person.list();
    const numbers = items.map(({ label }) => Number(/^#(\d+) /.exec(label)?.[1]));
    await person.dismisses();
    await asked;
    return numbers;
  }

  it('hides an issue that is done or snoozed, and shows it again as unread', async () => {
    for (const { number } of [first(), second()]) assert.ok((await shown()).includes(number));
    await run('markDone', { entry: first().entry });
    await run('snooze', { entry: second().entry, until: '2199-01-31' });
    const rest = await shown();
    for (const { number } of [first(), second()]) assert.ok(!rest.includes(number));
    const asked = run('markUnread');
    const states = (await person.list()).items
      .filter(({ label }) => [first(), second()].some(({ number }) => label.startsWith(`#${number} `)))
      .map(({ description }) => description?.split(' · ')[0]);
    assert.deepEqual(new Set(states), new Set(['done', 'snoozed until Jan 31, 2199']));
    await person.dismisses();
    await asked;
    await run('markUnread', { entry: [first().entry, second().entry] });
    for (const { number } of [first(), second()]) assert.ok((await shown()).includes(number));
  });

  it('shows an issue again on the day of the snooze', async () => {
    await run('snooze', { entry: first().entry, until: '2001-01-31' });
    assert.ok((await shown()).includes(first().number));
  });

  it('opens the document of an issue', async () => {
    await run('open', { entry: first().entry });
    await until(() => window.activeTextEditor?.document.uri.path.endsWith(`/issues/${first().number}.md`) === true);
  });

  it('refuses an issue that it does not have, what is no issue, and what is no day', async () => {
    await service.clear();
    const wrong: readonly (readonly [string, object, string])[] = [
      ['markDone', { entry: 'local/alice/website#99999' }, 'entry'],
      ['markDone', { entry: 'website' }, 'entry'],
      ['markUnread', { entry: [] }, 'entry'],
      ['markDone', { entry: first().entry, account: 'bob' }, 'entry'],
      ['snooze', { entry: first().entry, until: 'tomorrow' }, 'until'],
    ];
    for (const [id, args, field] of wrong)
      await assert.rejects(run(id, args), { name: 'Failure', kind: 'invalid', field });
    // Views of other tests may still read.
    const changes = await service.changes();
    assert.deepEqual(changes, []);
  });

  it('sends nothing while it is off', async () => {
    await turnInboxOff();
    await service.clear();
    await run('refresh');
    await run('markUnread', { entry: first().entry });
    assert.deepEqual(await service.requests(), []);
  });
});

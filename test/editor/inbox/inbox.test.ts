import assert from 'node:assert/strict';
import { commands, ThemeIcon } from 'vscode';
import type { AccountEntry } from '../../../src/domain/inbox/inboxes.ts';
import { accountOf } from '../../../src/domain/hosts/hosts.ts';
import { inboxRows } from '../../../src/editor/features/inbox/inboxRows.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { closeInbox, openInbox, turnInbox, type InboxIssueOfTest } from '../kit/inbox.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { showsTab } from '../kit/tabs.ts';
import { tidy } from '../kit/tidy.ts';
import { Looking, Sidebar } from '../sidebar/sidebar.ts';

describe('The rows of the inbox', () => {
  let sidebar: Sidebar;
  type Make = (number: number, more?: Partial<AccountEntry>) => AccountEntry;
  let entry: Make;
  let pull: Make;

  before(async () => {
    sidebar = new Sidebar();
    const connection = await sidebar.connections.connect('local');
    const { account = assert.fail('signed out') } = connection;
    entry = (number, more = {}) => ({
      key: `local/alice/demo#${number}`,
      kind: 'issue',
      repository: { host: 'local', owner: 'alice', repo: 'demo' },
      number: String(number),
      title: `Title ${number}`,
      updated: Date.now() - 2 * 3_600_000 - 1_000,
      reasons: ['assigned'],
      status: 'read',
      waits: true,
      account,
      connection,
      ...more,
    });
    pull = (number, more = {}) => entry(number, { key: `local/alice/demo!${number}`, kind: 'pullRequest', ...more });
  });

  const looking = (...entries: readonly AccountEntry[]): Looking =>
    new Looking(
      inboxRows(
        {
          entries: () => [...entries],
          progress: { isReading: false, hasMore: false, failure: undefined },
          readMore: () => Promise.resolve(),
        },
        sidebar,
      ),
    );

  it('are in the first group that fits, what waits first, with reasons and what a merge lacks', async () => {
    const view = looking(
      entry(1, { status: 'new' }),
      pull(2, { reasons: ['created'], waits: false }),
      pull(3, { reasons: ['created'], blocked: { name: 'conflict' } }),
      pull(4, { reasons: ['created'], blocked: { name: 'ci_state', reason: 'Wait for the build.' } }),
      pull(5, { reasons: ['approve', 'test', 'mentioned'], status: 'changed' }),
      entry(6, { reasons: ['mentioned', 'updated'], kind: 'notification', title: 'Told' }),
      entry(7, { reasons: ['updated'], kind: 'notification', key: 'local/alice/demo@x', number: undefined }),
    );
    assert.deepEqual(await view.rows(), [
      'To review | 1 unread',
      'Mine',
      'Assigned | 1 unread',
      'Mentioned',
      'Other notifications',
    ]);
    assert.deepEqual(await view.rows('To review'), [
      '!5 Title 5 | to approve, to test, mentioned · alice/demo · changed · 2 hours ago',
    ]);
    assert.deepEqual(await view.rows('Mine'), [
      '!3 Title 3 | missing: conflicts to resolve · alice/demo · 2 hours ago',
      '!4 Title 4 | missing: Wait for the build. · alice/demo · 2 hours ago',
      '!2 Title 2 | alice/demo · 2 hours ago',
    ]);
    assert.deepEqual(await view.rows('Assigned'), ['#1 Title 1 | alice/demo · new · 2 hours ago']);
    assert.deepEqual(await view.rows('Mentioned'), ['#6 Told | alice/demo · 2 hours ago']);
    assert.deepEqual(await view.rows('Other notifications'), ['Title 7 | alice/demo · 2 hours ago']);
    assert.deepEqual(await looking().rows(), []);
  });

  it('have a dot while they are unread, and say so to a screen reader', async () => {
    const view = looking(entry(1, { status: 'new' }), entry(2), pull(3));
    const items = await Promise.all(
      ['#1 Title 1', '#2 Title 2', '!3 Title 3'].map(async (label) => itemOf(await view.row('Assigned', label))),
    );
    assert.deepEqual(
      items.map(({ iconPath }) => iconPath instanceof ThemeIcon && iconPath.id),
      ['circle-filled', 'issues', 'git-pull-request'],
    );
    assert.deepEqual(
      items.map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        'unread, Issue 1, open, Title 1, alice/demo, new',
        'Issue 2, open, Title 2, alice/demo',
        'Pull request 3, open, Title 3, alice/demo',
      ],
    );
    assert.deepEqual(
      items.map(({ contextValue }) => contextValue?.split('+').slice(0, 3).join('+')),
      ['inboxEntry+issue+unread', 'inboxEntry+issue', 'inboxEntry+pull'],
    );
    assert.ok(items.every(({ command }) => command?.command === 'sourcehost.inbox.open'));
    const { entry: key, number, repository } = (await view.row('Assigned', '#1 Title 1'))[target];
    assert.deepEqual([key, number, repository], ['local/alice/demo#1', '1', 'alice/demo']);
  });

  it('name the account if there are several', async () => {
    const host = sidebar.connections.host('local') ?? assert.fail('no host');
    const view = looking(entry(1), entry(2, { account: accountOf(host, 'bob') }));
    assert.deepEqual(await view.rows('Assigned'), [
      '#1 Title 1 | alice/demo · 2 hours ago · alice (Local service)',
      '#2 Title 2 | alice/demo · 2 hours ago · bob (Local service)',
    ]);
  });

  it('come in portions of a hundred', async () => {
    const view = looking(...Array.from({ length: 250 }, (_, index) => entry(index + 1)));
    const group = await view.row('Assigned');
    assert.deepEqual([(await view.rows('Assigned')).length], [101]);
    await view.tree.more(group);
    await view.tree.more(group);
    assert.equal((await view.rows('Assigned')).length, 250);
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

  it('lists issues and pull requests with their reasons, with five list requests at most', async () => {
    const list = (await run('list', { limit: 500 })) as readonly Readonly<Record<string, unknown>>[];
    const find = (entry: string) => list.find((one) => one.entry === entry);
    assert.deepEqual(find('local/alice/website!42')?.reasons, ['approve', 'review', 'assigned']);
    assert.deepEqual(find('local/alice/website!43')?.kind, 'notification');
    const { updated_at, ...mine } = find('local/alice/website!41') ?? {};
    assert.deepEqual(mine, {
      ...{ entry: 'local/alice/website!41', kind: 'pullRequest', repository: 'alice/website', number: '41' },
      ...{ title: 'Begin the login page', reasons: ['created'], unread: false },
    });
    assert.ok(typeof updated_at === 'string' && !Number.isNaN(Date.parse(updated_at)));
    assert.equal(((await run('list', { limit: 1 })) as readonly unknown[]).length, 1);
    await assert.rejects(run('list', { limit: 0 }), { name: 'Failure', kind: 'invalid', field: 'limit' });
  });

  it('shows an issue again on the day of the snooze', async () => {
    await run('snooze', { entry: first().entry, until: '2001-01-31' });
    assert.ok((await shown()).includes(first().number));
  });

  it('opens the page of an issue', async () => {
    await run('open', { entry: first().entry });
    await showsTab(new RegExp(`^#${first().number} `));
  });

  it('refuses an issue that it does not have, what is no issue, and what is no day', async () => {
    await service.clear();
    const wrong: readonly (readonly [string, object, string])[] = [
      ['markDone', { entry: 'local/alice/website#99999' }, 'entry'],
      ['markDone', { entry: 'website' }, 'entry'],
      ['markUnread', { entry: [] }, 'entry'],
      ['markDone', { entry: 'local/alice/website!12x' }, 'entry'],
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
    await turnInbox(false);
    await service.clear();
    await run('refresh');
    await run('markUnread', { entry: first().entry });
    assert.deepEqual(await service.asked(), []);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

type Keys = Readonly<Record<string, string | boolean>>;

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuEntry[]>> };
};

const baseOf = (id = ''): string => id.replace(/On(?:Row|Tag|File|Commit|View)$/, '');

/** Evaluates a `when` clause of package.json: `a`, `!a`, `a == b`, `a =~ /b/` and `!(…)`, joined by `&&`. */
function holds(when: string, keys: Keys): boolean {
  return when.split(' && ').every((clause) => {
    const negated = /^!\((.+)\)$/.exec(clause)?.[1];
    if (negated !== undefined) return !holds(negated, keys);
    const [key = '', operator, ...rest] = clause.split(' ');
    const value = rest.join(' ');
    const own = keys[key.replace('!', '')] ?? '';
    if (operator === undefined) return key.startsWith('!') ? !own : Boolean(own);
    if (operator === '==') return own === value;
    assert.equal(operator, '=~', `a clause that this test cannot read: ${clause}`);
    return new RegExp(value.slice(1, -1)).test(String(own));
  });
}

/** The commands that a menu offers, without `sourcehost.` and without the place of a menu that names them in words of its own. */
function offered(menu: string, keys: Keys, group = ''): string[] {
  const entries = (contributes.menus[menu] ?? []).filter((entry) => entry.group?.startsWith(group) === true);
  return entries
    .filter(({ when }) => when === undefined || holds(when, keys))
    .map(({ command, submenu }) => baseOf(command ?? submenu).replace('sourcehost.', ''));
}

const onRow = (context: string, group?: string): string[] => offered('view/item/context', { viewItem: context }, group);
const managing = (context: string): string[] => offered('sourcehost.manageRepository', { viewItem: context });
const inTitle = (view: string, keys: Keys): string[] => offered('view/title', { view: `sourcehost.${view}`, ...keys });

const denials = ['frozen', 'nopush', 'noadmin'];

/** Commands on rows that change something on the service. */
const changing =
  /\.(create|edit|remove|close|reopen|upload|setPermission|test|inviteMember|removeMember|rename|archive|unarchive|transfer|setModules|setReviewers)$/;

describe('menus of rows', () => {
  const kinds = [
    'repository',
    'repository+archived+nopush',
    'branch+default+protected',
    'branchRules',
    'branchRule',
    'tag',
    'commit',
    'commitFile',
    'comparison',
    'comparison+empty',
    'comparisonFile',
    'comparisonFolder',
    'history',
    'protectedTags',
    'protectedTag',
    'inboxEntry+issue+unread',
    'inboxEntry+pull',
    'issue+open',
    'issue+closed',
    'milestone+open+overdue',
    'milestone+closed',
    'release+latest',
    'asset+source',
    'member+admin+push',
    'webhook+failed',
    'account',
    'organization',
    'organizationMembers',
    'organizationMember',
    'enterprise',
    'ownRepositories',
    'issueQuery',
    'searchResult+file',
    'searchResult+line',
    'toolChange',
    'failure+retry',
    'failure+signIn',
  ];
  for (const kind of kinds) {
    it(`have at most three inline actions on ${kind}, and each is in the context menu too`, () => {
      const inline = onRow(kind, 'inline');
      assert.ok(inline.length <= 3, inline.join());
      const inMenu = ['1', '2', '3', '6', '7', '8', '9'].flatMap((group) => onRow(kind, group));
      assert.deepEqual(
        inline.filter((command) => !inMenu.includes(command)),
        [],
      );
      assert.deepEqual(inMenu, [...new Set(inMenu)]);
    });
  }

  for (const kind of [
    'branch',
    'branchRule',
    'branchRules',
    'tag',
    'protectedTag',
    'protectedTags',
    'issue+open',
    'issue+closed',
    'milestone+open',
    'milestone+closed',
    'release',
    'member',
    'webhook',
  ]) {
    it(`have a changing command on ${kind}, and none if the account may change nothing`, () => {
      assert.ok(
        onRow(kind).some((command) => changing.test(command)),
        onRow(kind).join(),
      );
      const denied = onRow([kind, ...denials].join('+'));
      assert.deepEqual(
        denied.filter((command) => changing.test(command)),
        [],
      );
    });
  }

  it('have no commands for administrators if the account may only push', () => {
    assert.ok(onRow('branch+noadmin').includes('branch.create'));
    assert.ok(!onRow('branch+noadmin').includes('branchRule.create'));
    assert.ok(onRow('milestone+open+noadmin').includes('milestone.close'));
    assert.deepEqual(
      onRow('webhook+noadmin').filter((command) => changing.test(command)),
      [],
    );
  });

  it('remove and rename branches, except for the default branch and protected ones', () => {
    const removing = (context: string): string[] =>
      onRow(context).filter((command) => ['branch.remove', 'branch.rename', 'tag.remove'].includes(command));
    assert.deepEqual(removing('branch').sort(), ['branch.remove', 'branch.rename']);
    for (const flag of ['default', 'protected', 'nopush']) assert.deepEqual(removing(`branch+${flag}`), [], flag);
    assert.deepEqual(removing('branch+default+protected'), []);
    assert.deepEqual(removing('tag'), ['tag.remove']);
    assert.deepEqual(removing('tag+nopush'), []);
  });

  it('let an account with read access edit issues', () => {
    assert.ok(onRow('issue+open+nopush+noadmin').includes('issue.close'));
    assert.deepEqual(
      onRow('release+nopush+noadmin').filter((command) => changing.test(command)),
      [],
    );
  });

  it('edit one issue, or all selected ones', () => {
    const edits = (keys: Keys): string[] =>
      offered('view/item/context', { viewItem: 'issue+open', ...keys }).filter((id) => id.startsWith('issue.edit'));
    assert.deepEqual([edits({}), edits({ listMultiSelection: true })], [['issue.edit'], ['issue.editMany']]);
  });

  it('decide about all selected issues of the inbox, and change one issue', () => {
    const offers = (keys: Keys): Set<string> =>
      new Set(
        offered('view/item/context', { viewItem: 'inboxEntry+issue', ...keys }).filter((id) => !id.startsWith('item.')),
      );
    const decisions = ['inbox.markDone', 'inbox.markUnread', 'inbox.snooze'];
    assert.deepEqual(offers({ listMultiSelection: true }), new Set(decisions));
    assert.deepEqual(offers({}), new Set([...decisions, 'inbox.open', 'issue.close', 'issue.edit', 'issue.open']));
    assert.ok(!offers({ viewItem: 'inboxEntry+issue+unread' }).has('inbox.markUnread'));
    assert.deepEqual(offers({ viewItem: 'inboxEntry+pull' }), new Set([...decisions, 'inbox.open']));
  });

  it('have one command that opens an issue, milestone or release as a document, for every reader', () => {
    const opens = ['issue.open', 'milestone.open', 'milestone.edit', 'release.edit', 'release.open'];
    const opening = (context: string): string[] => onRow(context, '1_').filter((command) => opens.includes(command));
    assert.deepEqual(opening('issue+open'), ['issue.open']);
    assert.deepEqual(opening('milestone+open'), ['milestone.open']);
    assert.deepEqual(opening('release'), ['release.open']);
    assert.deepEqual(opening('release+frozen+nopush+noadmin'), ['release.open']);
  });

  it('have every command that the palette hides', () => {
    const hidden = (contributes.menus.commandPalette ?? []).filter(({ when }) => when === 'false');
    const elsewhere = Object.entries(contributes.menus).filter(([menu]) => menu !== 'commandPalette');
    const shown = new Set(
      elsewhere.flatMap(([, entries]) => entries.flatMap(({ command = '' }) => [command, baseOf(command)])),
    );
    // A row, a hover, a key or a program runs these.
    const inNoMenu = [
      'sourcehost.item.run',
      'sourcehost.issue.comments',
      'sourcehost.pullRequest.comments',
      'sourcehost.commit.openMentioned',
      'sourcehost.view.loadMore',
      'sourcehost.search.unavailable',
      'sourcehost.textSearch.open',
      'sourcehost.milestone.edit',
      'sourcehost.release.edit',
      'sourcehost.pullRequest.get',
    ];
    assert.deepEqual(
      hidden.map(({ command = '' }) => command).filter((id) => !shown.has(id) && !inNoMenu.includes(id)),
      [],
    );
  });

  it('open the repository of a commit, compare it and copy its message, sha and link', () => {
    const copying = ['commit.copyMessage', 'item.copySha', 'item.copyLink'];
    const onCommit = ['repository.open', 'ref.compare', ...copying, 'item.openOnWeb'];
    for (const command of onCommit) assert.ok(onRow('commit').includes(command), command);
    assert.ok(onRow('commitFile').includes('history.show'));
    assert.ok(offered('explorer/context', { resourceScheme: 'sourcehost' }).includes('history.show'));
    assert.ok(!offered('explorer/context', { resourceScheme: 'file' }).includes('history.show'));
  });

  it('show the blame of a remote file, and of no other file', () => {
    for (const menu of ['editor/context', 'editor/title/context']) {
      assert.ok(offered(menu, { resourceScheme: 'sourcehost' }).includes('blame.toggle'), menu);
      assert.ok(!offered(menu, { resourceScheme: 'file' }).includes('blame.toggle'), menu);
    }
    const inPalette = contributes.menus.commandPalette?.filter(({ command = '' }) => command.includes('.blame.'));
    assert.deepEqual(
      inPalette?.map(({ when }) => when),
      ['sourcehost.remoteFile', 'sourcehost.remoteFile'],
    );
  });

  it('are in the palette for the inbox only while the view can be shown', () => {
    const shown = contributes.menus.commandPalette?.filter(
      ({ command = '', when }) => command.includes('.inbox.') && when !== 'false',
    );
    const always = 'sourcehost.signedIn && config.sourcehost.inbox.enabled';
    assert.deepEqual(
      shown?.map(({ when }) => when),
      [always, always, always, always, always],
    );
  });

  it('do not offer to protect a protected branch or tag', () => {
    assert.ok(
      onRow('branch').includes('branchRule.create') && !onRow('branch+protected').includes('branchRule.create'),
    );
    assert.ok(onRow('tag').includes('protectedTag.create') && !onRow('tag+protected').includes('protectedTag.create'));
  });

  it('offer Close for open records and Reopen for closed ones', () => {
    for (const kind of ['issue', 'milestone']) {
      assert.ok(onRow(`${kind}+open`).includes(`${kind}.close`) && !onRow(`${kind}+open`).includes(`${kind}.reopen`));
      assert.ok(
        onRow(`${kind}+closed`).includes(`${kind}.reopen`) && !onRow(`${kind}+closed`).includes(`${kind}.close`),
      );
    }
  });

  it('offer only Unarchive and Transfer for an archived repository, and only to administrators', () => {
    const archived = managing('repository+archived+nopush').filter((command) => changing.test(command));
    assert.deepEqual(archived.toSorted(), ['repository.transfer', 'repository.unarchive']);
    assert.deepEqual(
      managing('repository+noadmin').filter((command) => changing.test(command)),
      [],
    );
    assert.deepEqual(
      managing('repository+archived+noadmin+nopush').filter((command) => changing.test(command)),
      [],
    );
    assert.ok(managing('repository').includes('repository.archive'));
    assert.ok(!managing('repository').includes('repository.unarchive'));
    assert.deepEqual(
      onRow('repository+archived+nopush').filter((command) => changing.test(command)),
      [],
    );
  });

  it('offer Remove Member of an organization only to its administrators', () => {
    assert.ok(onRow('organizationMember').includes('organization.removeMember'));
    assert.ok(!onRow('organizationMember+noadmin').includes('organization.removeMember'));
  });
});

describe('title menus of views', () => {
  const views = ['branches', 'tags', 'issues', 'milestones', 'releases', 'members', 'webhooks'];
  const all = { 'sourcehost.signedIn': true, 'sourcehost.hasRepository': true, 'sourcehost.canContribute': true };

  for (const view of views) {
    it(`are empty for ${view} without an account and a repository`, () => {
      assert.deepEqual(inTitle(view, {}), []);
    });
    it(`have no changing commands for ${view} if the account may only read`, () => {
      const reading = inTitle(view, { 'sourcehost.signedIn': true, 'sourcehost.hasRepository': true });
      assert.ok(reading.includes(`${view}.refresh`) && reading.includes('repository.choose'), reading.join());
      assert.deepEqual(
        reading.filter((command) => changing.test(command)),
        [],
      );
      const creating = inTitle(view, { ...all, 'sourcehost.canPush': true, 'sourcehost.canAdminister': true });
      assert.ok(
        creating.some((command) => /\.(create|add)$/.test(command)),
        creating.join(),
      );
    });
  }

  it('have only the sign-in commands for repositories while no account is signed in', () => {
    assert.deepEqual(inTitle('repositories', {}), ['account.signIn', 'account.signInWithToken']);
  });
});

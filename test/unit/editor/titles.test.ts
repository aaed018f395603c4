import assert from 'node:assert/strict';
import { describedCommands } from '../../../scripts/commandDocs/describedCommands.ts';
import { readManifest } from '../../../scripts/contributions/manifest.ts';
import type { CommandDescription } from '../../../src/editor/kit/commands/describe.ts';

interface MenuEntry {
  readonly command?: string;
  readonly when?: string;
}

/** The arguments that each kind of row gives to its commands, besides host, account and repository. */
const rows: Readonly<Record<string, readonly string[]>> = {
  account: [],
  asset: ['tag', 'file_name'],
  branch: ['ref', 'refs', 'head', 'branch', 'wildcard'],
  branchRule: ['wildcard'],
  branchRules: [],
  draft: ['ref', 'paths'],
  draftedBranch: ['ref'],
  enterprise: ['enterprise'],
  enterpriseMember: ['enterprise', 'username'],
  'inboxEntry+pull': ['entry', 'number', 'numbers'],
  'inboxEntry+issue': ['entry', 'number', 'numbers'],
  'issue+open': ['number', 'numbers'],
  'issue+closed': ['number', 'numbers'],
  issueQuery: ['query'],
  member: ['username'],
  'milestone+open': ['number'],
  'milestone+closed': ['number'],
  organization: ['org'],
  organizationMember: ['org', 'username'],
  organizationMembers: ['org'],
  ownRepositories: [],
  protectedTag: ['name'],
  protectedTags: [],
  release: ['tag', 'ref'],
  repository: [],
  'repository+archived': [],
  'repository+pinned': [],
  tag: ['ref', 'refs', 'head', 'tag', 'tag_name', 'name'],
  user: ['username'],
  webhook: ['id'],
};

/** Titles that are fixed: users and other extensions know them, and the Accounts menu of the editor has none either. */
const fixed = ['account.signIn', 'account.signInWithToken', 'account.signOut'];

const baseOf = (id: string): string => id.replace(/On(?:Row|Tag|File|Commit)$/, '');

describe('the titles of commands', () => {
  let menus: Readonly<Record<string, readonly MenuEntry[]>>;
  /** The English title of a command, and the Chinese one if it is translated. */
  const titles = new Map<string, readonly string[]>();
  const questions = new Map<string, CommandDescription['questions']>();

  before(async () => {
    const { contributes, english, chinese } = await readManifest();
    menus = contributes.menus ?? {};
    for (const { command, title } of contributes.commands ?? []) {
      const key = title.replaceAll('%', '');
      titles.set(
        command.replace('sourcehost.', ''),
        [english, chinese].flatMap((texts) => texts[key] ?? []),
      );
    }
    for (const one of await describedCommands()) questions.set(one.id.replace('sourcehost.', ''), one.questions);
  });

  const hasEllipsis = (id: string): boolean[] => (titles.get(id) ?? []).map((title) => title.endsWith('…'));
  const asks = (id: string, given: readonly string[]): boolean =>
    (questions.get(baseOf(id)) ?? assert.fail(`there is no command ${id}`)).some(
      (fields) => !fields.some((field) => given.includes(field)),
    );

  it('end with an ellipsis exactly if the command asks for something, in both languages', () => {
    const wrong = [...questions.keys()].filter((id) => {
      const expected = asks(id, []) && !fixed.includes(id);
      return hasEllipsis(id).some((has) => has !== expected);
    });
    assert.ok(questions.size > 100);
    assert.deepEqual(wrong, []);
  });

  it('end with an ellipsis on rows if the row does not answer every question', () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    const entries = ['view/item/context', 'sourcehost.manageRepository'].flatMap((menu) => menus[menu] ?? []);
    for (const { command, when = 'viewItem =~ /^repository/' } of entries) {
      const id = command?.replace('sourcehost.', '') ?? '';
      const [, equal, pattern] = /(?<!!\()viewItem (?:== (\S+)|=~ \/(.+?)\/)(?: |$)/.exec(when) ?? [];
      for (const [kind, own] of Object.entries(rows)) {
        const isShown = equal === undefined ? new RegExp(pattern ?? '^repository').test(kind) : kind === equal;
        if (!isShown || !questions.has(baseOf(id))) continue;
        seen.add(kind);
        const expected = asks(id, [...own, 'host', 'account', 'repository']);
        if (expected && hasEllipsis(id).includes(false)) wrong.push(`${id} on ${kind}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      Object.keys(rows).filter((kind) => !seen.has(kind)),
      [],
    );
  });

  it('are unique in the palette', () => {
    const conditional = new Set((menus.commandPalette ?? []).map(({ command = '' }) => command));
    for (const language of [0, 1]) {
      const shown = [...titles]
        .filter(([id]) => !conditional.has(`sourcehost.${id}`))
        .flatMap(([, both]) => both[language] ?? []);
      assert.deepEqual(
        shown.filter((title, index) => shown.indexOf(title) !== index),
        [],
      );
    }
  });

  it('differ from those of the palette where a menu says more briefly what happens', () => {
    const title = (id: string): string | undefined => titles.get(id)?.[0];
    assert.deepEqual(
      ['repository.chooseOnRow', 'ref.switchOnRow', 'ref.switchOnTag', 'repository.filterOnRow'].map(title),
      ['Make Active', 'Switch to This Branch', 'Switch to This Tag', 'Filter Repositories…'],
    );
  });

  it('are given once, if they would differ by the ellipsis only', () => {
    const bare = (id: string): string | undefined => titles.get(id)?.[0]?.replace(/…$/, '');
    const twice = [...titles.keys()].filter((id) => id !== baseOf(id) && bare(id) === bare(baseOf(id)));
    assert.deepEqual(twice, []);
  });
});

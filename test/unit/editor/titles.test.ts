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

/**
 * Titles that are fixed: users and other extensions know them, and the Accounts menu of the editor has none either. The
 * palette sorts `Commit` before `Commit All…`, as it would not with an ellipsis; the message is asked for only if the
 * box is empty.
 */
const fixed = ['account.signIn', 'account.signInWithToken', 'account.signOut', 'commit.create'];

/** What a person types in Chinese behind the category, and the title that has to come first. */
const usual: Readonly<Record<string, string>> = {
  登录: '登录',
  打开仓库: '打开仓库…',
  克隆: '克隆…',
  提交: '提交',
  创建分支: '创建分支…',
  创建仓库: '创建仓库…',
  创建合并请求: '创建合并请求…',
  显示合并请求: '显示合并请求…',
  合入: '合入合并请求…',
  检出: '检出合并请求…',
  批准: '批准合并请求…',
  显示议题: '显示议题…',
  新建议题: '新建议题',
  关闭议题: '关闭议题…',
  编辑议题: '编辑议题…',
  开始处理: '开始处理议题…',
  搜索仓库: '搜索仓库…',
  在远程: '在远程文件中查找',
  转到远程: '转到远程仓库中的文件…',
  切换到: '切换到分支、标记或提交…',
  比较: '比较分支、标记或提交…',
  显示历史: '显示历史记录',
  新建发行版: '新建发行版',
  显示运行: '显示运行…',
  在网页中浏览: '在网页中浏览仓库',
};

const baseOf = (id: string): string => id.replace(/On(?:Row|Tag|File|Commit|View)$/, '');

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

  it('stand before longer ones in Chinese: the palette sorts what begins with the typed text', () => {
    const conditional = (menus.commandPalette ?? []).map(({ command }) => command);
    const all = [...titles]
      .filter(([id]) => !conditional.includes(`sourcehost.${id}`))
      .map(([, both]) => both[1] ?? '');
    const first = (typed: string): string | undefined =>
      all.filter((title) => title.startsWith(typed)).sort((a, b) => a.localeCompare(b, 'zh-CN'))[0];
    for (const [typed, title] of Object.entries(usual)) assert.equal(first(typed), title);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { until } from '../../kit/until.ts';
import { sitDown } from '../kit/desk.ts';
import type { Window } from '../kit/window.ts';

const picture = async (window: Window, name: string): Promise<void> => {
  await window.screenshot(`commands-${name}`);
};

/** What a person types behind the category, and the title that has to come first. */
const usual: Readonly<Record<string, string>> = {
  'sign in': 'Sign In',
  'open repo': 'Open Repository…',
  clone: 'Clone…',
  commit: 'Commit',
  'create branch': 'Create Branch…',
  'create tag': 'Create Tag…',
  'create repo': 'Create Repository…',
  'create pull': 'Create Pull Request…',
  'show pull': 'Show Pull Request…',
  'merge pull': 'Merge Pull Request…',
  'check out': 'Check Out Pull Request…',
  'approve pull': 'Approve Pull Request…',
  'show issue': 'Show Issue…',
  'new issue': 'New Issue',
  'close issue': 'Close Issue…',
  'edit issue': 'Edit Issue…',
  'start work': 'Start Work on Issue…',
  'search repo': 'Search Repositories…',
  'find in': 'Find in Remote Files',
  'go to file': 'Go to File in Remote Repository…',
  switch: 'Switch to Branch, Tag or Commit…',
  compare: 'Compare Branches, Tags or Commits…',
  'show history': 'Show History',
  'new release': 'New Release',
  'show run': 'Show Run…',
  'show org': 'Show Organization…',
  'browse repo': 'Browse Repository on the Web',
};

describe('commands of the palette', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
  });

  it('ask step by step in a real window, show errors during typing, and have Chinese texts', async () => {
    const desk = await sitDown({ settings: localHost(service), locale: 'zh-cn' });
    const window = await desk.open();
    await window.page.bringToFront();
    await window.run('Sourcehost: 使用令牌登录');
    await window.pick('Local service');
    await window.answer(service.token('alice'));
    await window.run('Sourcehost: 创建仓库…');
    await window.pick('alice');
    await window.page.locator('.quick-input-title').getByText('创建仓库').waitFor();
    await window.quickInput.fill('坏 名字');
    await window.page.keyboard.press('Enter');
    await window.page.locator('.quick-input-widget:visible').getByText('只能使用字母').waitFor();
    await picture(window, 'chinese');
    await window.page.keyboard.press('Escape');
  });

  for (const locale of [undefined, 'zh-cn'])
    it(`are found first by what a person types for a usual action, in ${locale ?? 'English'}`, async function () {
      this.timeout(120_000);
      const desk = await sitDown({ settings: localHost(service), ...(locale === undefined ? {} : { locale }) });
      const window = await desk.open();
      await window.page.bringToFront();
      await window.page.keyboard.press('F1');
      const rows = window.page.locator('.quick-input-list .monaco-list-row');
      const found: string[] = [];
      const expected = locale === undefined ? usual : await inChinese();
      for (const typed of Object.keys(expected)) {
        await window.quickInput.fill(`>Sourcehost: ${typed}`);
        const first = rows.and(window.page.locator('[data-index="0"]')).locator('.label-name').first();
        await until(async () => (await first.innerText()).toLowerCase().includes(typed.split(' ')[0] ?? ''));
        found.push((await first.innerText()).replace('Sourcehost: ', ''));
      }
      assert.deepEqual(found, Object.values(expected));
    });
});

/** The same actions in Chinese: what is typed is the title without its dots. */
async function inChinese(): Promise<Readonly<Record<string, string>>> {
  const [english, chinese] = await Promise.all(
    ['package.nls.json', 'package.nls.zh-cn.json'].map(
      async (file) => JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>,
    ),
  );
  const titles = Object.values(usual).map((title) => {
    const key = Object.keys(english ?? {}).find((one) => one.startsWith('command.') && english?.[one] === title);
    return chinese?.[key ?? ''] ?? assert.fail(title);
  });
  return Object.fromEntries(titles.map((title) => [title.replace('…', ''), title]));
}

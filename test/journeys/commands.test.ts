import assert from 'node:assert/strict';
import { localHost } from '../kit/localHost.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { signIn } from './kit/signIn.ts';
import type { Window } from './kit/window.ts';

const picture = async (window: Window, name: string): Promise<void> => {
  await window.screenshot(`commands-${name}`);
};

describe('commands of the palette', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
  });

  it('ask step by step, say what is wrong as one types', async () => {
    const desk = await sitDown({ settings: localHost(service) });
    const window = await desk.open();
    const says = async (text: string | RegExp): Promise<void> => {
      await window.page.locator('.quick-input-widget:visible').getByText(text).first().waitFor();
    };
    await signIn(window, service);
    await window.run('Sourcehost: Pin Repository');
    await window.quickInput.fill('alice/website');
    await window.pick('alice/website');

    await window.openSidebar();
    await window.tree('Branches').view.locator('.pane-header').click();

    // A branch: from another, with a name that git takes.
    await window.run('Sourcehost: Create Branch…');
    await window.pick('main');
    await window.quickInput.fill('no..way');
    await says(/cannot hold “\.\.”/);
    await picture(window, 'branch');
    await window.answer('from/palette');
    await window.tree('Branches').row('from/palette').waitFor();

    // A rule, with what its wildcard matches.
    await window.run('Sourcehost: Create Branch Rule…');
    await window.quickInput.fill('from/*');
    await says(/matches 1: from\/palette/);
    await picture(window, 'rule');
    await window.page.keyboard.press('Enter');
    await window.pick('Nobody');
    await window.pick('Administrators');
    assert.deepEqual(service.violations, []);
  });

  it('speak Chinese', async () => {
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
    await window.page.locator('.quick-input-widget:visible').getByText('名称只能包含').waitFor();
    await picture(window, 'chinese');
    await window.page.keyboard.press('Escape');
  });
});

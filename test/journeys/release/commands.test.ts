import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import type { Window } from '../kit/window.ts';

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
});

import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = (id: string, ...args: readonly object[]): Promise<unknown> =>
  Promise.resolve(commands.executeCommand(`sourcehost.comparison.${id}`, ...args));
const compare = async (base: string, head: string): Promise<unknown> =>
  await commands.executeCommand('sourcehost.ref.compare', { ...at, base, head });
const isShown = async (label: RegExp): Promise<void> => {
  await until(() => label.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
  await commands.executeCommand('workbench.action.closeAllEditors');
};

describe('the commands of comparisons', () => {
  const service = new RemoteService();
  const person = new Person();
  const push = async (branch: string, text: string): Promise<unknown> => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`compared/file-${index}.txt`, text]));
    return await service.act({ do: 'push', repository: at.repository, branch, files });
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.lock', at);
    await push('sixty-old', 'old');
    await push('sixty-new', 'new');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.calm();
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('open more than 50 files at once only after a question that says how many', async () => {
    await compare('sixty-old', 'sixty-new');
    for (const [action, count] of [
      ['Open the First 50', 50],
      ['Open All 60', 60],
    ] as const) {
      const opened = run('openAll');
      await person.answers(/^Open the changes of 60 files in one editor\?$/, action);
      await person.waitsFor(opened);
      await isShown(new RegExp(`^sixty-old ← sixty-new \\(${count} files\\)$`));
    }
    const dismissed = run('openAll');
    await person.answers(/^Open the changes of 60 files/);
    await person.waitsFor(dismissed);
    assert.equal(window.tabGroups.activeTabGroup.activeTab, undefined);
  });

  it('act on the newest comparison, or the one that is named, and say that none is open', async () => {
    await compare('sixty-old', 'sixty-new');
    await compare('v1.0', 'main');
    await person.waitsFor(run('openAll'));
    await isShown(/^v1\.0 ← main/);
    await person.waitsFor(run('close', { ...at, base: 'sixty-old', head: 'sixty-new' }));
    await person.waitsFor(run('close'));
    await person.waitsFor(run('close'));
    await person.tells(/No such comparison is open\. Compare two branches, tags or commits first\./);
  });

  it('compare with a progress that can be cancelled', async () => {
    await service.fail({ operation: 'files.tree', fault: { kind: 'stalled', at: 'headers' } });
    await push('stalled', 'stalled');
    const ran = Promise.resolve(commands.executeCommand('sourcehost.ref.compare'));
    await person.picks('main');
    await person.picks('stalled');
    const work = await person.watches(/^Comparing main with stalled$/);
    work.cancel();
    await person.waitsFor(ran);
    assert.deepEqual(person.told, []);
    const none = run('openAll', { base: 'main', head: 'stalled' });
    await assert.rejects(none, { kind: 'missing' });
  });
});

import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = (id: string, ...args: readonly object[]): Promise<unknown> =>
  Promise.resolve(commands.executeCommand(`sourcehost.comparison.${id}`, ...args));
const compare = async (base: string, head: string): Promise<unknown> =>
  await commands.executeCommand('sourcehost.ref.compare', { ...at, base, head });

describe('the commands of comparisons', () => {
  const service = suiteWindow();
  const person = new Person();
  const push = async (branch: string, text: string): Promise<unknown> => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`compared/file-${index}.txt`, text]));
    return await service.act({ do: 'push', repository: at.repository, branch, files });
  };

  before(async () => {
    await commands.executeCommand('sourcehost.repository.lock', at);
    await push('sixty-old', 'old');
    await push('sixty-new', 'new');
  });
  /** Titles and numbers of files. Another test sees the editor, which takes seconds to open. */
  let shown: string[];
  beforeEach(() => {
    person.sit();
    shown = [];
    const { executeCommand } = commands;
    const changes = (id: string, ...args: readonly unknown[]): Thenable<unknown> => {
      if (id !== 'vscode.changes') return executeCommand(id, ...args);
      const [title, files] = args as [string, readonly unknown[]];
      shown.push(`${title} ${files.length}`);
      return Promise.resolve();
    };
    Object.assign(commands, { executeCommand: changes });
  });
  afterEach(async () => {
    person.leave();
    await service.calm();
  });

  it('open more than 50 files at once only after a question that says how many', async () => {
    await compare('sixty-old', 'sixty-new');
    for (const action of ['Open the First 50', 'Open All 60', undefined]) {
      const opened = run('openAll');
      await person.answers(/^Open the changes of 60 files in one editor\?$/, action);
      await person.waitsFor(opened);
    }
    assert.deepEqual(shown, ['sixty-old ← sixty-new 50', 'sixty-old ← sixty-new 60']);
  });

  it('act on the newest comparison, or the one that is named, and say that none is open', async () => {
    await run('close', { ...at, base: 'sixty-old', head: 'sixty-new' }).catch(() => undefined);
    await compare('v1.0', 'v1.1');
    await compare('v1.0', 'main');
    await person.waitsFor(run('openAll'));
    assert.match(shown.join(), /^v1\.0 ← main \d+$/);
    await person.waitsFor(run('close', { ...at, base: 'v1.0', head: 'v1.1' }));
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

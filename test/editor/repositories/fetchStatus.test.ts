import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commands } from 'vscode';
import { confirmLargeFetch } from '../../../src/editor/features/repositories/fetchStatus.ts';
import { pidsWith } from '../../kit/localGit.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const name = { host: 'local', owner: 'alice', repo: 'slow-fetch' };
const at = { host: 'local', repository: 'alice/slow-fetch' };

describe('a fetch of git', () => {
  const service = suiteWindow();
  const person = new Person();

  before(async () => {
    const params = { name: name.repo, path: name.repo, auto_init: false };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'alice' });
    const noise = (): string => randomBytes(60_000).toString('base64');
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`noise-${at}.txt`, noise()]));
    await service.act({ do: 'push', repository: at.repository, branch: 'main', files });
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.calm();
    await service.heal();
    assert.deepEqual(await service.violations(), []);
  });

  /** The folder in which a process of git writes. */
  async function folderOf(pid: string): Promise<string> {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    return /GIT_DIR=([^\0]*)/.exec(environment)?.[1] ?? '';
  }

  for (const [title, id, folder] of [
    ['of all files', 'repository.makeAvailableOffline', 'slow-fetch.git'],
    ['of a history', 'history.show', 'slow-fetch.history'],
  ] as const)
    it(`shows its bytes, and leaves no process and no file when the user cancels: ${title}`, async () => {
      await service.fail({
        operation: 'git',
        fault: { kind: 'trickle', bytes: id === 'history.show' ? 4 : 8_000, ms: 100 },
        skip: 1,
      });
      const ran = Promise.resolve(commands.executeCommand(`sourcehost.${id}`, at)).then(
        () => 'done',
        (error: unknown) => (error as { readonly kind?: string }).kind,
      );
      const progress = await person.watches(/^Fetching alice\/slow-fetch$/);
      const [pid = ''] = await pidsWith(`/${folder}`);
      const written = await folderOf(pid);
      assert.ok(written.includes(`/${folder}`) && existsSync(written), written);
      if (id === 'history.show') await until(() => progress.reports.length > 0);
      else await until(() => progress.reports.some((text) => /^[\d.]+ [kM]B$/.test(text)));
      progress.cancel();
      assert.equal(await ran, 'cancelled');
      await until(async () => (await pidsWith(`/${folder}`)).length === 0);
      await until(() => !existsSync(written.slice(0, written.indexOf(folder) + folder.length)));
      assert.equal(progress.ended, true);
    });

  it('asks before more than 200 MB, and says what the user loses without them', async () => {
    for (const [purpose, detail] of [
      ['files', '250 MB received so far. If you stop, files are requested one by one.'],
      ['history', '250 MB received so far. If you stop, only the newest commits are listed.'],
      ['demand', '250 MB received so far.'],
    ] as const)
      for (const action of ['Continue', undefined]) {
        const answer = confirmLargeFetch(name, 250_000_000, purpose);
        const question = await person.answers(/^Fetch alice\/slow-fetch although it is large\?$/, action);
        assert.deepEqual([question.detail, question.modal], [detail, true]);
        assert.equal(await answer, action !== undefined);
      }
  });
});

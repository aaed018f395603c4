import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri } from 'vscode';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

describe('uploads and downloads of attachments', () => {
  const service = suiteWindow();
  const person = new Person();
  let folder: string;
  /** Each test has a release of its own. */
  let [made, tag] = [0, ''];
  const file = (name: string): Uri => Uri.file(join(folder, name));
  const attached = async (): Promise<string[]> => {
    const release = await service.call('releases.byTag', { tag });
    const { assets } = release as { assets: { name: string; type: string }[] };
    return assets.filter(({ type }) => type === 'attach').map(({ name }) => name);
  };
  const sent = async (): Promise<unknown[]> =>
    (await service.requests('releases.uploadGrant')).map(({ params }) => params.file_name);
  const upload = async (...names: string[]): Promise<Promise<unknown>> => {
    const ran = Promise.resolve(commands.executeCommand('sourcehost.release.upload'));
    await person.picks(`Release ${made}`);
    await person.chooses(...names.map(file));
    return ran;
  };

  before(() => commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' }));
  beforeEach(async () => {
    tag = `transfer-${(made += 1)}`;
    await service.call('releases.create', { tag_name: tag, name: `Release ${made}`, body: '' });
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-transfers-'));
    for (const name of ['one.bin', 'two.bin', 'three.bin']) await writeFile(file(name).fsPath, name);
    await service.clear();
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await service.calm();
    await rm(folder, { recursive: true, force: true });
  });

  it('continue if one of several fails, which can be retried alone', async () => {
    await service.fail({ operation: 'upload.put', fault: { kind: 'reset', at: 'headers' }, skip: 1, times: 1 });
    const ran = upload('one.bin', 'two.bin', 'three.bin');
    await person.tells(/^Not attached: two\.bin: /);
    assert.deepEqual(await attached(), ['one.bin', 'three.bin']);
    await service.heal();
    await service.clear();
    await person.answers(/^Not attached: two\.bin: /, 'Try Again');
    await person.waitsFor(ran);
    assert.deepEqual(await sent(), ['two.bin']);
    assert.deepEqual(await attached(), ['one.bin', 'three.bin', 'two.bin']);
  });

  it('warn about an existing name before the upload', async () => {
    await person.waitsFor(upload('one.bin'));
    await service.clear();
    const again = upload('one.bin', 'two.bin');
    const { modal, detail } = await person.answers(/^Attach one\.bin again\?$/);
    assert.ok(modal && /not replaced/.test(detail));
    await person.waitsFor(again);
    assert.deepEqual(await sent(), []);
    const anyway = upload('one.bin');
    await person.answers(/^Attach one\.bin again\?$/, 'Attach Anyway');
    await person.answers(/^Not attached: one\.bin: It already exists/);
    await person.waitsFor(anyway);
    assert.deepEqual(await sent(), ['one.bin']);
  });

  it('stop when they are cancelled; completed uploads stay', async () => {
    await service.fail({ operation: 'upload.put', fault: { kind: 'stalled', at: 'headers' }, skip: 1 });
    const ran = upload('one.bin', 'two.bin', 'three.bin');
    await until(async () => (await sent()).length === 2);
    const [work] = person.works;
    assert.ok(work !== undefined && work.reports.includes('two.bin (2/3)'));
    work.cancel();
    await person.waitsFor(ran);
    assert.deepEqual(await attached(), ['one.bin']);
    assert.deepEqual(await sent(), ['one.bin', 'two.bin']);
    assert.deepEqual(person.told, []);
  });

  it('leave no partial file when a download is cancelled', async () => {
    await service.fail({ operation: 'releases.download', fault: { kind: 'stalled', at: 'body' } });
    const ran = Promise.resolve(commands.executeCommand('sourcehost.release.download'));
    await person.picks('Version 1.1');
    await person.picks('website-1.1.zip');
    await person.chooses(file('got.zip'));
    await until(() => person.works.length === 1);
    assert.equal(person.works[0]?.title, 'Downloading website-1.1.zip');
    person.works[0].cancel();
    await person.waitsFor(ran);
    assert.deepEqual((await readdir(folder)).sort(), ['one.bin', 'three.bin', 'two.bin']);
    assert.deepEqual(person.told, []);
  });

  it('end a download without a size at the size that the release states', async () => {
    await service.fail({
      operation: 'releases.download',
      fault: { kind: 'answer', status: 200, text: 'x'.repeat(500_000) },
    });
    const ran = Promise.resolve(commands.executeCommand('sourcehost.release.download'));
    await person.picks('Version 1.1');
    await person.picks('website-1.1.zip');
    await person.chooses(file('got.zip'));
    await person.tells(/has more than \d+ bytes, so the download ended/);
    await person.waitsFor(ran.catch(() => undefined));
    assert.deepEqual((await readdir(folder)).sort(), ['one.bin', 'three.bin', 'two.bin']);
  });
});

import assert from 'node:assert/strict';
import { commands, Position, Uri, window, workspace } from 'vscode';
import { draftVersionUri } from '../../../src/editor/kit/uri.ts';
import { bytes } from '../../kit/bytes.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { failure, run } from '../kit/run.ts';
import { signIn } from '../kit/signIn.ts';

const repository = 'alice/website';
const website = { host: 'local', repository, ref: 'main' };
const at = (path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${repository}@main/${path}` });

describe('files of Git LFS in the editor', () => {
  const service = new RemoteService();
  const person = new Person();
  const committed = async (): Promise<string> => await service.git(repository, 'cat-file', '-p', 'main:notes.lfs');
  const lfsRequests = async (): Promise<string[]> =>
    (await service.requests()).map(({ operation }) => operation).filter((operation) => operation.startsWith('lfs.'));

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    const files = { '.gitattributes': '*.lfs filter=lfs diff=lfs merge=lfs -text\n' };
    await service.act({ do: 'push', repository, branch: 'main', files });
  });
  afterEach(async () => {
    person.leave();
    await service.calm();
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });

  it('are opened, edited and committed as their content', async () => {
    // Other ones each time: the host stores a content once.
    const [first, second] = [`first ${Date.now()}\n`, 'second\n'];
    await workspace.fs.writeFile(at('notes.lfs'), bytes(first));
    await run('commit.create', { ...website, message: 'Add notes' });
    assert.match(await committed(), /^version https:\/\/git-lfs.*\noid sha256:[0-9a-f]{64}\nsize 20$/);
    const document = await workspace.openTextDocument(at('notes.lfs'));
    const editor = await window.showTextDocument(document);
    assert.equal(document.getText(), first);
    await editor.edit((builder) => builder.insert(new Position(1, 0), second));
    assert.ok(await document.save());
    const place = { host: 'local', owner: 'alice', repo: 'website', ref: 'main', path: 'notes.lfs' };
    const compared = await workspace.fs.readFile(draftVersionUri(place, 'server'));
    assert.equal(new TextDecoder().decode(compared), first);
    await service.clear();
    await run('commit.create', { ...website, message: 'Change notes' });
    assert.deepEqual(await lfsRequests(), ['lfs.batch', 'lfs.put', 'lfs.verify']);
    assert.match(await committed(), /\nsize 27$/);
    assert.equal(document.getText(), `${first}${second}`);
    assert.ok(!document.isDirty);
    assert.equal((await workspace.fs.stat(at('notes.lfs'))).size, 27);
  });

  it('stay drafts if the host refuses their contents, and say why', async () => {
    const before = await committed();
    await workspace.fs.writeFile(at('notes.lfs'), bytes('refused\n'));
    const json = { message: 'The quota of Git LFS is used up' };
    await service.fail({ operation: 'lfs.batch', fault: { kind: 'answer', status: 422, json } });
    const refused = await failure(run('commit.create', { ...website, message: 'Too much' }));
    assert.match(refused.message, /The quota of Git LFS is used up/);
    assert.equal(await committed(), before);
    assert.equal(new TextDecoder().decode(await workspace.fs.readFile(at('notes.lfs'))), 'refused\n');
    await run('commit.discard', { ...website, paths: ['notes.lfs'] });
  });

  it('are shown as their pointers with the reason, once, if the host lacks their content', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
    await service.act({ do: 'push', repository, branch: 'gone', files: { 'gone.lfs': pointer } });
    const gone = at('gone.lfs').with({ path: `/${repository}@gone/gone.lfs` });
    person.sit();
    await window.showTextDocument(gone);
    assert.equal(window.activeTextEditor?.document.getText(), pointer);
    await person.tells(/^“gone\.lfs” is shown as its Git LFS pointer\. The host does not have the content/);
    await workspace.fs.readFile(gone);
    assert.equal(person.told.length, 1);
  });
});

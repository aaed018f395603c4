import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commands,
  ConfigurationTarget,
  FilePermission,
  FileSystemError,
  languages,
  Position,
  Range,
  RelativePattern,
  TextEdit,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from 'vscode';
import { budget, within } from '../../budgets.ts';
import { text } from '../kit/text.ts';
import { bytes } from '../../kit/bytes.ts';
import { until } from '../../kit/until.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { globalStorage } from '../kit/globalStorage.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';

const at = (path: string): Uri => Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${path}` });
const main = (path: string): Uri => at(`alice/website@main/${path}`);
const names = async (uri: Uri): Promise<string[]> => (await workspace.fs.readDirectory(uri)).map(([name]) => name);
const code = async (work: Thenable<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  return error instanceof FileSystemError ? `${error.code} ${error.message}` : String(error);
};

describe('saving remote files', () => {
  const service = new RemoteService();
  let head: string;
  const person = new Person();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    head = await service.git('alice/website', 'rev-parse', 'main');
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
    assert.equal(await service.git('alice/website', 'rev-parse', 'main'), head, 'nothing was sent');
    const sent = await service.changes();
    assert.deepEqual(
      sent.map(({ operation }) => operation),
      [],
    );
  });

  it('stores the text as a draft, visible under every address of the branch', async () => {
    const document = await workspace.openTextDocument(main('README.md'));
    const before = document.getText();
    await window.showTextDocument(document);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Range(0, 0, 0, 0).start, 'Typed. ');
    assert.ok(await workspace.applyEdit(edit));
    await service.clear();
    assert.ok(await document.save());
    const asked = await service.asked();
    within(budget.requests.saveDraft, asked);
    assert.ok(
      asked.every((operation) => operation === 'repositories.get'),
      'at most the first draft asks for the rights',
    );
    assert.equal(document.isDirty, false);
    assert.equal(await text(main('README.md')), `Typed. ${before}`);
    assert.equal(await text(at('alice/website/README.md')), `Typed. ${before}`);
    await service.clear();
    await workspace.fs.writeFile(main('README.md'), bytes(before));
    assert.deepEqual(await service.asked(), [], 'saving asks for nothing');
    assert.equal(await text(at('alice/website/README.md')), before);
  });

  it('stores new, moved and removed files and folders completely', async () => {
    const listed = await service.git('alice/website', 'ls-tree', '-r', '-z', '--name-only', 'main', 'docs/');
    const inDocs = listed.split('\0').filter((path) => path !== '');
    await workspace.fs.createDirectory(main('new folder'));
    assert.deepEqual(await names(main('new folder')), []);
    assert.ok((await names(main(''))).includes('new folder'), 'an empty folder stays');
    const binary = Uint8Array.from({ length: 3000 }, (_, index) => index % 256);
    await workspace.fs.writeFile(main('new folder/图片 #1 50%.bin'), binary);
    assert.deepEqual(new Uint8Array(await workspace.fs.readFile(main('new folder/图片 #1 50%.bin'))), binary);
    await service.clear();
    await workspace.fs.rename(main('docs'), main('new folder/manual'));
    assert.deepEqual(
      (await service.requests()).filter(({ operation }) => operation === 'files.blob'),
      [],
      'contents are not fetched to be moved',
    );
    assert.ok(!(await names(main(''))).includes('docs'));
    for (const path of inDocs) {
      const now = main(`new folder/manual/${path.slice('docs/'.length)}`);
      assert.equal((await text(now)).trimEnd(), (await service.git('alice/website', 'show', `main:${path}`)).trimEnd());
    }
    assert.match(await code(workspace.fs.delete(main('new folder'))), /not empty/);
    await workspace.fs.delete(main('new folder'), { recursive: true });
    assert.match(await code(workspace.fs.stat(main('new folder/manual'))), /^FileNotFound/);
    assert.match(await code(workspace.fs.stat(main('docs'))), /^FileNotFound/);
  });

  it('refuses operations that git or the editor would refuse', async () => {
    assert.match(await code(workspace.fs.writeFile(main('src'), bytes('x'))), /^FileIsADirectory/);
    assert.match(await code(workspace.fs.writeFile(main('README.md/x'), bytes('x'))), /^File/);
    assert.match(await code(workspace.fs.createDirectory(main('README.md'))), /^FileExists/);
    assert.match(await code(workspace.fs.rename(main('src'), main('src/inside'))), /parent of target/);
    assert.match(await code(workspace.fs.rename(main('README.md'), main('package.json'))), /^FileExists/);
    assert.match(await code(workspace.fs.writeFile(main('.git'), bytes('x'))), /Git cannot keep/);
    assert.match(await code(workspace.fs.delete(main('nothing'))), /^FileNotFound/);
  });

  it('warns that a draft cannot be committed once the service reports the permission later', async () => {
    const uri = at('openteam/handbook@main/README.md');
    const before = await workspace.fs.readFile(uri);
    await service.fail({ operation: 'repositories.get', fault: { kind: 'error', status: 403 } });
    person.sit();
    try {
      await service.clear();
      await workspace.fs.writeFile(uri, bytes('x'));
      await until(async () => (await service.requests('repositories.get')).length > 0);
      await service.heal();
      assert.deepEqual(person.told, []);
      await commands.executeCommand('sourcehost.view.refresh');
      await person.answers(/^“README\.md” is saved as a draft on this computer only\. No write access/);
    } finally {
      person.leave();
      await service.heal();
      await commands.executeCommand('sourcehost.commit.discard', {
        host: 'local',
        repository: 'openteam/handbook',
        ref: 'main',
      });
    }
    assert.deepEqual(await workspace.fs.readFile(uri), before);
  });

  it('is refused with the reason if there is no branch, and without permission kept for a fork', async () => {
    const sha = await service.git('alice/website', 'rev-parse', 'main~1');
    const [tag = ''] = (
      await service.git('alice/website', 'for-each-ref', '--format=%(refname:short)', 'refs/tags')
    ).split('\n');
    await commands.executeCommand('sourcehost.file.open', { repository: 'openteam/handbook', path: 'README.md' });
    for (const [uri, reason] of [
      [at(`alice/website@${sha}/README.md`), /“README\.md” of alice\/website was not saved: A commit is read-only/],
      [at(`alice/website@${tag.replaceAll('/', ':')}/README.md`), /A tag is read-only/],
      [at('alice/old-notes/README.md'), /archived/],
    ] as const) {
      const stat = await workspace.fs.stat(uri);
      assert.equal(stat.permissions, FilePermission.Readonly, uri.path);
      assert.match(await code(workspace.fs.writeFile(uri, bytes('x'))), reason);
      assert.match(await code(workspace.fs.delete(uri)), /“README\.md” of .* was not deleted: /);
    }
    for (const uri of [main('README.md'), at('openteam/handbook/README.md')])
      assert.equal((await workspace.fs.stat(uri)).permissions, undefined, uri.path);
  });

  it('works the same for autosave, formatting and “Save All”', async () => {
    const editor = workspace.getConfiguration('editor');
    const files = workspace.getConfiguration('files');
    const before = files.inspect('autoSave')?.globalValue;
    const formatter = languages.registerDocumentFormattingEditProvider(
      { scheme: 'sourcehost' },
      { provideDocumentFormattingEdits: () => [TextEdit.insert(new Position(0, 0), 'Formatted. ')] },
    );
    const type = async (name: string): Promise<TextDocument> => {
      await workspace.fs.writeFile(main(name), bytes('\n'));
      const document = await workspace.openTextDocument(main(name));
      await window.showTextDocument(document, { preview: false });
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, new Position(0, 0), 'Typed.');
      assert.ok(await workspace.applyEdit(edit));
      return document;
    };
    try {
      await files.update('autoSave', 'afterDelay', ConfigurationTarget.Global);
      const alone = await type('autosaved.txt');
      await until(() => !alone.isDirty);
      assert.equal(await text(alone.uri), 'Typed.\n', 'autosave does not format');
      await files.update('autoSave', before, ConfigurationTarget.Global);
      await editor.update('formatOnSave', true, ConfigurationTarget.Global);
      const all = [await type('one.txt'), await type('two.txt')];
      assert.ok(all.every(({ isDirty }) => isDirty));
      await commands.executeCommand('workbench.action.files.saveAll');
      await until(() => all.every(({ isDirty }) => !isDirty));
      for (const { uri } of all) assert.equal(await text(uri), 'Formatted. Typed.\n');
    } finally {
      await files.update('autoSave', before, ConfigurationTarget.Global);
      await editor.update('formatOnSave', undefined, ConfigurationTarget.Global);
      formatter.dispose();
    }
  });

  it('leaves the document dirty if the disk cannot be written', async () => {
    const document = await workspace.openTextDocument(main('README.md'));
    const editor = await window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'Kept. '));
    assert.ok(await document.save());
    const folder = join(await globalStorage(), 'drafts');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    try {
      await editor.edit((edit) => edit.insert(new Position(0, 0), 'Not yet. '));
      assert.equal(await document.save(), false);
      assert.ok(document.isDirty);
      assert.ok(document.getText().startsWith('Not yet. Kept. '));
    } finally {
      await rm(folder);
      await rename(`${folder}-away`, folder);
    }
    assert.ok(await document.save());
    assert.ok((await text(document.uri)).startsWith('Not yet. Kept. '));
  });

  it('sends a change event for each changed file, and for no other', async () => {
    // A separate branch, because events of other tests may still arrive.
    await service.act({ do: 'push', repository: 'alice/website', branch: 'told', files: { 'told.txt': '1' } });
    const told = (path: string): Uri => at(`alice/website@told/${path}`);
    const original = await workspace.fs.readFile(told('README.md'));
    const seen: string[] = [];
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(told(''), '**'));
    const note = (word: string) => (uri: Uri) => seen.push(`${word} ${uri.path.slice('/alice/website@told/'.length)}`);
    watcher.onDidCreate(note('created'));
    watcher.onDidChange(note('changed'));
    watcher.onDidDelete(note('deleted'));
    const tells = async (work: Thenable<unknown>, ...expected: string[]): Promise<void> => {
      seen.length = 0;
      await work;
      await until(() => seen.length >= expected.length);
      assert.deepEqual([...new Set(seen)].sort(), expected.sort());
    };
    await tells(workspace.fs.writeFile(told('a.txt'), bytes('1')), 'created a.txt');
    await tells(workspace.fs.writeFile(told('a.txt'), bytes('2')), 'changed a.txt');
    await tells(workspace.fs.rename(told('a.txt'), told('b.txt')), 'deleted a.txt', 'created b.txt');
    await tells(workspace.fs.delete(told('b.txt')), 'deleted b.txt');
    await tells(workspace.fs.writeFile(told('README.md'), bytes('2')), 'changed README.md');
    await tells(workspace.fs.writeFile(told('README.md'), original), 'changed README.md');
    watcher.dispose();
  });
});

import assert from 'node:assert/strict';
import { commands, FilePermission, FileSystemError, FileType, RelativePattern, Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';

const at = (path: string): Uri => Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${path}` });
const code = async (work: Thenable<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  return error instanceof FileSystemError ? error.code : String(error);
};

describe('remote files in the editor', () => {
  const service = new RemoteService();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
  });
  beforeEach(() => service.clear());
  afterEach(async () => assert.deepEqual(await service.violations(), []));

  it('have the bytes, types and sizes of the repository', async () => {
    const bytes = await workspace.fs.readFile(at('alice/samples/encodings/gbk.txt'));
    assert.equal(Buffer.from(bytes).toString('hex'), 'c4e3bac3a3accac0bde70ab5dab6fed0d00a');
    const stat = await workspace.fs.stat(at('alice/samples/encodings/gbk.txt'));
    assert.equal(stat.size, bytes.length);
    assert.equal(stat.type, FileType.File);
    await workspace.fs.stat(at('alice/samples/link-to-folder'));
    const root = new Map(await workspace.fs.readDirectory(at('alice/samples')));
    assert.equal(root.get('README.md'), FileType.File);
    assert.equal(root.get('images'), FileType.Directory);
    assert.equal(root.get('link-to-folder'), FileType.Directory | FileType.SymbolicLink);
  });

  it('show a submodule as a read-only file that says where it leads', async () => {
    const vendor = await workspace.fs.readDirectory(at('alice/samples/vendor'));
    assert.deepEqual(vendor, [['lib', FileType.File]]);
    const uri = at('alice/samples/vendor/lib');
    const { type, size, permissions } = await workspace.fs.stat(uri);
    const commit = '1f7a7a472abf3dd9643fd615f6da379c4acb3e3a';
    const text = Buffer.from(await workspace.fs.readFile(uri)).toString();
    assert.deepEqual([type, size, permissions], [FileType.File, text.length, FilePermission.Readonly]);
    const [about, , subproject] = text.split('\n');
    assert.match(about ?? '', /^Submodule: the separate repository http\S+\/tools\/lib\.git, at commit 1f7a7a47$/);
    assert.equal(subproject, `Subproject commit ${commit}`);
    assert.notEqual(await code(workspace.fs.writeFile(uri, Buffer.from('x'))), 'no error');
  });

  it('are read-only if their names have line breaks, and counted in one message if git refuses their names', async () => {
    const files = Object.fromEntries(
      ['seen', 'a\tb', 'git~1', 'docs/seen', 'docs/c\nd', 'docs/git~1', 'docs/GIT~1'].map((path) => [path, 'x']),
    );
    await service.act({ do: 'push', repository: 'alice/samples', branch: 'names', files });
    const names = async (path: string): Promise<string[]> =>
      (await workspace.fs.readDirectory(at(`alice/samples@names${path}`))).map(([name]) => name).sort();
    const person = new Person();
    person.sit();
    try {
      assert.deepEqual(await names('/docs'), ['c\ufffdd', 'seen']);
      await person.tells(
        /^2 files and folders in alice\/samples\/docs are not shown because of their names\. Git refuses/,
      );
      const root = await names('');
      assert.ok(root.includes('a\ufffdb') && !root.includes('git~1'));
      assert.equal(person.told.length, 1);
    } finally {
      person.leave();
    }
    const uri = at('alice/samples@names/docs/c\ufffdd');
    assert.equal((await workspace.fs.stat(uri)).permissions, FilePermission.Readonly);
    assert.equal(Buffer.from(await workspace.fs.readFile(uri)).toString(), 'x');
    assert.notEqual(await code(workspace.fs.writeFile(uri, Buffer.from('y'))), 'no error');
  });

  it('open as documents, the second time without a request', async () => {
    const [path = ''] = (await service.git('alice/website', 'ls-tree', '-r', '--name-only', 'main', 'src/')).split(
      '\n',
    );
    const uri = at(`alice/website@main/${path}`);
    await workspace.fs.readDirectory(at('alice/website@main'));
    await workspace.fs.readDirectory(at('alice/website@main/src'));
    await service.clear();
    const document = await workspace.openTextDocument(uri);
    assert.notEqual(document.getText(), '');
    // Files that other tests left open may also be read again.
    const sha = await service.git('alice/website', 'rev-parse', `main:${path}`);
    const asked = (await service.requests()).filter(({ params }) => params.path === path || params.sha === sha.trim());
    // Git has the file already if an earlier test fetched the commit.
    assert.ok(asked.length <= 1 && asked.every(({ operation }) => operation === 'files.blob'), JSON.stringify(asked));
    await service.clear();
    await workspace.fs.readFile(uri);
    await workspace.fs.stat(uri);
    assert.deepEqual(await service.asked(), []);
  });

  it('can be addressed at any ref', async () => {
    const sha = await service.git('alice/website', 'rev-parse', 'main');
    const branches = (
      await service.git('alice/website', 'for-each-ref', '--format=%(refname:short)', 'refs/heads')
    ).split('\n');
    const slashed = branches.find((name) => name === 'fix/42-a+b%c#d') ?? '';
    assert.notEqual(slashed, '');
    for (const ref of [sha, slashed.replaceAll('/', ':'), `refs:heads:${slashed.replaceAll('/', ':')}`]) {
      const names = (await workspace.fs.readDirectory(at(`alice/website@${ref}`))).map(([name]) => name);
      const git = ref === sha ? sha : slashed;
      const expected = await service.git('alice/website', 'ls-tree', '--name-only', git);
      assert.deepEqual(names.sort(), expected.split('\n').sort());
    }
  });

  it('fail with the error codes of the editor', async () => {
    assert.equal(await code(workspace.fs.stat(at('alice/samples/nothing'))), 'FileNotFound');
    assert.equal(await code(workspace.fs.stat(at('alice/nothing'))), 'FileNotFound');
    assert.equal(await code(workspace.fs.stat(at('alice/samples@nothing'))), 'FileNotFound');
    assert.equal(await code(workspace.fs.stat(Uri.parse('sourcehost://elsewhere/a/b'))), 'FileNotFound');
    assert.equal(await code(workspace.fs.stat(at('alice'))), 'FileNotFound');
    await assert.rejects(async () => await workspace.fs.stat(Uri.parse('sourcehost://elsewhere/a/b')), {
      message: 'a/b could not be opened: There is no host “elsewhere”. Add it to the setting sourcehost.hosts.',
    });
  });

  it('fail with the right code if a folder is read as a file, or a file as a folder', async () => {
    for (const ref of ['@main', '']) {
      const [file, folder] = [at(`alice/website${ref}/README.md`), at(`alice/website${ref}/src`)];
      assert.equal(await code(workspace.fs.readFile(folder)), 'FileIsADirectory');
      assert.equal(await code(workspace.fs.readDirectory(file)), 'FileNotADirectory');
      const through = file.with({ path: `${file.path}/inside` });
      assert.equal(await code(workspace.fs.stat(through)), 'FileNotFound');
      assert.equal(await code(workspace.fs.readFile(through)), 'FileNotFound');
    }
  });

  it('follow their branch when they are refreshed', async () => {
    const uri = at('alice/website/moving.txt');
    const push = (text: string): Promise<unknown> =>
      service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'moving.txt': text } });
    await push('one');
    await commands.executeCommand('vscode.open', uri.with({ path: '/alice/website/README.md' }));
    await commands.executeCommand('sourcehost.view.refresh', {});
    await commands.executeCommand('vscode.open', uri, { preview: false });
    const document = await workspace.openTextDocument(uri);
    assert.equal(document.getText(), 'one');
    const changed = new Promise<void>((resolve) => {
      const listener = workspace.onDidChangeTextDocument((event) => {
        if (event.document !== document) return;
        listener.dispose();
        resolve();
      });
    });
    await push('two');
    await commands.executeCommand('sourcehost.view.refresh', {});
    await changed;
    assert.equal(document.getText(), 'two');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are checked again by a refresh if they were read but not opened', async () => {
    const root = at('alice/website@unopened');
    const uri = at('alice/website@unopened/far/away/read.txt');
    const push = (text: string): Promise<unknown> =>
      service.act({
        do: 'push',
        repository: 'alice/website',
        branch: 'unopened',
        files: { 'far/away/read.txt': text },
      });
    await push('one');
    await workspace.fs.readFile(uri);
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(root, '**'));
    const changed = new Promise<Uri>((resolve) => watcher.onDidChange(resolve));
    await push('two');
    await commands.executeCommand('sourcehost.view.refresh', {});
    assert.equal((await changed).path, uri.path);
    assert.equal(new TextDecoder().decode(await workspace.fs.readFile(uri)), 'two');
    watcher.dispose();
  });
});

// Inside an extension host: what many deletions take, one by one and at once, and what is done among them.
import assert from 'node:assert/strict';
import {
  commands,
  Disposable,
  EventEmitter,
  extensions,
  FileChangeType,
  FileSystemError,
  FileType,
  Uri,
  workspace,
  type FileChangeEvent,
} from 'vscode';
import { signIn } from '../../editor/kit/signIn.ts';
import { processorTime } from '../../kit/processorTime.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { answer, given } from './kit.ts';

/** Milliseconds. */
export interface ManyDrafts {
  readonly deleteEach: number;
  /** Of `deleteEach`, what the thread of the extension host worked. */
  readonly deleteWork: number;
  readonly list: number;
  readonly write: number;
  readonly deleteFolder: number;
  readonly discard: number;
  readonly deleteNothing: number;
}

const at = (path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/alice/many@main/${path}` });

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function discardAll(): Promise<void> {
  await commands.executeCommand('sourcehost.commit.discard', {
    host: 'local',
    repository: 'alice/many',
    ref: 'main',
  });
}

/**
 * Milliseconds for `count` deletions of files of an extension that stores nothing: what the editor takes for those
 * of any extension.
 */
async function deleteUnstored(count: number): Promise<number> {
  const changes = new EventEmitter<FileChangeEvent[]>();
  const left = new Set(Array.from({ length: count }, (_, at) => `/${at}.txt`));
  const unused = (): never => {
    throw FileSystemError.Unavailable();
  };
  const registration = workspace.registerFileSystemProvider('bench', {
    onDidChangeFile: changes.event,
    watch: () => new Disposable(() => undefined),
    stat: ({ path }) => {
      if (path === '/') return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      if (!left.has(path)) throw FileSystemError.FileNotFound(path);
      return { type: FileType.File, ctime: 0, mtime: 0, size: 1 };
    },
    delete: (uri) => {
      left.delete(uri.path);
      changes.fire([{ type: FileChangeType.Deleted, uri }]);
    },
    readDirectory: unused,
    createDirectory: unused,
    readFile: unused,
    writeFile: unused,
    rename: unused,
  });
  const files = [...left].map((path) => Uri.from({ scheme: 'bench', path }));
  const took = await timed(async () => {
    for (const file of files) await workspace.fs.delete(file);
  });
  registration.dispose();
  return took;
}

async function measured(): Promise<ManyDrafts> {
  const { size } = given() as { readonly size: number };
  await extensions.getExtension('sourcehost.sourcehost')?.activate();
  const service = new RemoteService();
  await signIn(service, 'alice');
  await commands.executeCommand('workbench.view.scm');
  const listed = await service.git('alice/many', 'ls-tree', '-r', '--name-only', 'main');
  const paths = listed.split('\n').filter((path) => path.includes('/'));
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  for (const folder of new Set(paths.map(folderOf))) await workspace.fs.readDirectory(at(folder));
  const [first = '', ...others] = paths;
  const folder = folderOf(first);
  const deleteNothing = await deleteUnstored(size / 2);
  const idle = processorTime();
  const deleteEach = await timed(async () => {
    for (const path of others) await workspace.fs.delete(at(path));
  });
  const deleteWork = processorTime() - idle;
  const list = await timed(async () => {
    const left = await workspace.fs.readDirectory(at(folder));
    assert.deepEqual(
      left.map(([name]) => `${folder}/${name}`),
      [first],
    );
  });
  const write = await timed(() => workspace.fs.writeFile(at(others[0] ?? ''), new TextEncoder().encode('again\n')));
  const discard = await timed(discardAll);
  const tops = [...new Set(paths.map((path) => path.slice(0, path.indexOf('/'))))];
  const deleteFolder = await timed(async () => {
    for (const top of tops) await workspace.fs.delete(at(top), { recursive: true });
  });
  const root = await workspace.fs.readDirectory(at(''));
  assert.ok(root.every(([name]) => !tops.includes(name)));
  await discardAll();
  assert.deepEqual(
    new Set((await workspace.fs.readDirectory(at(''))).map(([name]) => name)).size,
    root.length + tops.length,
  );
  return { deleteEach, deleteWork, list, write, deleteFolder, discard, deleteNothing };
}

export const run = (): Promise<void> => answer(measured);

import {
  Disposable,
  EventEmitter,
  languages,
  workspace,
  type CodeActionProvider,
  type FileChangeEvent,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { lazily } from '../../../core/async.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { CommentLines } from './commentLines.ts';

export interface RecordFileSystem extends Omit<FileSystemProvider, 'onDidChangeFile' | 'watch' | 'copy'> {
  readonly onDidChangeFiles: (listener: (changes: readonly FileChangeEvent[]) => void) => { dispose(): void };
}

/** `load`: at the first or an open record document. `isKnown`: whether issues can be created where a file belongs. */
export function registerRecords(load: () => Promise<RecordFileSystem>, isKnown: (uri: Uri) => boolean): Lifetime {
  const lifetime = new Lifetime();
  const changed = lifetime.add(new EventEmitter<FileChangeEvent[]>());
  const once = lazily(async () => {
    const files = await load();
    lifetime.add(files.onDidChangeFiles((changes) => changed.fire([...changes])));
    return files;
  });
  const provider: FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new Disposable(() => {}),
    stat: async (uri) => await (await once()).stat(uri),
    readFile: async (uri) => await (await once()).readFile(uri),
    writeFile: async (uri, content, options) => await (await once()).writeFile(uri, content, options),
    readDirectory: async (uri) => await (await once()).readDirectory(uri),
    createDirectory: async (uri) => await (await once()).createDirectory(uri),
    delete: async (uri, options) => await (await once()).delete(uri, options),
    rename: async (from, to, options) => await (await once()).rename(from, to, options),
  };
  lifetime.add(workspace.registerFileSystemProvider(recordScheme, provider, { isCaseSensitive: true }));
  // After a restart the editor restores an unsaved document without reading its file.
  const loadFor = (scheme: string): void => {
    if (scheme === recordScheme) void once().catch(() => undefined);
  };
  lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => loadFor(uri.scheme)));
  for (const { uri } of workspace.textDocuments) loadFor(uri.scheme);
  const comments: CodeActionProvider = new CommentLines(isKnown);
  lifetime.add(languages.registerCodeActionsProvider(CommentLines.selector, comments, CommentLines.metadata));
  return lifetime;
}

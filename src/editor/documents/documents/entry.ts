import {
  CodeAction,
  CodeActionKind,
  Disposable,
  EventEmitter,
  FileSystemError,
  l10n,
  languages,
  Selection,
  workspace,
  type FileChangeEvent,
  type FileSystemProvider,
  type TextDocument,
  type Uri,
} from 'vscode';
import { lazily } from '../../../core/async.ts';
import { fileScheme, recordScheme } from '../../../domain/hosts/address.ts';
import { Lifetime } from '../../kit/lifetime.ts';

export interface RecordFileSystem extends Pick<
  FileSystemProvider,
  'stat' | 'readFile' | 'writeFile' | 'readDirectory'
> {
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
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  lifetime.add(workspace.registerFileSystemProvider(recordScheme, provider, { isCaseSensitive: true }));
  // After a restart the editor restores an unsaved document without reading its file.
  const loadFor = (scheme: string): void => {
    if (scheme === recordScheme) void once().catch(() => undefined);
  };
  lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => loadFor(uri.scheme)));
  for (const { uri } of workspace.textDocuments) loadFor(uri.scheme);
  const provideCodeActions = (document: TextDocument, at: object): CodeAction[] =>
    at instanceof Selection && isTask(document.lineAt(at.active.line).text) && isKnown(document.uri)
      ? [createFromComment(document)]
      : [];
  lifetime.add(
    languages.registerCodeActionsProvider(
      ['file', fileScheme, 'vscode-vfs'].map((scheme) => ({ scheme })),
      // The command uses the line of the cursor. A Range instead of a Selection belongs to a problem under the mouse
      // pointer.
      { provideCodeActions },
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
  );
  return lifetime;
}

function refuse(uri: Uri): never {
  throw FileSystemError.NoPermissions(uri);
}

/** Whether a line of code has a comment like TODO. */
const isTask = (line: string): boolean =>
  line.length <= 2_000 && /(?:\/\/|\/\*|#|--|;|%|<!--|\*)\s*(?:TODO|FIXME|BUG|HACK|XXX)\b/.test(line);

function createFromComment({ uri }: TextDocument): CodeAction {
  const title = l10n.t('Create Issue from Comment');
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.command = { command: 'sourcehost.issue.createFromComment', title, arguments: [uri] };
  return action;
}

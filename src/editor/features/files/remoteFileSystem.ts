import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileType,
  l10n,
  TextDocumentSaveReason,
  workspace,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type Uri,
} from 'vscode';
import { Failure, unlessFailed } from '../../../core/errors.ts';
import { fileScheme, parseFileAddress, type FileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { hasKnownBytes } from '../../../domain/objects/readablePath.ts';
import { requireUsablePath } from '../../../domain/sourceControl/drafts/usablePath.ts';
import { readableTree, type ReadableTree } from '../../../domain/sourceControl/workingTree/readableTree.ts';
import type { FileChange } from '../../../domain/repositories/fileChanges.ts';
import { moveAcross } from '../../../domain/sourceControl/workingTree/moveAcross.ts';
import type { ReadOnlyReason, WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { ListedEntry } from '../../../domain/repositories/folderContents.ts';
import type { EntryKind } from '../../../domain/objects/trees.ts';
import { noticeStat } from '../../kit/formerTexts.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { fileSystemError } from '../../kit/messages/failures.ts';
import { explainReason, notOpened, notSaved } from '../../kit/messages/explain.ts';
import { fileSubject, fileUri } from '../../kit/uri.ts';
import type { Services } from '../../services/services.ts';
import { isShown, openConfiguration } from './inUse.ts';
import { LfsPointers } from './lfsPointers.ts';
import type { Restriction } from './restriction.ts';
import type { Submodules } from './submodules.ts';
import { Transfer } from './transfer.ts';
import type { UnreadableFolders } from './unreadableFolders.ts';

interface Place {
  readonly address: FileAddress;
  readonly remote: RemoteRef;
  /** Undefined for a tag or commit. */
  readonly checkout: Checkout | undefined;
  readonly tree: ReadableTree;
  readonly path: string;
}

interface Parts extends Pick<Services, 'repositories' | 'checkouts' | 'formerTexts'> {
  readonly writeAccess: WriteAccess;
  readonly restriction: Restriction;
  readonly submodules: Submodules;
  readonly unreadableFolders: UnreadableFolders;
  /** Says that drafts cannot be committed to their branch, and offers a fork if one can take them. */
  readonly warnReadOnly: (remote: RemoteRef, message: string, takesFork: boolean) => Promise<void>;
}

const changeTypes = {
  created: FileChangeType.Created,
  changed: FileChangeType.Changed,
  deleted: FileChangeType.Deleted,
} as const;

/** `sourcehost://<host>/<owner>/<repo>[@<ref>]/<path>` as folders. Saved files become drafts; nothing is sent. */
export class RemoteFileSystem extends Lifetime implements FileSystemProvider {
  readonly #parts: Parts;
  readonly #isSavedAutomatically = automaticSaves(this);
  /** Those whose user knows that drafts cannot be committed there. */
  readonly #warned = new WeakSet<RemoteRef>();
  readonly #changed = this.add(new EventEmitter<FileChangeEvent[]>());
  readonly #read = this.add(new EventEmitter<{ readonly uri: Uri; readonly bytes: Uint8Array }>());
  readonly #listed = this.add(new EventEmitter<{ readonly remote: RemoteRef; readonly path: string }>());
  /** The first draft of each ref for which the service could not yet tell whether the account may write. */
  readonly #unasked = new Map<RemoteRef, string>();

  readonly #lfsPointers = this.add(new LfsPointers());

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
    const { repositories, checkouts, formerTexts, restriction } = parts;
    this.add(formerTexts.onDidChange((uris) => this.#reload(uris.filter(({ scheme }) => scheme === fileScheme))));
    this.add(
      repositories.onDidChangeFiles(({ remote, changes }) => {
        const checkout = checkouts.all().find((one) => one.remote === remote);
        // A draft hides the change of its file.
        this.#fireChanges(
          remote,
          changes.filter(({ path }) => checkout?.drafts.effective(path) === undefined),
        );
      }),
    );
    this.add(checkouts.onDidChange(({ checkout, changes }) => this.#fireChanges(checkout.remote, changes)));
    this.add(
      repositories.onDidChangeState((remote) => {
        this.#warnLater(remote);
        this.#reload(restriction.outdated(remote.name));
      }),
    );
  }

  readonly onDidChangeFile = this.#changed.event;
  readonly onDidRead = this.#read.event;
  readonly onDidList = this.#listed.event;

  /** Nothing to do: polling of the branch reports changes without a watcher. */
  watch(): Disposable {
    return new Disposable(() => {});
  }

  async stat(uri: Uri): Promise<FileStat> {
    try {
      return await this.#parts.formerTexts.read(uri, () => this.#stat(uri), noticeStat);
    } catch (error) {
      // Otherwise the editor says that the workspace does not exist.
      if (this.#parts.unreadableFolders.has(uri)) return { type: FileType.Directory, size: 0, mtime: 0, ctime: 0 };
      throw error;
    }
  }

  async #stat(uri: Uri): Promise<FileStat> {
    return await this.#answer(uri, async ({ address, remote, checkout, tree, path }) => {
      const isVisible = isShown(uri);
      // The editor calls `stat` for a side of a comparison only to show it.
      const purpose = isVisible || uri.query !== '' ? 'read' : 'know';
      // Before it overwrites a file, the editor compares this result with the state that it read.
      if (isVisible && checkout !== undefined) await this.#parts.checkouts.look(checkout, path);
      const { kind, linked, size: treeSize, ctime, ...times } = await tree.stat(path, {}, purpose);
      // A switch touches every file: the editor reads a file again only if it has a later time.
      const mtime = Math.max(times.mtime, this.#parts.repositories.switched(remote));
      const size = kind === 'submodule' ? ((await this.#parts.submodules.content(address))?.length ?? 0) : treeSize;
      const stat = { type: typeOf(kind, linked), size, mtime, ctime };
      const isFixed = kind === 'submodule' || !hasKnownBytes(path);
      return !isFixed && (await this.#blocked(remote, checkout)) === undefined
        ? stat
        : { ...stat, permissions: FilePermission.Readonly };
    });
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return await this.#answer(uri, async ({ remote, tree, path }) => {
      const listed = await tree.list(path);
      this.#listed.fire({ remote, path });
      return Array.from(listed, ([name, entry]) => [name, typeListed(entry)]);
    });
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return await this.#parts.formerTexts.read(
      uri,
      () => this.#readFile(uri),
      (notice) => notice,
    );
  }

  async #readFile(uri: Uri): Promise<Uint8Array> {
    return await this.#answer(uri, async ({ address, remote, tree, path }) => {
      if (this.#parts.restriction.restrictsReading(uri, address)) {
        // A missing file is reported as missing, not as restricted.
        await tree.stat(path);
        this.#parts.restriction.refuse(address);
      }
      const transfer = new Transfer(path, (why) => this.#lfsPointers.note(uri, why));
      try {
        const isSubmodule = (await remote.knownKind(path)) === 'submodule';
        const text = isSubmodule ? await this.#parts.submodules.content(address) : undefined;
        if (text !== undefined) return text;
        const bytes = await tree.read(path, transfer);
        this.#read.fire({ uri, bytes });
        return this.#parts.restriction.shown(address, bytes);
      } finally {
        transfer.end();
      }
    });
  }

  async createDirectory(uri: Uri): Promise<void> {
    await answer(uri, 'create', async () => {
      const { checkout, path } = await this.#writable(uri);
      await checkout.workingTree.createFolder(path);
    });
  }

  async writeFile(
    uri: Uri,
    content: Uint8Array,
    options: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const isAutomatic = this.#isSavedAutomatically(uri);
    await answer(uri, 'save', async () => {
      await this.#parts.formerTexts.check(uri);
      const { address, checkout, path } = await this.#writable(uri);
      await this.#allowWriting(uri, address, checkout);
      await checkout.workingTree.write(path, new Uint8Array(content), options, { isAutomatic });
      void this.#warn(checkout.remote, path);
    });
  }

  async delete(uri: Uri, { recursive }: { readonly recursive: boolean }): Promise<void> {
    await answer(uri, 'delete', async () => {
      const { address, checkout, path } = await this.#writable(uri);
      // The editor deletes the target before it moves another file onto it.
      if (this.#parts.restriction.restricts(uri, address)) this.#parts.restriction.refuse(address);
      await checkout.workingTree.remove(path, recursive);
    });
  }

  async rename(from: Uri, to: Uri, { overwrite }: { readonly overwrite: boolean }): Promise<void> {
    await answer(from, 'move', async () => {
      const [old, now] = [await this.#writable(from), await this.#writable(to)];
      await this.#allowWriting(to, now.address, now.checkout);
      const [source, target] = [old.checkout.workingTree, now.checkout.workingTree];
      if (source.drafts === target.drafts) await source.rename(old.path, now.path, overwrite);
      else await moveAcross({ editable: source, path: old.path }, { editable: target, path: now.path }, overwrite);
    });
  }

  /** Makes the editor read the configuration of a repository again, after its trust has changed. */
  reloadConfiguration(name: RepositoryName): void {
    const uris = [...openConfiguration(name), ...this.#parts.restriction.requested(name)];
    this.#reload([...new Set(uris)]);
  }

  /** Runs `work`, and again if the window was switched to another ref meanwhile. */
  async #answer<T>(uri: Uri, work: (place: Place) => Promise<T>): Promise<T> {
    const read = async (): Promise<T> => {
      const address = parseFileAddress(uri);
      for (;;) {
        const remote = this.#parts.repositories.at(address);
        try {
          const result = await work(await this.#place(address));
          if (this.#parts.repositories.isShown(remote)) return result;
        } catch (error) {
          if (this.#parts.repositories.isShown(remote)) throw error;
        }
      }
    };
    return await answer(uri, 'open', () => this.#parts.unreadableFolders.noted(uri, read));
  }

  async #place(address: FileAddress): Promise<Place> {
    const { path, ...repository } = address;
    const remote = this.#parts.repositories.at(repository);
    await this.#parts.restriction.confirm(address);
    const checkout = await this.#parts.checkouts.at(repository, path);
    return { address, remote, checkout, tree: readableTree(remote, checkout), path };
  }

  /** Resolves with the checkout that can be changed. @throws Failure `forbidden` with the reason if it is read-only */
  async #writable(uri: Uri): Promise<Place & { readonly checkout: Checkout }> {
    const { checkout, ...place } = await this.#place(parseFileAddress(uri));
    const { remote } = place;
    const reason = await this.#blocked(remote, checkout);
    if (checkout === undefined || reason !== undefined)
      throw new Failure('forbidden', `${uri.path} is read-only`, { reason: reason ?? 'isCommit' });
    return { ...place, checkout };
  }

  /** Prevents overwriting configuration that the user has not seen. @throws Failure if the file exists and is restricted */
  async #allowWriting(uri: Uri, address: FileAddress, { workingTree: editable }: Checkout): Promise<void> {
    const isRestricted = (): boolean => this.#parts.restriction.restricts(uri, address);
    if (!isRestricted()) return;
    const isNew = (await unlessFailed(editable.stat(address.path), 'missing')) === undefined;
    if (isNew) {
      // No question for what git cannot keep anyway.
      requireUsablePath(address.path);
      await this.#parts.restriction.ask(address);
    }
    if (!isNew || isRestricted()) this.#parts.restriction.refuse(address);
  }

  async #blocked(remote: RemoteRef, checkout: Checkout | undefined): Promise<ReadOnlyReason | undefined> {
    const kind = checkout === undefined ? (remote.state?.head.kind ?? 'commit') : 'branch';
    return await this.#parts.writeAccess.draftReason({ kind }, remote.name);
  }

  /** After the first draft, checks whether it can be committed there. The draft is kept in any case. */
  async #warn(remote: RemoteRef, path: string): Promise<void> {
    try {
      await this.#parts.writeAccess.requestOnce(remote.name);
    } catch {
      // The service cannot answer now. The check is repeated after it answers again.
      if (!this.#unasked.has(remote)) this.#unasked.set(remote, path);
      return;
    }
    this.#unasked.delete(remote);
    const reason = this.#parts.writeAccess.reason({ kind: 'branch' }, remote.name);
    if (reason === undefined || this.#warned.has(remote)) return;
    this.#warned.add(remote);
    this.#fireChanges(remote, [{ path, type: 'changed', sha: undefined }]);
    const text = l10n.t('“{0}” is saved as a draft on this computer only.', path);
    const takesFork = (await this.#parts.writeAccess.draftReason({ kind: 'branch' }, remote.name)) === undefined;
    await this.#parts.warnReadOnly(remote, `${text} ${explainReason(reason)}`, takesFork);
  }

  #reload(uris: readonly Uri[]): void {
    if (uris.length > 0) this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
  }

  #warnLater(remote: RemoteRef): void {
    const path = this.#unasked.get(remote);
    if (path !== undefined && remote.state?.problem === undefined) void this.#warn(remote, path);
  }

  #fireChanges({ name, ref }: RemoteRef, changes: readonly FileChange[]): void {
    if (changes.length === 0) return;
    this.#changed.fire(
      changes.map(({ path, type }) => ({ type: changeTypes[type], uri: fileUri({ ...name, ref, path }) })),
    );
  }
}

type Action = 'open' | 'save' | 'create' | 'delete' | 'move';

/** Runs `work`. Its failure says that `action` failed for the file. */
async function answer<T>(uri: Uri, action: Action, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileSystemError(error, uri, taskOf(action, uri));
  }
}

function taskOf(action: Action, uri: Uri): string {
  const tasks: Readonly<Record<Action, (subject: string) => string>> = {
    open: notOpened,
    save: notSaved,
    create: (subject) => l10n.t('{0} was not created', subject),
    delete: (subject) => l10n.t('{0} was not deleted', subject),
    move: (subject) => l10n.t('{0} was not moved', subject),
  };
  return tasks[action](fileSubject(uri));
}

/** A submodule is a file that says where it leads: see `Submodules`. */
const plainType = (kind: EntryKind): FileType => (kind === 'folder' ? FileType.Directory : FileType.File);

function typeOf(kind: EntryKind, linked: boolean): FileType {
  return linked || kind === 'symlink' ? linkTo(plainType(kind)) : plainType(kind);
}

function typeListed({ kind, leadsTo }: ListedEntry): FileType {
  return kind === 'symlink' ? linkTo(plainType(leadsTo ?? 'file')) : plainType(kind);
}

function linkTo(type: FileType): FileType {
  return type | FileType.SymbolicLink;
}

/**
 * Tells of a write whether the editor saves the file by itself: after a delay, or when it loses the focus. It must be
 * asked once for each write: the end of an earlier save can be reported after the next one has begun.
 */
function automaticSaves(lifetime: Lifetime): (uri: Uri) => boolean {
  const automatic = new Set<string>();
  lifetime.add(
    workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (reason === TextDocumentSaveReason.Manual) automatic.delete(uri.toString());
      else automatic.add(uri.toString());
    }),
  );
  return (uri) => automatic.delete(uri.toString());
}

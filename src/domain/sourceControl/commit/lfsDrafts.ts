import { Failure } from '../../../core/errors.ts';
import type { Source } from '../../hosts/source.ts';
import type { LfsContents } from '../../lfs/lfsContents.ts';
import type { LfsContent } from '../../lfs/lfsServer.ts';
import { isLfs, looksLikePointer, pointerBytes, pointerTo, readPointer } from '../../lfs/pointer.ts';
import type { RepositoryRules } from '../../rules/repositoryRules.ts';
import type { Change } from '../drafts/draft.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { notAgreed, type AgreedCommit } from './agreedCommit.ts';
import type { SelectedChange } from './commitSelection.ts';

export interface LfsDraftsParts {
  readonly drafts: Drafts;
  readonly rules: RepositoryRules;
  /** Undefined: what the attributes say about Git LFS is ignored. */
  readonly lfs?: LfsTarget | undefined;
}

/** Where the contents of a commit go. */
export interface LfsTarget {
  readonly contents: LfsContents;
  /** The repository as the account of the drafts. */
  readonly source: Source;
  readonly branch: string;
}

/** The drafts that a commit stores with Git LFS. A draft becomes a pointer only when the host has its content. */
export class LfsDrafts {
  readonly #parts: LfsDraftsParts;
  /** The files of the last commit, with the shas of their pointers. */
  #pointers = new Map<string, string | undefined>();

  constructor(parts: LfsDraftsParts) {
    this.#parts = parts;
  }

  /**
   * Uploads the contents of `selected`, all in one batch, then makes their drafts pointers: resolves with the changes
   * as they are then. Nothing changes if one of them is refused. `agreed`: learns of the pointers.
   * @throws Failure as `LfsServer.upload`; `invalid` (reason `lfsPointerBroken`) for a pointer that was edited wrongly
   */
  async upload(
    selected: readonly SelectedChange[],
    agreed: AgreedCommit | undefined,
    head: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly SelectedChange[]> {
    const { drafts, rules, lfs } = this.#parts;
    this.#pointers = new Map();
    const uploads =
      lfs === undefined ? new Map<SelectedChange, LfsContent>() : await this.#contentsOf(selected, signal);
    if (lfs === undefined || uploads.size === 0) return selected;
    agreed?.demand(selected, head);
    await lfs.contents.upload(lfs.source, rules.now({ signal }), lfs.branch, [...uploads.values()], { signal });
    const stored: SelectedChange[] = [];
    for (const draft of selected) {
      const { layer, change } = draft;
      const pointer = uploads.get(draft);
      const after =
        pointer === undefined ? change : await drafts.merged(layer, change, pointerBytes(pointer), change.base);
      if (after === 'changed') throw notAgreed([change.path]);
      if (after !== undefined) stored.push({ layer, change: after });
      if (pointer === undefined) continue;
      this.#pointers.set(change.path, after?.sha);
      lfs.contents.setSize(after?.sha, pointer.size);
      agreed?.stored(layer, change, after);
    }
    return stored;
  }

  /** Before `changes` are sent. @throws Failure `invalid` if one was saved after its content was uploaded */
  demand(changes: readonly Change[]): void {
    const newer = changes.filter(({ path, sha }) => this.#pointers.has(path) && this.#pointers.get(path) !== sha);
    if (newer.length > 0) throw notAgreed(newer.map(({ path }) => path));
  }

  /** `error` of a commit; if the host refuses it because another account locks one of its files, with who that is. */
  async explained(error: unknown, signal: AbortSignal): Promise<unknown> {
    const { lfs } = this.#parts;
    const paths = [...this.#pointers.keys()];
    if (lfs === undefined || paths.length === 0) return error;
    return await lfs.contents.withLock(lfs.source, paths, error, { signal });
  }

  async #contentsOf(
    selected: readonly SelectedChange[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<SelectedChange, LfsContent>> {
    const rules = this.#parts.rules.now({ signal });
    const contents = new Map<SelectedChange, LfsContent>();
    for (const draft of selected) {
      const { path, kind, mode, sha } = draft.change;
      if (kind !== 'file' || mode === '120000' || !isLfs(await rules.attributes(path))) continue;
      const content = await this.#parts.drafts.content(draft.layer, path);
      if (content === undefined || content.change.sha !== sha) throw notAgreed([path]);
      const { bytes } = content;
      // As git-lfs: a pointer is what it is, and the empty file has none.
      if (readPointer(bytes) !== undefined || bytes.length === 0) this.#pointers.set(path, sha);
      else if (looksLikePointer(bytes)) throw brokenPointer(path);
      else contents.set(draft, { bytes, ...(await pointerTo(bytes)) });
    }
    return contents;
  }
}

function brokenPointer(path: string): Failure {
  return new Failure('invalid', `${path} is no valid pointer of Git LFS`, {
    field: 'paths',
    reason: 'lfsPointerBroken',
    about: [path],
  });
}

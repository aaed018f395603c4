import { isLfs } from '../../lfs/pointer.ts';
import type { RepositoryRules } from '../../rules/repositoryRules.ts';
import { changesText, storedText } from '../../rules/storedText.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { SelectedChange } from './commitSelection.ts';
import type { RemoteBranch } from './writtenBranch.ts';

export interface DraftCleanerParts {
  readonly drafts: Drafts;
  readonly remoteBranch: Pick<RemoteBranch, 'blob'>;
  readonly rules: RepositoryRules;
}

/**
 * Gives drafts the content that `git add` stores for them, as `.gitattributes` says. The draft itself changes, so that
 * its difference, the question about the commit and the commit have the same content.
 */
export class DraftCleaner {
  readonly #parts: DraftCleanerParts;

  constructor(parts: DraftCleanerParts) {
    this.#parts = parts;
  }

  /** Drafts with open conflicts are not changed. */
  async clean(selected: readonly SelectedChange[], signal: AbortSignal): Promise<void> {
    const { drafts, remoteBranch } = this.#parts;
    const rules = this.#parts.rules.now({ signal });
    for (const { layer, change } of selected) {
      if (change.kind !== 'file' || change.mode === '120000' || change.conflict !== undefined) continue;
      const attributes = await rules.attributes(change.path);
      // The content of Git LFS has no line ends for git.
      const isText = changesText(attributes) && !isLfs(attributes);
      const content = isText ? await drafts.content(layer, change.path) : undefined;
      if (content === undefined) continue;
      const { base } = content.change;
      const stored = await storedText(content.bytes, attributes, async () =>
        base === undefined ? undefined : await remoteBranch.blob(base, signal),
      );
      if (stored === content.bytes) continue;
      const after = await drafts.merged(layer, content.change, stored, base);
      // It was saved meanwhile.
      const newer = after === 'changed' ? drafts.get(layer, change.path) : undefined;
      if (newer !== undefined) await this.clean([{ layer, change: newer }], signal);
    }
  }
}

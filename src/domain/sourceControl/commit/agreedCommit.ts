import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import { layers } from '../drafts/draftStore.ts';
import type { SelectedChange } from './commitSelection.ts';

/** A draft as one text, which changes with what the draft sends. */
const sentBy = ({ layer, change: { path, kind, base, mode, sha, from } }: SelectedChange): string =>
  JSON.stringify([layer, path, kind, base, mode, sha, from]);

/** As `sentBy`, without the file of the branch that the draft is based on. */
const contentOf = ({ layer, change: { path, kind, mode, sha } }: SelectedChange): string =>
  JSON.stringify([layer, path, kind, mode, sha]);

const keyOf = (layer: Layer, path: string): string => `${layer} ${path}`;

/**
 * The changes that were confirmed. A commit sends exactly these, or fails. With `head`, the commit is based on exactly
 * this one. Without `head`, a draft stays confirmed when changes of other people are merged into it.
 */
export class AgreedCommit {
  readonly #head: { readonly commit: string | undefined } | undefined;
  readonly #drafts: Map<string, SelectedChange>;

  /** `head`: the commit of the branch; its `commit` undefined: the repository is empty. */
  constructor(drafts: readonly SelectedChange[], head?: { readonly commit: string | undefined }) {
    this.#head = head;
    const sent = drafts.filter(({ change }) => !sendsNothing(change));
    this.#drafts = new Map(sent.map((draft) => [keyOf(draft.layer, draft.change.path), draft]));
  }

  /** Call it right before sending. @throws Failure `invalid` (field `agreed`) if these are not what was agreed */
  demand(drafts: readonly SelectedChange[], head: string | undefined): void {
    if (this.#head !== undefined && this.#head.commit !== head) throw notAgreed();
    const seen = new Set(drafts.map(({ layer, change }) => keyOf(layer, change.path)));
    const missing = [...this.#drafts].flatMap(([key, { change }]) => (seen.has(key) ? [] : change.path));
    const others = drafts.filter((draft) => !this.#has(draft)).map(({ change }) => change.path);
    if (missing.length > 0 || others.length > 0) throw notAgreed([...new Set([...others, ...missing])]);
  }

  /** As `demand`, for one draft. Earlier commits of the same call can have moved the branch. */
  demandOne(draft: SelectedChange): void {
    if (!this.#has(draft)) throw notAgreed([draft.change.path]);
  }

  /** The draft at `path` is gone. @throws as `demand` if it is neither committed nor merged away */
  demandNone(layer: Layer, path: string): void {
    if (this.#drafts.has(keyOf(layer, path))) throw notAgreed([path]);
  }

  /** `after` is `before` with the changes of other people; undefined: nothing is left of it. */
  merged(layer: Layer, before: Change, after: Change | undefined): void {
    if (this.#head === undefined) this.stored(layer, before, after);
  }

  /** `after` is how git stores `before`: a pointer of Git LFS; undefined: the branch has it already. */
  stored(layer: Layer, before: Change, after: Change | undefined): void {
    if (!this.#has({ layer, change: before })) return;
    if (after === undefined) this.#drafts.delete(keyOf(layer, before.path));
    else this.#drafts.set(keyOf(layer, after.path), { layer, change: after });
  }

  /** The branch has `sha` at `path` (undefined: no file): an equal draft needs no commit. */
  committed(path: string, sha: string | undefined): void {
    if (this.#head !== undefined) return;
    for (const key of layers.map((layer) => keyOf(layer, path)))
      if (this.#drafts.get(key)?.change.sha === sha) this.#drafts.delete(key);
  }

  discarded(paths: readonly string[]): void {
    for (const path of paths) for (const layer of layers) this.#drafts.delete(keyOf(layer, path));
  }

  #has(draft: SelectedChange): boolean {
    const { layer, change } = draft;
    if (sendsNothing(change)) return true;
    const agreed = this.#drafts.get(keyOf(layer, change.path));
    if (agreed === undefined) return false;
    const textOf = this.#head === undefined ? contentOf : sentBy;
    return textOf(agreed) === textOf(draft);
  }
}

/** Each draft as one text, which changes with what the draft sends. A draft that sends nothing has none. */
export function agreementTexts(drafts: readonly SelectedChange[]): readonly string[] {
  return drafts.filter(({ change }) => !sendsNothing(change)).map(sentBy);
}

/** Whether the file exists neither in the drafts nor in the branch. */
export function sendsNothing({ kind, base }: Change): boolean {
  return kind === 'removed' && base === undefined;
}

/** The message of a commit of the files at `paths`: `{path}` stands for them. */
export function commitMessage(message: string, paths: readonly string[]): string {
  return message.replaceAll('{path}', () => paths.join(', '));
}

/** `paths`: where the drafts differ; none: the branch moved. */
export function notAgreed(paths: readonly string[] = []): Failure {
  if (paths.length === 0) return wrongValue('agreed', requires('agreed'));
  const message = `changed after the commit was agreed to: ${paths.join(', ')}`;
  return new Failure('invalid', message, { field: 'agreed', reason: 'draftsChanged', about: paths });
}

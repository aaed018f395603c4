import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { Change } from '../drafts/draft.ts';
import type { Selected } from './commitSelection.ts';

/** What somebody agreed to: a commit sends this, or nothing. */
export interface AgreedCommit {
  /** The commit of the branch; undefined: the repository is empty. */
  readonly head: string | undefined;
  /** In the order of `selectChanges`. */
  readonly drafts: readonly Selected[];
}

/** What a draft sends. */
const sentBy = ({ layer, change }: Selected): string => {
  const { path, kind, base, mode, sha, from } = change;
  return JSON.stringify([layer, path, kind, base, mode, sha, from]);
};

/** Each draft as one text, which changes with what the draft sends. A draft that sends nothing has none. */
export function agreementTexts(drafts: readonly Selected[]): readonly string[] {
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

/**
 * Call it right before something is sent. `agreed` undefined: nobody was asked.
 * @throws Failure `invalid` (field `agreed`) if the drafts or the commit of the branch are others than agreed
 */
export function demandAgreed(agreed: AgreedCommit | undefined, now: AgreedCommit): void {
  if (agreed === undefined) return;
  const isSame =
    now.head === agreed.head && agreementTexts(now.drafts).join('\n') === agreementTexts(agreed.drafts).join('\n');
  if (!isSame) throw notAgreed();
}

/** As `demandAgreed`, for one of the drafts. Earlier commits of the same call can have moved the branch. */
export function demandAgreedDraft(agreed: AgreedCommit | undefined, draft: Selected): void {
  if (agreed === undefined || sendsNothing(draft.change)) return;
  if (!agreementTexts(agreed.drafts).includes(sentBy(draft))) throw notAgreed();
}

const notAgreed = (): Error => wrongValue('agreed', requires('agreed'));

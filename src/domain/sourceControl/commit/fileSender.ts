import type { CommitResult } from '../../../api/record/content.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import type { DraftContent } from '../drafts/draftStore.ts';
import type { BaseFile, Drafts } from '../drafts/drafts.ts';
import type { JournalEntry } from './journal.ts';
import type { Rebaser } from './rebaser.ts';
import type { CommitText, RemoteBranch } from './writtenBranch.ts';

/** Writes the state of the file to the journal, with the draft that it applies to. */
export type MarkEntry = (state: JournalEntry['state'], change: Change) => Promise<void>;

interface SentFile {
  readonly result: CommitResult | undefined;
  /** Whether the service confirmed the commit. Otherwise a read of the branch showed it. */
  readonly answered: boolean;
}

const mostMerges = 3;

export interface SendingParts {
  readonly drafts: Drafts;
  readonly remoteBranch: RemoteBranch;
  readonly rebaser: Rebaser;
}

/**
 * Commits the draft of `path`, rebased if another commit came first; undefined if there is none any more. After a
 * failure it reads the branch, which shows whether the commit succeeded.
 * @throws Failure `conflict` if the user must resolve it first; reason `maybeCommitted` if the outcome is unknown
 */
export async function sendFile(
  parts: SendingParts,
  { layer, path, text }: { readonly layer: Layer; readonly path: string; readonly text: CommitText },
  mark: MarkEntry,
  signal: AbortSignal,
): Promise<SentFile | undefined> {
  const { drafts, remoteBranch } = parts;
  for (let attempt = 1; ; attempt += 1) {
    // Read the draft with its bytes: the user may have saved again since the commit began.
    const content = await drafts.content(layer, path);
    if (content === undefined) return undefined;
    const { change } = content;
    await mark('sent', change);
    await drafts.sending(change);
    try {
      const result = await put(remoteBranch, content, text, signal);
      await mark('done', change);
      await drafts.committed(layer, path, change.sha);
      return { result, answered: true };
    } catch (error) {
      if (await wasCommitted(parts, layer, change, error, mark, signal)) return { result: undefined, answered: false };
      if (attempt >= mostMerges) throw error;
    }
  }
}

async function put(
  remoteBranch: RemoteBranch,
  { change: { path, base, kind }, bytes }: DraftContent,
  text: CommitText,
  signal: AbortSignal,
): Promise<CommitResult | undefined> {
  if (kind === 'removed') return base === undefined ? undefined : await remoteBranch.remove(path, base, text, signal);
  if (base === undefined) return await remoteBranch.create(path, bytes, text, signal);
  return await remoteBranch.update(path, base, bytes, text, signal);
}

/** Reads the file after a failure. True: committed. False: rebased, and can be sent again. Else throws the reason. */
async function wasCommitted(
  { drafts, remoteBranch, rebaser }: SendingParts,
  layer: Layer,
  change: Change,
  error: unknown,
  mark: MarkEntry,
  signal: AbortSignal,
): Promise<boolean> {
  // The service refused before it processed the file, or did not get the request.
  if (isFailure(error, 'signedOut', 'forbidden', 'throttled') || (isFailure(error) && error.sent === false)) {
    await mark('waiting', change);
    throw error;
  }
  const there = await fileAfter(remoteBranch, change.path, error, signal);
  if (there?.sha === change.sha) {
    await mark('done', change);
    await drafts.committed(layer, change.path, change.sha);
    return true;
  }
  await mark('waiting', change);
  if (there?.sha === change.base) throw error;
  const open = await rebaser.rebase(layer, change, there, signal);
  if (open.length > 0) throw conflictAt(open);
  return false;
}

/** The file on the server after `error`. @throws Failure with the reason `maybeCommitted` if it cannot be read */
async function fileAfter(
  remoteBranch: RemoteBranch,
  path: string,
  error: unknown,
  signal: AbortSignal,
): Promise<BaseFile | undefined> {
  try {
    await remoteBranch.refresh(signal);
    return await remoteBranch.file(path, signal);
  } catch (readError) {
    if (isFailure(readError, 'cancelled')) throw readError;
    if (!isFailure(error, 'broken', 'unreachable', 'timeout', 'unreadable')) throw readError;
    throw error.with({ reason: 'maybeCommitted', about: [path], cause: readError });
  }
}

/** The failure of a commit because of conflicts at `paths`, which the user must resolve. */
export function conflictAt(paths: readonly string[]): Failure {
  return new Failure('conflict', `changed here and on the server: ${paths.join(', ')}`, {
    field: 'paths',
    reason: 'isConflict',
    about: paths,
  });
}

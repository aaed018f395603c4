import { l10n, workspace } from 'vscode';
import { isFailure, type Failure } from '../../../core/errors.ts';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import type { ReadOnlyReason } from '../../../domain/permissions/writeAccess.ts';
import type { SearchNote } from '../../../domain/search/viewMessages.ts';
import { explain, explainReason } from '../../kit/messages/explain.ts';
import { explainGitProblem } from '../../kit/messages/gitProblems.ts';
import { formatCount } from '../../kit/messages/format.ts';
import type { RunningSearch } from './runningSearch.ts';
import type { Outdated, SearchTarget } from './searches.ts';
import { isWrongQuery } from './texts.ts';

type NamedTarget = SearchTarget & { readonly repository: string; readonly shownRef: string };

/** A replacement in the files of a preview. `more`: files that are shown after these. */
interface PendingReplacement {
  readonly matches: number;
  readonly files: number;
  readonly more: number;
}

interface NotesInput {
  readonly target: NamedTarget | undefined;
  readonly searched: NamedTarget | undefined;
  readonly run: RunningSearch | undefined;
  readonly outdated: Outdated | undefined;
  readonly seesSkipped: boolean;
  readonly gitProblem: GitProblem | undefined;
  /** Why the files cannot be changed, if the user wants to replace. */
  readonly blocked: ReadOnlyReason | undefined;
  readonly pending: PendingReplacement | undefined;
}

export function searchNotes(input: NotesInput): SearchNote[] {
  const { target, run, seesSkipped, gitProblem, blocked } = input;
  const failed = failureNote(run?.failure);
  const notes: SearchNote[] = input.pending === undefined ? [] : [pendingNote(input.pending)];
  if (target === undefined && run === undefined) {
    const action = { id: 'openRepository', label: l10n.t('Open Repository') } as const;
    notes.push({
      text: l10n.t('Open a remote repository to search its files.'),
      kind: 'information',
      actions: [action],
    });
  }
  if (run !== undefined) notes.push(...outdatedNotes(input), ...coverageNotes(run, seesSkipped));
  if (failed !== undefined) notes.push(failed);
  if (run !== undefined && gitProblem !== undefined) {
    const text = `${l10n.t('Without git, a search reads file by file.')} ${explainGitProblem(gitProblem)}`;
    notes.push({ text, kind: 'information' });
  }
  if (blocked !== undefined) notes.push({ text: explainReason(blocked), kind: 'warning' });
  if (hasMixedFolders()) {
    const action = { id: 'local', label: l10n.t('Search Local Folders') } as const;
    notes.push({ text: l10n.t('Only remote files are searched here.'), kind: 'information', actions: [action] });
  }
  return notes;
}

function pendingNote({ matches, files, more }: PendingReplacement): SearchNote {
  const question =
    files === 1
      ? l10n.t('Replace {0} matches in 1 file?', formatCount(matches))
      : l10n.t('Replace {0} matches in {1} files?', formatCount(matches), formatCount(files));
  const next =
    more === 1
      ? l10n.t('1 more file follows after these.')
      : l10n.t('{0} more files follow after these.', formatCount(more));
  const text = more === 0 ? question : `${question} ${next}`;
  const actions = [
    { id: 'replace', label: l10n.t('Replace') },
    { id: 'discard', label: l10n.t('Cancel') },
  ] as const;
  return { text, kind: 'warning', actions };
}

function outdatedNotes({ target, searched, outdated }: NotesInput): SearchNote[] {
  const action = { id: 'again', label: l10n.t('Search Again') } as const;
  if (searched !== undefined && target !== undefined && keyOf(searched) !== keyOf(target)) {
    const text = l10n.t('These are results of {0} at {1}.', searched.repository, searched.shownRef);
    return [{ text, kind: 'warning', actions: [action] }];
  }
  return outdated === undefined
    ? []
    : [{ text: l10n.t('The branch has changed since this search.'), kind: 'warning', actions: [action] }];
}

const keyOf = ({ host, owner, repo, ref }: SearchTarget): string => JSON.stringify([host, owner, repo, ref ?? '']);

/** What the results lack. `seesSkipped`: the skipped files are listed. */
function coverageNotes(run: RunningSearch, seesSkipped: boolean): SearchNote[] {
  const notes: SearchNote[] = [];
  if (run.limitHit) {
    const text = l10n.t('Only the first {0} lines are listed. Narrow the search.', formatCount(run.query.limit));
    notes.push({ text, kind: 'warning' });
  }
  const coming = run.coverage?.coming ?? 0;
  if (coming > 0 && run.failure === undefined) notes.push(comingNote(coming, run.isRunning));
  const skipped = run.coverage?.skipped ?? 0;
  if (skipped > 0 && !run.isRunning) {
    const text =
      skipped === 1
        ? l10n.t('1 file was not searched: binary or larger than 20 MB.')
        : l10n.t('{0} files were not searched: binary or larger than 20 MB.', formatCount(skipped));
    const label = seesSkipped ? l10n.t('Hide') : l10n.t('Show');
    notes.push({ text, kind: 'information', actions: [{ id: 'skipped', label }] });
  }
  const lfs = run.coverage?.lfs ?? 0;
  if (lfs > 0 && !run.isRunning) {
    const text =
      lfs === 1
        ? l10n.t('1 file was not searched: its content is in Git LFS.')
        : l10n.t('{0} files were not searched: their contents are in Git LFS.', formatCount(lfs));
    notes.push({ text, kind: 'information' });
  }
  return notes;
}

/** Files of 1 to 20 MB, which are fetched and searched after all others. */
function comingNote(coming: number, isRunning: boolean): SearchNote {
  if (isRunning) {
    const text =
      coming === 1
        ? l10n.t('1 large file is still being fetched; its results follow.')
        : l10n.t('{0} large files are still being fetched; their results follow.', formatCount(coming));
    return { text, kind: 'information' };
  }
  const text =
    coming === 1
      ? l10n.t('1 large file was not searched, because it was not fetched.')
      : l10n.t('{0} large files were not searched, because they were not fetched.', formatCount(coming));
  return { text, kind: 'warning', actions: [{ id: 'again', label: l10n.t('Search Again') }] };
}

/** The failure of a search with what helps; undefined for a cancellation and for an unusable query. */
function failureNote(failure: Failure | undefined): SearchNote | undefined {
  if (failure === undefined || isFailure(failure, 'cancelled') || isWrongQuery(failure)) return undefined;
  const action = isFailure(failure, 'signedOut')
    ? { id: 'signIn' as const, label: l10n.t('Sign In') }
    : { id: 'again' as const, label: l10n.t('Try Again') };
  return { text: explain(failure), kind: 'error', actions: [action] };
}

function hasMixedFolders(): boolean {
  const schemes = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return schemes.includes(fileScheme) && schemes.some((scheme) => scheme !== fileScheme);
}

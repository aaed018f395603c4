import { l10n, workspace } from 'vscode';
import { isFailure, type Failure } from '../../../core/errors.ts';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { neverText } from '../../../domain/search/textQuery.ts';
import type { ReadOnlyReason } from '../../../domain/permissions/writeAccess.ts';
import { explain, explainReason } from '../../kit/messages/explain.ts';
import { explainGitProblem } from '../../kit/messages/gitProblems.ts';
import { formatCount } from '../../kit/messages/format.ts';
import type { RunningSearch } from './runningSearch.ts';
import type { Outdated, SearchTarget } from './searches.ts';
import { isWrongQuery } from './texts.ts';

type NamedTarget = SearchTarget & { readonly repository: string; readonly shownRef: string };

/** A sentence above the results. Its action is the first row of them. */
export interface SearchNote {
  readonly text: string;
  readonly kind: 'information' | 'warning' | 'error';
  readonly action?: { readonly command: string; readonly label: string };
  /** Paths of the files that it is about: they are the rows below its own. */
  readonly files?: readonly string[];
}

interface NotesInput {
  readonly target: NamedTarget | undefined;
  readonly searched: NamedTarget | undefined;
  readonly run: RunningSearch | undefined;
  readonly outdated: Outdated | undefined;
  readonly gitProblem: GitProblem | undefined;
  /** Why the files cannot be changed, if the user wants to replace. */
  readonly blocked: ReadOnlyReason | undefined;
}

export function searchNotes(input: NotesInput): SearchNote[] {
  const { run, gitProblem, blocked } = input;
  const failed = failureNote(run?.failure);
  const notes: SearchNote[] = run === undefined ? [] : [...outdatedNotes(input), ...coverageNotes(run)];
  if (failed !== undefined) notes.push(failed);
  if (run !== undefined && gitProblem !== undefined) {
    const text = `${l10n.t('Without git, a search reads file by file.')} ${explainGitProblem(gitProblem)}`;
    notes.push({ text, kind: 'information' });
  }
  if (blocked !== undefined) notes.push({ text: explainReason(blocked), kind: 'warning' });
  if (run !== undefined && hasMixedFolders()) {
    const action = { command: 'sourcehost.search.localFolders', label: l10n.t('Search Local Folders') } as const;
    notes.push({ text: l10n.t('Only remote files are searched here.'), kind: 'information', action });
  }
  return notes;
}

function outdatedNotes({ target, searched, outdated }: NotesInput): SearchNote[] {
  const action = searchAgain(l10n.t('Search Again'));
  if (searched !== undefined && target !== undefined && keyOf(searched) !== keyOf(target)) {
    const text = l10n.t('These are results of {0} at {1}.', searched.repository, searched.shownRef);
    return [{ text, kind: 'warning', action }];
  }
  return outdated === undefined
    ? []
    : [{ text: l10n.t('The branch has changed since this search.'), kind: 'warning', action }];
}

const searchAgain = (label: string): NonNullable<SearchNote['action']> => ({
  command: 'sourcehost.textSearch.refresh',
  label,
});

const keyOf = ({ host, owner, repo, ref }: SearchTarget): string => JSON.stringify([host, owner, repo, ref ?? '']);

/** What the results lack. */
function coverageNotes(run: RunningSearch): SearchNote[] {
  const notes: SearchNote[] = [];
  if (run.limitHit) {
    const text = l10n.t('Only the first {0} lines are listed. Narrow the search.', formatCount(run.query.limit));
    notes.push({ text, kind: 'warning' });
  }
  const coming = run.coverage?.coming ?? 0;
  if (coming > 0 && run.failure === undefined) notes.push(comingNote(coming, run.isRunning));
  // Nobody expects text in pictures and archives.
  const files = run.coverage?.skippedPaths.filter((path) => !neverText.test(path)) ?? [];
  if (files.length > 0 && !run.isRunning) {
    const text =
      files.length === 1
        ? l10n.t('1 file was not searched: binary or larger than 20 MB.')
        : l10n.t('{0} files were not searched: binary or larger than 20 MB.', formatCount(files.length));
    notes.push({ text, kind: 'information', files });
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
  return { text, kind: 'warning', action: searchAgain(l10n.t('Search Again')) };
}

/** The failure of a search with what helps; undefined for a cancellation and for an unusable query. */
function failureNote(failure: Failure | undefined): SearchNote | undefined {
  if (failure === undefined || isFailure(failure, 'cancelled') || isWrongQuery(failure)) return undefined;
  const action = isFailure(failure, 'signedOut')
    ? { command: 'sourcehost.account.signIn' as const, label: l10n.t('Sign In') }
    : searchAgain(l10n.t('Try Again'));
  return { text: explain(failure), kind: 'error', action };
}

function hasMixedFolders(): boolean {
  const schemes = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  return schemes.includes(fileScheme) && schemes.some((scheme) => scheme !== fileScheme);
}

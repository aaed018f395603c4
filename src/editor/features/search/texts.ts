import { l10n } from 'vscode';
import { isFailure, type Failure } from '../../../core/errors.ts';
import { explain } from '../../kit/messages/explain.ts';
import { formatCount } from '../../kit/messages/format.ts';
import type { RunningSearch } from './runningSearch.ts';

interface PendingReplacement {
  readonly matches: number;
  readonly files: number;
  readonly more: number;
}

/** `12 results in 4 files` */
export function resultsText(matches: number, files: number): string {
  if (matches === 1) return l10n.t('1 result in 1 file');
  if (files === 1) return l10n.t('{0} results in 1 file', formatCount(matches));
  return l10n.t('{0} results in {1} files', formatCount(matches), formatCount(files));
}

export function summaryOf(run: RunningSearch): string {
  if (run.matches > 0) return resultsText(run.matches, run.count);
  if (run.isRunning) return l10n.t('Searching…');
  if (run.failure !== undefined) return isFailure(run.failure, 'cancelled') ? l10n.t('Search cancelled') : '';
  const { include, exclude } = run.query;
  return include.length + exclude.length > 0
    ? l10n.t('No results. Check the files to include and to exclude.')
    : l10n.t('No results');
}

/** `812 of 1,204 files`, while files are left, and after the search was cancelled. */
export function progressOf(run: RunningSearch | undefined): string {
  const coverage = run?.coverage;
  if (coverage === undefined) return '';
  const done = coverage.searched + coverage.skipped;
  return done < coverage.total ? l10n.t('{0} of {1} files', formatCount(done), formatCount(coverage.total)) : '';
}

/** Whether to replace what the preview shows. `more`: files that are shown after these. */
export function questionOf({ matches, files, more }: PendingReplacement): string {
  const inOne =
    matches === 1 ? l10n.t('Replace 1 match?') : l10n.t('Replace {0} matches in 1 file?', formatCount(matches));
  const question =
    files === 1 ? inOne : l10n.t('Replace {0} matches in {1} files?', formatCount(matches), formatCount(files));
  if (more === 0) return question;
  const next =
    more === 1
      ? l10n.t('1 more file follows after these.')
      : l10n.t('{0} more files follow after these.', formatCount(more));
  return `${question} ${next}`;
}

export const isWrongQuery = (failure: Failure): boolean => isFailure(failure, 'invalid') && failure.field === 'query';

export function wrongQuery(failure: Failure | undefined): string {
  if (failure === undefined || !isWrongQuery(failure)) return '';
  if (failure.requirement?.code === 'expression') return l10n.t('Invalid regular expression');
  return failure.requirement?.code === 'fastExpression'
    ? l10n.t('This regular expression takes too long. Try a simpler one.')
    : explain(failure);
}

export function replacedText(matches: number, files: number): string {
  if (matches === 1) return l10n.t('Replaced 1 match. Nothing is committed yet.');
  if (files === 1) return l10n.t('Replaced {0} matches in 1 file. Nothing is committed yet.', formatCount(matches));
  return l10n.t(
    'Replaced {0} matches in {1} files. Nothing is committed yet.',
    formatCount(matches),
    formatCount(files),
  );
}

/** Which files a replacement left out, and why; undefined if it left out none. */
export function leftOutText(unreadable: readonly string[], changed: readonly string[]): string | undefined {
  const sentences = [
    namedFiles(unreadable, (names) => l10n.t('Not changed, because they cannot be edited: {0}.', names)),
    namedFiles(changed, (names) =>
      l10n.t('Not replaced, because the lines have changed since the search: {0}.', names),
    ),
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const named = 3;

function namedFiles(paths: readonly string[], sentence: (names: string) => string): string | undefined {
  if (paths.length === 0) return undefined;
  const names = paths.slice(0, named).join(', ');
  const rest = paths.length - named;
  return sentence(rest > 0 ? l10n.t('{0} and {1} more', names, rest) : names);
}

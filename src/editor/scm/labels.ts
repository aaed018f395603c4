import { l10n } from 'vscode';
import type { Author } from '../../domain/commit/journal.ts';
import type { Change } from '../../domain/drafts/draft.ts';

/** `3 files: 3 commits` */
export function commitCountLabel(files: number): string {
  return files === 1 ? l10n.t('1 file: 1 commit') : l10n.t('{0} files: {0} commits', files);
}

/** Asks whether to make one commit for each of `files`; and the button for it. */
export function commitQuestion(files: number, branch: string): { readonly question: string; readonly action: string } {
  return files === 1
    ? { question: l10n.t('Make 1 commit on {0}?', branch), action: l10n.t('Make 1 Commit') }
    : { question: l10n.t('Make {0} commits on {1}?', files, branch), action: l10n.t('Make {0} Commits', files) };
}

/** What `commitQuestion` is about: the author, the files, and what the host cannot store of them. */
export function commitDetail(files: readonly Change[], author: Author | undefined): string {
  const plain = files.flatMap(unsupportedModeWarnings);
  return [
    author === undefined
      ? l10n.t('This host commits one file at a time.')
      : l10n.t('This host commits one file at a time. Author: {0}', `${author.name} <${author.email}>`),
    pathSummary(files.map(({ kind, path }) => (kind === 'removed' ? `− ${path}` : path))),
    ...(plain.length === 0 ? [] : ['', pathSummary(plain)]),
  ].join('\n');
}

/** The first `most` paths, one per line. */
export function pathSummary(paths: readonly string[], most = 10): string {
  const shown = paths.slice(0, most).join('\n');
  return paths.length <= most ? shown : `${shown}\n${l10n.t('…and {0} more', paths.length - most)}`;
}

/** File modes that the service cannot store: new files get the default mode. */
export function unsupportedModeWarnings({ kind, base, mode, path }: Change): string[] {
  if (kind !== 'file' || base !== undefined) return [];
  if (mode === '100755')
    return [l10n.t('{0} will not be executable: file modes cannot be committed to this host.', path)];
  return mode === '120000'
    ? [l10n.t('{0} will be a file: symbolic links cannot be committed to this host.', path)]
    : [];
}

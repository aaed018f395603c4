import { l10n } from 'vscode';

/** `3 files: 3 commits` */
export function commitsOf(files: number): string {
  return files === 1 ? l10n.t('1 file: 1 commit') : l10n.t('{0} files: {0} commits', files);
}

/** Some of many paths, one below the other. */
export function listOf(paths: readonly string[], most = 10): string {
  const shown = paths.slice(0, most).join('\n');
  return paths.length <= most ? shown : `${shown}\n${l10n.t('…and {0} more', paths.length - most)}`;
}

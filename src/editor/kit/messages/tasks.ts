import { l10n } from 'vscode';
import { oneLine } from '../../../core/text.ts';

// What failed, for the beginning of a message: `explain` and `Failures.show` take these texts.

/** `“src/app.ts” of alice/demo`; only one of them if the other is undefined. */
export function namedIn(name: string | undefined, repository: string | undefined): string | undefined {
  const short = name === undefined ? undefined : oneLine(name, 100);
  if (short === undefined || repository === undefined) return short === undefined ? repository : l10n.t('“{0}”', short);
  return l10n.t('“{0}” of {1}', short, repository);
}

/** `Delete Branch failed for “fix” of alice/demo`. `title`: of the command. */
export function failedCommand(title: string, subject: string | undefined): string {
  const plain = title.replace(/…$/, '');
  return subject === undefined ? l10n.t('{0} failed', plain) : l10n.t('{0} failed for {1}', plain, subject);
}

export function notSaved(subject: string): string {
  return l10n.t('{0} was not saved', subject);
}

export function notOpened(subject: string): string {
  return l10n.t('{0} could not be opened', subject);
}

import { l10n } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { Unsaveable } from '../../../domain/records/sync/unsaveable.ts';
import type { Problem } from '../../../domain/records/text/problem.ts';
import { explain } from '../../kit/messages/explain.ts';

/** Text that explains a problem and its solution. */
export function problemMessage({ code, key = '', value = '', allowed = [], detail = '' }: Problem): string {
  switch (code) {
    case 'noFrontMatter':
      return l10n.t('The text must begin with a line “---” and the fields below it.');
    case 'endless':
      return l10n.t('The fields do not end: a second line “---” is missing.');
    case 'noBlank':
      return l10n.t('A blank is missing behind “{0}:”.', key);
    case 'yaml':
      return l10n.t('This is not valid YAML: {0}', oneLine(detail));
    case 'tooLong':
      return l10n.t('The fields are longer than can be read: 20,000 characters are the most.');
    case 'notFields':
      return l10n.t('Fields are written as “key: value”, one on each line.');
    case 'unsupported':
      return l10n.t(
        'Only plain values and lists of them can be used here, no anchors, aliases, tags or nested values.',
      );
    case 'duplicateKey':
      return l10n.t('“{0}” is written twice.', key);
    case 'unknownKey':
      return l10n.t('There is no field “{0}”.', key);
    case 'onlyNew':
      return l10n.t('“{0}” can only be set when it is created.', key);
    case 'noList':
      return l10n.t('“{0}” takes one value, no list.', key);
    case 'required':
      return l10n.t('The service needs “{0}”.', key);
    case 'badChoice':
      return l10n.t('“{0}” must be one of: {1}', key, allowed.join(', '));
    case 'badDate':
      return l10n.t('“{0}” is no date like 2026-01-31.', value);
    case 'comma':
      return l10n.t('“{0}” cannot be sent: the service separates names by commas.', value);
    case 'noMarker':
      return l10n.t('The line above the comments is gone, so the text cannot be told from them.');
    case 'typedBelow':
      return l10n.t('Nothing below this line is saved: the service has no way to add comments from here.');
  }
}

/** Display names of the keys of a conflict or change. */
export function keyNames(keys: readonly string[]): string {
  return keys.map((key) => (key === 'body' ? l10n.t('the text') : `“${key}”`)).join(', ');
}

/** Text that explains why a document was not saved. `lineOf` converts an offset to a line number, starting at 1. */
export function saveFailureMessage(
  error: unknown,
  conflicts: readonly string[],
  lineOf: (offset: number) => number,
): string {
  if (error instanceof Unsaveable) {
    const [problem] = error.problems;
    if (problem !== undefined) return l10n.t('Line {0}: {1}', lineOf(problem.at.from), problemMessage(problem));
  }
  if (isFailure(error, 'conflict') && conflicts.length > 0) {
    return l10n.t('Others changed {0} meanwhile. Choose which to keep.', keyNames(conflicts));
  }
  const failure = toFailure(error);
  // The record existed a moment ago. Therefore a value in the request, such as a name, does not exist.
  const named =
    failure.kind === 'missing' && failure.reason === undefined && /^(?:POST|PATCH) /.test(failure.operation ?? '');
  return explain(named ? failure.with({ kind: 'refused' }) : failure);
}

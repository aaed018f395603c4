import { l10n } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { fullName, type RecordAddress } from '../../../domain/hosts/address.ts';
import { Unsaveable } from '../../../domain/documents/sync/unsaveable.ts';
import type { Problem, ProblemCode } from '../../../domain/documents/text/problem.ts';
import { explain } from '../../kit/messages/explain.ts';

const problemMessages: Readonly<Record<ProblemCode, (details: Required<Omit<Problem, 'code' | 'at'>>) => string>> = {
  noFrontMatter: () => l10n.t('The document must begin with a line “---” and the fields below it.'),
  endless: () => l10n.t('The closing line “---” is missing.'),
  tooLong: () => l10n.t('The fields are longer than 20,000 characters.'),
  notFields: () => l10n.t('Write fields as “key: value”, one per line.'),
  openList: () => l10n.t('The list begins with “[” and does not end with “]”.'),
  duplicateKey: ({ key }) => l10n.t('“{0}” is used twice.', key),
  unknownKey: ({ key }) => l10n.t('Unknown field “{0}”.', key),
  onlyNew: ({ key }) => l10n.t('“{0}” can only be set when it is created.', key),
  noList: ({ key }) => l10n.t('“{0}” takes one value, not a list.', key),
  required: ({ key }) => (key === 'title' ? l10n.t('A title is required.') : l10n.t('“{0}” is required.', key)),
  badChoice: ({ key, allowed }) => l10n.t('“{0}” must be one of: {1}', key, allowed.join(', ')),
  badDate: ({ value }) => l10n.t('“{0}” is not a date such as 2026-01-31.', value),
  comma: ({ value }) => l10n.t('“{0}” cannot be sent: names are separated by commas.', value),
  unanswered: ({ key }) => l10n.t('The form requires an answer to “{0}”.', oneLine(key, 100)),
  badAnswer: ({ key, allowed }) => l10n.t('“{0}” must be one of: {1}', oneLine(key, 100), allowed.join(', ')),
  oneAnswer: ({ key }) => l10n.t('“{0}” takes one answer.', oneLine(key, 100)),
  unticked: ({ value }) => l10n.t('The form requires this box to be ticked: {0}', oneLine(value, 100)),
};

export function problemMessage({ code, key = '', value = '', allowed = [] }: Problem): string {
  return problemMessages[code]({ key, value, allowed });
}

const names: Readonly<Record<RecordAddress['kind'], (id: string | undefined) => string>> = {
  issues: (id) => (id === undefined ? l10n.t('New Issue') : l10n.t('Issue #{0}', id)),
  milestones: (id) => (id === undefined ? l10n.t('New Milestone') : l10n.t('Milestone #{0}', id)),
  pullRequests: (id) => (id === undefined ? l10n.t('New Pull Request') : l10n.t('Pull Request !{0}', id)),
  releases: (id) => (id === undefined ? l10n.t('New Release') : l10n.t('Release {0}', id)),
};

/** `Issue #12`, `New Milestone`, `Release v1.0` */
export function nameOf({ kind, id }: RecordAddress): string {
  return names[kind](id);
}

/** `Issue #12 of alice/website`, `New Release of alice/website`. */
export function recordSubject(address: RecordAddress): string {
  return l10n.t('{0} of {1}', nameOf(address), fullName(address));
}

export function keyNames(keys: readonly string[]): string {
  return keys.map((key) => (key === 'body' ? l10n.t('the text') : `“${key}”`)).join(', ');
}

/** `lineOf` converts an offset to a line number, starting at 1. */
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
    return l10n.t('Others changed {0} meanwhile. Choose a version.', keyNames(conflicts));
  }
  const failure = toFailure(error);
  // The record existed a moment ago. Therefore a value in the request, such as a name, does not exist.
  const named =
    failure.kind === 'missing' && failure.reason === undefined && /^(?:POST|PATCH) /.test(failure.operation ?? '');
  return explain(named ? failure.with({ kind: 'refused' }) : failure);
}

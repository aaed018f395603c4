import { Uri } from 'vscode';
import type { Field } from '../../api/contract/field.ts';
import { requires, type Requirement } from '../../core/requirement.ts';

/** A command argument that is not a parameter of the API. `check`: what a value lacks; undefined: it is a `T`. */
export const argument = <T>(
  check: (value: unknown) => Requirement | undefined,
): Field<T> & { readonly optional: false } => ({
  type: 'text',
  optional: false,
  check,
  encode: String,
});

export const isUri = (value: unknown): value is Uri | string =>
  value instanceof Uri || (typeof value === 'string' && /^[a-z][\w+.-]*:/i.test(value));

export const uri = argument<Uri | string>((value) => (isUri(value) ? undefined : requires('uri')));

export const uris = argument<Uri | string | readonly (Uri | string)[]>((value) =>
  (Array.isArray(value) ? value : [value]).every(isUri) ? undefined : requires('uris'),
);

const isNumber = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) ||
  (typeof value === 'string' && /^[1-9]\d*$/.test(value));

export const recordNumber = argument<number | string>((value) => (isNumber(value) ? undefined : requires('number')));

/** The id of a record: the text of the service, or a number. */
export const recordId = argument<number | string>((value) =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value.trim() !== '') ? undefined : requires('id'),
);

export const recordNumbers = argument<number | string | readonly (number | string)[]>((value) =>
  (Array.isArray(value) ? value : [value]).every(isNumber) ? undefined : requires('numbers'),
);

/** The numbers as texts, without duplicates. */
export const toNumbers = (numbers: number | string | readonly (number | string)[]): string[] => [
  ...new Set((typeof numbers === 'object' ? numbers : [numbers]).map(String)),
];

export const toUri = (value: Uri | string): Uri => (value instanceof Uri ? value : Uri.parse(value, true));

export function toUris(values: Uri | string | readonly (Uri | string)[]): Uri[] {
  return values instanceof Uri || typeof values === 'string' ? [toUri(values)] : values.map(toUri);
}

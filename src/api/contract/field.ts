import { hasControl } from '../../core/hidden.ts';
import { parsePublicKey } from '../../core/publicKey.ts';
import { requires, type Requirement } from '../../core/requirement.ts';
import { isObject } from '../../core/text.ts';
import { isDay, isTime } from '../../core/time.ts';

/** One input of an operation. Its value is checked before the request is sent. */
export interface Field<T = unknown> {
  readonly type:
    | 'text'
    | 'url'
    | 'base64'
    | 'file'
    | 'integer'
    | 'boolean'
    | 'choice'
    | 'choices'
    | 'time'
    | 'date'
    | 'names'
    | 'numbers'
    | 'texts';
  readonly optional: boolean;
  /** The description requires it, but it is left out for records without a value: the service then decides. */
  readonly omissible?: boolean;
  readonly values?: readonly string[];
  readonly limits?: { readonly least: number; readonly most: number };
  /** The rule that `value` breaks; undefined if the value is valid. */
  readonly check: (value: unknown) => Requirement | undefined;
  readonly encode: (value: unknown) => Encoded;
  /** Carries the type `T`; never set. */
  readonly is?: T;
}

/** A value of the query or of the body. Only a body has lists, texts by name and files. */
export type Encoded =
  string | number | boolean | readonly (string | number)[] | Readonly<Record<string, string>> | File;

export type Fields = Readonly<Record<string, Field>>;
export type TypeOf<F> = F extends Field<infer T> ? T : never;
type OptionalField<T> = Field<T> & { readonly optional: true };

/** The parameter object of a caller: required fields, then optional ones. Undefined means left out. */
export type Inputs<F> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: TypeOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: TypeOf<F[K]> | undefined;
};

type RequiredField<T> = Field<T> & { readonly optional: false };

function field<T>(
  type: Field['type'],
  check: Field['check'],
  more: { encode?: Field['encode']; values?: readonly string[] } = {},
): RequiredField<T> {
  const encode = more.encode ?? ((value: unknown) => value as Encoded);
  return { type, optional: false, check, encode, ...(more.values === undefined ? {} : { values: more.values }) };
}

const isText = (value: unknown): Requirement | undefined => {
  if (typeof value !== 'string') return requires('text');
  return value.isWellFormed() ? undefined : requires('unicode');
};

export const text = field<string>('text', isText);

const isFilled = (value: unknown): Requirement | undefined =>
  isText(value) ?? (String(value).trim() === '' ? requires('filled') : undefined);

/** Text that is not blank, such as a title or a message. It can have several lines. */
export const filledText = field<string>('text', isFilled);

const isLine = (value: unknown): Requirement | undefined =>
  isText(value) ?? (hasControl(String(value)) ? requires('printable') : undefined);

/** Text without control characters, possibly empty, such as a ref or a path. */
export const line = field<string>('text', isLine);

/** Text without control characters that is not blank, such as the name of a branch. */
export const name = field<string>('text', (value) => isFilled(value) ?? isLine(value));

/** One line of a public key of SSH. */
export const publicKey = field<string>(
  'text',
  (value) => isFilled(value) ?? (parsePublicKey(String(value)) === undefined ? requires('publicKey') : undefined),
);

export const webUrl = field<string>('url', (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? undefined : requires('webUrl'),
);

export const integer = field<number>('integer', (value) =>
  Number.isSafeInteger(value) ? undefined : requires('integer'),
);

export function range(least: number, most = Infinity): RequiredField<number> {
  const check = (value: unknown): Requirement | undefined => {
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return undefined;
    return most === Infinity ? requires('atLeast', `${least}`) : requires('between', `${least}`, `${most}`);
  };
  return { ...field<number>('integer', check), limits: { least, most } };
}

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Base64 on one line. The service silently creates an empty file from invalid Base64. */
export const base64 = field<string>('base64', (value) =>
  typeof value === 'string' && value.length % 4 === 0 && base64Pattern.test(value) ? undefined : requires('base64'),
);

/** A file in memory. It makes the body a form in parts, and must be its only field. */
export const file = field<File>('file', (value) => (value instanceof File ? undefined : requires('valid')));

export const flag = field<boolean>('boolean', (value) =>
  typeof value === 'boolean' ? undefined : requires('boolean'),
);

/** A boolean that the API expects as the text `true` or `false`. */
export const textFlag = field<boolean>('boolean', flag.check, { encode: String });

/** An ISO 8601 time with an offset or Z. */
export const time = field<string>('time', (value) =>
  typeof value === 'string' && isTime(value) ? undefined : requires('time'),
);

/** A day, `YYYY-MM-DD`. */
export const date = field<string>('date', (value) =>
  typeof value === 'string' && isDay(value) ? undefined : requires('date'),
);

/** Names: a list, or one comma-separated string. Sent as one comma-separated string. */
export const names = field<string | readonly string[]>(
  'names',
  (value) => {
    if (typeof value === 'string') return isLine(value);
    if (!Array.isArray(value)) return requires('names');
    for (const item of value as unknown[]) {
      const wrong = isLine(item);
      if (wrong !== undefined) return wrong;
      if (String(item).includes(',')) return requires('noComma', String(item));
    }
    return undefined;
  },
  { encode: (value) => (Array.isArray(value) ? value.join(',') : String(value)) },
);

const listOf =
  (check: (item: unknown) => Requirement | undefined, kind: 'names' | 'numbers') =>
  (value: unknown): Requirement | undefined => {
    if (!Array.isArray(value) || value.length === 0) return requires(kind);
    return value.map((item: unknown) => check(item)).find((wrong) => wrong !== undefined);
  };

/** Names, at least one. Sent as a JSON array. */
export const nameList = field<readonly string[]>('names', listOf(name.check, 'names'));

/** Whole numbers, at least one. Sent as a JSON array. */
export const numberList = field<readonly number[]>('numbers', listOf(integer.check, 'numbers'));

/** Texts by their name. */
export const textsByName = field<Readonly<Record<string, string>>>('texts', (value) =>
  isObject(value) && Object.values(value).every((one) => isText(one) === undefined) ? undefined : requires('texts'),
);

/** Values of an enumeration of the API: a list, or one comma-separated string. Sent as one comma-separated string. */
export function someOf<const V extends string>(...values: readonly V[]): RequiredField<readonly V[] | string> {
  return field<readonly V[] | string>(
    'choices',
    (value) => {
      const items: unknown = typeof value === 'string' ? value.split(',') : value;
      const right = Array.isArray(items) && items.every((item) => values.some((one) => one === item));
      return right ? undefined : requires('someOf', values.join(', '));
    },
    { values, encode: String },
  );
}

export function oneOf<const V extends string | number>(...values: readonly V[]): RequiredField<V> {
  return field<V>(
    'choice',
    (value) => (values.some((one) => one === value) ? undefined : requires('oneOf', values.join(', '))),
    { values: values.map(String) },
  );
}

/** The same required field, but undefined is left out, for records that have no value of it. */
export function orUnset<T>(required: RequiredField<T>): RequiredField<T | undefined> {
  return { ...required, omissible: true };
}

export function optional<T>(required: RequiredField<T>): OptionalField<T> {
  return { ...required, optional: true };
}

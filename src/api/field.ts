/** One input of an operation: what may be sent, checked before anything is. */
export interface Field<T = unknown> {
  readonly type: 'text' | 'url' | 'base64' | 'integer' | 'boolean' | 'choice' | 'choices' | 'time' | 'date' | 'names';
  readonly optional: boolean;
  readonly values?: readonly string[];
  /** Says what is wrong with `value`, or undefined where it can be sent. */
  readonly check: (value: unknown) => string | undefined;
  /** What goes over the wire. */
  readonly encode: (value: unknown) => string | number | boolean;
  /** Only a type. */
  readonly is?: T;
}

export type Fields = Readonly<Record<string, Field>>;
export type TypeOf<F> = F extends Field<infer T> ? T : never;
type OptionalField<T> = Field<T> & { readonly optional: true };

/** The object that a caller hands over: required fields, then optional ones; undefined means left out. */
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
  const encode = more.encode ?? ((value: unknown) => value as string | number | boolean);
  return { type, optional: false, check, encode, ...(more.values === undefined ? {} : { values: more.values }) };
}

const isText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return 'must be text';
  return value.isWellFormed() ? undefined : 'is not valid Unicode';
};

/** Text, possibly empty. */
export const text = field<string>('text', isText);

/** Text with something in it besides blanks. */
export const name = field<string>(
  'text',
  (value) => isText(value) ?? (String(value).trim() === '' ? 'must not be empty' : undefined),
);

/** An address of the web, http or https, as text. */
export const webUrl = field<string>('url', (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
    ? undefined
    : 'must be an http or https address',
);

export const integer = field<number>('integer', (value) =>
  Number.isSafeInteger(value) ? undefined : 'must be a whole number',
);

/** A whole number from `least` to `most`. */
export function range(least: number, most = Infinity): RequiredField<number> {
  return field<number>('integer', (value) => {
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return undefined;
    return `must be a whole number ${most === Infinity ? `not below ${least}` : `from ${least} to ${most}`}`;
  });
}

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Base64 on one line: the service silently makes an empty file of anything else. */
export const base64 = field<string>('base64', (value) =>
  typeof value === 'string' && value.length % 4 === 0 && base64Pattern.test(value) ? undefined : 'must be Base64',
);

export const flag = field<boolean>('boolean', (value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false',
);

/** A boolean that the API takes as the text `true` or `false`. */
export const textFlag = field<boolean>('boolean', flag.check, { encode: String });

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
const isDate = (value: string): boolean => !Number.isNaN(Date.parse(value));

/** An ISO 8601 time with an offset or Z. */
export const time = field<string>('time', (value) =>
  typeof value === 'string' && timePattern.test(value) && isDate(value)
    ? undefined
    : 'must be an ISO 8601 time with an offset, as 2026-01-31T09:30:00+08:00',
);

/** A day, `YYYY-MM-DD`. */
export const date = field<string>('date', (value) => {
  const real =
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    isDate(value) &&
    new Date(value).toISOString().startsWith(value);
  return real ? undefined : 'must be a date, as 2026-01-31';
});

/** Names that travel as one comma-separated string: a list, or that string. */
export const names = field<string | readonly string[]>(
  'names',
  (value) => {
    if (typeof value === 'string') return isText(value);
    if (!Array.isArray(value)) return 'must be a list of names';
    for (const item of value as unknown[]) {
      const wrong = isText(item);
      if (wrong !== undefined) return wrong;
      if (String(item).includes(',')) return `cannot hold “${String(item)}”: the service separates names by commas`;
    }
    return undefined;
  },
  { encode: (value) => (Array.isArray(value) ? value.join(',') : String(value)) },
);

/** Some of the values that the API describes, sent as one comma-separated string: a list, or that string. */
export function someOf<const V extends string>(...values: readonly V[]): RequiredField<readonly V[] | string> {
  return field<readonly V[] | string>(
    'choices',
    (value) => {
      const given: unknown = typeof value === 'string' ? value.split(',') : value;
      const right = Array.isArray(given) && given.every((item) => values.some((known) => known === item));
      return right ? undefined : `must be a list of ${values.join(', ')}`;
    },
    { values, encode: String },
  );
}

/** One of the values that the API describes. Closed: nothing else is sent. */
export function oneOf<const V extends string | number>(...values: readonly V[]): RequiredField<V> {
  return field<V>(
    'choice',
    (value) => (values.some((known) => known === value) ? undefined : `must be one of ${values.join(', ')}`),
    { values: values.map(String) },
  );
}

/** The same field, which may be left out. */
export function optional<T>(required: RequiredField<T>): OptionalField<T> {
  return { ...required, optional: true };
}

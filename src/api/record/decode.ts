import * as v from 'valibot';
import { isObject } from '../../core/text.ts';

/** A record of the API. A field that cannot be decoded is undefined; only the identity fields are required. */
export type RecordSchema<T> = v.GenericSchema<unknown, T>;
type OptionalValue<T> = v.OptionalSchema<v.GenericSchema<unknown, T | undefined>, undefined>;

const lenient = <T>(read: (value: unknown) => T | undefined): OptionalValue<T> =>
  v.optional(v.pipe(v.unknown(), v.transform(read)), undefined);

/** An identity field: required. A number or boolean becomes text. */
export const identity: v.GenericSchema<unknown, string> = v.pipe(
  v.unknown(),
  v.transform(toText),
  v.string('is missing'),
  v.nonEmpty('is empty'),
);

/** A required text, for the values of a map; the empty text is kept. */
export const textValue: v.GenericSchema<unknown, string> = v.pipe(
  v.unknown(),
  v.transform(toText),
  v.string('is missing'),
);

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isFinite(value) ? String(value) : undefined;
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function toFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : undefined;
}

/** Text; the empty text is kept. */
export const text = lenient(toText);
/** Text such as an address or a name: the empty text becomes undefined. */
export const word = lenient((value) => toText(value) || undefined);
export const number = lenient(toNumber);
export const flag = lenient(toFlag);

const adminLevel = 40;

/** A role in an organization: a described value, or a name. A live host also sends an object with `access_level`. */
export const role: OptionalValue<'admin' | 'member' | (string & {})> = lenient((value) => {
  if (!isObject(value)) return toText(value) || undefined;
  const level = toNumber(value.access_level);
  return (
    (toText(value.role_name) || undefined) ??
    (level === undefined ? undefined : level >= adminLevel ? 'admin' : 'member')
  );
});

/** An enumeration with described values; other values are also accepted. */
export const openEnum = <const V extends string>(...values: readonly V[]): OptionalValue<V | (string & {})> =>
  lenient((value) => values.find((one) => one === value) ?? (toText(value) || undefined));

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const oddPattern = /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4})/;
const zonePattern = /(Z|[+-]\d{2}:?\d{2}|GMT|UTC)$/i;
const dayPattern = /^\d{4}-\d{2}-\d{2}/;

/** An ISO 8601 time. Other forms are converted: an offset `+0800`, `8/24/24 8:47 AM` (as UTC). */
export const time = lenient((value) => {
  if (typeof value !== 'string') return undefined;
  if (isoPattern.test(value) && !Number.isNaN(Date.parse(value))) return value;
  if (!oddPattern.test(value)) return undefined;
  return isoOf(Date.parse(zonePattern.test(value) ? value : `${value} UTC`));
});

const leastMilliseconds = 1e12;

/** Milliseconds since 1970 as a number or as text; fewer than 10^12 are seconds, 0 is no time. As ISO 8601. */
export const moment = lenient((value) => {
  const given = toNumber(value) ?? 0;
  return given > 0 ? isoOf(given < leastMilliseconds ? given * 1000 : given) : undefined;
});

/** A day, `YYYY-MM-DD`; the time after it is dropped. */
export const date = lenient((value) => {
  const day = typeof value === 'string' ? dayPattern.exec(value)?.[0] : undefined;
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
});

function isoOf(milliseconds: number): string | undefined {
  const moment = new Date(milliseconds);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

export const numberValue: v.GenericSchema<unknown, number> = v.pipe(
  v.unknown(),
  v.transform(toNumber),
  v.number('is no number'),
);

function readable<T>(schema: RecordSchema<T>, value: unknown): T[] {
  const read = v.safeParse(schema, value);
  return read.success ? [read.output] : [];
}

export const one = <T>(schema: RecordSchema<T>): OptionalValue<T> => lenient((value) => readable(schema, value)[0]);

/** A nested list. Items that cannot be decoded are left out; a missing list is undefined: unknown. */
export const listed = <T>(schema: RecordSchema<T>): OptionalValue<readonly T[]> =>
  lenient((value): readonly T[] | undefined =>
    Array.isArray(value) ? value.flatMap((item) => readable(schema, item)) : undefined,
  );

/** A nested list. Items that cannot be decoded are left out; a missing list is empty. */
export const many = <T>(
  schema: RecordSchema<T>,
): v.OptionalSchema<v.GenericSchema<unknown, readonly T[]>, readonly never[]> =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value): readonly T[] =>
        Array.isArray(value) ? value.flatMap((item) => readable(schema, item)) : [],
      ),
    ),
    [],
  );

/** An object as a map by names. Entries that cannot be decoded are left out; `null` and `[]` are empty maps. */
export const mapOf = <T>(schema: RecordSchema<T>): RecordSchema<Readonly<Record<string, T>>> =>
  v.pipe(
    v.unknown(),
    v.check(
      (value) => value === null || (typeof value === 'object' && !(Array.isArray(value) && value.length > 0)),
      'is no object',
    ),
    v.transform((value): Readonly<Record<string, T>> =>
      Object.fromEntries(
        Object.entries(value ?? {}).flatMap(([key, item]: [string, unknown]) =>
          key === '__proto__' ? [] : readable(schema, item).map((read) => [key, read] as const),
        ),
      ),
    ),
  );

export const map = <T>(
  schema: RecordSchema<T>,
): v.OptionalSchema<v.GenericSchema<unknown, Readonly<Record<string, T>>>, Readonly<Record<string, never>>> => {
  const whole = mapOf(schema);
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => readable(whole, value)[0] ?? {}),
    ),
    {},
  );
};

/** A record; the service sometimes sends only the value of its `field`. */
export const orOnly = <T>(field: string, schema: RecordSchema<T>): RecordSchema<T> =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (isObject(value) ? value : { [field]: value })),
    schema,
  );

/** Fills `field` with the first of `others` that is set. The record is invalid if none of them is set. */
export const filled = <T extends object, K extends keyof T & string>(
  field: K,
  ...others: readonly (keyof T & string)[]
): v.RawTransformAction<T, T & Readonly<Record<K, string>>> =>
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const value = [field, ...others]
      .map((name) => dataset.value[name])
      .find((candidate) => typeof candidate === 'string');
    if (typeof value === 'string') return { ...dataset.value, [field]: value };
    addIssue({ message: `${field} is missing` });
    return NEVER;
  });

/** The record is invalid if none of `fields` is set: it is then another kind of object. */
export const anyOf = <T extends object>(...fields: readonly (keyof T & string)[]): v.CheckAction<T, string> =>
  v.check((record) => fields.some((field) => record[field] !== undefined), `has none of ${fields.join(', ')}`);

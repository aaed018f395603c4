import { isObject } from '../../src/core/text.ts';

/** The types of a value and, by key, those of its fields; the items of a list share one shape. */
export interface Shape {
  readonly types: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, Shape>;
  /** Keys that some of the records lack. */
  readonly optional: ReadonlySet<string>;
  readonly items?: Shape;
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : isObject(value) ? 'record' : typeof value;

/** The shape that all the values have together. */
export function shapeOf(values: readonly unknown[]): Shape {
  const records = values.filter(isObject);
  const lists = values.filter((value) => Array.isArray(value));
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const having = (key: string): readonly unknown[] => records.flatMap((one) => (key in one ? [one[key]] : []));
  return {
    types: new Set(values.map(typeOf)),
    fields: new Map(keys.map((key) => [key, shapeOf(having(key))])),
    optional: new Set(keys.filter((key) => having(key).length < records.length)),
    ...(lists.length === 0 ? {} : { items: shapeOf(lists.flat()) }),
  };
}

/** What `given` has otherwise than `wanted`, one line for each key; `items` of an empty list are not compared. */
export function differences(wanted: Shape, given: Shape, at = ''): readonly string[] {
  const list = (types: ReadonlySet<string>): string => [...types].sort().join(' or ');
  const place = at === '' ? 'the answer' : at;
  if (given.types.size === 0 || wanted.types.size === 0) return [];
  const other = [...given.types].some((type) => !wanted.types.has(type));
  const own = other ? [`${place} is ${list(given.types)}, not ${list(wanted.types)}`] : [];
  const both = wanted.types.has('record') && given.types.has('record');
  const filled = both && given.fields.size > 0 && wanted.fields.size > 0;
  const fields = [...(filled ? new Set([...wanted.fields.keys(), ...given.fields.keys()]) : [])].flatMap((key) => {
    const path = at === '' ? key : `${at}.${key}`;
    const [there, here] = [wanted.fields.get(key), given.fields.get(key)];
    if (here === undefined) return [`${path} is missing${wanted.optional.has(key) ? ' (optional)' : ''}`];
    if (there === undefined) return [`${path} is more`];
    const always = given.optional.has(key) && !wanted.optional.has(key) ? [`${path} is not always there`] : [];
    return [...always, ...differences(there, here, path)];
  });
  const items = wanted.items && given.items ? differences(wanted.items, given.items, `${at}[]`) : [];
  return [...own, ...fields, ...items];
}

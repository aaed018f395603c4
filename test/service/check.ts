import type { Field, Fields } from '../../src/api/contract/field.ts';
import { invalid, type Refusal } from './answer.ts';
import type { Match } from './router.ts';

/** A request after its comparison with its row of the table. */
export interface Checked {
  readonly params: Readonly<Record<string, unknown>>;
  /** Descriptions of the parts that a correct client does not send. */
  readonly violations: readonly string[];
  /** The refusal that replaces the execution. */
  readonly refusal: Refusal | undefined;
}

export interface Payload {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The body, if it is no JSON object. */
  readonly whole?: unknown;
  /** Form fields are text, JSON fields have types. */
  readonly typed: boolean;
  readonly wrong?: string;
}

/** Compares a request with its row of the table. */
export function checkRequest({ route, raw }: Match, query: URLSearchParams, payload: Payload): Checked {
  const { endpoint } = route;
  const violations: string[] = [];
  let refusal: Refusal | undefined;
  const refuse = (words: string): void => {
    violations.push(words);
    refusal ??= invalid(words);
  };
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const decoded = decode(value);
    if (decoded === undefined) refuse(`${name} is not rightly encoded: ${value}`);
    if (name === 'path' && /%2f/i.test(value)) violations.push('path has an encoded slash');
    if (/[^\w\-.~!$&'()*,;=:@%/]/.test(value)) violations.push(`${name} has characters that must be encoded`);
    params[name] = decoded ?? '';
  }
  if (payload.wrong !== undefined) refuse(payload.wrong);
  const sent = new Map<string, unknown>();
  for (const [name, value] of query) {
    if (name === 'access_token') violations.push('the token is in the address');
    else if (sent.has(name)) violations.push(`${name} is sent twice`);
    else sent.set(name, value);
  }
  readFields('query', endpoint.query, sent, false);
  readFields('body', endpoint.body, bodyFields(), payload.typed);
  checkPaging();
  return { params, violations, refusal };

  function bodyFields(): ReadonlyMap<string, unknown> {
    const { wholeBody } = endpoint;
    if (wholeBody !== undefined && payload.whole !== undefined) return new Map([[wholeBody, payload.whole]]);
    if (payload.whole !== undefined) refuse('the body is no JSON object');
    return new Map(Object.entries(payload.fields));
  }

  function readFields(place: string, fields: Fields, values: ReadonlyMap<string, unknown>, typed: boolean): void {
    for (const name of values.keys()) if (!(name in fields)) violations.push(`unknown ${place} field ${name}`);
    for (const [name, field] of Object.entries(fields)) {
      const value = values.get(name);
      if (value === undefined || value === null) {
        if (!field.optional && field.omissible !== true) refuse(`${name} is missing`);
        continue;
      }
      const read =
        typed || isList(field) || value instanceof File
          ? readTyped(field, isList(field) && !typed ? [value].flat() : value)
          : readText(field, typeof value === 'string' ? value : '');
      if (read === undefined) refuse(`${name} is invalid`);
      else params[name] = read;
    }
  }

  function checkPaging(): void {
    const { page, per_page: size } = params;
    const { paging } = endpoint;
    if (paging === undefined) return;
    // Several lists state no default.
    if (size === undefined) violations.push('per_page is not sent');
    if (typeof page === 'number' && (page < 1 || page > paging.lastPage)) violations.push(`there is no page ${page}`);
    if (typeof size === 'number' && (size < 1 || size > paging.perPage))
      violations.push(`per_page is ${size}, not 1 to ${paging.perPage}`);
  }
}

/** Whether a form has one field for each value. */
const isList = (field: Field): boolean => field.type === 'names' && Array.isArray(field.encode(['']));

/** Checks a field of the address or of a form, where all values are text. */
function readText(field: Field, value: string): unknown {
  switch (field.type) {
    case 'integer':
      return /^-?\d+$/.test(value) ? Number(value) : undefined;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined;
    case 'choice':
      return [value, Number(value)].find((one) => field.check(one) === undefined);
    default:
      return field.check(value) === undefined ? value : undefined;
  }
}

/** A field of a JSON body: of the type that the table sends. */
function readTyped(field: Field, value: unknown): unknown {
  if (field.type === 'names' && typeof field.encode(['']) === 'string')
    return typeof value === 'string' ? value : undefined;
  if (field.type === 'boolean' && typeof field.encode(true) === 'string')
    return typeof value === 'string' ? readText(field, value) : undefined;
  return field.check(value) === undefined ? value : undefined;
}

export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

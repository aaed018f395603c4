import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { parseJson } from '../../core/text.ts';

// The filter of a list as one line of text, such as `assignee:@me label:"good first issue" sort:updated`.

/** A key of the line: the field of the query, and what is offered after the colon. */
export interface QueryKey {
  /** Its name in the API; undefined: that of the key. */
  readonly field?: string;
  readonly values?: readonly string[];
  /** Names of the repository that are offered too; `milestoneNumbers`: numbers with the titles beside them. */
  readonly names?: 'labels' | 'people' | 'milestones' | 'milestoneNumbers' | 'branches';
}

/** What a line can say about a list. `Q`: the query, whose fields have the names and values of the API. */
export interface QueryLine<Q> {
  readonly schema: v.GenericSchema<unknown, Q>;
  readonly keys: Readonly<Record<string, QueryKey>>;
  /** The field of words without a key; undefined: there are none. */
  readonly words?: string;
}

export interface NamedQuery<Q> {
  readonly name: string;
  readonly query: Q;
}

// Keys of several lists.
export const person = { values: ['@me'], names: 'people' } as const;
export const moment = { values: ['-7d', '-30d'] } as const;
export const listKeys = {
  label: { field: 'labels', names: 'labels' },
  sort: { values: ['created', 'updated'] },
  direction: { values: ['asc', 'desc'] },
  since: moment,
  created_after: moment,
  created_before: moment,
  updated_after: moment,
  updated_before: moment,
} as const;

const tokens = /(?:(\w+)[:：])?("(?:[^"\\]|\\.)*"|\S+)/g;
/** What is typed before the last token, and the token. */
const typing = /^(|.*?\s)(\w*|\w+[:：](?:"[^"]*|[^\s"]*))$/;

/** The query of a line, or the first part that is not understood. */
export function parseQuery<Q>(line: QueryLine<Q>, text: string): { readonly query: Q } | { readonly wrong: string } {
  const fields: Record<string, string | number | readonly string[]> = {};
  for (const [whole, key, value = ''] of text.matchAll(tokens)) {
    const field = key !== undefined ? fieldOf(line, key) : /[:：]$/.test(value) ? undefined : line.words;
    const plain = value.startsWith('"') ? parseJson(value) : value;
    if (field === undefined || typeof plain !== 'string') return { wrong: whole };
    const read = [plain, [plain], Number(plain)].find((one) => v.is(line.schema, { [field]: one }));
    if (read === undefined) return { wrong: whole };
    const before = fields[field];
    if (typeof before === 'object' && typeof read === 'object') fields[field] = [...before, ...read];
    else fields[field] = key === undefined && before !== undefined ? `${before.toString()} ${plain}` : read;
  }
  return { query: v.parse(line.schema, fields) };
}

/** @throws Failure `invalid` (field `query`) if a part of the line is not understood */
export function queryOf<Q>(line: QueryLine<Q>, text: string): Q {
  const read = parseQuery(line, text);
  if ('query' in read) return read.query;
  throw new Failure('invalid', `there is no saved query ${text}`, {
    field: 'query',
    reason: 'noQuery',
    about: [text],
  });
}

function fieldOf<Q>({ keys }: QueryLine<Q>, key: string): string | undefined {
  return Object.hasOwn(keys, key) ? (keys[key]?.field ?? key) : undefined;
}

/** The line of a query. `parseQuery` reads it again. */
export function queryText<Q extends object>({ keys }: QueryLine<Q>, query: Q): string {
  const fields = new Map<string, string | number | readonly string[] | undefined>(Object.entries(query));
  return Object.entries(keys)
    .flatMap(([key, { field = key }]) =>
      [fields.get(field) ?? []].flat().map((value) => `${key}:${quoted(value.toString())}`),
    )
    .join(' ');
}

const quoted = (value: string): string => (/^[^\s"]+$/.test(value) ? value : JSON.stringify(value));

/** What is typed at the end of a line: `head` and `value` are the texts before and after its colon. */
interface TypedKey {
  readonly key: string;
  readonly head: string;
  readonly value: string;
  readonly names: QueryKey['names'];
}

/** The key whose value is typed; undefined: none is. */
export function typedKey<Q>({ keys }: QueryLine<Q>, text: string): TypedKey | undefined {
  const [, before = '', last = ''] = typing.exec(text) ?? [];
  const [, key = '', value = ''] = /^(\w+)[:：]"?(.*)$/.exec(last) ?? [];
  return Object.hasOwn(keys, key) ? { key, head: `${before}${key}:`, value, names: keys[key]?.names } : undefined;
}

/** A value of the typed key. `about`: what is shown beside it. */
export interface OfferedName {
  readonly name: string;
  readonly about?: string;
}

export interface Completion extends Omit<OfferedName, 'name'> {
  readonly key: string;
  /** What completes the line, such as `label:` or `label:bug`, and the whole line with it. */
  readonly label: string;
  readonly text: string;
}

/** The keys that can follow, or the values of the typed key: its own ones and `names`. */
export function completeQuery<Q>(
  line: QueryLine<Q>,
  text: string,
  names: readonly OfferedName[] = [],
): readonly Completion[] {
  const typed = typedKey(line, text);
  if (typed !== undefined) {
    const { key, head, value } = typed;
    const own = (line.keys[key]?.values ?? []).map((name) => ({ name }));
    return [...own, ...names]
      .filter(({ name }) => name.toLowerCase().includes(value.toLowerCase()))
      .map(({ name, ...rest }) => ({
        ...rest,
        key,
        label: `${key}:${quoted(name)}`,
        text: `${head}${quoted(name)} `,
      }));
  }
  const [, before, last = ''] = typing.exec(text) ?? [];
  const keys = before === undefined ? [] : Object.keys(line.keys).filter((key) => key.startsWith(last.toLowerCase()));
  return keys.map((key) => ({ key, label: `${key}:`, text: `${before}${key}:` }));
}

/** The valid queries of a setting, and a message for each invalid one. Former versions stored the fields of the API. */
export function readQueries<Q>(
  line: QueryLine<Q>,
  setting: unknown,
): { readonly queries: readonly NamedQuery<Q>[]; readonly problems: readonly string[] } {
  const queries: NamedQuery<Q>[] = [];
  const problems: string[] = [];
  for (const [index, one] of (v.is(v.array(v.unknown()), setting) ? setting : []).entries()) {
    const read = v.safeParse(Saved, one);
    if (!read.success) {
      problems.push(`[${index}].${v.getDotPath(read.issues[0]) ?? ''}: ${read.issues[0].message}`);
      continue;
    }
    const { name, query: text, ...fields } = read.output;
    const parsed = text === undefined ? parseFields(line, fields) : parseQuery(line, text);
    if (queries.some((other) => other.name === name)) problems.push(`[${index}].name: is there twice`);
    else if ('wrong' in parsed) problems.push(`[${index}]: ${parsed.wrong} is not understood`);
    else queries.push({ name, query: parsed.query });
  }
  return { queries, problems };
}

const Saved = v.looseObject({ name: v.pipe(v.string(), v.trim(), v.nonEmpty()), query: v.optional(v.string()) });

function parseFields<Q>({ schema }: QueryLine<Q>, fields: object): { readonly query: Q } | { readonly wrong: string } {
  const read = v.safeParse(schema, fields);
  return read.success ? { query: read.output } : { wrong: v.getDotPath(read.issues[0]) ?? '' };
}

import { foldCase } from '../../../core/text.ts';
import { allFit, type Fit } from '../../hosts/creations.ts';
import { equalValues, field, type RecordField, type RecordState, type Value } from '../text/recordField.ts';
import { sameText } from './kind.ts';

/** What is written in a field. Without a value: an empty text, no names and 0. */
export interface Written {
  readonly text: string;
  readonly names: readonly string[];
  /** The number of what the text names, for a field with `numberOf`. */
  readonly number: number;
}

/** A field: how it is written, what it is in a record `R`, and the inputs `I` of the API that set it. */
export interface KindField<R, I> extends Partial<Omit<RecordField, 'key' | 'type'>> {
  readonly type: RecordField['type'];
  /** Its value in a record. Left out if only new records have it. */
  readonly of?: (record: R) => Value;
  /** Whether the host left the field out of its answer, although the record can have a value. */
  readonly isOmitted?: (record: R) => boolean;
  /** The number of what the value names, if `input` sends this number. */
  readonly numberOf?: (record: R) => string | undefined;
  readonly input: (written: Written) => I;
}

/** The fields of a kind in the order of the front matter. The key `body` is the text below them. */
export type FieldTable<R, I> = Readonly<Record<string, KindField<R, I>>> & { readonly body: KindField<R, I> };

type Sent<I> = { readonly [Name in keyof I]?: I[Name] | undefined };

export class RecordFields<R, I extends object> {
  readonly fields: readonly RecordField[];
  readonly #table: readonly (readonly [key: string, one: KindField<R, I>])[];

  constructor(table: FieldTable<R, I>) {
    this.#table = Object.entries(table);
    this.fields = this.#table.flatMap(([key, { type, ...more }]) => (key === 'body' ? [] : [field(key, type, more)]));
  }

  /** What the document of a record shows. */
  stateOf(record: R): RecordState {
    const { body, ...values } = Object.fromEntries(
      this.#table.flatMap(([key, one]) => (one.of === undefined ? [] : [[key, valueIn(one, record)]])),
    );
    return { values, body: typeof body === 'string' ? body : '' };
  }

  omittedIn(record: R): string[] {
    return this.#table.flatMap(([key, one]) => (one.isOmitted?.(record) === true ? [key] : []));
  }

  /** The inputs that set `keys`. `numberOf` finds the number of what a text names; without it, such fields are left out. */
  async inputs(
    state: RecordState,
    keys: ReadonlySet<string>,
    numberOf?: (text: string) => Promise<number>,
  ): Promise<Partial<I>> {
    let all: Partial<I> = {};
    for (const [key, one] of this.#table) {
      if (!keys.has(key) || (one.numberOf !== undefined && numberOf === undefined)) continue;
      const written = writtenOf(key === 'body' ? state.body : state.values[key]);
      const number = one.numberOf === undefined || written.text === '' ? 0 : await numberOf?.(written.text);
      all = { ...all, ...one.input({ ...written, number: number ?? 0 }) };
    }
    return all;
  }

  /** The keys that a new record sends: those with a value, except a choice that leaves none. */
  newKeys({ values, body }: RecordState): Set<string> {
    const sent = this.fields.filter(({ key, newValues }) => newValues.length !== 1 && (values[key] ?? '').length > 0);
    return new Set([...sent.map(({ key }) => key), ...(body === '' ? [] : ['body'])]);
  }

  /** Whether a record has each of the inputs, by their names; undefined: the host does not tell. */
  compare(record: R, inputs: Sent<I>): ReadonlyMap<string, Fit> {
    const sent = new Map<string, unknown>(Object.entries(inputs));
    return new Map(
      this.#table.flatMap(([, one]) => {
        if (one.of === undefined) return [];
        const own = one.input(writtenOf(valueIn(one, record), Number(one.numberOf?.(record) ?? 0)));
        const isUnknown = one.isOmitted?.(record) === true;
        return Object.entries(own).flatMap(([name, value]: [string, unknown]) =>
          sent.get(name) === undefined ? [] : [[name, isUnknown ? undefined : fit(value, sent.get(name))] as const],
        );
      }),
    );
  }

  /** Whether no input is known to be missing. */
  holds(record: R, inputs: Sent<I>): boolean {
    return allFit(...this.compare(record, inputs).values()) !== false;
  }
}

function valueIn<R>({ of, aliases }: KindField<R, unknown>, record: R): Value {
  const value = of?.(record);
  if (typeof value === 'object') return [...new Set(value)];
  return value === undefined || value === '' ? undefined : (aliases?.get(value) ?? value);
}

const writtenOf = (value: Value, number = 0): Written => ({
  text: typeof value === 'string' ? value.toWellFormed() : '',
  names: typeof value === 'object' ? value : [],
  number,
});

/** Names are sent as a list or with commas. A host can write them in another case. */
function fit(own: unknown, sent: unknown): Fit {
  if (typeof own === 'string' && typeof sent === 'string') return sameText(own, sent);
  if (!Array.isArray(own)) return own === sent;
  const wanted = (Array.isArray(sent) ? sent : String(sent).split(',')).map((name) => String(name).trim());
  const [mine, theirs] = [wanted.filter((name) => name !== ''), own.map(String)];
  if (equalValues([...new Set(mine)], theirs)) return true;
  return equalValues([...new Set(mine.map(foldCase))], [...new Set(theirs.map(foldCase))]) ? undefined : false;
}

/** What a field holds: text, or a list of names. Nothing is `undefined`, an empty list is one. */
export type Value = string | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;

/** Everything of a record that a document can change. */
export interface RecordState {
  readonly values: Values;
  /** Exactly as the service has it. */
  readonly body: string;
}

/** Where the values of a field come from that a person may choose among. */
export type ValueSource = 'labels' | 'people' | 'milestones' | 'refs';

/** One key of the front matter. */
export interface RecordField {
  /** As in the front matter. */
  readonly key: string;
  /** `names` is a list of names without commas, `date` is `YYYY-MM-DD`. */
  readonly type: 'text' | 'names' | 'date' | 'choice';
  /** The service does not take the record without it. */
  readonly required: boolean;
  /** Only while the record is new; later the service cannot change it. */
  readonly onlyNew: boolean;
  /** The values of a choice, as they are written; in a new record only the first `newValues` of them. */
  readonly values: readonly string[];
  readonly newValues: readonly string[];
  /** Other words for those values. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly source: ValueSource | undefined;
  /** In the template of a new record. */
  readonly initial: Value;
}

/** A field with what is usual left out. */
export function field(key: string, type: RecordField['type'], more: Partial<RecordField> = {}): RecordField {
  const initial = type === 'names' ? [] : undefined;
  return {
    key,
    type,
    required: false,
    onlyNew: false,
    values: [],
    newValues: more.values ?? [],
    aliases: new Map(),
    source: undefined,
    initial,
    ...more,
  };
}

/** Lists of names are sets: their order means nothing. */
export function equalValues(one: Value, other: Value): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return one.length === other.length && one.every((name) => other.includes(name));
}

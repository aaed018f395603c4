/** The value of a field: text, a list of names (may be empty), or undefined without a value. */
export type Value = string | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;

export interface RecordState {
  readonly values: Values;
  /** Exactly as the service has it. */
  readonly body: string;
}

export type ValueSource = 'labels' | 'people' | 'milestones' | 'refs' | 'branches';

export interface RecordField {
  readonly key: string;
  /** `names` is a list of names without commas, `date` is `YYYY-MM-DD`. */
  readonly type: 'text' | 'names' | 'date' | 'choice';
  readonly required: boolean;
  /** Records without it exist: in such a record it is not required. */
  readonly canBeUnset: boolean;
  /** Only in a new record; the service cannot change it later. */
  readonly onlyNew: boolean;
  /** The values of a choice, as they are written; in a new record only the first `newValues` of them. */
  readonly values: readonly string[];
  readonly newValues: readonly string[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly source: ValueSource | undefined;
  readonly initial: Value;
  /** Finds the words of a refusal that is about it. */
  readonly refusal: RegExp | undefined;
}

export function field(key: string, type: RecordField['type'], more: Partial<RecordField> = {}): RecordField {
  const initial = type === 'names' ? [] : undefined;
  return {
    key,
    type,
    required: false,
    canBeUnset: false,
    onlyNew: false,
    values: [],
    newValues: more.values ?? [],
    aliases: new Map(),
    source: undefined,
    refusal: undefined,
    initial,
    ...more,
  };
}

/** Compares two values. Lists of names are compared as sets. */
export function equalValues(one: Value, other: Value): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return one.length === other.length && one.every((name) => other.includes(name));
}

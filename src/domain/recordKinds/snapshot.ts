import { mergedText, mergeLines } from '../merge.ts';
import { equalValues, type RecordField, type Snapshot, type Value } from './field.ts';

/** The keys (`body` for the text) in which two snapshots differ. */
export function changedKeys(fields: readonly RecordField[], from: Snapshot, to: Snapshot): Set<string> {
  const keys = fields.flatMap(({ key }) => (equalValues(from.values[key], to.values[key]) ? [] : [key]));
  return new Set(from.body === to.body ? keys : [...keys, 'body']);
}

export interface Merged {
  /** Both sides' changes; my side where they contradict each other. */
  readonly mine: Snapshot;
  /** The same with their side where they contradict each other. */
  readonly theirs: Snapshot;
  /** The keys (`body` for the text) in which they do. */
  readonly conflicts: readonly string[];
}

/** Merges field by field, lists of names name by name, and the body by lines. */
export function mergeSnapshots(
  fields: readonly RecordField[],
  base: Snapshot,
  mine: Snapshot,
  theirs: Snapshot,
): Merged {
  const conflicts: string[] = [];
  const [mineValues, theirValues]: [Record<string, Value>, Record<string, Value>] = [{}, {}];
  for (const { key, type } of fields) {
    const [before, my, their] = [base.values[key], mine.values[key], theirs.values[key]];
    const settled = settle(type, before, my, their);
    if (settled === 'conflict') conflicts.push(key);
    mineValues[key] = settled === 'conflict' ? my : settled.value;
    theirValues[key] = settled === 'conflict' ? their : settled.value;
  }
  const parts = mergeLines(base.body, mine.body, theirs.body);
  if (mergedText(parts) === undefined) conflicts.push('body');
  const bodyOf = (side: 'mine' | 'theirs'): string =>
    parts.map((part) => (part.kind === 'settled' ? part.text : part[side])).join('');
  return {
    mine: { values: mineValues, body: bodyOf('mine') },
    theirs: { values: theirValues, body: bodyOf('theirs') },
    conflicts,
  };
}

function settle(
  type: RecordField['type'],
  before: Value,
  mine: Value,
  theirs: Value,
): 'conflict' | { readonly value: Value } {
  if (equalValues(mine, before)) return { value: theirs };
  if (equalValues(theirs, before) || equalValues(mine, theirs)) return { value: mine };
  if (type !== 'names') return 'conflict';
  const [old, my, their] = [listOf(before), listOf(mine), listOf(theirs)];
  const kept = their.filter((name) => my.includes(name) || !old.includes(name));
  return { value: [...kept, ...my.filter((name) => !old.includes(name) && !kept.includes(name))] };
}

const listOf = (value: Value): readonly string[] => (typeof value === 'object' ? value : []);

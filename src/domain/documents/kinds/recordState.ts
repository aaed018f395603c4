import { restoreUntouched } from '../text/touched.ts';
import { mergedText, mergeLines } from '../../text/merge.ts';
import { equalValues, type RecordField, type RecordState, type Value } from '../text/recordField.ts';

/** The keys (`body` for the text) in which two snapshots differ. */
export function changedKeys(fields: readonly RecordField[], from: RecordState, to: RecordState): Set<string> {
  const keys = fields.flatMap(({ key }) => (equalValues(from.values[key], to.values[key]) ? [] : [key]));
  return new Set(from.body === to.body ? keys : [...keys, 'body']);
}

export interface MergedRecord {
  /** Changes of both sides; conflicts are resolved with my side. */
  readonly mine: RecordState;
  /** Changes of both sides; conflicts are resolved with their side. */
  readonly theirs: RecordState;
  readonly conflicts: readonly string[];
}

/** The merge base for `theirs`: `base` with what `theirs` has of `tried`, own saves whose result is not known. */
export function withReceived(
  fields: readonly RecordField[],
  base: RecordState,
  tried: readonly RecordState[],
  theirs: RecordState,
): RecordState {
  const values: Record<string, Value> = { ...base.values };
  for (const { key } of fields) {
    if (tried.some((one) => equalValues(one.values[key], theirs.values[key]))) values[key] = theirs.values[key];
  }
  const body = withoutReturns(theirs.body);
  const hasBody = tried.some((one) => withoutReturns(one.body) === body);
  return { values, body: hasBody ? theirs.body : base.body };
}

/** Merges field by field, lists of names name by name, and the body by lines. */
export function mergeSnapshots(
  fields: readonly RecordField[],
  base: RecordState,
  mine: RecordState,
  theirs: RecordState,
): MergedRecord {
  const conflicts: string[] = [];
  const [mineValues, theirValues]: [Record<string, Value>, Record<string, Value>] = [{}, {}];
  for (const { key, type } of fields) {
    const [before, my, their] = [base.values[key], mine.values[key], theirs.values[key]];
    const settled = settle(type, before, my, their);
    if (settled === 'conflict') conflicts.push(key);
    mineValues[key] = settled === 'conflict' ? my : settled.value;
    theirValues[key] = settled === 'conflict' ? their : settled.value;
  }
  const bodies = mergeBodies(base.body, mine.body, theirs.body);
  if (bodies.mine !== bodies.theirs) conflicts.push('body');
  return {
    mine: { values: mineValues, body: bodies.mine },
    theirs: { values: theirValues, body: bodies.theirs },
    conflicts,
  };
}

/** Merges by lines, once for each side of the conflicts. Line endings are no conflict: theirs stay. */
function mergeBodies(base: string, mine: string, theirs: string): { readonly mine: string; readonly theirs: string } {
  const exact = mergeLines(base, mine, theirs);
  const merged = mergedText(exact);
  if (merged !== undefined) return { mine: merged, theirs: merged };
  const [plainBase, plainMine, plainTheirs] = [base, mine, theirs].map(withoutReturns);
  const differ = plainBase !== base || plainMine !== mine || plainTheirs !== theirs;
  const parts = differ ? mergeLines(plainBase ?? '', plainMine ?? '', plainTheirs ?? '') : exact;
  const bodyOf = (side: 'mine' | 'theirs'): string => {
    const body = parts.map((part) => (part.kind === 'settled' ? part.text : part[side])).join('');
    return differ ? restoreUntouched(theirs, body, { trimsLines: false, trimsEnd: false }) : body;
  };
  return { mine: bodyOf('mine'), theirs: bodyOf('theirs') };
}

const withoutReturns = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

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
  const remaining = their.filter((name) => my.includes(name) || !old.includes(name));
  return { value: [...remaining, ...my.filter((name) => !old.includes(name) && !remaining.includes(name))] };
}

const listOf = (value: Value): readonly string[] => (typeof value === 'object' ? value : []);

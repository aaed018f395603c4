import { equalValues, type RecordField, type RecordState } from '../text/recordField.ts';
import { fieldsOf, type LoadedRecord, type Kind, type RecordScope } from '../kinds/kind.ts';
import { changedKeys, mergeSnapshots, withReceived, type MergedRecord } from '../kinds/recordState.ts';

export interface SaveResult {
  readonly record: LoadedRecord;
  /** The keys (`body` for the text) that were sent. */
  readonly changed: ReadonlySet<string>;
  readonly ignored: readonly string[];
  /** Whether `record` comes from the response; otherwise it is the state that was sent. */
  readonly isConfirmed: boolean;
}

export interface MergeBase {
  readonly base: RecordState;
  /** States that failed saves sent since then. The service may have accepted them. */
  readonly failedSaves?: readonly RecordState[];
}

export type Outcome =
  { readonly saved: SaveResult } | { readonly conflict: MergedRecord; readonly theirs: LoadedRecord };

/**
 * Reads a record again, merges `mine` with the changes since `origin`, and sends the difference; nothing if a field
 * conflicts. Without `origin` every difference conflicts. `fallback`: values that the service does not send.
 * At most two requests, three with a milestone.
 */
export async function saveRecord(
  kind: Kind,
  place: RecordScope,
  id: string,
  origin: MergeBase | undefined,
  mine: RecordState,
  fallback: RecordState | undefined,
): Promise<Outcome> {
  const fields = fieldsOf(kind, false);
  const theirs = completed(await kind.read(place, id), fallback);
  const merged =
    origin === undefined
      ? { mine, theirs: theirs.snapshot, conflicts: [...changedKeys(fields, theirs.snapshot, mine)] }
      : mergeWith(fields, origin, mine, theirs.snapshot);
  if (merged.conflicts.length > 0) return { conflict: merged, theirs };
  return { saved: await sendChange(kind, place, theirs, merged.mine) };
}

/** Merges the changes of both sides since `origin`. Failed saves that arrived do not count as theirs. */
export function mergeWith(
  fields: readonly RecordField[],
  { base, failedSaves = [] }: MergeBase,
  mine: RecordState,
  theirs: RecordState,
): MergedRecord {
  return mergeSnapshots(fields, withReceived(fields, base, failedSaves, theirs), mine, theirs);
}

/** Sends the difference between a record and `to`. At most one request, two with a milestone. */
export async function sendChange(
  kind: Kind,
  place: RecordScope,
  from: LoadedRecord,
  to: RecordState,
): Promise<SaveResult> {
  const keys = changedKeys(fieldsOf(kind, false), from.snapshot, to);
  if (keys.size === 0) return { record: from, changed: keys, ignored: [], isConfirmed: true };
  const answer = await kind.edit(place, from.id, { to, keys });
  if (answer === undefined)
    return { record: { ...from, snapshot: to }, changed: keys, ignored: [], isConfirmed: false };
  const record = completed(answer, to);
  const ignored = [...keys].filter(
    (key) => key !== 'body' && !equalValues(record.snapshot.values[key], to.values[key]),
  );
  return { record, changed: keys, ignored, isConfirmed: true };
}

/** The record, with the values of `fallback` for the fields that the service does not send. */
export function completed(record: LoadedRecord, fallback: RecordState | undefined): LoadedRecord {
  if (fallback === undefined || record.omittedKeys.length === 0) return record;
  const values = { ...record.snapshot.values };
  for (const key of record.omittedKeys) values[key] = fallback.values[key];
  return { ...record, snapshot: { ...record.snapshot, values } };
}

import type { CallOptions } from '../../../api/http/send.ts';
import { equalValues, type RecordField, type RecordState } from '../schema/field.ts';
import { fieldsOf, type LoadedRecord, type Kind, type RecordScope } from '../kinds/kind.ts';
import { changedKeys, mergeSnapshots, withReceived, type MergedRecord } from '../kinds/recordState.ts';

/** What became of a save. */
export interface Saved {
  readonly found: LoadedRecord;
  /** The keys (`body` for the text) that were sent. */
  readonly changed: ReadonlySet<string>;
  /** The keys of them that the service kept as they were. */
  readonly ignored: readonly string[];
  /** Whether `found` is what the service answered, not what follows from what was sent. */
  readonly told: boolean;
}

/** What a text was made from. */
export interface MergeBase {
  readonly base: RecordState;
  /** What was sent since by saves that failed: it may have arrived. */
  readonly failedSaves?: readonly RecordState[];
}

export type Outcome = { readonly saved: Saved } | { readonly conflict: MergedRecord; readonly theirs: LoadedRecord };

/**
 * Reads a record again and sends what was changed in it since its `origin`, joined with what others changed meanwhile;
 * nothing where both changed the same differently. Without `origin` every difference is such a conflict. `known` is what
 * holds where the service does not tell.
 * Two requests at most, one more where a milestone is named.
 */
export async function saveRecord(
  kind: Kind,
  place: RecordScope,
  id: string,
  origin: MergeBase | undefined,
  mine: RecordState,
  known: RecordState | undefined,
  options?: CallOptions,
): Promise<Outcome> {
  const fields = fieldsOf(kind, false);
  const theirs = completed(await kind.read(place, id, options), known);
  const merged =
    origin === undefined
      ? { mine, theirs: theirs.snapshot, conflicts: [...changedKeys(fields, theirs.snapshot, mine)] }
      : mergeWith(fields, origin, mine, theirs.snapshot);
  if (merged.conflicts.length > 0) return { conflict: merged, theirs };
  return { saved: await sendChange(kind, place, theirs, merged.mine, options) };
}

/** Both sides' changes since `origin`; what arrived of one's own is no change of theirs. */
export function mergeWith(
  fields: readonly RecordField[],
  { base, failedSaves = [] }: MergeBase,
  mine: RecordState,
  theirs: RecordState,
): MergedRecord {
  return mergeSnapshots(fields, withReceived(fields, base, failedSaves, theirs), mine, theirs);
}

/** Sends what differs between a record and `to`: at most one request, one more where a milestone is named. */
export async function sendChange(
  kind: Kind,
  place: RecordScope,
  from: LoadedRecord,
  to: RecordState,
  options?: CallOptions,
): Promise<Saved> {
  const keys = changedKeys(fieldsOf(kind, false), from.snapshot, to);
  if (keys.size === 0) return { found: from, changed: keys, ignored: [], told: true };
  const answer = await kind.edit(place, from.id, { to, keys }, options);
  if (answer === undefined) return { found: { ...from, snapshot: to }, changed: keys, ignored: [], told: false };
  const found = completed(answer, to);
  const ignored = [...keys].filter((key) => key !== 'body' && !equalValues(found.snapshot.values[key], to.values[key]));
  return { found, changed: keys, ignored, told: true };
}

/** The record with what the service does not tell of it as it was last known. */
export function completed(found: LoadedRecord, known: RecordState | undefined): LoadedRecord {
  if (known === undefined || found.untold.length === 0) return found;
  const values = { ...found.snapshot.values };
  for (const key of found.untold) values[key] = known.values[key];
  return { ...found, snapshot: { ...found.snapshot, values } };
}

import { Failure, isFailure, unlessFailed } from '../../../core/errors.ts';
import type { RecordAddress } from '../../hosts/address.ts';
import type { RecordState } from '../schema/field.ts';
import { confirmedChange } from '../kinds/confirm.ts';
import type { LoadedRecord, Kind, RecordScope } from '../kinds/kind.ts';
import type { CreationAttempt, PendingRecordStore } from './pendingRecordStore.ts';

const mayHaveCreated = ['unreachable', 'timeout', 'unreadable', 'broken', 'cancelled'] as const;

export interface CreatedRecord {
  readonly record: LoadedRecord;
  readonly from: RecordState;
}

/**
 * Creates a record once. After an attempt without an answer for the same `slot` (an unsaved document), the record is
 * searched first. An attempt is stored until the document is discarded.
 */
export async function createOnce(
  kind: Kind,
  place: RecordScope,
  address: RecordAddress,
  snapshot: RecordState,
  pending: PendingRecordStore,
  slot: string,
): Promise<CreatedRecord> {
  const attempt = await pending.attempt(address, slot);
  const earlier = attempt && (await findAttempt(kind, place, attempt));
  if (attempt !== undefined && earlier !== undefined) return { record: earlier, from: attempt.snapshot };
  const since = attempt?.since ?? Date.now();
  await pending.write('attempts', address, { snapshot, since, id: undefined }, slot);
  try {
    const find = async (): Promise<LoadedRecord | undefined> => await kind.findCreated(place, snapshot, since);
    const answer = await confirmedChange(kind.create(place, snapshot), find, 'unknown');
    const record = answer ?? (await find());
    if (record === undefined)
      throw new Failure('unreadable', 'the service does not say what it created', { reason: 'unconfirmed' });
    await pending.write('attempts', address, { snapshot, since, id: record.id }, slot);
    return { record, from: snapshot };
  } catch (error) {
    const unknown = isFailure(error, ...mayHaveCreated) && error.sent !== false;
    if (!unknown) await pending.remove('attempts', address, slot);
    throw error;
  }
}

async function findAttempt(
  kind: Kind,
  place: RecordScope,
  { snapshot, since, id }: CreationAttempt,
): Promise<LoadedRecord | undefined> {
  return id === undefined
    ? await kind.findCreated(place, snapshot, since)
    : await unlessFailed(kind.read(place, id), 'missing');
}

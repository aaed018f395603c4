import { Failure, isFailure, mayBeDone, unlessFailed } from '../../../core/errors.ts';
import type { RecordAddress } from '../../hosts/address.ts';
import { memoryOf, type Attempts } from '../../hosts/creations.ts';
import type { RecordState } from '../text/recordField.ts';
import type { LoadedRecord, Kind, RecordScope } from '../kinds/kind.ts';
import type { CreationAttempt, PendingRecordStore } from './pendingRecordStore.ts';

export interface CreatedRecord {
  readonly record: LoadedRecord;
  readonly from: RecordState;
}

export interface Slot {
  /** Identifies an unsaved document among those of its kind. */
  readonly slot: string;
  /** The user wants it sent although it may be there already. */
  readonly again?: boolean | undefined;
}

/**
 * Creates the record of an unsaved document once: the attempt is stored until the document is discarded. After an
 * attempt without an answer, its record is searched first, also if the text changed since.
 */
export async function createRecord(
  kind: Kind,
  place: RecordScope,
  address: RecordAddress,
  snapshot: RecordState,
  pending: PendingRecordStore,
  { slot, again = false }: Slot,
): Promise<CreatedRecord> {
  const attempt = again ? undefined : await pending.attempt(address, slot);
  const earlier = attempt && (await findAttempt(kind, place, attempt));
  if (attempt !== undefined && earlier !== undefined) return { record: earlier, from: attempt.snapshot };
  const stored: Attempts = {
    created: memoryOf(place.api).created,
    get: () => undefined,
    // Of several tries, each can have arrived.
    set: (_key, sent) => pending.write('attempts', address, { ...sent, ...attempt, snapshot, id: undefined }, slot),
    delete: () => undefined,
  };
  try {
    const record = await kind.create(place, snapshot, stored);
    if (record === undefined)
      throw new Failure('unreadable', 'the service does not say what it created', { reason: 'unconfirmed' });
    await pending.write('attempts', address, { snapshot, since: Date.now(), id: record.id }, slot);
    return { record, from: snapshot };
  } catch (error) {
    if (isFailure(error) && error.kind !== 'cancelled' && !mayBeDone(error))
      await pending.remove('attempts', address, slot);
    throw error;
  }
}

async function findAttempt(
  kind: Kind,
  place: RecordScope,
  { snapshot, id, ...attempt }: CreationAttempt,
): Promise<LoadedRecord | undefined> {
  return id === undefined
    ? await kind.findCreated(place, snapshot, attempt)
    : await unlessFailed(kind.read(place, id), 'missing');
}

import { Failure } from '../../../core/errors.ts';
import type { LoadedRecord } from '../kinds/kind.ts';
import type { RecordState } from '../text/recordField.ts';
import type { ShownRecord } from './pendingRecordStore.ts';
import type { RemoteRecord } from './remoteRecord.ts';
import { mergeWith } from './save.ts';

/** The user and another person changed the same fields. Nothing is saved until the user chooses a side. */
export interface RecordConflict {
  /** The keys (`body` for the text) in which the two sides contradict each other. */
  readonly keys: readonly string[];
  readonly theirs: LoadedRecord;
  readonly text: string;
}

/** Texts with the changes of both sides. They differ where the sides contradict each other. */
export interface Choices {
  readonly mine: string;
  readonly theirs: string;
}

export interface ConflictOrigin {
  readonly shownRecord: ShownRecord;
  /** The text is older than `shownRecord`, so a merge is impossible: each side is taken as a whole. */
  readonly baseUnknown: boolean;
  readonly failedSaves: readonly RecordState[];
}

/** `mine` merged with the record of the service, as texts. */
export function mergedChoices(
  remote: RemoteRecord,
  conflict: RecordConflict,
  { shownRecord, baseUnknown, failedSaves }: ConflictOrigin,
  mine: RecordState,
): Choices {
  const { snapshot: theirs } = conflict.theirs;
  const origin = { base: shownRecord.snapshot, failedSaves };
  const merged = baseUnknown ? { mine, theirs } : mergeWith(remote.fields, origin, mine, theirs);
  return { mine: remote.render(merged.mine), theirs: remote.render(merged.theirs) };
}

export function conflictFailure(keys: readonly string[]): Failure {
  return new Failure('conflict', `others changed ${keys.join(', ')} as well`, {
    field: keys[0],
    reason: 'recordConflict',
    about: keys,
  });
}

import { Failure, isFailure } from '../../core/errors.ts';
import type { DiskReason, FailureReason } from '../../core/failureReason.ts';
import { diskFailure, errorCode } from '../../net/disk/diskFailure.ts';

const cacheReasons: readonly (FailureReason | undefined)[] = [
  'disk',
  'diskDenied',
  'diskMissing',
] satisfies DiskReason[];

/** An error of the cache of git. The user knows nothing of its files, so the sentence names none. */
export function cacheFailure(error: unknown, folder: string): unknown {
  const failure = errorCode(error) === undefined ? error : diskFailure(error, folder);
  return isFailure(failure) && cacheReasons.includes(failure.reason)
    ? new Failure('refused', failure.message, { reason: 'gitCacheFailed', cause: error })
    : failure;
}

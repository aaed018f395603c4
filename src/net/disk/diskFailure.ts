import { Failure, isFailure, messageOf } from '../../core/errors.ts';
import type { DiskReason } from '../../core/failureReason.ts';

const reasons: Readonly<Record<string, DiskReason>> = {
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EACCES: 'diskDenied',
  EPERM: 'diskDenied',
  EROFS: 'diskDenied',
  EBUSY: 'diskDenied',
  ENOENT: 'diskMissing',
  ENOTDIR: 'diskMissing',
};

/** What the file system or the network module called an error, as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** An error of the file system as a Failure that says which file and why; a Failure stays as it is. */
export function diskFailure(error: unknown, path: string): Failure {
  if (isFailure(error)) return error;
  const reason = reasons[errorCode(error) ?? ''] ?? 'disk';
  return new Failure('refused', `${path}: ${messageOf(error)}`, { reason, about: [path], cause: error });
}

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

/** The code of an error of the file system or the network, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** An error of the file system as a Failure that names the file and the cause. A Failure is returned unchanged. */
export function diskFailure(error: unknown, path: string): Failure {
  if (isFailure(error)) return error;
  const reason = reasons[errorCode(error) ?? ''] ?? 'disk';
  return new Failure('refused', `${path}: ${messageOf(error)}`, { reason, about: [path], cause: error });
}

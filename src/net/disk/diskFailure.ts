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

/** The result of `work`; undefined if its file, or a folder above it, does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
}

/** An error of the file system as a Failure that names the file and the cause. A Failure is returned unchanged. */
export function diskFailure(error: unknown, path: string): Failure {
  if (isFailure(error)) return error;
  const reason = reasons[errorCode(error) ?? ''] ?? 'disk';
  return new Failure('refused', `${path}: ${messageOf(error)}`, { reason, about: [path], cause: error });
}

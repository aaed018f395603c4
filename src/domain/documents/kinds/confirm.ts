import { Failure, isFailure } from '../../../core/errors.ts';

/**
 * The result of `change`. If the service does not confirm it, the record is read again by `find`.
 * `ifAbsent`: what follows if it lacks the change. `ifBroken`: a connection that broke before the answer counts too.
 * @throws Failure `broken` if the change was not made; `unreadable` (reason `unconfirmed`) if that is not known
 */
export async function confirmedChange<T>(
  change: Promise<T | undefined>,
  find: () => Promise<T | undefined>,
  ifAbsent: 'notMade' | 'unknown',
  ifBroken = ifAbsent === 'notMade',
): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnconfirmed = error.reason === 'unconfirmed';
    // Not after a timeout: the record would be waited for as long again.
    const isBroken = ifBroken && isFailure(error, 'unreachable') && error.sent !== false;
    if (!isUnconfirmed && !isBroken) throw error;
    const reading = await find().then(
      (match) => ({ match }),
      () => undefined,
    );
    if (reading?.match !== undefined) return reading.match;
    if (reading === undefined || ifAbsent === 'unknown' || !isUnconfirmed) throw error;
    throw error.with({ kind: 'broken', reason: undefined });
  }
}

/** Milliseconds by which the clocks of this computer and the service may differ. */
export const clockDifference = 10 * 60_000;

/** `record` if it was created at `since` (milliseconds since 1970) or later: an older one can have the same title. */
export function ifCreatedSince<T extends { readonly created_at?: string | undefined }>(
  record: T | undefined,
  since: number,
): T | undefined {
  return Date.parse(record?.created_at ?? '') >= since - clockDifference ? record : undefined;
}

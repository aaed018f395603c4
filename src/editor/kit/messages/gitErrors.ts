import { Failure, messageOf } from '../../../core/errors.ts';
import { isObject } from '../../../core/text.ts';
import { tlsReasonIn } from '../../../domain/git/tlsRules.ts';

/** The Failure of an error of the built-in git extension, with the message of git and without credentials. */
export function failureOfGit(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const stderr = isObject(error) && typeof error.stderr === 'string' ? error.stderr : '';
  const text = `${stderr}\n${messageOf(error)}`;
  if (/cancelled/i.test(text)) return new Failure('cancelled', 'cancelled', { cause: error });
  const serverMessage = (stderr === '' ? messageOf(error) : stderr).replace(/\/\/[^/@\s]*@/g, '//').trim();
  if (/would be overwritten|local changes/i.test(text))
    return new Failure('conflict', serverMessage, { serverMessage, cause: error, reason: 'localChanges' });
  const tls = tlsReasonIn(text);
  if (tls !== undefined) return new Failure('unreachable', serverMessage, { cause: error, reason: tls });
  const detail = { serverMessage, cause: error, reason: 'gitFailed' } as const;
  if (/authentication failed|could not read|403|denied/i.test(text))
    return new Failure('forbidden', serverMessage, detail);
  if (/not found|does not exist|404/i.test(text)) return new Failure('missing', serverMessage, detail);
  if (/already exists/i.test(text)) return new Failure('conflict', serverMessage, detail);
  if (/unable to access|resolve host|failed to connect/i.test(text))
    return new Failure('unreachable', serverMessage, detail);
  return new Failure('refused', serverMessage, detail);
}

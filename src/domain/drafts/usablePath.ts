import { Failure } from '../../core/errors.ts';
import { isFilePath } from '../hosting/address.ts';

/**
 * @throws Failure `invalid`: reason `unusableName` if no file of a commit may have this path, because a system takes a
 * folder of it for `.git`; `nameNotUtf8` if its bytes are not known
 */
export function requireUsablePath(path: string): void {
  if (!hasKnownBytes(path))
    throw new Failure('invalid', `nameNotUtf8: ${path}`, { field: 'path', reason: 'nameNotUtf8', about: [path] });
  if (isFilePath(path)) return;
  throw new Failure('invalid', `unusableName: ${path}`, { field: 'path', reason: 'unusableName', about: [path] });
}

/** Whether the bytes of a path are known: a name that is not UTF-8 is text with replaced bytes here. */
export const hasKnownBytes = (path: string): boolean => !path.includes('\ufffd');

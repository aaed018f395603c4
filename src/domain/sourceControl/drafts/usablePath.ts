import { Failure } from '../../../core/errors.ts';
import { isFilePath } from '../../hosts/address.ts';

/**
 * @throws Failure `invalid` as `requireKnownName`, and with reason `unusableName` if no file of a commit may have this
 * path, because a system takes a folder of it for `.git`
 */
export function requireUsablePath(path: string): void {
  requireKnownName(path);
  if (isFilePath(path)) return;
  throw new Failure('invalid', `unusableName: ${path}`, { field: 'path', reason: 'unusableName', about: [path] });
}

/** @throws Failure of `requireKnownName` for `from`, of `requireUsablePath` for `to` */
export function requireUsableMove(from: string, to: string): void {
  requireKnownName(from);
  requireUsablePath(to);
}

/** @throws Failure `invalid` (reason `nameNotUtf8`) if the bytes of the path are not known */
export function requireKnownName(path: string): void {
  if (hasKnownBytes(path)) return;
  throw new Failure('invalid', `nameNotUtf8: ${path}`, { field: 'path', reason: 'nameNotUtf8', about: [path] });
}

/** Whether the bytes of a path are known: a name that is not UTF-8 is text with replaced bytes here. */
export const hasKnownBytes = (path: string): boolean => !path.includes('\ufffd');

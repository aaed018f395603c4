import { Failure } from '../../../core/errors.ts';
import { isFilePath } from '../../hosts/address.ts';
import { requireKnownName } from '../../objects/readablePath.ts';

/** @throws Failure of `requireKnownName`, or `invalid` (`unusableName`) if a system takes a folder of it for `.git` */
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

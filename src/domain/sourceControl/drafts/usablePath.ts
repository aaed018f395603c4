import { Failure } from '../../../core/errors.ts';
import { isFilePath, unusableReason } from '../../hosts/address.ts';
import { requireKnownName } from '../../objects/readablePath.ts';

/** @throws Failure of `requireKnownName`, or `invalid`: a control character, or a folder that a system treats as `.git` */
export function requireUsablePath(path: string): void {
  requireKnownName(path);
  if (isFilePath(path)) return;
  const reason = unusableReason(path);
  throw new Failure('invalid', `${reason}: ${path}`, { field: 'path', reason, about: [path] });
}

/** @throws Failure of `requireKnownName` for `from`, of `requireUsablePath` for `to` */
export function requireUsableMove(from: string, to: string): void {
  requireKnownName(from);
  requireUsablePath(to);
}

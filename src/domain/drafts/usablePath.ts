import { Failure } from '../../core/errors.ts';
import { isFilePath } from '../hosting/address.ts';

/** @throws Failure `invalid` if no file of a commit may have this path, because a system takes a folder of it for `.git` */
export function requireUsablePath(path: string): void {
  if (isFilePath(path)) return;
  throw new Failure('invalid', `unusableName: ${path}`, { field: 'path', reason: 'unusableName', about: [path] });
}

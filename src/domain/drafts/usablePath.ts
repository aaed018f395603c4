import { Failure } from '../../core/errors.ts';
import { isGitFolderName } from '../../core/gitFolderName.ts';
import { isSafeName } from '../hosting/address.ts';

/** @throws Failure `invalid` if no file of a commit may have this path, because a system takes a folder of it for `.git` */
export function requireUsablePath(path: string): void {
  const segments = path.split('/');
  if (segments.every(isSafeName) && !segments.some(isGitFolderName)) return;
  throw new Failure('invalid', `unusableName: ${path}`, { field: 'path', reason: 'unusableName', about: [path] });
}

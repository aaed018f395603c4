import { Failure } from '../../core/errors.ts';

/**
 * `path` as the extension shows and addresses it. A control character, such as a line break, becomes U+FFFD, as bytes
 * that are not UTF-8 do. NUL stays, because no name in git has it.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
export const readablePath = (path: string): string => path.replaceAll(/[\u0001-\u001f\u007f]/g, '\ufffd');

/** Whether the bytes of a path are known: none of them was replaced. Otherwise the file can only be read. */
export const hasKnownBytes = (path: string): boolean => !path.includes('\ufffd');

/** @throws Failure `invalid` (reason `nameNotUtf8`) if the bytes of the path are not known */
export function requireKnownName(path: string): void {
  if (hasKnownBytes(path)) return;
  throw new Failure('invalid', `nameNotUtf8: ${path}`, { field: 'path', reason: 'nameNotUtf8', about: [path] });
}

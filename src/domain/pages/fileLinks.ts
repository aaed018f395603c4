import { decodedText } from '../../core/text.ts';
import { isSafeName, type RepositoryName } from '../hosts/address.ts';
import type { LinkTarget } from './link.ts';

/** Links of a file in the root of a repository: they open the file in the editor. Undefined for other links. */
export function fileLinks(
  { owner, repo }: Pick<RepositoryName, 'owner' | 'repo'>,
  webAddress: string,
): (relative: string) => LinkTarget | undefined {
  return (relative) => {
    if (relative.startsWith('#') || !URL.canParse(relative, `https://here/${owner}/${repo}/`)) return undefined;
    const [written = ''] = relative.split(/[?#]/, 1);
    if (leavesRoot(segmentsOf(written))) return undefined;
    const { pathname, origin } = new URL(relative.replace(/^\/+/, ''), 'https://here/');
    const path = decodedText(pathname.slice(1));
    const names = segmentsOf(path.endsWith('/') ? path.slice(0, -1) : path);
    if (origin !== 'https://here' || !names.every(isSafeName)) return undefined;
    return { href: `${webAddress}/blob/HEAD${pathname}`, action: { action: 'file', path } };
  };
}

function leavesRoot(segments: readonly string[]): boolean {
  let depth = 0;
  for (const segment of segments) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

const mostEncodings = 5;

/** The segments of a path, completely decoded; `..` if the path is encoded more than five times. */
function segmentsOf(path: string): readonly string[] {
  let plain = path;
  for (let times = 0; times < mostEncodings; times += 1) {
    const next = plain.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) return plain.split(/[/\\]/);
    plain = next;
  }
  return ['..'];
}

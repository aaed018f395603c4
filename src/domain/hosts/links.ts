import { parsePullRequestRef } from './pullRequestRef.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { hasControl } from '../../core/hidden.ts';
import { requires, type RequirementCode } from '../../core/requirement.ts';
import { withoutEnd } from '../../core/text.ts';
import { fullName, parseFullName, type RecordKind, type RepositoryName } from './address.ts';
import type { Host } from './hosts.ts';
import { pageBelow } from './webAddress.ts';

/** The first line is 1. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export type WebLink = RepositoryName &
  (
    | { readonly kind: 'repository' }
    /** `rest`: the segments of ref and path; only the service knows where the path begins. */
    | {
        readonly kind: 'tree';
        readonly rest: readonly [string, ...string[]];
        readonly lines: Lines | undefined;
        /** What of the file is shown; undefined: its content. */
        readonly view?: 'history' | 'blame';
      }
    | { readonly kind: 'record'; readonly record: RecordKind; readonly id: string }
  );

/** @throws Failure `invalid` unless `url` is the web address of a repository, or of an item in it, on one of `hosts` */
export function parseWebLink(url: string, hosts: readonly Host[]): WebLink {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = parsed && hosts.find(({ webUrl }) => isBelow(parsed, webUrl));
  if (parsed === undefined || host === undefined) throw wrong('hostLink');
  const base = withoutEnd(new URL(host.webUrl).pathname, '/');
  const segments = parsed.pathname.slice(base.length).split('/').filter(Boolean).map(decode);
  const [owner = '', named = '', ...inside] = segments;
  const name = parseFullName(`${owner}/${named.replace(/\.git$/, '')}`);
  if (name === undefined || owner.includes('/') || named.includes('/')) throw wrong('repositoryLink');
  const [kind = '', ...rest] = inside[0] === '-' ? inside.slice(1) : inside;
  return { host: host.id, ...name, ...inRepository(kind, rest, parsed.hash) };
}

type Inside = WebLink extends infer L ? (L extends RepositoryName ? Omit<L, keyof RepositoryName> : never) : never;

function inRepository(kind: string, rest: readonly string[], hash: string): Inside {
  const [first, second, ...others] = rest;
  switch (kind) {
    case '':
      return { kind: 'repository' };
    case 'tree':
    case 'blob':
    case 'raw':
    case 'edit':
    case 'commit':
    case 'commits':
    case 'blame':
      if (first === undefined) return { kind: 'repository' };
      return {
        kind: 'tree',
        rest: second === undefined ? [first] : [first, second, ...others],
        lines: parseLines(hash),
        ...(kind === 'commits' ? { view: 'history' } : kind === 'blame' ? { view: 'blame' } : {}),
      };
    case 'issues':
    case 'milestones':
    case 'milestone':
      if (first === undefined) return { kind: 'repository' };
      if (!/^\d+$/.test(first)) throw wrong('recordLink');
      return { kind: 'record', record: kind === 'issues' ? 'issues' : 'milestones', id: first };
    case 'merge_requests':
    case 'pulls':
    case 'pull':
      if (first === undefined) return { kind: 'repository' };
      if (!/^[1-9]\d*$/.test(first)) throw wrong('recordLink');
      return { kind: 'record', record: 'pullRequests', id: first };
    case 'releases': {
      const tag = first === 'tag' ? second : first;
      return tag === undefined ? { kind: 'repository' } : { kind: 'record', record: 'releases', id: tag };
    }
    default:
      throw wrong('openableLink');
  }
}

/** `#L3`, `#L3-L7`, `#L3-7`. */
function parseLines(hash: string): Lines | undefined {
  const [, first, second] = /^#L(\d+)(?:-L?(\d+))?$/i.exec(hash) ?? [];
  const from = Number(first);
  if (first === undefined || from < 1) return undefined;
  return { from, to: Math.max(from, Number(second ?? from)) };
}

/**
 * Splits `rest` of a web address; `find` gets the possible refs, the shortest first, and returns the one that exists.
 * A ref with slashes written as `%2F` is one segment. @throws Failure `missing` if none exists
 */
export async function partRefAndPath(
  name: RepositoryName,
  [first, ...rest]: readonly [string, ...string[]],
  find: (names: readonly [string, ...string[]]) => Promise<string | undefined>,
): Promise<{ readonly ref: string; readonly path: string }> {
  const all = [first, ...rest];
  const longer = rest.map((_, index) => all.slice(0, index + 2).join('/'));
  const ref = await find([first, ...longer]);
  if (ref === undefined) {
    const reason = rest.length === 0 ? 'noSuchRef' : 'noRefInLink';
    const about = [first, fullName(name)];
    throw new Failure('missing', `no beginning of ${all.join('/')} is a ref`, { field: 'url', reason, about });
  }
  return { ref, path: all.join('/').slice(ref.length + 1) };
}

/** `page`: of the repository. */
export function webLink(
  page: string,
  place: { readonly ref: string; readonly path: string; readonly folder: boolean; readonly lines?: Lines | undefined },
): string {
  const ref = parsePullRequestRef(place.ref)?.ref ?? place.ref;
  const address = pageBelow(page, place.folder ? 'tree' : 'blob', ref, ...(place.path === '' ? [] : [place.path]));
  if (place.lines === undefined) return address;
  const { from, to } = place.lines;
  return `${address}#L${from}${to > from ? `-L${to}` : ''}`;
}

function isBelow(url: URL, root: string): boolean {
  if (!URL.canParse(root)) return false;
  const { origin, pathname } = new URL(root);
  const base = withoutEnd(pathname, '/');
  return url.origin === origin && (base === '' || url.pathname === base || url.pathname.startsWith(`${base}/`));
}

function decode(segment: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw wrong('encoded');
  }
  if (hasControl(decoded)) throw wrong('printable');
  return decoded;
}

function wrong(code: RequirementCode): Failure {
  return wrongValue('url', requires(code));
}

import * as v from 'valibot';
import { isSafe } from '../../api/http/origin.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { withoutEnd, foldCase } from '../../core/text.ts';
import type { Host } from '../hosts/hosts.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const address = v.pipe(
  text,
  v.check((value) => URL.canParse(value)),
);
const Entry = v.object({
  id: v.pipe(text, v.transform(foldCase), v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)),
  name: v.optional(text),
  apiUrl: address,
  authUrl: address,
  webUrl: v.optional(address),
  clientId: v.optional(text),
  /** Undefined: all described scopes; empty: the host decides. */
  scopes: v.optional(v.pipe(v.array(text), v.readonly())),
  redirectUri: v.optional(address),
  requestsPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** An entry of the setting `sourcehost.hosts`. */
export interface HostEntry extends Readonly<Omit<v.InferOutput<typeof Entry>, 'name'>> {
  readonly name: string;
}

export type PartialEntry = { readonly [Field in keyof HostEntry]?: HostEntry[Field] | undefined };

/** Why an entry cannot be used. `field` is undefined if the entry is not an object. */
export interface HostProblem {
  /** Id of the entry, or its position if it has no id. */
  readonly entry: string;
  readonly field: string | undefined;
  readonly why: 'missing' | 'wrong' | 'notSafe' | 'twice';
}

export const builtIn: readonly HostEntry[] = [
  {
    id: 'gitcode',
    name: 'GitCode',
    apiUrl: 'https://api.gitcode.com',
    authUrl: 'https://gitcode.com',
    webUrl: 'https://gitcode.com',
  },
];

/** All scopes of the API description: without scopes a host may grant almost no permission. */
const usualScopes: readonly string[] = [
  'all_user',
  'all_key',
  'all_groups',
  'all_projects',
  'all_pr',
  'all_issue',
  'all_note',
  'all_hook',
  'all_repository',
];

/** The hosts of the setting, and the built-in hosts unless an entry has the same id. `problems`: invalid entries. */
export function readHosts(setting: unknown): {
  readonly hosts: readonly Host[];
  readonly problems: readonly HostProblem[];
} {
  const own = new Map<string, Host>();
  const problems: HostProblem[] = [];
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  for (const [index, entry] of entries.entries()) {
    const read = readHost(entry, `#${index + 1}`);
    if ('why' in read) problems.push(read);
    else if (own.has(read.id)) problems.push({ entry: read.id, field: 'id', why: 'twice' });
    else own.set(read.id, read);
  }
  const others = builtIn.filter(({ id }) => !own.has(id)).map(hostFromSettings);
  return { hosts: [...own.values(), ...others], problems };
}

function readHost(entry: unknown, position: string): Host | HostProblem {
  const read = v.safeParse(Entry, entry);
  const called = nameOf(entry) ?? position;
  if (!read.success) {
    const [issue] = read.issues;
    const field = v.getDotPath(issue) ?? undefined;
    return { entry: called, field, why: issue.input === undefined ? 'missing' : 'wrong' };
  }
  for (const field of ['apiUrl', 'authUrl', 'webUrl'] as const) {
    const value = read.output[field];
    if (value !== undefined && !isSafe(new URL(value))) return { entry: called, field, why: 'notSafe' };
  }
  return hostFromSettings({ ...read.output, name: read.output.name ?? read.output.id });
}

function nameOf(entry: unknown): string | undefined {
  const read = v.safeParse(v.object({ id: text }), entry);
  return read.success ? read.output.id : undefined;
}

const apiSuffix = /\/api\/v5$/;

/** A normalised host: no root ends with a slash, the API root has no `/api/v5`, the OAuth root has no `/oauth`. */
export function hostFromSettings(entry: HostEntry): Host {
  const authUrl = root(entry.authUrl, /\/oauth$/);
  return {
    id: entry.id,
    name: entry.name,
    apiUrl: root(entry.apiUrl, apiSuffix),
    authUrl,
    webUrl: entry.webUrl === undefined ? authUrl : root(entry.webUrl),
    clientId: entry.clientId,
    scopes: entry.scopes ?? usualScopes,
    redirectUri: entry.redirectUri,
    requestsPerMinute: entry.requestsPerMinute,
  };
}

/** An API root, normalised like `Host.apiUrl`; undefined if `address` is not a URL. */
export function apiRootOf(address: string): string | undefined {
  return URL.canParse(address) ? root(address, apiSuffix) : undefined;
}

function root(address: string, suffix?: RegExp): string {
  const { origin, pathname } = new URL(address);
  const path = withoutEnd(pathname, '/');
  return origin + withoutEnd(suffix === undefined ? path : path.replace(suffix, ''), '/');
}

/** The host of an entry. @throws Failure `invalid` with the `field` that is not valid */
export function checkEntry(entry: HostEntry): Host {
  const read = readHost(entry, 'host');
  if (!('why' in read)) return read;
  const codes = { missing: 'given', wrong: 'valid', notSafe: 'https', twice: 'unused' } as const;
  throw wrongValue(read.field ?? 'host', requires(codes[read.why]));
}

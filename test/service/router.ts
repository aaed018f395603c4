import { endpoints } from '../../src/api/client/endpoints.ts';
import { optionalEndpoints } from '../../src/api/client/optionalEndpoints.ts';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import { pathOf } from '../../src/api/http/request.ts';
import { ownEndpoints } from './ownEndpoints.ts';

export interface Route {
  /** As the client calls it: `files.tree`. */
  readonly operation: string;
  readonly endpoint: Endpoint;
}

export interface Match {
  readonly route: Route;
  /** Undecoded path parameters. */
  readonly raw: Readonly<Record<string, string>>;
}

type Row = Endpoint<string, unknown, unknown>;

const rowsOf = (table: Readonly<Record<string, Readonly<Record<string, Row>>>>): readonly [string, Endpoint][] =>
  Object.entries(table).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${group}.${name}`, row as Endpoint]),
  );

const optional: ReadonlyMap<string, Endpoint> = new Map([...rowsOf(ownEndpoints), ...rowsOf(optionalEndpoints)]);

/** Whether only some hosts have the operation. */
export const isOptional = (operation: string): boolean => optional.has(operation);

/** Every row of the tables, the more literal ones first, so that `releases/latest` is not read as a tag. */
export const routes: readonly Route[] = [...rowsOf(endpoints), ...optional]
  .map(([operation, endpoint]) => ({ operation, endpoint }))
  .sort((one, other) => weight(pathOf(other.endpoint)) - weight(pathOf(one.endpoint)));

/** The weight of the literal segments; earlier ones weigh more. */
function weight(path: string): number {
  return path.split('/').reduce((sum, segment, at) => (segment.startsWith('{') ? sum : sum + 2 ** (20 - at)), 0);
}

/** The operation that a method and an undecoded path below `/api/` reach. */
export function matchRoute(method: string, path: string): Match | undefined {
  const segments = path.split('/');
  for (const route of routes) {
    if (route.endpoint.method !== method) continue;
    const raw = matchPath(pathOf(route.endpoint).split('/'), segments);
    if (raw !== undefined) return { route, raw };
  }
  return undefined;
}

function matchPath(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const raw: Record<string, string> = {};
  for (const [at, expected] of template.entries()) {
    const given = segments[at];
    if (given === expected) continue;
    if (given === undefined || given === '' || !expected.startsWith('{')) return undefined;
    if (expected === '{path}') {
      raw.path = segments.slice(at).join('/');
      return raw;
    }
    if (!readSegment(expected, given, raw)) return undefined;
  }
  return segments.length === template.length ? raw : undefined;
}

/** Reads the parameters of a segment such as `{sha}`, `{base}...{head}` or `{owner}%2F{repo}` into `raw`; false if it does not fit. */
function readSegment(expected: string, given: string, raw: Record<string, string>): boolean {
  const names = [...expected.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const separator = /\}(.+)\{/.exec(expected)?.[1];
  const parts = separator === undefined ? [given] : given.split(separator);
  if (parts.length !== names.length || parts.includes('')) return false;
  names.forEach((name, at) => (raw[name] = parts[at] ?? ''));
  return true;
}

import { wrongValue } from '../../core/errors.ts';
import { requires, type Requirement } from '../../core/requirement.ts';
import { withoutEnd } from '../../core/text.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { line, type Encoded, type Fields } from '../contract/field.ts';
import type { BodySource } from './fetch.ts';

/** The request of one call, still without the token. */
export interface ApiRequest {
  /** `GET /api/v5/repos/{owner}/{repo}`: for logs and messages, without any input of the user. */
  readonly operation: string;
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body: string | BodySource | undefined;
  /** Undefined: JSON. */
  readonly contentType?: string | undefined;
  readonly needsAccount: boolean;
}

type Refuse = (field: string, requirement: Requirement) => never;

const prefix = '/api/v5';

/** The API root without the prefix `/api/v5`; `apiUrl` may be configured with or without it. */
export function serviceRoot(apiUrl: string): string {
  return withoutEnd(apiUrl, '/').replace(/\/api\/v5$/, '');
}

/** The path template below the API root. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.startsWith('/api/') ? path : `${prefix}${path}`;

export const operationOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${pathOf(endpoint)}`;

/** The request of one flat object of parameters. @throws Failure `invalid` with the `field` that is not valid */
export function buildRequest(
  endpoint: Endpoint,
  params: Readonly<Record<string, unknown>>,
  apiUrl: string,
): ApiRequest {
  const operation = operationOf(endpoint);
  const refuse: Refuse = (field, requirement) => {
    throw wrongValue(field, requirement, { operation });
  };
  const inPath = new Set<string>();
  const path = pathOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodePath(name, params[name], refuse);
  });
  for (const [field, value] of Object.entries(params)) {
    const isKnown = inPath.has(field) || Object.hasOwn(endpoint.query, field) || Object.hasOwn(endpoint.body, field);
    if (value !== undefined && !isKnown) refuse(field, requires('known'));
  }
  const query = Object.entries(encodeFields(endpoint.query, params, refuse)).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value as string | number | boolean)}`,
  );
  const body = encodeFields(endpoint.body, params, refuse);
  const clash = endpoint.validate?.(params);
  if (clash !== undefined) refuse(clash.field, clash.requirement);
  return {
    operation,
    method: endpoint.method,
    needsAccount: endpoint.needsAccount,
    url: `${serviceRoot(apiUrl)}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...bodyOf(endpoint, body),
  };
}

function bodyOf(
  { body, wholeBody, form = false }: Endpoint,
  encoded: Readonly<Record<string, Encoded>>,
): Pick<ApiRequest, 'body' | 'contentType'> {
  if (Object.keys(body).length === 0) return { body: undefined };
  for (const [name, value] of Object.entries(encoded)) if (value instanceof File) return formWith(name, value);
  if (!form) return { body: JSON.stringify(wholeBody === undefined ? encoded : encoded[wholeBody]) };
  const fields = Object.entries(encoded).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  );
  return { body: String(new URLSearchParams(fields)), contentType: 'application/x-www-form-urlencoded' };
}

/** A form with one file, in the encoding of browsers. */
function formWith(field: string, file: File): Pick<ApiRequest, 'body' | 'contentType'> {
  const boundary = crypto.randomUUID();
  const name = file.name.replaceAll(/["\r\n]/g, encodeURIComponent);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n`;
  const type = `Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  const form = new Blob([head, type, file, `\r\n--${boundary}--\r\n`]);
  const body = { size: form.size, stream: () => form.stream() };
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

function encodePath(name: string, value: unknown, refuse: Refuse): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text === '') return refuse(name, requires('given'));
  const wrong = line.check(text);
  if (wrong !== undefined) return refuse(name, wrong);
  // Only {path} keeps its slashes; in other parameters a slash is part of a name and is encoded.
  const segments = name === 'path' ? text.split('/') : [text];
  // URL parsers resolve `.` and `..`, also if they are encoded, so the request would reach another operation.
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return refuse(name, requires('valid'));
  return segments.map(encodeURIComponent).join('/');
}

function encodeFields(
  fields: Fields,
  params: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): Record<string, Encoded> {
  const encoded: Record<string, Encoded> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = params[name];
    if (value === undefined) {
      if (!field.optional && field.omissible !== true) refuse(name, requires('given'));
      continue;
    }
    const wrong = field.check(value);
    if (wrong !== undefined) refuse(name, wrong);
    encoded[name] = field.encode(value);
  }
  return encoded;
}

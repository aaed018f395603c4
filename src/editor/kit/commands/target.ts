import { Uri } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { isObject } from '../../../core/text.ts';
import { optional, name, type Fields } from '../../../api/contract/field.ts';
import {
  fileScheme,
  fullName,
  parseFileAddress,
  parseRecordAddress,
  recordScheme,
} from '../../../domain/hosts/address.ts';
import type { InvocationOrigin } from '../command.ts';
import { isHasTarget, target } from '../prompts/target.ts';

export interface Call {
  readonly origin: InvocationOrigin;
  readonly args: Readonly<Record<string, unknown>>;
}

/** `host`: a host id. `account`: a login. If omitted: the only account, else the preferred one. */
export const hostFields = { host: optional(name), account: optional(name) };
/** `repository`: `owner/repo`. If omitted: the active repository. */
export const repositoryFields = { ...hostFields, repository: optional(name) };

/** Reads the arguments of the editor (none, a plain object, rows of a view, or a resource) into one argument object. */
export function readCall(args: readonly unknown[], fields: Fields): Call {
  const [first, second] = args;
  if (first === undefined || first === null) return { origin: 'palette', args: {} };
  // Views pass the row and a list of all rows; source control passes each row as an argument; a comment its thread too.
  const selected: readonly unknown[] =
    Array.isArray(second) && second.includes(first) ? second : isHasTarget(second) ? args : [first];
  const rows = selected.filter(isHasTarget);
  const targets = rows.map((row) => pickFields(row[target], fields)).filter((one) => Object.keys(one).length > 0);
  if (rows.length > 0) return { origin: 'node', args: joined(targets) };
  const uri = uriOf(first);
  if (uri !== undefined) {
    // The hover of a commit in a clone passes the root of the clone and the sha.
    const sha = typeof second === 'string' ? { sha: second } : {};
    return { origin: 'node', args: pickFields({ ...targetOfUri(uri), ...sha }, fields) };
  }
  if (isObject(first)) return { origin: 'code', args: first };
  throw new Failure('invalid', 'the argument must be an object', { reason: 'noArgumentObject' });
}

function uriOf(value: unknown): Uri | undefined {
  if (value instanceof Uri) return value;
  return isObject(value) && value.resourceUri instanceof Uri ? value.resourceUri : undefined;
}

function pickFields(args: Readonly<Record<string, unknown>>, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([field]) => Object.hasOwn(fields, field)));
}

/** Merges several rows into one object: equal values stay, different values become a list. */
function joined(rows: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const [first = {}] = rows;
  if (rows.length === 1) return first;
  return Object.fromEntries(
    Object.entries(first).map(([field, value]) => {
      const values = rows.map((row) => row[field]);
      return [field, values.every((other) => other === value) ? value : values.flat()];
    }),
  );
}

function targetOfUri(uri: Uri): Readonly<Record<string, unknown>> {
  if (uri.scheme === fileScheme) {
    const { host, ref, path, ...repository } = parseFileAddress(uri);
    return { uri, host, repository: fullName(repository), ref, path, paths: [path] };
  }
  if (uri.scheme === recordScheme) {
    const { host, kind, id, ...repository } = parseRecordAddress(uri);
    return { uri, host, repository: fullName(repository), [kind === 'releases' ? 'tag' : 'number']: id };
  }
  return { uri, folder: uri };
}

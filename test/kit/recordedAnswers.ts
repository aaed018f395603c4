import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows } from '../../scripts/apiCoverage/table.ts';
import type { Recorded } from '../../scripts/record/recorder.ts';
import type { Reply } from '../../src/api/contract/reply.ts';
import { failureOf } from '../../src/api/contract/failure.ts';
import type { Failure } from '../../src/core/errors.ts';
import { isObject } from '../../src/core/text.ts';

/** The files of `npm run record` below `folder`; none if nothing was recorded. */
export function recordedFiles(folder: string): readonly string[] {
  return existsSync(folder) ? globSync('**/*.json', { cwd: folder }).map((file) => join(folder, file)) : [];
}

export const readRecorded = (file: string): Recorded => JSON.parse(readFileSync(file, 'utf8')) as Recorded;

/**
 * Decodes a recorded answer as the client does.
 * @returns the Failure of an error, or the records of a list that cannot be read
 * @throws Failure `unreadable`
 */
export async function decodeRecorded({ name, status, headers, body }: Recorded): Promise<{
  readonly failure: Failure | undefined;
  readonly unreadable: readonly unknown[];
}> {
  const endpoint = allRows().find((row) => row.name === name)?.endpoint;
  if (endpoint === undefined) throw new Error(`there is no operation ${name}`);
  const reply: Reply = {
    operation: `GET ${endpoint.path}`,
    status,
    headers: { get: (header) => headers[header] ?? null },
    text: body === undefined ? '' : JSON.stringify(body),
    json: body,
  };
  const { failure = failureOf, read } = endpoint.returns;
  const failed = failure(reply);
  if (failed !== undefined) return { failure: failed, unreadable: [] };
  const value = await read(reply);
  const unreadable = isObject(value) && Array.isArray(value.unreadable) ? (value.unreadable as unknown[]) : [];
  return { failure: undefined, unreadable };
}

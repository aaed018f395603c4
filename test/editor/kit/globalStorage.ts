import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in which the extension keeps its files. */
export async function globalStorage(): Promise<string> {
  const data = process.env.SOURCEHOST_DATA ?? '';
  const found = (await readdir(data, { recursive: true })).find((name) =>
    name.endsWith(join('globalStorage', 'sourcehost.sourcehost')),
  );
  assert.ok(found !== undefined, 'the extension keeps files');
  return join(data, found);
}

import assert from 'node:assert/strict';
import { authentication, extensions } from 'vscode';
import fs from 'node:fs';
import { join, sep } from 'node:path';
import { RemoteService } from '../kit/remoteService.ts';

/** Records the files that code below `folder` reads from now on, except its own code, until it is ended. */
function watchReading(folder: string): { readonly read: readonly string[]; readonly end: () => void } {
  const read: string[] = [];
  const ends: (() => void)[] = [];
  const watch = <Name extends string>(owner: Record<Name, unknown>, name: Name): void => {
    const original = owner[name] as (...given: unknown[]) => unknown;
    owner[name] = function (this: unknown, ...given: unknown[]): unknown {
      const path = String(given[0]);
      if (new Error().stack?.includes(folder) === true && !path.startsWith(folder)) read.push(`${name} ${path}`);
      return Reflect.apply(original, this, given);
    };
    ends.push(() => (owner[name] = original));
  };
  for (const name of ['readFile', 'open'] as const) watch(fs.promises, name);
  for (const name of ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream'] as const) watch(fs, name);
  return { read, end: () => ends.forEach((end) => end()) };
}

describe('activation', () => {
  it('succeeds in the extension host without a request and without reading a file', async () => {
    const extension = extensions.getExtension('sourcehost.sourcehost');
    assert.ok(extension, 'the extension is not installed');
    assert.ok(!extension.isActive, 'nothing of it was used before');
    const service = new RemoteService();
    await service.clear();
    const reading = watchReading(join(extension.extensionPath, 'dist') + sep);
    try {
      await extension.activate();
      assert.ok(extension.isActive);
      // The sessions are its first use.
      assert.deepEqual(await authentication.getAccounts('sourcehost'), []);
      assert.deepEqual(reading.read, []);
      assert.deepEqual(await service.requests(), []);
    } finally {
      reading.end();
    }
  });
});

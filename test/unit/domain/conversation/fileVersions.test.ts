import assert from 'node:assert/strict';
import { FileVersions } from '../../../../src/domain/conversation/fileVersions.ts';
import type { RemoteRepositories } from '../../../../src/domain/repositories/remoteRepositories.ts';

const name = { host: 'local', owner: 'alice', repo: 'website' };

describe('FileVersions', () => {
  let reads: string[];
  let contents: Readonly<Record<string, string>>;
  beforeEach(() => {
    reads = [];
    contents = { old: 'one\ntwo\nthree\nfour\n', now: 'zero\r\none\r\nTWO\r\nthree\r\nfour\r\n' };
  });
  const versions = (): FileVersions =>
    new FileVersions({
      setResolved: () => undefined,
      at: ({ ref = '' }: { readonly ref?: string | undefined }) => ({
        read: async () => {
          reads.push(ref);
          const text = contents[ref];
          if (text === undefined) throw new Error('there is no such file');
          return await Promise.resolve(new TextEncoder().encode(text));
        },
      }),
    } as unknown as RemoteRepositories);
  const file = { path: 'a.txt', from: 'old', to: 'now' };

  it('finds where lines are in another version, and that one is another line now; reads each version once', async () => {
    const all = versions();
    const found = await Promise.all([1, 2, 3, 4, 5].map((line) => all.lineIn(name, file, line, {})));
    assert.deepEqual(found, [2, undefined, 4, 5, undefined]);
    assert.deepEqual(reads, ['old', 'now']);
    assert.equal(await all.lineIn(name, { ...file, to: 'old' }, 2, {}), 2);
    assert.deepEqual(reads, ['old', 'now']);
  });

  it('finds the nearest line of the other version', async () => {
    assert.equal(await versions().nearestLine(name, file, 2, {}), 2);
    assert.equal(await versions().nearestLine(name, { ...file, to: 'gone' }, 2, {}), undefined);
  });

  it('knows no line of a version that cannot be read, and reads it again later', async () => {
    const all = versions();
    contents = { old: 'one\n' };
    assert.equal(await all.lineIn(name, file, 1, {}), undefined);
    contents = { old: 'one\n', now: 'one\n' };
    assert.equal(await all.lineIn(name, file, 1, {}), 1);
  });

  it('compares no long files', async () => {
    contents = { old: 'x\n'.repeat(300_000), now: 'x\n'.repeat(300_000) };
    assert.equal(await versions().lineIn(name, file, 1, {}), undefined);
  });
});

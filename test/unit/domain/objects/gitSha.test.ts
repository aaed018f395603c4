import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { blobSha, treeSha } from '../../../../src/domain/objects/gitSha.ts';

describe('blobSha and treeSha', () => {
  const bytes = new TextEncoder().encode('hello\n');
  it('use SHA-1, or SHA-256 if the other names are SHA-256', async () => {
    assert.equal(await blobSha(bytes), 'ce013625030ba8dba906f756967f9e9ca394464a');
    const expected = createHash('sha256').update('blob 6\0hello\n').digest('hex');
    assert.equal(await blobSha(bytes, 'a'.repeat(64)), expected);
  });

  it('hash the entries of a tree in the order of git, where a folder sorts as if it ended with a slash', async () => {
    const sha = 'ce013625030ba8dba906f756967f9e9ca394464a';
    const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const lines = [
      { mode: '40000', name: 'a', sha: empty },
      { mode: '100644', name: 'a.txt', sha },
      { mode: '100644', name: 'a-b', sha },
    ];
    const parts = ['100644 a-b', '100644 a.txt', '40000 a'].map((line, at) =>
      Buffer.concat([Buffer.from(`${line}\0`), Buffer.from(at === 2 ? empty : sha, 'hex')]),
    );
    const whole = Buffer.concat(parts);
    const expected = createHash('sha1').update(`tree ${whole.length}\0`).update(whole).digest('hex');
    assert.equal(await treeSha(lines), expected);
    assert.equal(await treeSha([...lines].reverse()), expected);
    assert.equal(await treeSha([]), empty);
  });
});

import assert from 'node:assert/strict';
import { parseTree, treeOfCommit } from '../../../../src/domain/objects/gitTree.ts';

const sha1 = 'a'.repeat(40);
const sha256 = 'b'.repeat(64);

interface Line {
  readonly mode?: string;
  readonly name: string | Uint8Array;
  readonly sha?: string;
}

const bytesOf = (...lines: readonly Line[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      lines.flatMap(({ mode = '100644', name, sha = sha1 }) => [
        Buffer.from(`${mode} `),
        typeof name === 'string' ? Buffer.from(name) : name,
        Buffer.from('\0'),
        Buffer.from(sha, 'hex'),
      ]),
    ),
  );

const listed = (...lines: readonly Line[]): unknown =>
  parseTree(sha1, bytesOf(...lines))?.lines.map(({ name, mode }) => [name, mode]);

describe('parseTree', () => {
  it('returns every kind of entry with the mode as git writes it', () => {
    const lines = [
      { name: 'file' },
      { name: 'run', mode: '100755' },
      { name: 'group', mode: '100664' },
      { name: 'folder', mode: '40000' },
      { name: 'padded', mode: '040000' },
      { name: 'link', mode: '120000' },
      { name: 'module', mode: '160000' },
    ];
    assert.deepEqual(listed(...lines), [
      ['file', '100644'],
      ['run', '100755'],
      ['group', '100664'],
      ['folder', '40000'],
      ['padded', '40000'],
      ['link', '120000'],
      ['module', '160000'],
    ]);
  });

  it('reads shas of both lengths, and a sha that contains the bytes of separators', () => {
    const special = '20'.repeat(10) + '00'.repeat(10);
    const first = parseTree(sha1, bytesOf({ name: 'a', sha: special }, { name: 'b' }))?.lines;
    assert.equal(first?.[0]?.sha, special);
    assert.equal(first[1]?.sha, sha1);
    const long = parseTree(sha256, bytesOf({ name: 'a', sha: sha256 }, { name: 'b c', sha: sha256 }))?.lines;
    assert.deepEqual(
      long?.map(({ name }) => name),
      ['a', 'b c'],
    );
  });

  it('returns no entries of the empty tree', () => {
    assert.deepEqual(parseTree(sha1, new Uint8Array()), { lines: [], leftOut: 0 });
  });

  it('leaves out unsafe names, unknown modes and all but the first entry of a name', () => {
    const unsafe = ['..', '.', 'a/b', '.git', '.GIT', 'git~1', '.g\u200cit'];
    const lines = [
      ...unsafe.map((name) => ({ name })),
      { name: 'device', mode: '60000' },
      { name: 'nothing', mode: '0' },
      { name: 'twice' },
      { name: 'twice', mode: '40000' },
      { name: 'good' },
    ];
    assert.deepEqual(listed(...lines), [
      ['twice', '100644'],
      ['good', '100644'],
    ]);
    assert.equal(parseTree(sha1, bytesOf(...lines))?.leftOut, unsafe.length + 3);
  });

  it('replaces control characters and bytes that are not UTF-8', () => {
    const names = ['a\nb', '\u001b[31m', 'a\u007f', Uint8Array.of(0x66, 0xff)];
    assert.deepEqual(
      listed(...names.map((name) => ({ name }))),
      ['a\ufffdb', '\ufffd[31m', 'a\ufffd', 'f\ufffd'].map((name) => [name, '100644']),
    );
  });

  it('returns nothing for bytes that end inside an entry or are not a tree', () => {
    const whole = bytesOf({ name: 'first' }, { name: 'second', mode: '40000' });
    const entry = whole.length / 2;
    for (let length = 1; length < whole.length; length += 1) {
      const cut = parseTree(sha1, whole.subarray(0, length))?.lines;
      if (cut !== undefined)
        assert.deepEqual(
          cut.map(({ name }) => name),
          ['first'],
          String(length),
        );
    }
    assert.equal(parseTree(sha1, whole.subarray(0, Math.floor(entry / 2))), undefined);
    for (const text of ['no tree', ' \0', '100644\0', '100644 \0', '1006zz a\0', '-100644 a\0', '99999999 a\0']) {
      assert.equal(parseTree(sha1, Buffer.concat([Buffer.from(text), Buffer.alloc(20)])), undefined, text);
    }
  });
});

describe('treeOfCommit', () => {
  it('returns the root tree, and nothing for other bytes', () => {
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    assert.equal(treeOfCommit(encode(`tree ${sha1}\nparent ${sha1}\n`)), sha1);
    assert.equal(treeOfCommit(encode(`tree ${sha256}\nauthor A`)), sha256);
    for (const text of ['', 'tree', `tree ${sha1}`, `tree ${sha1.slice(1)}\n`, `object ${sha1}\n`, `x\ntree ${sha1}\n`])
      assert.equal(treeOfCommit(encode(text)), undefined, text);
  });
});

import assert from 'node:assert/strict';
import { limitedList, readBlame, readChanges, readCommits } from '../../../../src/git/history/historyFormat.ts';
import { rejection } from '../../../kit/rejection.ts';

const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
const zero = '0'.repeat(40);

/** The output of git in parts of `size` bytes. */
async function* output(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

const record = (sha: string, parents: string, name: string, message: string): string =>
  [sha, parents, name, 'a@example.com', '2026-11-23T05:00:00+08:00', message].join('\n');

describe('The output of git log', () => {
  it('keeps the beginning of a message of any length, and less of each after many long ones', async () => {
    async function* long(): AsyncGenerator<Uint8Array> {
      const part = Buffer.alloc(100_000, 'a');
      for (let count = 0; count < 40; count += 1) {
        yield Buffer.from(record(one, '', 'A', 'b'));
        for (let at = 0; at < 20; at += 1) yield await Promise.resolve(part);
        yield Buffer.from('\0');
      }
    }
    const commits = await readCommits(long());
    assert.deepEqual(
      commits.map(({ sha, authorName }) => [sha, authorName]),
      Array.from({ length: 40 }, () => [one, 'A']),
    );
    const lengths = commits.map(({ message }) => message.length);
    assert.ok(Math.max(...lengths) <= 1_000_000, String(Math.max(...lengths)));
    assert.ok((lengths.at(-1) ?? 0) <= 10_000, String(lengths.at(-1)));
  });

  it('is read to its commits, with empty and hostile texts', async () => {
    const hostile = `Fix\n\n:100644 100644 ${one} ${two} M\ncommit ${three}\n`;
    const text = [
      record(one, `${two} ${three}`, '\u202eевил, "x" | y', hostile),
      record(two, three, '', ''),
      record(three, '', '张三', '修复 #1\n'),
    ];
    for (const size of [1, 2, 1_000]) {
      const commits = await readCommits(output(`${text.join('\0')}\0`, size));
      assert.deepEqual(
        commits.map(({ sha, parents, authorName, message, file }) => ({ sha, parents, authorName, message, file })),
        [
          {
            sha: one,
            parents: [two, three],
            authorName: '\u202eевил, "x" | y',
            message: hostile.trimEnd(),
            file: undefined,
          },
          { sha: two, parents: [three], authorName: '', message: '', file: undefined },
          { sha: three, parents: [], authorName: '张三', message: '修复 #1', file: undefined },
        ],
      );
      assert.ok(commits.every(({ authorEmail }) => authorEmail === 'a@example.com'));
      assert.ok(commits.every(({ authoredDate }) => authoredDate === '2026-11-23T05:00:00+08:00'));
    }
  });

  it('has the file of each commit for the history of a file, whatever its path is', async () => {
    const paths = ['line\nbreak', `:100644 100644 ${one} ${two} M`, one];
    const raw = (status: string): string => `\n:100644 100644 ${one} ${two} ${status}`;
    const text = [
      record(one, two, 'A', 'm'),
      raw('M'),
      paths[0],
      record(two, three, 'A', 'm'),
      raw('R083'),
      paths[1],
      paths[0],
      record(three, '', 'A', 'm'),
      raw('A'),
      paths[2],
    ].join('\0');
    const commits = await readCommits(output(`${text}\0`));
    assert.deepEqual(
      commits.map(({ sha, file }) => [sha, file]),
      [
        [one, { status: 'modified', path: paths[0], oldPath: undefined }],
        [two, { status: 'renamed', path: paths[0], oldPath: paths[1] }],
        [three, { status: 'added', path: paths[2], oldPath: undefined }],
      ],
    );
  });

  it('has no commits if it is empty', async () => {
    assert.deepEqual(await readCommits(output('')), []);
  });
});

describe('The output of git diff-tree', () => {
  it('is read to its changes; unknown ones are left out', async () => {
    const entries = ['A', 'M', 'D', 'T', 'X'].map(
      (status) => `:100644 100644 ${zero} ${one} ${status}\0${status}\n x\0`,
    );
    const moved = ['R100', 'C075'].map((status) => `:100644 100644 ${one} ${one} ${status}\0old\0new\0`);
    assert.deepEqual(await readChanges(output([...entries, ...moved].join(''))), [
      { status: 'added', path: 'A\n x', oldPath: undefined },
      { status: 'modified', path: 'M\n x', oldPath: undefined },
      { status: 'removed', path: 'D\n x', oldPath: undefined },
      { status: 'modified', path: 'T\n x', oldPath: undefined },
      { status: 'renamed', path: 'new', oldPath: 'old' },
      { status: 'copied', path: 'new', oldPath: 'old' },
    ]);
  });
});

describe('A list of paths', () => {
  it('ends with a Failure if it is too long', async () => {
    const read: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const bytes of limitedList(output('a\0'.repeat(100)), 150)) read.push(bytes.length);
    };
    assert.equal((await rejection(reading(), 'refused')).reason, 'tooManyFiles');
    assert.ok(read.length * 7 <= 150);
  });
});

describe('The output of git blame', () => {
  it('is read to its lines in their order, with the paths that git quotes', async () => {
    const text = [
      `${one} 5 3 2`,
      'author filename x',
      `summary ${two} 1 1 1`,
      'previous x y',
      'filename "tab\\there \\346\\226\\207\\" \\\\"',
      `${two} 1 1 2`,
      'author-mail <a@example.com>',
      'boundary',
      'filename a b',
    ];
    assert.deepEqual(await readBlame(output(`${text.join('\n')}\n`)), [
      { sha: two, line: 1, count: 2, path: 'a b' },
      { sha: one, line: 3, count: 2, path: 'tab\there 文" \\' },
    ]);
  });
});

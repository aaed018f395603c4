import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../../scripts/kit/processes.ts';
import { allowedRepository, allowList } from '../../../../src/tools/kit/allowList.ts';
import { fileDiff } from '../../../../src/tools/kit/diff.ts';
import { askedDiff, askedLines, fenced, quotedName } from '../../../../src/tools/kit/fence.ts';
import { cutOutput, formatCursor, gather, parseCursor, resultLimit } from '../../../../src/tools/kit/output.ts';
import { englishLines } from '../../../../src/tools/kit/previewLines.ts';
import { toolFailureText } from '../../../../src/tools/failureText.ts';
import { inputSchema } from '../../../../src/tools/kit/schema.ts';
import { checkedInputs, filePath, filePaths, issueNumbers } from '../../../../src/tools/kit/tool.ts';
import {
  date,
  flag,
  name,
  names,
  oneOf,
  optional,
  range,
  someOf,
  time,
  webUrl,
} from '../../../../src/api/contract/field.ts';
import { isFailure } from '../../../../src/core/errors.ts';
import { bytes } from '../../../kit/bytes.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { runs } from '../../../kit/runs.ts';

const wrongField = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (isFailure(error, 'invalid')) return error.field;
    throw error;
  }
  return 'no failure';
};

describe('The repositories that tools may use', () => {
  const hosts = [{ id: 'gitcode.com' }, { id: 'local' }];
  const one = { host: 'local', owner: 'alice', repo: 'one' };
  const list = allowList({
    opened: [one],
    pinned: [
      { ...one, repo: 'ONE' },
      { ...one, repo: 'two' },
    ],
    setting: ['local/bob/three', 'bob/four', 'unknown/bob/five', 'bob', 'a/b/c/d', ' bob/six ', 'bob/../x', '*/*', ''],
    hosts,
  });

  it('are those that are opened, pinned or in the setting, each once', () => {
    assert.deepEqual(
      list.map(({ host, owner, repo, by }) => `${by} ${host}/${owner}/${repo}`),
      [
        'opened local/alice/one',
        'pinned local/alice/two',
        'setting local/bob/three',
        'setting gitcode.com/bob/four',
        'setting gitcode.com/bob/six',
        'setting gitcode.com/*/*',
      ],
    );
  });

  it('are named by owner and name without regard to case, and are used as the list writes them', () => {
    assert.deepEqual(allowedRepository(list, { repository: 'Alice/One' }), one);
    assert.deepEqual(allowedRepository(list, { repository: 'alice/one', host: 'LOCAL' }), one);
  });

  it('do not include any other, also if a part of the name is the same', () => {
    for (const repository of [
      'alice/on',
      'alice/one2',
      'alice',
      'alice/one/',
      'gitcode.com/alice/one',
      'x/local/alice/one',
      'alice/one@main',
      'x/y',
    ])
      assert.equal(
        wrongField(() => allowedRepository(list, { repository })),
        'repository',
        repository,
      );
    assert.equal(
      wrongField(() => allowedRepository(list, { repository: 'alice/one', host: 'gitcode.com' })),
      'repository',
    );
  });

  it('need the host if two hosts have the name', () => {
    const both = [one, { ...one, host: 'gitcode.com' }];
    assert.equal(
      wrongField(() => allowedRepository(both, { repository: 'alice/one' })),
      'host',
    );
    assert.deepEqual(allowedRepository(both, { repository: 'alice/one', host: 'local' }), one);
    assert.deepEqual(allowedRepository(both, { repository: 'LOCAL/alice/one' }), one);
  });
});

describe('The fence around texts', () => {
  it('starts every line with `| `, and shows hidden characters as codes', () => {
    assert.equal(fenced('a\nb\r\nc\rd'), '| a\n| b\n| c\n| d');
    assert.equal(fenced('a\u202eb\u2028c\td'), '| a⟨U+202E⟩b⟨U+2028⟩c\td');
    assert.equal(
      fenced('a\u2800\u3164\uffa0\u115f\u1160\ufe01b'),
      '| a⟨U+2800⟩⟨U+3164⟩⟨U+FFA0⟩⟨U+115F⟩⟨U+1160⟩⟨U+FE01⟩b',
    );
    assert.equal(
      fenced('Typo\ufe0e\ufe0f ☀\ufe0f\ufe0f 1\ufe0f\u20e3 2\ufe0f'),
      '| Typo⟨U+FE0E⟩⟨U+FE0F⟩ ☀\ufe0f⟨U+FE0F⟩ 1\ufe0f\u20e3 2⟨U+FE0F⟩',
    );
    assert.equal(quotedName('a”\nb'), "“a' b”");
    for (const mark of ['"', '“', '”', '„', '＂', '″', '»', '〞', '❞', '⹂', 'ʺ', 'ˮ', '״', '🙷'])
      assert.equal(quotedName(`a${mark} agreed`), "“a' agreed”");
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const line of fenced(text).split(/[\n\r\v\f\u0085\u2028\u2029]/)) assert.ok(line.startsWith('| '));
      }),
      runs(100),
    );
  });
});

describe('A question before a change', () => {
  const repository = { host: 'local', owner: 'alice', repo: 'samples' };

  it('shows every character that looks like nothing, and the blanks at the end of lines', () => {
    const secret = 'private'.replaceAll(/./g, (sign) => (sign > 'm' ? '\ufe0e' : '\ufe0f'));
    assert.equal(askedLines(`Typo${secret}`)[0]?.match(/⟨U\+FE0[EF]⟩/g)?.length, 7);
    assert.deepEqual(askedLines('a  \nb\t \u3000\nc\u2003d\u00a0\n  e'), [
      'a⟨U+0020⟩⟨U+0020⟩',
      'b⟨U+0009⟩⟨U+0020⟩⟨U+3000⟩',
      'c⟨U+2003⟩d⟨U+00A0⟩',
      '  e',
    ]);
    assert.deepEqual(askedDiff(' \n+  \n-a '), [' ', '+⟨U+0020⟩⟨U+0020⟩', '-a⟨U+0020⟩']);
    for (const blank of ['\ufffc', '\ufffe', '\ue000', '\u{f0000}', '\u{13430}', '\u{1107f}', '\u2d7f'])
      assert.match(askedLines(`a${blank}b`).join(), /^a⟨U\+[0-9A-F]+⟩b$/);
    assert.equal(askedLines(`${' '.repeat(1_000_000)}x `)[0]?.length, 1_000_009);
  });

  it('shows where the value before a change ends, whatever it is', () => {
    const shown = (before: string, after: string): string =>
      englishLines({ repository, fields: [{ key: 'milestone', before, after }], diffs: [] }).join('\n');
    assert.equal(shown('3 A', '4 B'), 'milestone: 3 A → 4 B');
    assert.equal(shown('张三', '李四'), 'milestone: 张三 → 李四');
    assert.equal(shown('（无）', '李四'), 'milestone: （无） → 李四');
    assert.notEqual(shown('3 A → 4 B', '5 C'), shown('3 A', '4 B → 5 C'));
    // An arrow between two texts from right to left would point from the new to the old one.
    assert.equal(shown('1 ישן', '2 חדש'), 'milestone:\n│ 1 ישן\n│ → 2 חדש');
    assert.equal(shown('٣', '٤'), 'milestone:\n│ ٣\n│ → ٤');
    for (const arrow of ['⟶', '➔', '->', '⇒', '￫', '🠖', '\u2192'])
      assert.match(shown(`open ${arrow} closed`, 'x'), /^milestone:\n│ open .+ closed\n│ → x$/, arrow);
    assert.equal(shown('open\n→ closed\r\nx', 'open'), 'milestone:\n│ open -> closed x\n│ → open');
  });

  it('keeps every value and every title in its field', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r',
      '\u2028',
      '│ ',
      ': ',
      '”',
      '→',
      'state: open → closed',
      '+x',
      'ב',
    );
    const text = fc.array(unit).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), text, (title, before, after) => {
        const about = { number: '#1', title };
        const fields = [{ key: 'labels', about, before, after } as const, { key: 'text', before, after } as const];
        const lines = englishLines({ repository, branch: after, fields, diffs: [] });
        const names = lines.filter((line) => !line.startsWith('│ '));
        assert.equal(names.length, 3);
        assert.match(names[0] ?? '', /^branch:/);
        assert.match(names[1] ?? '', /^#1 “[^”\n]*”: labels:/);
        assert.match(names[2] ?? '', /^text:/);
      }),
      runs(200),
    );
  });

  it('shows different texts in different ways, also if they differ in line ends or have codes in them', () => {
    assert.deepEqual(askedLines('a\r\nb\rc'), ['a⟨U+000D⟩', 'b⟨U+000D⟩c']);
    assert.deepEqual(askedLines('⟨U+202E⟩〈U+202E〉<U+0020> 〈书〉 <b>'), [
      '⟨U+27E8⟩U+202E⟩⟨U+3008⟩U+202E〉⟨U+003C⟩U+0020> 〈书〉 <b>',
    ]);
    const unit = fc.constantFrom(
      'a',
      ' ',
      '·',
      '\t',
      '\r',
      '\n',
      '⟨',
      '⟩',
      'U+0020',
      '\u202e',
      '\u2800',
      '\u00a0',
      '☀',
      '\ufe0f',
      ...['e', '\u0301', '\u0323', '\u00e9', ';', '\u037e', '\u1100', '\u1161', '\u11a8', '\uac00'],
    );
    const shown = (text: string): string => askedLines(text).join('\n');
    assert.deepEqual(askedLines('a;\u037eK\u212a`\u1fef é e\u0301\u0323 \u1100\u1161\u11a8 か\u3099'), [
      'a;⟨U+037E⟩K⟨U+212A⟩`⟨U+1FEF⟩ é e⟨U+0301⟩⟨U+0323⟩ \u1100⟨U+1161⟩\u11a8 か⟨U+3099⟩',
    ]);
    fc.assert(
      fc.property(fc.array(unit), fc.array(unit), (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        assert.equal(shown(before) === shown(after), before === after);
        assert.equal(shown(before).normalize('NFC'), shown(before));
      }),
      runs(500),
    );
  });
});

describe('The result of a tool', () => {
  const size = (text: string): number => new TextEncoder().encode(text).length;
  /** All pages of `entries`. */
  const pages = async (entries: readonly string[]): Promise<string[]> => {
    const texts: string[] = [];
    for (let cursor: string | undefined = '0.0'; cursor !== undefined && texts.length < 1_000;) {
      const at = parseCursor(cursor);
      const result = cutOutput({ summary: 'Rows', ...(await gather(entries, cursor)) }, at);
      texts.push(result.text);
      cursor = result.cursor;
    }
    return texts;
  };
  const rowsOf = (texts: readonly string[]): string =>
    texts
      .flatMap((text) =>
        text
          .split('\n')
          .filter((line) => line.startsWith('| '))
          .map((line) => line.slice(2)),
      )
      .join('');

  it('has at most 8,000 bytes, and its cursors lead through all entries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', '世', '🌍', '\u202e', ' '), maxLength: 9_000, size: 'max' }), {
          maxLength: 8,
        }),
        async (entries) => {
          const texts = await pages(entries);
          for (const text of texts) assert.ok(size(text) <= resultLimit, `${size(text)} bytes`);
          assert.equal(rowsOf(texts), entries.join('').replaceAll('\u202e', '⟨U+202E⟩'));
        },
      ),
      runs(10),
    );
  });

  it('cuts a line that is longer than a result', async () => {
    const texts = await pages(['x'.repeat(20_000), 'end']);
    assert.ok(texts.length <= 4, `${texts.length} results`);
    assert.equal(rowsOf(texts), `${'x'.repeat(20_000)}end`);
  });

  it('says that a page begins with the rest of a text, so that the rest does not look like a new text', async () => {
    const forged = '--- comment of maintainer, 2026-01-01';
    for (let before = 7_500; before < 8_000; before++) {
      const texts = await pages([`${'x'.repeat(before)}${forged}`, 'end']);
      const alone = texts.find((text) => text.includes(`\n| ${forged}`));
      if (alone !== undefined) assert.match(alone, /\nThe next line goes on where the result before ended\.\n\| ---/);
    }
  });

  it('reads no more entries than it can show', async () => {
    let count = 0;
    const endless = function* (): Generator<string> {
      for (;;) yield `entry ${(count += 1)}`;
    };
    const { entries, next } = await gather(endless(), '5.0');
    assert.equal(next, entries.length + 5);
    assert.ok(count < 1_200, `${count}`);
  });

  it('mentions without a cursor that the rest is left out', () => {
    const { text, cursor } = cutOutput({ summary: 'Done', entries: Array<string>(2_000).fill('entry') }, undefined);
    assert.ok(text.endsWith('The rest is left out.') && size(text) <= resultLimit);
    assert.equal(cursor, undefined);
  });
});

describe('A cursor', () => {
  it('is the text of a place, and nothing else', () => {
    const commit = 'a'.repeat(40);
    for (const cursor of [
      { index: 12, offset: 3, commit: undefined },
      { index: 0, offset: 0, commit },
    ])
      assert.deepEqual(parseCursor(formatCursor(cursor)), cursor);
    for (const text of ['', '1', 'x.0', '-1.0', '1.0@--output=x', '1.0@main', '1.0\n', '1e9.0'])
      assert.equal(
        wrongField(() => parseCursor(text)),
        'cursor',
        text,
      );
  });
});

describe('The difference of a file', () => {
  it('shows the changed lines with three lines around them', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join('');
    const diff = fileDiff('a.txt', bytes(before), bytes(before.replace('10\n', 'ten\nand more\n')));
    assert.equal(diff, '--- a.txt\n+++ a.txt\n@@ -7,7 +7,8 @@\n 7\n 8\n 9\n-10\n+ten\n+and more\n 11\n 12\n 13');
  });

  it('is taken by git apply', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index}`);
    const edits: readonly ((all: string[]) => unknown)[] = [
      (all) => all.splice(3, 2),
      (all) => all.splice(0, 0, 'first'),
      (all) => all.splice(20, 1, 'a', 'b', 'c'),
      (all) => all.push('last'),
      (all) => all.splice(0),
    ];
    await using folder = await temporaryFolder();
    for (let set = 0; set < 1 << edits.length; set += 1) {
      const after = [...lines];
      for (const [bit, edit] of edits.entries()) if ((set & (1 << bit)) !== 0) edit(after);
      const [old, now] = [lines, after].map((all) => all.map((line) => `${line}\n`).join(''));
      await writeFile(join(folder.path, 'a'), old ?? '');
      await writeFile(join(folder.path, 'patch'), `${fileDiff('a', bytes(old ?? ''), bytes(now ?? ''))}\n`);
      if (set > 0) await run('git', ['apply', '-p0', 'patch'], { cwd: folder.path });
      assert.equal(await readFile(join(folder.path, 'a'), 'utf8'), now);
    }
  });

  it('shows 150,000 lines', () => {
    const text = 'x\n'.repeat(150_000);
    assert.equal(fileDiff('a', undefined, bytes(text)).split('\n').length, 150_003);
    assert.equal(fileDiff('a', bytes(text), undefined).split('\n').length, 150_003);
  });

  it('shows a change that is too long to compare as removed and added lines, between the equal ones', () => {
    const file = (sign: string): string =>
      ['same\n', ...Array.from({ length: 150_000 }, (_, index) => `${sign} ${index}\n`), 'end\n'].join('');
    const lines = fileDiff('a', bytes(file('old')), bytes(file('new'))).split('\n');
    assert.deepEqual(lines.slice(2, 5), ['@@ -1,150002 +1,150002 @@', ' same', '-old 0']);
    assert.deepEqual(lines.slice(150_003, 150_006), ['-old 149999', '+new 0', '+new 1']);
    assert.equal(lines.at(-1), ' end');
    assert.equal(lines.length, 2 + 1 + 2 + 300_000);
  });

  it('shows a line that occurs several times once', () => {
    const diff = fileDiff('a', bytes('x\nx\n'), bytes('x\nx\nx\n'));
    assert.equal(diff, '--- a\n+++ a\n@@ -1,2 +1,3 @@\n x\n x\n+x');
    assert.equal(fileDiff('a', bytes('x\nx\nx\n'), bytes('x\n')), '--- a\n+++ a\n@@ -1,3 +1 @@\n x\n-x\n-x');
  });

  it('shows a change of the end of the last line', () => {
    assert.equal(
      fileDiff('a', bytes('x'), bytes('x\n')),
      '--- a\n+++ a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x',
    );
  });

  it('shows new, removed, moved and binary files', () => {
    assert.equal(fileDiff('a', undefined, bytes('x\n')), '--- /dev/null\n+++ a\n@@ -0,0 +1 @@\n+x');
    assert.equal(fileDiff('a', bytes('x\n'), undefined), '--- a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x');
    assert.equal(fileDiff('b', bytes('x\n'), bytes('x\n'), 'a'), '--- a\n+++ b');
    assert.equal(fileDiff('a', bytes('\0'), bytes('x')), '--- a\n+++ a\nBinary file');
  });

  it('tells changes of bytes that the text does not show', () => {
    const [utf8, gb18030] = [bytes('€中文\n'), Uint8Array.of(0xa2, 0xe3, 0xd6, 0xd0, 0xce, 0xc4, 0x0a)];
    assert.equal(fileDiff('a', utf8, gb18030), '--- a\n+++ a\n\\ The encoding changes from utf-8 to gb18030');
    assert.equal(
      fileDiff('a', Uint8Array.of(0x80, 0xd6, 0xd0, 0xce, 0xc4, 0x0a), gb18030),
      '--- a\n+++ a\n\\ Bytes that look the same change',
    );
    const notes = '\\ Bytes that are no text are shown as \ufffd\n\\ Bytes that look the same change';
    assert.equal(
      fileDiff('a', Uint8Array.of(0xff), Uint8Array.of(0xff, 0xff).slice(1).fill(0xfc)),
      `--- a\n+++ a\n${notes}`,
    );
  });
});

describe('The difference of a file whose lines do not end with LF', () => {
  it('shows a change of the line ends alone', () => {
    assert.deepEqual(fileDiff('a', bytes('1\r\n2\r\n3\n'), bytes('1\n2\r3\n')).split('\n').slice(3), [
      '-1',
      '-2',
      '\\ The lines above end with CRLF',
      '+1',
      '+2',
      '\\ The lines above end with CR',
      ' 3',
    ]);
  });

  it('names the line ends of a new file, and the missing one', () => {
    assert.deepEqual(fileDiff('a', undefined, bytes('1\r\n2\r\n3')).split('\n').slice(3), [
      '+1',
      '+2',
      '\\ The lines above end with CRLF',
      '+3',
      '\\ No newline at end of file',
    ]);
  });
});

describe('The path of a file, as an input of a tool', () => {
  it('has no name that a system treats as .git', () => {
    for (const path of ['.git', 'git~1/config', '.git./config', '.g\u200cit/config', 'a/.git::$DATA', '../a', '/a'])
      assert.deepEqual(filePath.check(path), { code: 'path', values: [] }, path);
    assert.equal(filePath.check('.gitignore'), undefined);
  });
});

describe('The paths of one call', () => {
  it('are at most 1,000, and the sentence says what to do', () => {
    const paths = (count: number): string[] => Array.from({ length: count }, (_, at) => `file-${at}`);
    const check = (count: number): unknown => checkedInputs({ paths: filePaths }, { paths: paths(count) });
    assert.deepEqual(check(1000), { paths: paths(1000) });
    assert.throws(
      () => check(1001),
      (error: unknown) =>
        isFailure(error) &&
        toolFailureText(error) ===
          'The tool failed (invalid, input paths): paths must have at most 1000 entries; call the tool again for the others.',
    );
  });
});

describe('The JSON Schema of inputs', () => {
  it('is that of their fields', () => {
    const fields = {
      text: name,
      number: range(1, 5),
      from: optional(range(2)),
      flag: optional(flag),
      state: oneOf('open', 'closed'),
      some: someOf('a', 'b'),
      names,
      issueNumbers,
      filePaths,
      date,
      time,
      webUrl,
    };
    const { properties, required } = inputSchema(fields, { text: 'A text.' });
    assert.deepEqual(properties, {
      text: { type: 'string', description: 'A text.' },
      number: { type: 'integer', maximum: 5 },
      from: { type: 'integer', minimum: 2 },
      flag: { type: 'boolean' },
      state: { type: 'string', enum: ['open', 'closed'] },
      some: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      names: { type: 'array', items: { type: 'string' } },
      issueNumbers: { type: 'array', items: { type: 'integer' }, maxItems: 50 },
      filePaths: { type: 'array', items: { type: 'string' } },
      date: { type: 'string', format: 'date' },
      time: { type: 'string', format: 'date-time' },
      webUrl: { type: 'string', format: 'uri' },
    });
    assert.deepEqual(
      required,
      Object.keys(fields).filter((key) => key !== 'from' && key !== 'flag'),
    );
  });
});

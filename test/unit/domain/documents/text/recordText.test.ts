import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedKeys } from '../../../../../src/domain/documents/kinds/recordState.ts';
import { fieldsOf, type LoadedRecord, type Kind } from '../../../../../src/domain/documents/kinds/kind.ts';
import { field } from '../../../../../src/domain/documents/text/recordField.ts';
import { loadedIssue, issueKind } from '../../../../../src/domain/documents/kinds/issue.ts';
import { loadedMilestone, milestoneKind } from '../../../../../src/domain/documents/kinds/milestone.ts';
import { loadedRelease, releaseKind } from '../../../../../src/domain/documents/kinds/release.ts';
import { readFrontMatter, writeName, type FrontMatter } from '../../../../../src/domain/documents/text/frontMatter.ts';
import { readRecord } from '../../../../../src/domain/documents/text/read.ts';
import { writeField, writeRecord } from '../../../../../src/domain/documents/text/write.ts';
import { anyIssue, anyMilestone, anyRelease, anyText } from '../../../../kit/arbitrary.ts';
import { runs } from '../../../../kit/runs.ts';

const found: fc.Arbitrary<[Kind, LoadedRecord]> = fc.oneof(
  anyIssue.map((issue): [Kind, LoadedRecord] => [issueKind, loadedIssue(issue)]),
  anyMilestone.map((milestone): [Kind, LoadedRecord] => [milestoneKind, loadedMilestone(milestone)]),
  anyRelease.map((release): [Kind, LoadedRecord] => [releaseKind, loadedRelease(release)]),
);

/** Normalizes a text as the editor does: one line ending, no lone surrogates. */
const throughEditor = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, '\n').toWellFormed();

describe('writeRecord and readRecord', () => {
  it('read the record that was written, also after line endings are normalized', () => {
    fc.assert(
      fc.property(found, ([kind, { snapshot, notes }]) => {
        const fields = fieldsOf(kind, false);
        const text = writeRecord(fields, snapshot, notes);
        for (const seen of [text, throughEditor(text)]) {
          const { snapshot: read, problems } = readRecord(kind.fields, seen, snapshot);
          assert.deepEqual(problems, []);
          assert.deepEqual([...changedKeys(fields, snapshot, read)], []);
          assert.equal(read.body, snapshot.body);
        }
      }),
      runs(1000),
    );
  });

  it('read a new record with the same values, byte for byte', () => {
    fc.assert(
      fc.property(anyIssue.map(loadedIssue), ({ snapshot }) => {
        const { snapshot: read } = readRecord(issueKind.fields, writeRecord(issueKind.fields, snapshot));
        assert.deepEqual(changedKeys(fieldsOf(issueKind, false), snapshot, read), new Set());
      }),
      runs(500),
    );
  });

  it('report exactly the edited fields', () => {
    fc.assert(
      fc.property(
        anyIssue.map(loadedIssue),
        anyIssue.map(loadedIssue),
        fc.subarray(['title', 'labels', 'assignee', 'body']),
        ({ snapshot }, other, keys) => {
          const fields = fieldsOf(issueKind, false);
          const values = { ...snapshot.values };
          for (const key of keys) if (key !== 'body') values[key] = other.snapshot.values[key];
          const edited = { values, body: keys.includes('body') ? other.snapshot.body : snapshot.body };
          const text = throughEditor(writeRecord(fields, edited));
          const { snapshot: read, problems } = readRecord(issueKind.fields, text, snapshot);
          assert.deepEqual(
            problems.filter(({ code }) => code !== 'comma'),
            [],
          );
          const changed = changedKeys(fields, snapshot, edited);
          // A body that differs only in the normalized characters counts as unedited.
          if (throughEditor(edited.body) === throughEditor(snapshot.body)) changed.delete('body');
          assert.deepEqual(changedKeys(fields, snapshot, read), changed);
        },
      ),
      runs(500),
    );
  });

  it('write front matter and body', () => {
    const fields = [field('title', 'text'), field('labels', 'names'), field('assignee', 'text')];
    const values = { title: 'Crash: on start', labels: ['bug', 'good first issue'] };
    const notes = [
      ['number', '12'],
      ['author', 'ann (Ann)'],
    ] as const;
    assert.equal(
      writeRecord(fields, { values, body: 'Text  \r\n---\n' }, notes),
      [
        '---',
        'title: Crash: on start',
        'labels:',
        '  - bug',
        '  - good first issue',
        'assignee:',
        '# number: 12',
        '# author: ann (Ann)',
        '---',
        '',
        'Text  \r\n---\n',
      ].join('\n'),
    );
  });

  it('keep fields that the text does not contain', () => {
    const base = {
      values: { title: 'a', state: 'opened', labels: ['x'], assignee: 'bob', milestone: undefined },
      body: 'b',
    };
    const { snapshot } = readRecord(issueKind.fields, '---\ntitle: A\n---\n\nb', base);
    assert.deepEqual(snapshot, { values: { ...base.values, title: 'A' }, body: 'b' });
  });

  it('accept lists and empty values in several notations', () => {
    const read = (yaml: string): unknown =>
      readRecord(issueKind.fields, `---\ntitle: t\n${yaml}\n---\n`).snapshot.values;
    assert.deepEqual(read('labels: bug, "ui"'), { title: 't', labels: ['bug', 'ui'] });
    assert.deepEqual(read("labels: [1.0, true, '[WIP], ''x''', [a] , ]"), {
      title: 't',
      labels: ['1.0', 'true', "[WIP], 'x'", '[a]'],
    });
    assert.deepEqual(read('labels:\n- a\n\n# note\n- a\n-\nstate : open'), {
      title: 't',
      labels: ['a'],
      state: 'opened',
    });
    assert.deepEqual(writeField('labels', 'names', undefined), ['labels: []']);
    assert.deepEqual(read('assignee:\nmilestone: ""'), { title: 't', assignee: undefined, milestone: undefined });
  });

  const typed: readonly (readonly [line: string, text: string])[] = [
    ...[
      ...['fix #12', 'See #12 again', 'Sprint #3', '#12 is broken', 'Bug: it crashes', '[WIP] x', '[WIP]', 'a: b: c'],
      ...['"quoted" rest', "'tis x", '"a" and "b"', "it's", '"open', '"C:\\dir"', '@team: look', '- dash', '-', '`x`'],
      ...['yes', 'True', 'null', '~', '12', '0x1F', '1e3', '2026-01-31', '.inf', '&a x', '*a', '!tag x', '!!str', '%x'],
      ...['{a: b}', '{}', '[]', '| x', '|', '>-', '? x', ': x', ':', 'key:', '---', '...', '<<', 'a\\nb', 'a\tb'],
    ].map((text) => [text, text] as const),
    ...([
      ['"a \\"b\\" #c\\u0021"', 'a "b" #c!'],
      ["'it''s #1'", "it's #1"],
      ['  x  ', 'x'],
    ] as const),
  ];
  it('read what a person types as one value to the end of the line', () => {
    for (const [line, text] of typed)
      for (const yaml of [`title: ${line}\nmilestone:${line}`, `milestone: ${line}\r\ntitle:\t${line}\r\n`]) {
        const { snapshot, problems } = readRecord(issueKind.fields, `---\n${yaml}\n---\n`);
        assert.deepEqual([problems, snapshot.values], [[], { title: text, milestone: text }], line);
        const inList = readRecord(issueKind.fields, `---\ntitle: t\nlabels:\n  - ${line}\n---\n`);
        assert.deepEqual(inList.snapshot.values.labels, [text], line);
      }
  });
});

describe('problems of readRecord', () => {
  const base = {
    values: { title: 't', state: 'opened', labels: ['a,b'], assignee: undefined, milestone: undefined },
    body: '',
  };
  const problems = (text: string, { isNew = false } = {}): string[] => {
    const read = readRecord(issueKind.fields, text, isNew ? undefined : base);
    return read.problems.map(({ code, at }) => {
      assert.ok(
        at.from >= 0 && at.to > at.from && at.to <= Math.max(1, text.length),
        `${code} has no place: ${JSON.stringify(at)}`,
      );
      return `${code}: ${text.slice(at.from, at.to)}`;
    });
  };
  const cases: Readonly<Record<string, readonly [text: string, expected: readonly string[]]>> = {
    'no front matter': ['text', ['noFrontMatter: text']],
    'front matter without a closing line': ['---\ntitle: t\n', ['endless: ---']],
    'unknown keys': ['---\ntitle: t\ncolour: red\n---\n', ['unknownKey: colour']],
    'a key of new records only': ['---\ntitle: t\nprivate: true\n---\n', ['onlyNew: private']],
    'an empty title': ['---\ntitle:\n---\n', ['required: title']],
    'an unknown state': ['---\ntitle: t\nstate: done\n---\n', ['badChoice: done']],
    'a list instead of a text': ['---\ntitle: t\nassignee:\n  - a\n  - b\n---\n', ['noList: - a\n  - b']],
    'a list below a value': ['---\ntitle: t\n  - b\nlabels: a\n- b\n---\n', ['notFields: - b', 'notFields: - b']],
    'names in an open bracket': ['---\ntitle: t\nlabels: [a, b # c\n---\n', ['openList: [a, b # c']],
    'a value of several lines': ['---\ntitle: |\n  t\n u: v\n---\n', ['notFields: t', 'notFields: u: v']],
    'a comment behind a choice': ['---\ntitle: t\nstate: opened # x\n---\n', ['badChoice: opened # x']],
    'a label with a comma': ['---\ntitle: t\nlabels: ["x,y"]\n---\n', ['comma: "x,y"']],
    'a duplicate key': ['---\ntitle: t\ntitle: u\n---\n', ['duplicateKey: title']],
    'a list instead of fields': ['---\n- a\n---\n', ['notFields: - a']],
  };
  for (const [what, [text, expected]] of Object.entries(cases))
    it(`are reported with their place: ${what}`, () => assert.deepEqual(problems(text), expected));

  it('include missing required fields of a new record', () => {
    assert.deepEqual(problems('---\nstate: opened\n---\n', { isNew: true }), ['required: ---']);
    assert.deepEqual(problems('text', { isNew: true }), ['noFrontMatter: text']);
  });

  it('include invalid dates', () => {
    for (const [day, expected] of [
      ['2026-02-28', []],
      ['2026-02-30', ['badDate']],
      ['28.2.2026', ['badDate']],
    ] as const) {
      const text = `---\ntitle: t\ndue_on: ${day}\n---\n`;
      const read = readRecord(milestoneKind.fields, text);
      assert.deepEqual(
        read.problems.map(({ code }) => code),
        expected,
        day,
      );
    }
  });

  it('do not include values that the service itself has', () => {
    assert.deepEqual(problems('---\ntitle: t\nlabels: ["a,b"]\n---\n'), []);
  });

  it('include front matter that is too long; keys such as __proto__ are usual ones', () => {
    const read = (yaml: string): FrontMatter => readFrontMatter(yaml, { from: 0, to: yaml.length }, issueKind.fields);
    assert.deepEqual(read('k: v\n'.repeat(4_001)), {
      entries: [],
      problems: [{ code: 'tooLong', at: { from: 0, to: 20_005 } }],
    });
    assert.deepEqual(
      read('__proto__: x\nconstructor: y').entries.map(({ key }) => key.text),
      ['__proto__', 'constructor'],
    );
  });

  it('have a place inside the text, for any text', () => {
    fc.assert(
      fc.property(anyText, anyText, (front, rest) => {
        const text = `---\n${front}\n---\n${rest}`;
        for (const one of [text, front, rest]) {
          for (const { at } of readRecord(issueKind.fields, one, base).problems) {
            assert.ok(at.from >= 0 && at.to >= at.from && at.to <= Math.max(1, one.length), JSON.stringify(at));
          }
        }
      }),
      runs(1000),
    );
  });
});

describe('writeField', () => {
  it('writes each value on its own line, and quotes it only if necessary', () => {
    for (const plain of ['Fix #1', 'C#1 is 50% done: no', '修复登录', '12', 'null', '[WIP] x', '"a" b', '- x', 'a\tb'])
      assert.deepEqual(writeField('title', 'text', plain), [`title: ${plain}`]);
    for (const text of ['"a"', ' a', 'a\nb', 'a\u3000', '\u{d800}'])
      assert.deepEqual(writeField('title', 'text', text), [`title: ${JSON.stringify(text)}`]);
    assert.deepEqual(writeField('title', 'text', "'a'"), [`title: "'a'"`]);
    assert.deepEqual(writeField('labels', 'names', ['a b', '- x']), ['labels:', '  - a b', '  - - x']);
  });

  it('quotes hidden characters, and keeps an emoji', () => {
    const labels = ['👩\u200d💻', 'a\u200bb', 'a\u{e0041}b'];
    assert.deepEqual(writeField('labels', 'names', labels), [
      'labels:',
      '  - 👩\u200d💻',
      ...['a\\u200bb', 'a\\udb40\\udc41b'].map((label) => `  - "${label}"`),
    ]);
  });

  it('writes text that is read unchanged, also as one name among others', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text !== ''),
        (text) => {
          const lines = [
            ...writeField('title', 'text', text),
            ...writeField('labels', 'names', [text]),
            `testers: [x, ${writeName(text)}, y]`,
          ].join('\n');
          const { entries, problems } = readFrontMatter(lines, { from: 0, to: lines.length }, [
            ...issueKind.fields,
            field('testers', 'names'),
          ]);
          assert.deepEqual(problems, []);
          const values = entries.map((entry) => entry.values.map((value) => value.text));
          assert.deepEqual(values, [[text], [text], ['x', text, 'y']]);
        },
      ),
      runs(2000),
    );
  });
});

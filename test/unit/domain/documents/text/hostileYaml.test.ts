import assert from 'node:assert/strict';
import fc from 'fast-check';
import { issueKind } from '../../../../../src/domain/documents/kinds/issue.ts';
import { readForm } from '../../../../../src/domain/documents/assist/templateText.ts';
import { readRecord } from '../../../../../src/domain/documents/text/read.ts';
import { withinProcessorTime } from '../../../../budgets.ts';
import { anyHostileParts, hostileYaml, joined } from '../../../../kit/hostileYaml.ts';
import { runs } from '../../../../kit/runs.ts';

const readers: Readonly<Record<string, (yaml: string) => void>> = {
  'a form of an issue': (yaml) => void readForm(yaml),
  'a record': (yaml) => void readRecord(issueKind.fields, `---\n${yaml}\n---\ntext`),
};

async function soon(yaml: string): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    const about = `${name}, ${JSON.stringify(yaml.slice(0, 60))}…`;
    await withinProcessorTime(50, () => read(yaml), about);
  }
}

describe('hostile YAML', () => {
  it('is read or rejected within 50 ms, at every length', async function () {
    this.timeout(120_000);
    for (const length of [1_600, 20_000, 200_000]) for (const yaml of hostileYaml(length)) await soon(yaml);
  });

  it('is read or rejected within 50 ms, for any combination of parts', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(anyHostileParts, (parts) => soon(joined(parts))),
      runs(100),
    );
  });

  it('is rejected below eight levels, for every kind of nesting', () => {
    const nested = (open: string, levels: number): string => `title: T\na: ${open.repeat(levels)}x`;
    assert.equal(readForm(`title: T\na: ${'['.repeat(7)}x${']'.repeat(7)}`).title, 'T');
    for (const open of ['[', '{a: ', '[{a: ', '\n- - - - - - - - - ', '\n  ? ? ? ? ? ? ? ? ? ']) {
      assert.equal(readForm(nested(open, 9)).title, undefined, open);
      assert.notEqual(readForm(nested(open, 9)).brokenLine, undefined, open);
    }
  });

  it('has no lists or maps as keys, and of equal keys the last one counts', () => {
    assert.equal(readForm('? [title]\n: no\n? {title: x}\n: no\ntitle: A\ntitle: B').title, 'B');
  });
});

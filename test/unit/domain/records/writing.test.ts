import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Issue } from '../../../../src/api/record/issue.ts';
import { titleOfComment } from '../../../../src/domain/records/text/commentTitle.ts';
import { referencesIn } from '../../../../src/domain/records/assist/references.ts';
import { draftNotes } from '../../../../src/domain/records/assist/releaseNotes.ts';
import { readForm, readTemplate } from '../../../../src/domain/records/assist/templateText.ts';
import { budget, within } from '../../../budgets.ts';
import { processorTime } from '../../../kit/processorTime.ts';

describe('referencesIn', () => {
  const found = (line: string): string[] => referencesIn(line).map(({ from, to }) => line.slice(from, to));

  it('finds issue numbers and logins', () => {
    assert.deepEqual(found('Fixes #12, see #3. Thanks @ann-b and @李!'), ['#12', '#3', '@ann-b', '@李']);
    assert.deepEqual(found('(#1) @a.b. **@c**'), ['#1', '@a.b', '@c']);
  });

  it('ignores colours, mail addresses, anchors, headings and code', () => {
    assert.deepEqual(found('#12ab ann@example.org x#1 a/#2 &#39; # 12 `#1` ``@x ` y`` @ ann'), []);
  });

  it('reads hostile lines within its budget of processor time', () => {
    const started = processorTime();
    for (const line of ['`'.repeat(20_000), '@'.repeat(50_000), '`a '.repeat(3_000), `@${'a.'.repeat(50_000)}`])
      referencesIn(line);
    within(budget.times.hostileText, processorTime() - started, 'ms');
  });
});

describe('titleOfComment', () => {
  it('returns the text of a TODO, FIXME, BUG or HACK comment', () => {
    const cases = [
      ['// TODO: mend it', 'mend it'],
      ['  /* FIXME(ann): mend it */', 'mend it'],
      ['<!-- BUG - (#12) mend (it) -->  ', 'mend (it)'],
      ['# HACK mend it', 'mend it'],
      ['// TODO', ''],
      ['<!-- TODO -->', ''],
      ['// TODO (open', '(open'],
      ['// TODOS mend it', ''],
    ] as const;
    for (const [line, title] of cases) assert.equal(titleOfComment(line), title, line);
  });

  it('handles hostile lines', () => {
    for (const pump of [' ', ':', '-', '(', ' *', '-- ', '():', 'TODO '])
      assert.ok(titleOfComment(`TODO${pump.repeat(100_000)}x`) !== '');
  });
});

describe('draftNotes', () => {
  const issue = (number: number, title: string, ...labels: string[]): Issue =>
    v.parse(Issue, { number, title, state: 'closed', labels: labels.map((name) => ({ name })) });

  it('groups issues by label, each once, and escapes titles', () => {
    const issues = [
      issue(3, 'Crash', 'bug', 'ui'),
      issue(2, 'Hang\n# now', 'bug'),
      issue(4, 'Dark', 'feature'),
      issue(5, 'Else'),
    ];
    assert.equal(
      draftNotes(issues, 'Other'),
      '## bug\n\n- Hang \\# now (#2)\n- Crash (#3)\n\n## feature\n\n- Dark (#4)\n\n## Other\n\n- Else (#5)\n',
    );
    assert.equal(draftNotes([], 'Other'), '');
  });
});

describe('readTemplate and readForm', () => {
  it('read title, labels, assignee and text', () => {
    const text =
      '---\nname: Bug\nabout: x\ntitle: "[Bug] "\nlabels: bug, help\nassignees: ann\n---\n\n**What**\r\n---\n';
    assert.deepEqual(readTemplate(text), {
      title: '[Bug] ',
      labels: ['bug', 'help'],
      assignee: 'ann',
      body: '**What**\r\n---\n',
    });
    assert.deepEqual(readTemplate('Just text'), { body: 'Just text' });
    assert.deepEqual(readTemplate('---\n[\n---\ntext'), { body: 'text' });
  });

  it('ignore front matter that is too long or expands aliases', () => {
    const long = `---\ntitle: ${'x'.repeat(300_000)}\n---\n\nbody`;
    assert.equal(readTemplate(long).title, undefined);
    const bomb = `a: &a [x,x]\nb: &b [*a,*a]\ntitle: T\nbody: [*b,*b]`;
    assert.equal(readForm(bomb).title, undefined);
  });

  it('convert the fields of a form to headings', () => {
    const form = [
      'name: Bug',
      'title: "[Bug]"',
      'labels: [bug]',
      'body:',
      '- type: markdown',
      '  attributes: { value: "Thanks --> x" }',
      '- type: textarea',
      '  attributes: { label: What, description: Tell us, value: "1." }',
      '- type: dropdown',
      '  attributes: { label: Where, options: [Web, App] }',
      '- type: checkboxes',
      '  attributes: { label: Sure, options: [{ label: "yes" }] }',
    ].join('\n');
    const { body, ...head } = readForm(form);
    assert.deepEqual(head, { title: '[Bug]', labels: ['bug'] });
    assert.equal(
      body,
      '<!--\nThanks --\\> x\n-->\n\n### What\n\n<!-- Tell us -->\n1.\n\n### Where\n\n<!-- one of: Web | App -->\n\n\n### Sure\n\n- [ ] yes\n\n',
    );
    assert.deepEqual(readForm('a: &a [x]\nbody: *a'), { body: '' });
  });
});

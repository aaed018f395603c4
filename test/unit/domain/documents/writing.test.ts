import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Issue } from '../../../../src/api/record/issue.ts';
import { titleOfComment } from '../../../../src/domain/documents/text/commentTitle.ts';
import { referencesIn } from '../../../../src/domain/documents/assist/references.ts';
import { draftNotes } from '../../../../src/domain/documents/assist/releaseNotes.ts';
import { readForm, readTemplate, readTemplateSettings } from '../../../../src/domain/documents/assist/templateText.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

describe('referencesIn', () => {
  const found = (line: string): string[] => referencesIn(line).map(({ from, to }) => line.slice(from, to));

  it('finds issue numbers and logins', () => {
    assert.deepEqual(found('Fixes #12, see #3. Thanks @ann-b and @李!'), ['#12', '#3', '@ann-b', '@李']);
    assert.deepEqual(found('(#1) @a.b. **@c**'), ['#1', '@a.b', '@c']);
  });

  it('ignores colours, mail addresses, anchors, headings and code', () => {
    assert.deepEqual(found('#12ab ann@example.org x#1 a/#2 &#39; # 12 `#1` ``@x ` y`` @ ann'), []);
  });

  it('reads hostile lines within its budget of processor time', async () => {
    const lines = ['`'.repeat(20_000), '@'.repeat(50_000), '`a '.repeat(3_000), `@${'a.'.repeat(50_000)}`];
    await withinProcessorTime(budget.times.hostileText, () => {
      for (const line of lines) referencesIn(line);
    });
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
  it('read name, title, labels, assignee and text', () => {
    const text =
      '---\nname: Bug\nabout: x\ntitle: "[Bug] "\nlabels: bug, help\nassignees: ann\n---\n\n**What**\r\n---\n';
    assert.deepEqual(readTemplate(text), {
      name: 'Bug',
      about: 'x',
      title: '[Bug] ',
      labels: ['bug', 'help'],
      assignee: 'ann',
      body: '**What**\r\n---\n',
    });
    assert.deepEqual(readTemplate('Just text'), { body: 'Just text' });
    assert.deepEqual(readTemplate('---\ntitle: T\nlabels: [\n---\ntext'), { body: 'text', brokenLine: 4 });
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
    assert.deepEqual(head, { name: 'Bug', title: '[Bug]', labels: ['bug'] });
    assert.equal(
      body,
      '<!--\nThanks --\\> x\n-->\n\n### What\n\n<!-- Tell us -->\n1.\n\n### Where\n\n<!-- one of: Web | App -->\n\n\n### Sure\n\n- [ ] yes\n\n',
    );
  });

  it('tell the line of a form that is broken, has no questions, or expands aliases', () => {
    const lineOf = (form: string): unknown => {
      const { body, brokenLine } = readForm(form);
      assert.equal(body, '', form);
      return brokenLine;
    };
    assert.equal(lineOf('name: x\nbody:\n- type: input\n  attributes: { label: A }\n validations: {}\n'), 5);
    assert.equal(lineOf('name: x\r\nbody:\r\n- type: [\r\n'), 4);
    assert.equal(lineOf('a: &a [x]\nbody: *a'), 2);
    assert.equal(lineOf('name: x\ntitle: T\nbody: none\n'), 3);
    assert.equal(lineOf(''), 1);
    assert.equal(lineOf(`name: x\nbody:\n${'- [x]\n'.repeat(10_000)}`), 1);
    assert.equal(readForm('body:\n- type: input\n  attributes: { label: A }\n').brokenLine, undefined);
  });

  it('take numbers and switches of a form as they are written', () => {
    const options = '[1.0, 2.10, 0x1F, true, "- x", "# y", ~, "a <!-- b"]';
    const { body } = readForm(`body:
- type: dropdown
  attributes: { label: 1.20, options: ${options}, default: 1 }
- type: dropdown
  attributes: { label: Both, multiple: true, options: [a, b, c], default: [0, 2] }
`);
    assert.equal(
      body,
      '### 1.20\n\n<!-- one of: 1.0 | 2.10 | 0x1F | true | \\- x | \\# y | a <\\!-- b -->\n2.10\n\n' +
        '### Both\n\n<!-- any of: a | b | c -->\na\nc\n',
    );
  });

  it('read the settings of templates, without unusable links', () => {
    const links = [
      '{ name: Forum, url: "https://example.org", about: "Ask\\nhere" }',
      '{ name: Bad, url: "command:evil" }',
      '{ url: "https://example.org" }',
    ];
    assert.deepEqual(readTemplateSettings(`blank_issues_enabled: false\ncontact_links: [${links.join(', ')}]\n`), {
      allowsBlank: false,
      links: [{ name: 'Forum', about: 'Ask here', url: 'https://example.org' }],
    });
    for (const text of ['', '[', 'contact_links: yes', 'blank_issues_enabled: true'])
      assert.deepEqual(readTemplateSettings(text), { allowsBlank: true, links: [] }, text);
  });
});

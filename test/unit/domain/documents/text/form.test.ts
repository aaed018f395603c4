import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readForm } from '../../../../../src/domain/documents/assist/templateText.ts';
import { formProblems, formSections } from '../../../../../src/domain/documents/text/form.ts';
import { budget, withinProcessorTime } from '../../../../budgets.ts';
import { anyText } from '../../../../kit/arbitrary.ts';
import { runs } from '../../../../kit/runs.ts';

const yaml = `
name: Bug
body:
- type: markdown
  attributes: { value: "### Read this" }
- type: input
  attributes: { label: Version, placeholder: 1.2.3 }
  validations: { required: true }
- type: textarea
  attributes: { label: Steps, description: Tell us }
- type: textarea
  attributes: { label: Log, render: shell }
  validations: { required: true }
- type: dropdown
  attributes: { label: Where, options: [Web, App, "A | B"] }
  validations: { required: true }
- type: dropdown
  attributes: { label: Systems, multiple: true, options: [Linux, Windows, macOS] }
- type: dropdown
  attributes: { label: Weight, options: [low, high], default: 1 }
  validations: { required: true }
- type: checkboxes
  attributes: { label: Consent, options: [{ label: I searched, required: true }, { label: I can help }] }
`;

const body = (text: string) => ({ from: 0, to: text.length });
/** The problems of a text: code, key, and the text at the place of the problem. */
const problems = (text: string): string[] =>
  formProblems(text, body(text)).map(({ code, key, at }) => `${code} ${key}: ${text.slice(at.from, at.to)}`);

describe('An issue form', () => {
  const form = readForm(yaml).body;
  const filled = form
    .replace('<!-- 1.2.3 -->\n<!-- required -->\n', '$&1.0')
    .replace('```shell\n', '```shell\nerror: #1')
    .replace('A \\| B -->\n', '$&App')
    .replace('[ ] I searched', '[x] I searched');

  it('has a section for each question, with what it accepts', () => {
    assert.ok(form.includes('### Version\n\n<!-- 1.2.3 -->\n<!-- required -->\n\n'), form);
    assert.ok(form.includes('### Steps\n\n<!-- Tell us -->\n\n'), form);
    assert.ok(form.includes('### Log\n\n<!-- required -->\n```shell\n\n```\n'), form);
    assert.ok(form.includes('<!-- required, one of: Web | App | A \\| B -->\n'), form);
    assert.ok(form.includes('<!-- any of: Linux | Windows | macOS -->\n'), form);
    assert.ok(form.includes('<!-- required, one of: low | high -->\nhigh\n'), form);
    assert.ok(form.includes('- [ ] I searched <!-- required -->\n- [ ] I can help\n'), form);
    assert.deepEqual(
      formSections(form, body(form)).map(({ label, rule }) => [label, rule.required, rule.choices.length, rule.many]),
      [
        ['Version', true, 0, false],
        ['Log', true, 0, false],
        ['Where', true, 3, false],
        ['Systems', false, 3, true],
        ['Weight', true, 2, false],
        ['Consent', false, 0, false],
      ],
    );
  });

  it('requires the answers and ticks that it asks for', () => {
    assert.deepEqual(problems(form), [
      'unanswered Version: ### Version',
      'unanswered Log: ### Log',
      'unanswered Where: ### Where',
      'unticked Consent: - [ ] I searched <!-- required -->',
    ]);
    assert.deepEqual(problems(filled), []);
    assert.deepEqual(problems(filled.replaceAll('\n', '\r\n')), []);
  });

  it('accepts only its choices, one or several', () => {
    const chosen = (where: string): string[] => problems(filled.replace('-->\nApp\n', `-->\n${where}\n`));
    assert.deepEqual(chosen('A | B'), []);
    assert.deepEqual(chosen('- Web'), []);
    assert.deepEqual(chosen('Wap'), ['badAnswer Where: Wap']);
    assert.deepEqual(chosen('Web\nApp'), ['oneAnswer Where: App']);
    const systems = (text: string): string[] => problems(filled.replace('macOS -->\n', `$&${text}`));
    assert.deepEqual(systems('- Linux\n- macOS'), []);
    assert.deepEqual(systems('Linux\nBeOS'), ['badAnswer Systems: BeOS']);
  });

  it('offers the place of the first answer', () => {
    const [, , where] = formSections(form, body(form));
    assert.ok(where !== undefined);
    assert.ok(form.slice(0, where.start).endsWith('A \\| B -->\n'));
  });

  it('accepts headings in an answer of text, and ends a choice at any heading', () => {
    const own = readForm(`body:
- type: textarea
  attributes: { label: Steps, value: "### Before\\n" }
  validations: { required: true }
- type: textarea
  attributes: { label: Log }
  validations: { required: true }
- type: dropdown
  attributes: { label: Where, options: [Web, App] }
`).body;
    assert.ok(own.includes('\n#### Before\n'), own);
    const text = own.replace('### Log\n\n<!-- required -->\n', '$&## First\n\nall of it\n');
    assert.deepEqual(problems(text), []);
    assert.deepEqual(problems(`${text}Web\n# More\nWap\n`), []);
    assert.deepEqual(problems(`${text}Web\nWap\n`), ['badAnswer Where: Wap']);
    assert.deepEqual(problems(own), ['unanswered Log: ### Log']);
  });

  it('requires a tick of a section of check boxes that is required as a whole', () => {
    const boxes = readForm(`body:
- type: checkboxes
  attributes: { label: Systems, options: [{ label: Linux }, { label: macOS }] }
  validations: { required: true }
`).body;
    assert.deepEqual(problems(boxes), ['unanswered Systems: ### Systems']);
    assert.deepEqual(problems(boxes.replace('[ ] macOS', '[x] macOS')), []);
  });

  it('reads 100 choices in several languages, and choices that look like lists and headings', () => {
    const choices = [...Array.from({ length: 98 }, (_, index) => `选项 ${index} – Größe`), '- dash', '# hash'];
    const many = readForm(`body:
- type: dropdown
  attributes: { label: 版本, options: ${JSON.stringify(choices)} }
  validations: { required: true }
`);
    assert.equal(many.brokenLine, undefined);
    const [section] = formSections(many.body, body(many.body));
    assert.equal(section?.rule.choices.length, 100);
    for (const choice of section.rule.choices)
      assert.deepEqual(problems(many.body.replace(' -->\n', `$&${choice}`)), [], choice);
  });

  it('is not seen in headings and comments of an ordinary text or of code', () => {
    for (const text of [
      '',
      '### Steps\n\n1. Open\n',
      '### Steps\n\n<!-- required fields are below -->\n',
      '```\n### Steps\n<!-- required -->\n```\n',
      '<!--\n### Steps\n<!-- required -->\n',
      '#### Steps\n<!-- required -->\n',
      'required\n### \n<!-- required -->',
    ])
      assert.deepEqual(problems(text), [], text);
  });

  it('is read within its budget of processor time, whatever the text is', async () => {
    const parts = ['### a\n<!-- required -->\n', '<!-- ', '```\n', '- [ ] ', '### a\n', '<!-- one of: a | ', '\n'];
    await withinProcessorTime(budget.times.hostileText, () => {
      for (const part of parts) formProblems(part.repeat(8_000), body(part.repeat(8_000)));
    });
  });

  it('never fails, and marks a place in the text', () => {
    const parts = fc.constantFrom('### A\n', '<!-- required -->\n', '<!-- one of: a | b -->\n', '```\n', '<!--', '-->');
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, anyText)), (all) => {
        const text = all.join('');
        for (const { at } of formProblems(text, body(text)))
          assert.ok(at.from >= 0 && at.from <= at.to && at.to <= text.length);
      }),
      runs(500),
    );
  });
});

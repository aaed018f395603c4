import assert from 'node:assert/strict';
import {
  CompletionItemKind,
  commands,
  languages,
  window,
  workspace,
  type CodeAction,
  type CompletionList,
  type Diagnostic,
  type Position,
  type TextDocument,
} from 'vscode';
import { Person } from '../kit/person.ts';
import { begin, edit, eventually, repository, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';

const form = `
name: Bug report
description: With a version
title: "Bug: "
labels: [bug]
body:
- type: input
  attributes: { label: Version }
  validations: { required: true }
- type: dropdown
  attributes: { label: Where, options: [Web, App] }
  validations: { required: true }
- type: dropdown
  attributes: { label: Systems, multiple: true, options: [Linux, Windows] }
- type: checkboxes
  attributes: { label: Consent, options: [{ label: I searched, required: true }] }
`;

describe('an issue form', () => {
  const person = new Person();
  let document: TextDocument;

  before(begin);
  beforeEach(async () => {
    person.sit();
    const files = { '.gitcode/ISSUE_TEMPLATE/bug.yml': form };
    await service.act({ do: 'push', repository, branch: 'main', files });
    const ran = Promise.resolve(
      commands.executeCommand('sourcehost.issue.createFromTemplate', { host: 'local', repository }),
    );
    await person.picks(/^Bug report \| With a version/);
    await person.waitsFor(ran);
    document = window.activeTextEditor?.document ?? assert.fail('no document is open');
  });
  afterEach(async () => {
    person.leave();
    await closeAll();
  });
  after(async () => assert.deepEqual(await service.violations(), []));

  const own = (): Diagnostic[] =>
    languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Sourcehost');
  const marked = (): string[] =>
    own().map(({ code, range }) => `${typeof code === 'string' ? code : ''}: ${document.getText(range)}`);
  const behind = (text: string): Position => {
    const at = document.getText().indexOf(text);
    assert.ok(at >= 0, `${text} is not in\n${document.getText()}`);
    return document.positionAt(at + text.length);
  };
  const offered = async (at: Position): Promise<unknown[]> => {
    const id = 'vscode.executeCompletionItemProvider';
    const { items } = await commands.executeCommand<CompletionList>(id, document.uri, at);
    const choices = items.filter(({ kind }) => kind === CompletionItemKind.EnumMember);
    return choices.map(({ label }) => (typeof label === 'string' ? label : label.label));
  };
  const fix = async (mark: string, title: string): Promise<void> => {
    const one = own().find(({ code }) => code === mark) ?? assert.fail(`${mark} is not marked`);
    const id = 'vscode.executeCodeActionProvider';
    const actions = await commands.executeCommand<CodeAction[]>(id, document.uri, one.range);
    const found = actions.find((action) => action.title === title);
    assert.ok(found?.edit, `${title} is not among ${actions.map((action) => action.title).join(', ')}`);
    assert.ok(await workspace.applyEdit(found.edit));
  };

  it('completes the choices of a section, and repairs others', async () => {
    assert.deepEqual(await offered(behind('one of: Web | App -->\n')), ['Web', 'App']);
    await edit(document, 'any of: Linux | Windows -->\n', 'any of: Linux | Windows -->\nLinux\n');
    assert.deepEqual(await offered(behind('any of: Linux | Windows -->\nLinux\n')), ['Windows']);
    assert.deepEqual(await offered(behind('### Version\n\n<!-- required -->\n')), []);
    await edit(document, 'one of: Web | App -->\n', 'one of: Web | App -->\nWap');
    await eventually(() => assert.deepEqual(marked(), ['badAnswer: Wap']));
    assert.equal(own()[0]?.message, '“Where” must be one of: Web, App');
    await fix('badAnswer', 'Change to “Web”');
    await eventually(() => assert.deepEqual(marked(), []));
    assert.match(document.getText(), /Web \| App -->\nWeb\n/);
  });

  it('has sections in a new document, whose required ones are marked when it is saved', async () => {
    assert.match(document.getText(), /^---\ntitle: "?Bug: "?\n[^]*labels:\n {2}- bug\n[^]*\n---\n\n### Version\n\n/);
    await edit(document, 'Bug:', 'Bug: The menu');
    const at = window.activeTextEditor?.selection.active;
    assert.ok(at?.isEqual(behind('### Version\n\n<!-- required -->\n')), 'the cursor is in the first answer');
    assert.deepEqual(marked(), []);
    assert.equal(await document.save(), false);
    await eventually(() =>
      assert.deepEqual(marked(), [
        'unanswered: ### Version',
        'unanswered: ### Where',
        'unticked: - [ ] I searched <!-- required -->',
      ]),
    );
    assert.deepEqual(
      own().map(({ message }) => message),
      [
        'The form requires an answer to “Version”.',
        'The form requires an answer to “Where”.',
        'The form requires this box to be ticked: I searched',
      ],
    );
    await edit(document, '### Version\n\n<!-- required -->\n', '### Version\n\n<!-- required -->\n1.0');
    await fix('unanswered', 'Answer “App”').catch(async () => {
      await eventually(() => assert.equal(marked()[0], 'unanswered: ### Where'));
      await fix('unanswered', 'Answer “App”');
    });
    await eventually(() => assert.deepEqual(marked(), ['unticked: - [ ] I searched <!-- required -->']));
    await fix('unticked', 'Tick This Box');
    await eventually(() => assert.deepEqual(marked(), []));
    assert.ok(await document.save());
    const [{ params } = {}] = await service.requests('issues.create');
    assert.match(
      String(params?.body),
      /### Where\n\n<!-- required, one of: Web \| App -->\nApp\n[^]*- \[x\] I searched/,
    );
    await eventually(() => assert.match(window.activeTextEditor?.document.uri.path ?? '', /\/issues\/\d+\.md$/));
  });
});

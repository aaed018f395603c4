import assert from 'node:assert/strict';
import { commands, window, type MarkdownString } from 'vscode';
import { Failure, wrongValue } from '../../../src/core/errors.ts';
import { silent } from '../../../src/core/log.ts';
import { requires } from '../../../src/core/requirement.ts';
import { itemOf, tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import { Failures } from '../../../src/editor/kit/messages/failures.ts';
import { confirm, inform, Prompt, warn } from '../../../src/editor/kit/prompts/prompt.ts';
import { createStatusItem, setStatusTexts, showInStatusBar } from '../../../src/editor/kit/messages/show.ts';
import type { FakeInputBox, FakePick } from './inputs.ts';
import { invocationOf } from './invocation.ts';
import { Person } from './person.ts';

const hidden: Readonly<Record<string, string>> = {
  'right-to-left override': '\u202e',
  isolate: '\u2066',
  'zero width space': '\u200b',
  'right-to-left mark': '\u200f',
  'Arabic letter mark': '\u061c',
  'joiner in a Latin word': '\u200d',
  'soft hyphen': '\u00ad',
  'Hangul filler': '\u3164',
  'tag characters': '\u{e0041}\u{e0042}\u{e007f}',
  'line separator and escape': '\u2028\u001b[2J',
};
const emoji = '👩\u200d👧 ❤\ufe0f';
const hostile = `fea${Object.values(hidden).join('x')}ture ${emoji}`;
const seen = /[\p{Cc}\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\u{e0000}-\u{e007f}]|x\u200d/u;

const log = { ...silent, show() {}, failures: () => [], dispose() {} };

describe('hidden characters of a name', () => {
  const person = new Person();
  beforeEach(() => person.sit());
  afterEach(() => person.leave());

  const question = new Prompt({ title: hostile });
  const choice = { label: hostile, description: hostile, detail: hostile, value: 1 };
  const rowTexts = (list: FakePick): unknown[] =>
    list.items.flatMap(({ label, description, detail }) => [label, description, detail]);
  const inputTexts = (input: FakePick | FakeInputBox): unknown[] => [
    input.title,
    input.prompt,
    input.placeholder,
    ...input.buttons.map(({ tooltip }) => tooltip),
  ];
  /** The text of the last message. */
  const told = (): unknown[] => {
    const last = person.told.at(-1) ?? assert.fail('nothing was told');
    return [last.text, last.detail, ...last.actions];
  };
  const buttons = [{ icon: 'gear', tooltip: hostile, run: () => undefined }];

  /** Every place that shows a name, with its visible texts. */
  const surfaces: Readonly<Record<string, () => unknown[] | Promise<unknown[]>>> = {
    information: () => {
      void inform(hostile, hostile);
      return told();
    },
    warning: () => {
      void warn(hostile);
      return told();
    },
    error: () => {
      new Failures(log).show(new Failure('conflict', hostile, { reason: 'isConflict', about: [hostile] }), {
        task: hostile,
      });
      return told().slice(0, 1);
    },
    'error about an argument': () => {
      new Failures(log).show(wrongValue(hostile, requires('known')), { task: hostile });
      return told().slice(0, 1);
    },
    dialog: () => {
      confirm(hostile, `${hostile}\n${hostile}`, hostile).catch(() => undefined);
      const [message, detail, , action] = told();
      assert.equal(String(detail).split('\n').length, 2, 'its lines stay');
      return [message, ...String(detail).split('\n'), action];
    },
    progress: async () => {
      await invocationOf(hostile).withProgress(hostile, (_, report) => {
        report(hostile, 1);
        return Promise.resolve();
      });
      return person.works.flatMap(({ title, reports }) => [title, ...reports]);
    },
    'input box': async () => {
      const asked = question.input({
        prompt: hostile,
        placeholder: hostile,
        value: hostile,
        validate: () => hostile,
        buttons,
      });
      asked.catch(() => undefined);
      const box = await person.box();
      assert.equal(box.value, hostile, 'what is edited and sent is not changed');
      await person.isTold(/fea/, hostile);
      await person.dismisses();
      return [...inputTexts(box), box.wrong];
    },
    list: async () => {
      question.pick({ placeholder: hostile, items: [choice], buttons: () => buttons }).catch(() => undefined);
      const list = await person.list();
      await person.dismisses();
      return [...inputTexts(list), ...rowTexts(list)];
    },
    'list that searches': async () => {
      const search = (): never => assert.fail('nothing was typed');
      const items = [{ heading: hostile }];
      const typed = (): typeof choice => choice;
      const pick = { placeholder: hostile, items, typed, recent: [hostile], search, buttons: () => buttons };
      question.pick(pick).catch(() => undefined);
      await person.sees(/fea/);
      const list = await person.list();
      await person.dismisses();
      return [...inputTexts(list), ...rowTexts(list).filter((text) => text !== 'recent')];
    },
    'status bar': () => {
      const item = createStatusItem('test.hidden', 0);
      setStatusTexts(item, { text: `$(repo) ${hostile}`, tooltip: hostile, spoken: hostile });
      item.dispose();
      return [item.text, item.tooltip, item.accessibilityInformation?.label];
    },
    'status bar for a moment': () => {
      const { setStatusBarMessage } = window;
      const shown: unknown[] = [];
      Object.assign(window, { setStatusBarMessage: (text: string) => void shown.push(text) });
      showInStatusBar(hostile, 1);
      Object.assign(window, { setStatusBarMessage });
      return shown;
    },
    'row of a view': () => {
      const row = { label: hostile, description: hostile, spoken: hostile, context: 'x' };
      const item = itemOf(new RowEntry('x', { id: 'x', row }, undefined));
      return [item.label, item.description, item.tooltip, item.accessibilityInformation?.label];
    },
    tooltip: () => {
      const { value }: MarkdownString = tooltipOf({ title: hostile, text: hostile, facts: [[hostile, hostile]] });
      return value.split(/\n+/);
    },
    'error of a command for a program': async () => {
      const failed = await Promise.resolve(
        commands.executeCommand('sourcehost.branch.create', { [hostile]: 1, repository: 'a/b' }),
      ).catch((error: unknown) => error);
      assert.ok(failed instanceof Error);
      return [failed.message];
    },
  };

  for (const [surface, texts] of Object.entries(surfaces)) {
    it(`are removed from: ${surface}`, async () => {
      const shown = (await texts()).filter((text) => text !== undefined && text !== '');
      assert.ok(shown.length > 0);
      for (const text of shown) {
        assert.ok(typeof text === 'string' && text.includes('fea'), `${surface} shows the name: ${String(text)}`);
        assert.doesNotMatch(text, seen, `${surface}: ${JSON.stringify(text)}`);
        assert.ok(text.includes(emoji), `${surface} keeps emoji: ${JSON.stringify(text)}`);
      }
    });
  }
});

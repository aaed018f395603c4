import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';
import type { Markup, TalkUpdate } from '../../../src/domain/pages/update.ts';
import { Talk } from '../../../src/webview/talk.ts';

const page = `<section id="conversation"><h2>Conversation</h2><div class="body"></div>
<div class="filters"><button data-filter="all"></button><button data-filter="people"></button><button data-filter="unresolved"></button></div>
<ol class="entries"></ol><p class="nothing"></p><div class="orphans"></div><div class="box" data-slot=""></div><div class="refusal"></div>
<template id="writer"><form class="writer" data-new="Comment" data-reply="Reply" data-edit="Save" data-lost="lost" data-large="large" data-limit="10" data-stays="{0} stays">
<button type="button" data-do="write"></button><button type="button" data-do="preview"></button>
<textarea></textarea><ul class="completions" hidden></ul><div class="preview" hidden></div>
<button type="submit"></button><button type="button" data-do="attach"></button><button type="button" data-do="discard"></button><span class="state"></span></form></template></section>`;

const names = [
  ...[
    'window',
    'document',
    'HTMLElement',
    'Element',
    'HTMLFormElement',
    'HTMLTextAreaElement',
    'HTMLInputElement',
    'Event',
  ],
] as const;

const entry = (text: string, more = ''): Markup => ({
  markup: `<article class="entry human" tabindex="-1" data-comment="${text}" ${more}>${text}<div data-slot='{"reply":"${text}"}'></div></article>`,
  untrusted: [],
});
const reply = (text: string): string => `{"reply":"${text}"}`;

describe('the conversation of a page', () => {
  const before = new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  let document: Document;
  let window: JSDOM['window'];
  let posted: object[];
  let talk: Talk;

  beforeEach(() => {
    ({ window } = new JSDOM(page));
    ({ document } = window);
    for (const name of names) Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    window.Element.prototype.scrollIntoView = () => {};
    posted = [];
    const section = document.querySelector<HTMLElement>('section');
    const template = document.querySelector<HTMLTemplateElement>('#writer');
    assert.ok(section !== null && template !== null);
    talk = new Talk(section, template, {
      post: (message) => posted.push(message),
      sanitized: () => document.createDocumentFragment(),
      drawn: () => {},
    });
  });
  afterEach(() => {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  });

  const tell = (news: TalkUpdate['talk']): void => talk.receive(news);
  const show = (...texts: readonly string[]): void =>
    tell({ order: texts, entries: Object.fromEntries(texts.map((text) => [text, entry(text)])), isWhole: true });
  const shown = (): string[] =>
    [...document.querySelectorAll('.entries > li')].map(({ textContent }) => textContent.trim());
  const areas = (): HTMLTextAreaElement[] => [...document.querySelectorAll('textarea')];
  const type = (area: HTMLTextAreaElement | undefined, text: string): void => {
    assert.ok(area);
    area.value = text;
    area.dispatchEvent(new window.Event('input', { bubbles: true }));
  };

  it('draws new and changed entries only, in their order', () => {
    show('a', 'b', 'c');
    const [, second] = document.querySelectorAll('.entries > li > article');
    tell({ order: ['c', 'b', 'd'], entries: { d: entry('d') } });
    assert.deepEqual(shown(), ['c', 'b', 'd']);
    assert.ok(second?.isConnected);
  });

  it('gives the focus to the next entry when one is removed', () => {
    show('a', 'b');
    document.querySelector<HTMLElement>('[data-comment=a]')?.focus();
    tell({ order: ['b'], entries: {} });
    assert.equal(document.activeElement?.getAttribute('data-comment'), 'b');
  });

  it('keeps the focus in an entry whose button is gone or folded', () => {
    show('a', 'b');
    const fold = '<details><summary>folded</summary><button data-key="again"></button></details>';
    const views = ['<button data-key="resolve"></button>', fold].map((more) => ({ markup: more, untrusted: [] }));
    tell({ order: ['a', 'b'], entries: { a: views[0]! } });
    document.querySelector<HTMLElement>('[data-key=resolve]')?.focus();
    tell({ order: ['a', 'b'], entries: { a: views[1]! } });
    assert.equal(document.activeElement?.textContent, 'folded');
  });

  it('closes a reply or a change with Escape if nothing was typed', () => {
    show('a');
    const escape = (): void => {
      const key = { key: 'Escape', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new window.KeyboardEvent('keydown', key));
    };
    tell({ writing: {} });
    for (const text of ['', 'as it was']) {
      tell({ open: { id: reply('a'), text } });
      escape();
      assert.equal(areas().length, 1);
      assert.equal(document.activeElement?.getAttribute('data-comment'), 'a');
      tell({ open: { id: reply('a'), text } });
      type(areas()[0], 'typed');
      escape();
      assert.equal(areas()[0]?.value, 'typed');
      type(areas()[0], text);
      escape();
    }
    areas()[0]?.focus();
    escape();
    assert.equal(areas().length, 1);
  });

  it('keeps what is typed, and the focus, while its entry is drawn anew', () => {
    show('a', 'b');
    tell({ open: { id: reply('a'), text: '' } });
    const [area] = areas();
    type(area, 'typed');
    area?.focus();
    area?.setSelectionRange(2, 4);
    tell({ order: ['a', 'b'], entries: { a: entry('a', 'data-new') } });
    assert.deepEqual(areas(), [area]);
    assert.ok(document.querySelector('[data-new] textarea'));
    assert.deepEqual([area?.value, document.activeElement, area?.selectionStart], ['typed', area, 2]);
    assert.deepEqual(posted.at(-1), { do: 'typed', id: reply('a'), text: 'typed' });
  });

  it('sends files to a host that takes them, and selects the name of one that was inserted', async () => {
    tell({ writing: {} });
    const [area] = areas();
    assert.ok(area);
    Object.assign(document, { execCommand: () => false });
    const paste = (size: number, texts: Readonly<Record<string, string>> = {}): boolean => {
      const files = [new File(['x'.repeat(size)], 'a.png')];
      const event = Object.assign(new window.Event('paste', { cancelable: true }), {
        clipboardData: { files, getData: (type: string) => texts[type] ?? '' },
      });
      return !area.dispatchEvent(event);
    };
    assert.equal(paste(3), false);
    tell({ writing: { attaches: true } });
    assert.equal(paste(3, { 'text/html': '<b>text</b>', 'text/plain': 'text' }), false);
    assert.equal(paste(11), true);
    assert.equal(document.querySelector('.state')?.textContent, 'large');
    type(area, 'See  there');
    area.setSelectionRange(4, 4);
    posted.length = 0;
    assert.equal(paste(3), true);
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert.deepEqual(posted, [
      { do: 'attach', id: '', ticket: 0, files: [{ name: 'a.png', bytes: new TextEncoder().encode('xxx').buffer }] },
    ]);
    const url = 'https://host.test/a.png';
    tell({ insert: { id: '', ticket: 0, url, markdown: `![a.png](${url})`, name: 'a.png', label: [2, 7] } });
    assert.deepEqual(posted.at(-1), { do: 'typed', id: '', text: `See ![a.png](${url}) there` });
    assert.equal(area.value.slice(area.selectionStart, area.selectionEnd), 'a.png');
    type(area, 'See ');
    const link = document.querySelector<HTMLAnchorElement>('.state a');
    assert.deepEqual([link?.textContent, link?.href], ['a.png stays', url]);
  });

  it('inserts a link where the cursor was, below those before it, and leaves the cursor of who types on', () => {
    tell({ writing: { attaches: true } });
    const [area] = areas();
    assert.ok(area);
    Object.assign(document, { execCommand: () => false });
    type(area, 'One two');
    area.setSelectionRange(3, 3);
    document.querySelector<HTMLElement>('[data-do=attach]')?.click();
    for (const text of ['1. One two', '1. One, two']) type(area, text);
    area.setSelectionRange(11, 11);
    for (const url of ['https://host.test/a', 'https://host.test/b'])
      tell({ insert: { id: '', ticket: 0, url, markdown: `[a](${url})`, name: 'a', label: [1, 2] } });
    assert.equal(area.value, '1. One[a](https://host.test/a)\n[a](https://host.test/b), two');
    assert.deepEqual([area.selectionStart, area.selectionEnd], [area.value.length, area.value.length]);
  });

  it('inserts each link where its upload began, also of two at once and after the page was loaded anew', () => {
    tell({ writing: { attaches: true } });
    const [area] = areas();
    assert.ok(area);
    Object.assign(document, { execCommand: () => false });
    for (const text of ['One', 'One two']) {
      type(area, text);
      area.setSelectionRange(text.length, text.length);
      document.querySelector<HTMLElement>('[data-do=attach]')?.click();
    }
    type(area, 'One two.');
    for (const ticket of [1, 0, 9])
      tell({ insert: { id: '', ticket, url: `u:${ticket}`, markdown: `[n](u:${ticket})`, name: 'n', label: [1, 2] } });
    assert.equal(area.value, 'One[n](u:0) two[n](u:1).\n[n](u:9)');
  });

  it('restores stored texts where they belong, and shows those without a place', () => {
    tell({ writing: {}, drafts: { '': 'new', [reply('a')]: 'answer', [reply('gone')]: 'left' } });
    show('a');
    assert.deepEqual(
      areas().map(({ value }) => value),
      ['answer', 'left', 'new'],
    );
    assert.match(document.querySelector('.orphans')?.textContent ?? '', /lost/);
  });

  it('does not replace what is typed by what was stored', () => {
    tell({ writing: {} });
    type(areas()[0], 'typed now');
    tell({ drafts: { '': 'stored before' } });
    assert.equal(areas()[0]?.value, 'typed now');
  });

  it('sends with Ctrl+Enter, and empties the box when the host has it', () => {
    tell({ writing: {} });
    const [area] = areas();
    type(area, 'Hello');
    const key = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    area?.dispatchEvent(new window.KeyboardEvent('keydown', key));
    assert.deepEqual(posted.at(-1), { do: 'send', id: '', text: 'Hello' });
    tell({ sending: { id: '', state: 'sending', note: 'Sending…' } });
    area?.dispatchEvent(new window.KeyboardEvent('keydown', key));
    assert.equal(posted.filter((one) => 'do' in one && one.do === 'send').length, 1);
    tell({ sending: { id: '', state: 'failed', note: 'Not sent' } });
    assert.equal(area?.value, 'Hello');
    tell({ sending: { id: '', state: 'sent' } });
    assert.equal(areas()[0]?.value, '');
  });

  it('quotes below what is typed already', () => {
    tell({ writing: {} });
    type(areas()[0], 'Before');
    tell({ open: { id: '', quote: '> said\n\n' } });
    assert.equal(areas()[0]?.value, 'Before\n\n> said\n\n');
  });

  it('begins at a comment as soon as it is there', () => {
    tell({ goTo: 'b' });
    show('a', 'b');
    assert.equal(document.activeElement?.getAttribute('data-comment'), 'b');
  });

  it('completes the word before the cursor', () => {
    tell({ writing: {} });
    const [area] = areas();
    area?.focus();
    type(area, 'Hi @bo');
    area?.setSelectionRange(6, 6);
    area?.dispatchEvent(new window.Event('input', { bubbles: true }));
    const asked = posted.at(-2) ?? {};
    const request = posted.findLast(
      (one): one is { do: string; ticket: number } => 'do' in one && one.do === 'complete',
    );
    assert.ok(request, JSON.stringify(asked));
    const { ticket } = request;
    tell({ completions: { ticket, items: [{ label: '@bob', detail: 'Bob', insert: '@bob ' }] } });
    assert.equal(document.querySelectorAll('[role=option]').length, 1);
    area?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    assert.equal(area?.value, 'Hi @bob ');
    assert.equal(document.querySelectorAll('[role=option]').length, 0);
  });

  it('shows why nothing can be written', () => {
    tell({ writing: { refusal: { markup: '<button>Sign In</button>', untrusted: [] } } });
    assert.deepEqual(areas(), []);
    assert.match(document.querySelector('.refusal')?.textContent ?? '', /Sign In/);
  });

  it('offers the filters that change something', () => {
    show('a');
    assert.equal(document.querySelector<HTMLElement>('.filters')?.hidden, true);
    tell({ order: ['a', 'r'], entries: { r: { markup: '<article class="entry robot">r</article>', untrusted: [] } } });
    document.querySelector<HTMLElement>('[data-filter=people]')?.click();
    assert.equal(document.querySelector<HTMLElement>('section')?.dataset.shown, 'people');
    assert.equal(document.querySelector<HTMLElement>('[data-filter=unresolved]')?.hidden, true);
  });
});

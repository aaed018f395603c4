import assert from 'node:assert/strict';
import { QuickPickItemKind } from 'vscode';
import { Prompt } from '../../../src/editor/kit/prompts/prompt.ts';
import type { Choice, PickPage, PickQuestion } from '../../../src/editor/kit/prompts/question.ts';
import { resolvable } from '../../../src/core/async.ts';
import { until } from '../../kit/until.ts';
import { Person } from './person.ts';

const choice = (value: string): Choice<string> => ({ label: value, value });
const page = (from: number): Choice<string>[] => Array.from({ length: 100 }, (_, index) => choice(`${from + index}`));

describe('PickList', () => {
  const person = new Person();
  beforeEach(() => person.sit());
  afterEach(() => person.leave());

  const asks = (question: Partial<PickQuestion<string>>, step = {}): Promise<string> => {
    const answer = new Prompt({ title: 'Title', ...step }).pick({ placeholder: 'Which?', ...question });
    answer.catch(() => undefined);
    return answer;
  };
  const active = async (): Promise<string | undefined> => (await person.list()).activeItems[0]?.label;

  it('reads the next full page on request, and makes its first row active', async () => {
    async function* items() {
      yield page(0);
      await Promise.resolve();
      yield page(100);
    }
    const answer = asks({ items: items(), paged: true });
    await person.picks('Load more');
    await person.sees('199');
    assert.equal(await active(), '100');
    await person.picks('150');
    assert.equal(await answer, '150');
  });

  it('offers more only after a full page that another one may follow', async () => {
    async function* told() {
      await Promise.resolve();
      yield { items: page(0), more: false };
    }
    asks({ items: told(), paged: true }).catch(() => undefined);
    await person.sees('99');
    assert.ok(!person.rows.some(({ label }) => label === 'Load more'));

    async function* found(): AsyncGenerator<PickPage<string>> {
      await Promise.resolve();
      yield { items: page(0).slice(0, 2), more: true };
      yield { items: page(2).slice(0, 20), more: true };
    }
    asks({ search: () => found() }).catch(() => undefined);
    await person.types('any');
    await person.sees('Load more');
    assert.equal(person.rows.length, 23);
  });

  it('keeps the active row when rows arrive', async () => {
    const next = resolvable<boolean>();
    async function* items() {
      yield [choice('a'), choice('b')];
      await next.promise;
      yield [choice('c')];
    }
    asks({ items: items() }).catch(() => undefined);
    const list = await person.list();
    list.activeItems = [await person.sees('b')];
    next.resolve(true);
    await person.sees('c');
    assert.equal(await active(), 'b');
  });

  it('makes a listed row active when it arrives, instead of the typed one', async () => {
    const first = resolvable<boolean>();
    async function* items() {
      await first.promise;
      yield [choice('main-2'), choice('main')];
    }
    const answer = asks({ items: items(), typed: (text) => (text === '' ? undefined : choice(text)) });
    const list = await person.types('ma');
    list.type('mai');
    first.resolve(true);
    await person.sees('main');
    assert.deepEqual(
      person.rows.map(({ label }) => label),
      ['main-2', 'main', 'mai'],
    );
    assert.equal(await active(), 'main-2');
    list.type('main');
    assert.equal(person.rows.length, 2, 'a typed text that is listed is no row of its own');
    await person.picks('main');
    assert.equal(await answer, 'main');
  });

  it('takes the row for the text of now, although the editor still names one for the text before', async () => {
    for (const [label, answer] of [
      ['as typed', 'main'],
      ['ma', 'main'],
    ] as const) {
      const typed = (text: string): Choice<string> => ({ label: label === 'ma' ? text : label, value: text });
      const ran = asks({ items: [], typed });
      const list = await person.types('ma');
      const [before = assert.fail()] = list.items.filter((row) => row.label === label);
      list.type('main');
      list.activeItems = [before];
      list.accepted.fire();
      assert.equal(await ran, answer);
    }
  });

  it('says that nothing is listed only while no row is there for the text', async () => {
    asks({ items: [], typed: (text) => (text === '' ? undefined : choice(text)) }).catch(() => undefined);
    await person.sees('Nothing is listed. You can type a value.');
    const list = await person.types('main');
    await until(() => list.items.map(({ label }) => label).join() === 'main');
  });

  it('shows above the rows why an earlier answer was refused, until another text is typed', async () => {
    asks({ items: [choice('a')], typed: choice }, { earlier: 'b', refusal: 'There is no b.' }).catch(() => undefined);
    const list = await person.list();
    assert.deepEqual([list.value, list.items[0]?.label], ['b', '$(error) There is no b.']);
    assert.equal(await active(), 'b');
    await person.picks(/There is no b/);
    assert.ok(list.shown, 'a refusal can be chosen');
    list.type('c');
    assert.ok(!list.items.some(({ label }) => label.includes('no b')));
  });

  it('keeps the rows that were read, and says in a row why the rest is missing', async () => {
    async function* items() {
      yield [choice('a')];
      await Promise.resolve();
      throw new Error('no more');
    }
    asks({ items: items() }).catch(() => undefined);
    await until(async () => (await person.list()).rows.some(({ label }) => label.startsWith('$(error)')));
    await person.sees('a');
  });

  it('shows each value once: the items, then the typed text and the results of a search', async () => {
    async function* search(text: string): AsyncGenerator<PickPage<string>> {
      yield await Promise.resolve({
        items: [choice('one'), ...Array.from({ length: 19 }, () => choice(`${text}-found`))],
        more: true,
      });
      yield { items: [choice('last')], more: false };
    }
    const answer = asks({
      items: [{ heading: 'Known' }, choice('one'), choice('two')],
      typed: (text) => [choice(text.trim())],
      search,
      key: (value) => value,
    });
    await person.types('xy');
    await person.picks('Load more');
    await person.sees('last');
    assert.equal(await active(), 'last');
    const { items } = await person.list();
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Known', 'one', 'two', 'xy', 'xy-found', 'last'],
    );
    assert.equal(items[0]?.kind, QuickPickItemKind.Separator);
    assert.equal(items[1]?.alwaysShow, true, 'a result that is listed already is visible');
    await person.picks('xy-found');
    assert.equal(await answer, 'xy-found');
  });
});

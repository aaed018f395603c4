import assert from 'node:assert/strict';
import { pagesOf } from '../../../../src/api/client/pages.ts';
import type { ReplyPage } from '../../../../src/api/contract/reply.ts';
import { collect } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';

const paging = { perPage: 2, lastPage: Infinity, shortIsLast: true };

function page(...items: string[]): ReplyPage<string> {
  return { items, unreadable: [], counts: {}, size: 1000, key: (item) => item };
}

/** A list with the given pages, and the numbers of the requested ones. */
function listing(pages: readonly ReplyPage<string>[], search = false) {
  const asked: number[] = [];
  const read = (number: number): Promise<ReplyPage<string>> => {
    asked.push(number);
    return Promise.resolve(pages[number - 1] ?? page());
  };
  return { asked, list: pagesOf({ ...paging, shortIsLast: !search }, undefined, read) };
}

describe('pagesOf', () => {
  it('sends no request before it is consumed', async () => {
    const { asked, list } = listing([page('a', 'b'), page('c')]);
    const pages = list.pages();
    assert.deepEqual(asked, []);
    await pages.next();
    assert.deepEqual(asked, [1]);
  });

  it('tells whether another page may follow, and stops after a short page', async () => {
    const { asked, list } = listing([page('a', 'b'), page('c')]);
    const read = await collect(list.pages());
    assert.deepEqual(
      read.map(({ items, more }) => [items, more]),
      [
        [['a', 'b'], true],
        [['c'], false],
      ],
    );
    assert.deepEqual(asked, [1, 2]);
  });

  it('stops after a full page if the total count is reached', async () => {
    const counted = (total_count: number, ...items: string[]): ReplyPage<string> => ({
      ...page(...items),
      counts: { total_count },
    });
    const { asked, list } = listing([counted(4, 'a', 'b'), counted(4, 'c', 'd')]);
    const read = await collect(list.pages());
    assert.deepEqual(
      read.map(({ more }) => more),
      [true, false],
    );
    assert.deepEqual(asked, [1, 2]);
    // A wrong total count, or one that includes unreadable items, is ignored.
    const wrong = listing([counted(1, 'a', 'b'), counted(1, 'c', 'd')]);
    assert.deepEqual(await collect(wrong.list), ['a', 'b', 'c', 'd']);
    const odd = listing([{ ...counted(1, 'a'), unreadable: ['x'] }, counted(1, 'c')]);
    assert.deepEqual(await collect(odd.list), ['a', 'c']);
  });

  it('continues a search after a short page, until an empty page', async () => {
    const { asked, list } = listing([page('a'), page('b')], true);
    assert.deepEqual(await collect(list), ['a', 'b']);
    assert.deepEqual(asked, [1, 2, 3]);
  });

  it('skips repeated items, and stops at a page without new items', async () => {
    const { asked, list } = listing([page('a', 'b'), page('b', 'c'), page('c', 'b'), page('d', 'e')]);
    assert.deepEqual(await collect(list), ['a', 'b', 'c']);
    assert.deepEqual(asked, [1, 2, 3]);
  });

  it('requests the same page again after a failure', async () => {
    let failing = false;
    const asked: number[] = [];
    const pages = pagesOf(paging, undefined, (number) => {
      asked.push(number);
      return failing ? Promise.reject(new Error('cut off')) : Promise.resolve(page(`a${number}`, `b${number}`));
    }).pages();
    await pages.next();
    failing = true;
    await assert.rejects(pages.next(), /cut off/);
    failing = false;
    assert.deepEqual((await pages.next()).value?.items, ['a2', 'b2']);
    assert.deepEqual(asked, [1, 2, 2]);
  });

  it('ends with a Failure after 64 MB or 300,000 items, also if new ones never end', async () => {
    for (const [size, count, last] of [
      [1024 * 1024, 2, 66],
      [0, 10_000, 32],
    ] as const) {
      let asked = 0;
      const read = (number: number): Promise<ReplyPage<string>> => {
        const items = Array.from({ length: count }, (_, index) => `${(asked = number)}-${index}`);
        return Promise.resolve({ ...page(...items), size });
      };
      const received: number[] = [];
      const reading = (async () => {
        for await (const { items } of pagesOf({ ...paging, perPage: count }, undefined, read).pages())
          received.push(items.length);
      })();
      assert.equal((await rejection(reading, 'unreadable')).reason, 'listTooLarge');
      assert.deepEqual([asked, received.length], [last - 1, last - 1]);
    }
  });
});

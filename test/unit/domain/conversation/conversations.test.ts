import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { collect } from '../../../../src/core/async.ts';
import {
  commentsIn,
  type Conversation,
  type ConversationPlace,
  type Discussion,
} from '../../../../src/domain/conversation/conversation.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import type { Connection } from '../../../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { forms } from '../../../forms/forms.ts';
import { budget, withinLeast } from '../../../budgets.ts';
import { longestTurn } from '../../../editor/kit/longestTurn.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import type { Given, Sent } from '../../../kit/fakeFetch.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';

const host = { id: 'local', name: 'Local', apiUrl: 'https://api.test', webUrl: 'https://x.test' } as Host;
const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 1, minute)).toISOString();
const missing = { status: 404, body: { error_message: '404 Not Found' } };

/** Answers by the last words of the path; `list`: its pages. */
interface Answers {
  readonly list: readonly (readonly object[])[];
  readonly discussions?: Given;
  readonly single?: (id: string) => Given;
}

describe('Conversations', () => {
  let storage: ReturnType<typeof memoryStorage>;
  let sent: readonly Sent[];
  beforeEach(() => (storage = memoryStorage()));

  function reader({ list, discussions = missing, single = () => missing }: Answers) {
    const { api, net } = fakeApi(async ({ url }) => {
      await turn();
      const { pathname, searchParams } = new URL(url);
      if (pathname.startsWith('/api/v4/')) return discussions;
      const id = /pulls\/comments\/(.+)/.exec(pathname)?.[1];
      if (id !== undefined) return single(id);
      if (pathname.endsWith('/comments')) return { body: list[Number(searchParams.get('page') ?? 1) - 1] ?? [] };
      return { body: { number: 7, title: 't' } };
    });
    sent = net.sent;
    const connection = { host, api, account: { login: 'alice' } } as Connection;
    const place = (kind: ConversationPlace['kind']): ConversationPlace => ({
      ...{ connection, name: { host: 'local', owner: 'north', repo: 'engine' }, kind, number: '7' },
    });
    const conversations = new Conversations(new HostFeatures(storage));
    return async (kind: ConversationPlace['kind'] = 'pullRequests', more = {}): Promise<readonly Conversation[]> =>
      await collect(conversations.read(place(kind), more));
  }
  const requests = (word: string): number => sent.filter(({ url }) => url.includes(word)).length;
  const placesOf = (read: readonly Conversation[]): readonly string[] =>
    read.at(-1)!.discussions.flatMap(({ place }) => (place === undefined ? [] : [`${place.path}:${place.line}`]));

  const bodyOf = (sample: string): Given => ({ body: forms[sample]![0]!.body });
  const recorded = forms['pull-comments']![0]!.body as readonly object[];

  it('shows twenty of twenty comments of the live form, the reply below its root, places by one request for all', async () => {
    const read = reader({
      list: [recorded],
      discussions: bodyOf('pull-discussions-v4'),
      single: () => bodyOf('pull-comment'),
    });
    const all = await read();
    const { discussions, unreadable, isWhole } = all.at(-1)!;
    assert.deepEqual([discussions.length, unreadable, isWhole], [20, 0, true]);
    assert.deepEqual(
      discussions.filter(({ replies }) => replies.length > 0).map((one) => commentsIn(one).map(({ id }) => id)),
      [['70108', '70190']],
    );
    assert.deepEqual(
      discussions.filter(({ resolved }) => resolved !== undefined).map(({ resolved }) => resolved),
      [true, false],
    );
    assert.ok(placesOf(all).includes('src/login.ts:31'));
    assert.deepEqual([requests('/v4/'), requests('pulls/comments/')], [1, 1]);
    assert.equal(all[0]!.discussions.length, 20);
  });

  it('has places by single requests if the host has no request for all, and asks it for all once a day', async () => {
    for (const discussions of [missing, { status: 403, body: {} }, { body: '<html>' }, { body: { data: [] } }]) {
      storage = memoryStorage();
      const read = reader({ list: [recorded], discussions, single: () => bodyOf('pull-comment') });
      assert.deepEqual(placesOf(await read()), ['src/login.ts:31', 'src/login.ts:31']);
      await read();
      assert.deepEqual([requests('/v4/'), requests('pulls/comments/')], [1, 2], JSON.stringify(discussions));
    }
  });

  it('shows all without a place that no operation tells', async () => {
    const read = reader({ list: [recorded] });
    const all = await read();
    assert.equal(all.at(-1)!.discussions.length, 20);
    assert.deepEqual(placesOf(all), ['undefined:12', 'undefined:31']);
  });

  it('remembers nothing of a host that fails for a moment', async () => {
    const read = reader({ list: [recorded], discussions: { status: 500, body: {} } });
    await read();
    const before = requests('/v4/');
    await read();
    assert.ok(requests('/v4/') > before);
  });

  const onLine = (id: number, more: object = {}): object => ({
    ...{ id, discussion_id: `d${id}`, body: `${id}`, comment_type: 'diff_comment', created_at: at(id) },
    ...{ updated_at: at(id), diff_position: { start_new_line: 3, end_new_line: 5 }, ...more },
  });
  const single = (id: string): Given => ({
    body: { id, comment_type: 'DiffNote', position: { new_path: 'a.ts', new_line: 4, head_sha: 'h' } },
  });

  it('asks for at most twenty at a time, in their order or in the wanted one, four at once, and goes on at the next reading', async () => {
    const list = [Array.from({ length: 30 }, (_, index) => onLine(index + 1, { resolved: index < 15 }))];
    let open = 0;
    let most = 0;
    const counted = async (id: string): Promise<Given> => {
      most = Math.max(most, (open += 1));
      await turn();
      open -= 1;
      return single(id);
    };
    const read = reader({ list, single: counted as unknown as (id: string) => Given });
    const known = (all: readonly Conversation[]): readonly unknown[] =>
      all.at(-1)!.discussions.flatMap(({ id, place }) => (place?.path === undefined ? [] : [Number(id)]));
    const from = (first: number, count: number): readonly number[] =>
      Array.from({ length: count }, (_, i) => first + i);
    assert.deepEqual(known(await read()), from(1, 20));
    const openFirst = reader({ list, single: counted as unknown as (id: string) => Given });
    const rank = ({ resolved }: Discussion): number => (resolved === true ? 1 : 0);
    assert.deepEqual(known(await openFirst('pullRequests', { rank })), [...from(1, 5), ...from(16, 15)]);
    const second = await openFirst();
    assert.ok(second.at(-1)!.discussions.every(({ place }) => place?.path === 'a.ts' && place.headSha === 'h'));
    await openFirst();
    assert.deepEqual([requests('pulls/comments/'), most], [30, 4]);
  });

  it('keeps a range of the list that holds the one line that another operation tells, else that line', async () => {
    const read = reader({ list: [[onLine(1), onLine(2, { diff_position: { end_new_line: 9 } })]], single });
    const { discussions } = (await read()).at(-1)!;
    assert.deepEqual(
      discussions.map(({ place }) => [place?.startLine, place?.line]),
      [
        [3, 5],
        [undefined, 4],
      ],
    );
  });

  it('asks again for a comment that the list says has changed', async () => {
    const list = [[onLine(1)]];
    const read = reader({ list, single });
    await read();
    list[0] = [onLine(1, { updated_at: at(59) })];
    await read();
    assert.equal(requests('pulls/comments/'), 2);
  });

  it('sends nothing more if the list names the paths', async () => {
    const read = reader({ list: [[onLine(1, { diff_file: 'a.ts' })]] });
    assert.deepEqual(placesOf(await read()), ['a.ts:5']);
    assert.equal(sent.length, 1);
  });

  const page = (number: number, size = 100): readonly object[] =>
    Array.from({ length: size }, (_, index) => ({ id: number * 1_000 + index, body: 'x', created_at: at(index) }));

  it('shows each page as it comes, and ends when a page brings nothing new', async () => {
    const read = reader({ list: [page(1), page(2), page(2), page(2)] });
    const all = await read();
    assert.deepEqual(
      all.map(({ discussions, isWhole }) => [discussions.length, isWhole]),
      [
        [100, false],
        [200, false],
        [200, true],
      ],
    );
    assert.equal(sent.length, 3);
  });

  it('keeps what it has if a later page fails', async () => {
    const { api } = fakeApi(({ url }) =>
      url.includes('page=1&') || url.endsWith('page=1') ? { body: page(1) } : { status: 403, body: {} },
    );
    const connection = { host, api, account: undefined } as unknown as Connection;
    const name = { host: 'local', owner: 'north', repo: 'engine' };
    const reading = new Conversations(new HostFeatures(storage)).read(
      { connection, name, kind: 'pullRequests', number: '7' },
      {},
    );
    const { value } = await reading.next();
    assert.equal(value?.discussions.length, 100);
    await rejection(reading.next(), 'forbidden');
  });

  it('counts entries that cannot be read', async () => {
    const read = reader({ list: [[{ id: 1, body: 'x' }, null, 5, { user: 'li' }] as object[]] });
    const { discussions, unreadable } = (await read()).at(-1)!;
    assert.deepEqual([discussions.length, unreadable], [1, 3]);
  });

  it('reads the comments of an issue as roots, oldest first, whatever the order of the list', async () => {
    const list = [
      [
        { id: 2, body: 'b', created_at: at(2), user: { login: 'bob' } },
        { id: 1, body: 'a', created_at: at(1) },
      ],
    ];
    const { discussions } = (await reader({ list })('issues')).at(-1)!;
    assert.deepEqual(
      discussions.map(({ body, user, discussionId, place, resolved }) => [
        body,
        user?.login,
        discussionId,
        place,
        resolved,
      ]),
      [
        ['a', undefined, undefined, undefined, undefined],
        ['b', 'bob', undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(
      (await reader({ list: [] })('issues')).map(({ isWhole }) => isWhole),
      [true],
    );
  });

  it('reads 2,000 long comments in short turns', async () => {
    const body = '<table><tr><td>build</td></tr></table>'.repeat(40);
    const pages = Array.from({ length: 20 }, (_, number) =>
      Array.from({ length: 100 }, (__, index) => ({
        ...onLine(number * 100 + index + 1, { body, diff_file: 'a.ts' }),
        user: { id: 'x', login: 'robot', name: 'Robot', avatar_url: 'https://x.test/a.png' },
        reply: [{ id: 100_000 + number * 100 + index, body: 'y', created_at: at(3_000), user: { login: 'li' } }],
      })),
    );
    const read = reader({ list: pages });
    await withinLeast(budget.times.turn, () =>
      longestTurn(async () => assert.equal((await read()).at(-1)!.discussions.length, 2_000)),
    );
  });
});

import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import {
  commentsIn,
  type ConversationPlace,
  type Discussion,
} from '../../../../src/domain/conversation/conversation.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

describe('Conversations of the local service', () => {
  const clients = Clients.ofSuite();
  let conversations: Conversations;
  const forget = (): void => void (conversations = new Conversations(new HostFeatures(memoryStorage())));
  beforeEach(() => {
    forget();
    clients.service.clear();
  });

  async function read(kind: ConversationPlace['kind'], number: string): Promise<readonly Discussion[]> {
    const connection = await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect();
    const place = { connection, name: { host: 'local', owner: 'alice', repo: 'website' }, kind, number };
    return (await collect(conversations.read(place, {}))).at(-1)!.discussions;
  }
  const shown = (discussions: readonly Discussion[]): readonly unknown[] =>
    discussions.map((one) => [
      ...commentsIn(one).map(({ user, body }) => `${user?.login}: ${body}`),
      one.place && `${one.place.path}:${one.place.line}`,
      one.resolved,
    ]);

  for (const commentPlace of ['told', 'absent'] as const)
    it(`has all comments of a pull request with their places: ${commentPlace} in the list`, async () => {
      clients.habit({ commentPlace });
      assert.deepEqual(shown(await read('pullRequests', '41')), [
        ['bob: Looks good to me.', undefined, undefined],
        ['bob: One `query` is enough.', 'alice: Done.', 'src/login.ts:3', true],
        ['xiaoming: 这里需要翻译。', 'src/login.html:5', false],
      ]);
    });

  it('has the same with numbers as texts, and every comment of a host that has the list only', async () => {
    const { service } = clients;
    clients.habit({ commentPlace: 'absent' });
    const before = shown(await read('pullRequests', '41'));
    const at = { owner: 'alice', repo: 'website', number: 41 };
    for (const operation of ['pullRequestComments.list', 'pullRequestComments.discussions']) {
      const answer: unknown = await service.act({ do: 'call', operation, params: at, as: 'alice' });
      const asText = (_: string, value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
      const json: unknown = JSON.parse(JSON.stringify(answer, asText));
      service.fail({ operation, fault: { kind: 'answer', status: 200, json } });
    }
    forget();
    assert.deepEqual(shown(await read('pullRequests', '41')), before);
    service.heal();
    forget();
    for (const operation of ['pullRequestComments.discussions', 'pullRequestComments.get'])
      service.fail({ operation, fault: { kind: 'error', status: 404 } });
    const texts = (await read('pullRequests', '41')).flatMap(commentsIn).map(({ body }) => body);
    assert.deepEqual(texts, ['Looks good to me.', 'One `query` is enough.', 'Done.', '这里需要翻译。']);
  });

  it('has each comment once, however the host makes pages', async () => {
    const at = { repository: 'alice/website', number: 43, count: 250 };
    await clients.service.act({ do: 'converse', ...at });
    for (const paging of ['obeyed', 'repeated', 'overlapping', 'ignored'] as const) {
      clients.habit({ paging });
      const ids = (await read('pullRequests', '43')).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      // A host that always returns the first page has no more.
      assert.ok(ids.length >= (paging === 'repeated' ? 100 : at.count), `${paging}: ${ids.length}`);
    }
  });

  for (const commentOrder of ['newest first', 'oldest first', 'always newest first'] as const)
    it(`has the comments of an issue from the oldest to the newest: ${commentOrder} on the wire`, async () => {
      clients.habit({ commentOrder });
      const { service } = clients;
      for (const body of ['Before', 'After'])
        await service.act({ do: 'comment', repository: 'alice/website', number: 4, body });
      const times = (await read('issues', '4')).map(({ created_at = '' }) => Date.parse(created_at));
      assert.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
    });

  it('has the comments of an issue, and says that a record is missing', async () => {
    const { service } = clients;
    for (const body of ['First', 'Second'])
      await service.act({ do: 'comment', repository: 'alice/website', number: 3, body });
    const bodies = (await read('issues', '3')).map(({ body }) => body);
    assert.deepEqual(bodies.slice(-2), ['First', 'Second']);
    await rejection(read('pullRequests', '999'), 'missing');
    clients.habit({ optionalOperations: '404' });
    await rejection(read('pullRequests', '41'), 'unsupported');
  });
});

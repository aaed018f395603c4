import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../src/api/contract/endpoint.ts';
import { optionalEndpoints, type OptionalOperation } from '../../../../src/api/client/optionalEndpoints.ts';
import type { Api } from '../../../../src/api/client/client.ts';
import type { Connection } from '../../../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { Comments } from '../../../../src/domain/conversation/comments.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import { Labels } from '../../../../src/domain/issues/labels.ts';
import { PullRequests } from '../../../../src/domain/pullRequests/pullRequests.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { website } from '../../api/operations/operation.ts';
import { Clients } from '../../kit/clients.ts';

const operations = Object.entries(optionalEndpoints).flatMap(([group, rows]) =>
  Object.keys(rows).map((name) => `${group}.${name}` as OptionalOperation),
);

const endpointOf = (operation: OptionalOperation): Endpoint => {
  const [group = '', row = ''] = operation.split('.');
  return (optionalEndpoints as unknown as Record<string, Record<string, Endpoint>>)[group]![row]!;
};

/** Any valid inputs, without those that can be left out. */
function inputsOf({ path, query, body }: Endpoint, repo: string): Record<string, unknown> {
  const known = { owner: 'alice', org: 'acme', repo };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1'] as const);
  const values = ['main', 1, true, ['main'], [1], new File(['a'], 'a.txt')];
  const inFields = Object.entries({ ...query, ...body }).flatMap(([name, field]) =>
    field.optional ? [] : [[name, values.find((value) => field.check(value) === undefined)] as const],
  );
  const all = Object.fromEntries([...inPath, ...inFields]);
  return { ...all, ...Object.fromEntries(Object.entries(known).filter(([name]) => name in all)) };
}

const page = 'https://x.test/page';
const name = { host: 'local', ...website };

describe('a host without optional operations', () => {
  const clients = Clients.ofSuite();
  let connection: Connection;
  let features: HostFeatures;
  beforeEach(() => {
    const host = { id: 'local', name: 'Local', apiUrl: clients.service.url, webUrl: clients.service.url } as Host;
    const api = clients.as('alice');
    connection = { host, api, account: { id: 'local/alice', login: 'alice' } } as Connection;
    features = new HostFeatures(memoryStorage(), Date.now);
  });

  const call = async (operation: OptionalOperation, repo = 'website'): Promise<unknown> => {
    const [group = '', row = ''] = operation.split('.');
    const send = (api: Api): Promise<unknown> => {
      const client = api as unknown as Record<string, Record<string, (params: unknown) => Promise<unknown>>>;
      return client[group]![row]!(inputsOf(endpointOf(operation), repo));
    };
    return await features.call(connection, { operation, page, send });
  };
  const sent = () => clients.service.requests.length;

  for (const optionalOperations of ['404', '405'] as const)
    it(`is told with the web page, and asked once for each operation: ${optionalOperations}`, async () => {
      clients.habit({ optionalOperations });
      for (const operation of operations) {
        // 405 also says that a pull request cannot be merged now.
        if (optionalOperations === '405' && operation === 'pullRequests.merge') continue;
        const failure = await rejection(call(operation), 'unsupported');
        assert.deepEqual(failure.about, ['Local', page], operation);
        const before = sent();
        await rejection(call(operation), 'unsupported');
        assert.equal(sent(), before, operation);
      }
    });

  it('is not assumed if the host answers about a missing record as about an unknown address', async () => {
    // As seen, these answer 500 for a repository that is missing.
    clients.habit({ errorBody: 'html', inboxForms: 'documented' });
    for (const operation of operations)
      if ('repo' in inputsOf(endpointOf(operation), ''))
        await rejection(call(operation, 'gone'), operation === 'gates.selfPermission' ? 'broken' : 'missing');
  });

  const commands: Readonly<Record<string, () => Promise<unknown>>> = {
    'pullRequest.create': () =>
      new PullRequests(features).create({ connection, name }, { title: 't', head: 'feature/login' }, {}),
    'pullRequest.get': () => new PullRequests(features).get({ connection, name }, '44', {}),
    'label.edit': () => new Labels(features).edit({ connection, name }, 'bug', { name: 'fault' }, {}),
    'label.remove': () => new Labels(features).remove({ connection, name }, 'bug', {}),
    'issue.editComment': () => comments().edit({ connection, name, kind: 'issues' }, '1', 'text', {}),
    'issue.deleteComment': () => comments().remove({ connection, name, kind: 'issues' }, '1', {}),
  };
  const comments = () => new Comments(features, new Conversations(features), memoryStorage());

  it('is told by issue.editComment also if every 404 of the host has one form, and only for a comment that exists', async () => {
    const params = { owner: 'alice', repo: 'website', number: '2', body: 'Mine' };
    const { id } = (await clients.as('alice').issueComments.create(params)) ?? assert.fail();
    clients.habit({ optionalOperations: '404', errorBody: 'html' });
    await rejection(comments().edit({ connection, name, kind: 'issues' }, '1', 'text', {}), 'missing');
    await rejection(comments().edit({ connection, name, kind: 'issues' }, id, 'text', {}), 'unsupported');
  });

  for (const [command, run] of Object.entries(commands))
    it(`is told by ${command} with its web page, and gets no second request`, async () => {
      clients.habit({ optionalOperations: '404' });
      const failure = await rejection(run(), 'unsupported');
      assert.ok(failure.about?.[1]?.startsWith(`${clients.service.url}/alice/website/`), failure.about?.[1]);
      const before = sent();
      await rejection(run(), 'unsupported');
      assert.equal(sent(), before);
    });
});

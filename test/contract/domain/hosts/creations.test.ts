import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/domain/hosts/connections.ts';
import type { RequestOptions } from '../../../../src/domain/hosts/source.ts';
import { createOnce } from '../../../../src/domain/hosts/creations.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { Comments } from '../../../../src/domain/conversation/comments.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import { Labels } from '../../../../src/domain/issues/labels.ts';
import { issueCreation } from '../../../../src/domain/documents/kinds/issue.ts';
import { scopeAt } from '../../../../src/domain/documents/kinds/kind.ts';
import { milestoneCreation } from '../../../../src/domain/documents/kinds/milestone.ts';
import { releaseCreation } from '../../../../src/domain/documents/kinds/release.ts';
import { PullRequests } from '../../../../src/domain/pullRequests/pullRequests.ts';
import { createBranch, createTag } from '../../../../src/domain/refs/newRefs.ts';
import { webhookCreation } from '../../../../src/domain/webhooks/webhooks.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import type { Fault } from '../../../service/faults.ts';
import { Clients } from '../../kit/clients.ts';

const never: Fault = { kind: 'reset', at: 'headers' };
const lost: Fault = { ...never, done: true };
const name = { host: 'local', owner: 'alice', repo: 'website' };
const website = { owner: 'alice', repo: 'website' };

interface Kind {
  /** Creates it and returns its id. */
  readonly create: (options?: RequestOptions) => Promise<string | undefined>;
  /** Records of the service that look like it. */
  readonly alike?: () => Promise<unknown>;
  /** Makes it undecidable what a lost answer did. */
  readonly blur: () => Promise<unknown>;
}

describe('a creation whose answer is lost', () => {
  const clients = Clients.ofSuite();
  let connection: Connection;
  let comments: Comments;
  let pullRequests: PullRequests;
  let labels: Labels;
  beforeEach(async () => {
    const storage = memoryStorage();
    const features = new HostFeatures(storage);
    comments = new Comments(features, new Conversations(features), storage);
    [pullRequests, labels] = [new PullRequests(features), new Labels(features)];
    connection = await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect();
  });

  const call = async (operation: string, params: object, as = 'alice'): Promise<{ readonly iid?: number }> =>
    (await clients.service.act({ do: 'call', operation, params: { ...website, ...params }, as })) as object;
  const record = async () => (await clients.service.repository('alice/website')).record;
  /** The newest record is half a minute older: by the clocks of a host, that can be before or after a request. */
  const age = (records: Iterable<object>): void => {
    const newest = [...records].at(-1);
    Object.assign(newest ?? {}, { created: Date.now() - 30_000 });
  };
  const onPull = { number: 41 };
  const pull41 = { kind: 'pullRequests', number: '41' } as const;
  const line = { path: 'src/login.ts', position: 2 };
  const at = () => ({ connection, name });
  const pull = async () => (await record()).pullRequests.get(41)!;
  const discussion = async (which: number): Promise<string> => {
    const all = [...new Set((await pull()).comments.map((one) => one.discussion))];
    return all[which]!;
  };
  const branch = async (branch_name: string): Promise<void> => {
    await call('branches.create', { refs: 'main', branch_name });
    const content = Buffer.from(branch_name).toString('base64');
    await call('files.create', { path: `${branch_name}.md`, branch: branch_name, message: 'Add', content });
  };
  const readsFail = (operation: string) => async (): Promise<void> => {
    clients.service.fail({ operation, fault: { kind: 'error', status: 403 }, times: 1 });
    await Promise.resolve();
  };
  const comment = (text: string, on: object = onPull, as = 'alice') =>
    call('pullRequestComments.create', { ...on, body: text }, as);

  const kinds: Readonly<Record<string, (text: string) => Kind>> = {
    'issues.create': (title) => ({
      create: async (options = {}) =>
        (await createOnce(issueCreation(scopeAt(connection, name), { title, body: 'b' }), options))?.number,
      alike: async () => {
        await call('issues.create', { title, body: 'another' });
        await call('issues.create', { title, body: 'b' }, 'bob');
      },
      blur: async () => {
        await call('issues.create', { title, body: 'b' });
        age((await record()).issues.values());
      },
    }),
    'milestones.create': (title) => ({
      create: async (options = {}) =>
        (await createOnce(milestoneCreation(scopeAt(connection, name), { title, due_on: '2030-01-31' }), options))
          ?.number,
      alike: () => call('milestones.create', { title, due_on: '2030-02-28', description: '' }),
      blur: async () => {
        await call('milestones.create', { title, due_on: '2030-01-31', description: '' });
        age((await record()).milestones.values());
      },
    }),
    'pullRequests.create': (title) => ({
      create: async (options = {}) =>
        (await pullRequests.create(at(), { title, head: title, base: 'main', body: 'b' }, options))?.number,
      alike: async () => {
        await branch(title);
        await call('branches.create', { refs: 'main', branch_name: `${title}-base` });
        await call('pullRequests.create', { title, head: title, base: `${title}-base`, body: 'b' });
        const { iid: number } = await call('pullRequests.create', { title, head: title, base: 'main', body: 'b' });
        await call('pullRequests.edit', { number, state: 'closed' });
        Object.assign((await record()).pullRequests.get(Number(number))!, { created: Date.now() - 120_000 });
      },
      blur: async () => {
        await call('pullRequests.create', { title, head: title, base: 'main', body: 'b' });
        age((await record()).pullRequests.values());
      },
    }),
    'issueComments.create': (body) => ({
      create: async (options = {}) =>
        (await comments.add({ ...at(), kind: 'issues', number: '3' }, { body }, options))?.id,
      alike: async () => {
        await call('issueComments.create', { number: 3, body }, 'bob');
        await call('issueComments.create', { number: 2, body });
      },
      blur: async () => {
        await call('issueComments.create', { number: 3, body });
        age((await record()).issues.get(3)!.comments);
      },
    }),
    'pullRequestComments.create': (body) => ({
      create: async (options = {}) =>
        (await comments.add({ ...at(), ...pull41 }, { body, at: { path: line.path, line: line.position } }, options))
          ?.id,
      alike: async () => {
        await comment(body, { ...onPull, ...line, position: 1 });
        await comment(body, { ...onPull, ...line }, 'bob');
        await call('pullRequestComments.reply', { ...onPull, discussion_id: await discussion(0), body });
      },
      blur: async () => {
        await comment(body, { ...onPull, ...line });
        age((await pull()).comments);
      },
    }),
    'pullRequestComments.reply': (body) => ({
      create: async (options = {}) =>
        (await comments.reply({ ...at(), ...pull41 }, { body, discussion: await discussion(0) }, options))?.id,
      alike: async () => {
        await call('pullRequestComments.reply', { ...onPull, discussion_id: await discussion(1), body });
        await comment(body);
      },
      blur: async () => {
        await call('pullRequestComments.reply', { ...onPull, discussion_id: await discussion(0), body });
        age((await pull()).comments);
      },
    }),
    'webhooks.create': (text) => {
      const hook = { url: `https://${text}.example.org/`, push_events: true };
      return {
        create: async (options = {}) =>
          (await createOnce(webhookCreation(connection, name, hook, options), options))?.id,
        alike: () => call('webhooks.create', { ...hook, push_events: false }),
        blur: async () => {
          await call('webhooks.create', hook);
          age((await record()).hooks.values());
        },
      };
    },
    'releases.create': (tag_name) => ({
      create: async (options = {}) =>
        (await createOnce(releaseCreation(scopeAt(connection, name), { tag_name, name: tag_name, body: 'b' }), options))
          ?.tag_name,
      blur: readsFail('releases.byTag'),
    }),
    'labels.create': (label) => ({
      create: async (options = {}) => (await labels.create(at(), { name: label, color: '#112233' }, options)).name,
      blur: readsFail('labels.list'),
    }),
    'branches.create': (ref) => ({
      create: async (options = {}) => (await createBranch(at(), { refs: 'main', name: ref }, options))?.name,
      blur: readsFail('branches.get'),
    }),
    'tags.create': (ref) => ({
      create: async (options = {}) => (await createTag(at(), { refs: 'main', name: ref }, options))?.name,
      blur: readsFail('tags.list'),
    }),
  };

  for (const [operation, kindOf] of Object.entries(kinds)) {
    const sent = (): number =>
      clients.service.requests.filter((request) => request.method !== 'GET' && request.operation === operation).length;
    const failOnce = (fault: Fault): void => clients.service.fail({ operation, fault, times: 1 });
    const text = (part: string): string => `${operation.replace('.', '-')}-${part}`;
    const isPull = operation === 'pullRequests.create';

    it(`is found if it was made, and sent once: ${operation}`, async () => {
      if (isPull) await branch(text('made'));
      clients.service.clear();
      failOnce(lost);
      assert.ok(await kindOf(text('made')).create());
      assert.equal(sent(), 1);
    });

    it(`is not mixed up with what looks like it: ${operation}`, async () => {
      const { create, alike } = kindOf(text('alike'));
      await alike?.();
      // The same of this account, right before.
      const first = alike === undefined || isPull ? undefined : await create();
      clients.service.clear();
      failOnce(never);
      await rejection(create(), 'unreachable');
      const second = await create();
      assert.ok(second !== undefined && second !== first);
      assert.equal(sent(), 2, 'the first one did not arrive');
    });

    it(`is said and not sent again if it cannot be decided: ${operation}`, async () => {
      const { create, blur } = kindOf(text('blurred'));
      if (isPull) await branch(text('blurred'));
      await blur();
      clients.service.clear();
      const isNamed = !('alike' in kindOf(''));
      failOnce(isNamed ? lost : never);
      const { reason, about } = await rejection(create(), 'unreadable');
      assert.equal(reason, 'maybeCreated');
      assert.match(about?.[0] ?? '', /^http.*\/alice\/website\//);
      const before = sent();
      assert.equal((await rejection(create(), 'unreadable')).reason, 'maybeCreated');
      assert.equal(sent(), before);
      await create({ again: true }).catch((error: unknown) => assert.ok(isNamed, String(error)));
      assert.equal(sent(), before + 1, 'the user wants it');
    });
  }

  it('is not reported as done if another person has the name', async () => {
    await call('labels.create', { name: 'taken', color: '#112233' }, 'alice');
    clients.service.fail({ operation: 'labels.create', fault: never, times: 1 });
    await rejection(labels.create(at(), { name: 'taken', color: '#112233' }, {}), 'unreachable');
  });
});

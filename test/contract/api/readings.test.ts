import assert from 'node:assert/strict';
import type { Api } from '../../../src/api/client/client.ts';
import { authorizeAddress, exchangeCode, type OAuthClient } from '../../../src/api/oauth/oauth.ts';
import { createPkce } from '../../../src/api/oauth/pkce.ts';
import { collect } from '../../../src/core/async.ts';
import type { FailureKind } from '../../../src/core/errors.ts';
import { silent } from '../../../src/core/log.ts';
import { pushBlockerOf } from '../../../src/domain/permissions/pushBlockers.ts';
import { Feed } from '../../../src/domain/pages/feed.ts';
import { Attempts } from '../../../src/domain/session/attempts.ts';
import { hostFromSettings } from '../../../src/domain/session/hostSettings.ts';
import { grantedSession } from '../../../src/domain/session/identify.ts';
import { rejection } from '../../kit/rejection.ts';
import type { Habits } from '../../service/habits.ts';
import { password } from '../../service/routes/repositories.ts';
import { Clients } from '../kit/clients.ts';
import { website } from './operations/operation.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('client with every habit of the service', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  before(() => (api = clients.as('alice')));

  describe('sign-in', () => {
    const redirectUri = 'http://127.0.0.1:51789/callback';
    const { signal } = new AbortController();
    const client = (): OAuthClient => {
      const { url, clientId, clientSecret } = clients.service;
      return { authUrl: url, clientId, clientSecret };
    };
    async function decide(decision: 'grant' | 'deny', state: string, challenge?: string): Promise<URLSearchParams> {
      const request = { redirectUri, scopes: ['all_user'], state, challenge };
      const address = new URL(authorizeAddress(client(), request));
      const body = new URLSearchParams({ ...Object.fromEntries(address.searchParams), login: 'carol', decision });
      const answer = await fetch(address.origin + address.pathname, { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams;
    }
    const code = async (): Promise<string> => (await decide('grant', 's')).get('code') ?? '';

    for (const pkce of ['checked', 'ignored'] as const) {
      it(`succeeds if the inputs of PKCE are ${pkce}`, async () => {
        clients.habit({ pkce });
        const { url } = clients.service;
        const host = hostFromSettings({ id: 'local', name: 'Local', apiUrl: url, authUrl: url });
        const { verifier, challenge } = await createPkce();
        const own = { ...client(), redirectUri };
        const given = { code: (await decide('grant', 's', challenge)).get('code') ?? '', redirectUri, scopes: [] };
        const parts = { fetch: clients.fetch, log: silent };
        const session = await grantedSession(parts, host, { ...given, client: own, verifier }, signal);
        assert.equal(session.login, 'carol');
      });
    }

    it('ignores a denial without the state', async () => {
      clients.habit({ denial: 'without state' });
      const attempt = new Attempts();
      const { state, code: waiting } = attempt.begin();
      assert.equal(attempt.receive(await decide('deny', state)), 'foreign');
      assert.equal(attempt.receive(await decide('grant', state)), 'accepted');
      assert.ok(await waiting);
    });

    for (const denial of ['described', 'error alone', 'state alone'] as const) {
      it(`ends at once for a denial of the form: ${denial}`, async () => {
        clients.habit({ denial });
        const attempt = new Attempts();
        const { state, code: waiting } = attempt.begin();
        assert.equal(attempt.receive(await decide('deny', state)), 'denied');
        assert.equal((await rejection(waiting, 'refused')).reason, 'signInDenied');
      });
    }

    it('reports codeRefused for an expired code', async () => {
      clients.habit({ codeLife: -1 });
      const late = await rejection(exchangeCode(clients.fetch, client(), { code: await code(), redirectUri }, signal));
      assert.equal(late.reason, 'codeRefused');
    });
  });

  describe('activity feed', () => {
    /** Reads the feed like the profile page: until it has no next page. */
    async function read(): Promise<Feed> {
      const feed = new Feed();
      let pages = 0;
      do {
        feed.add(
          await api.users.events({ username: 'alice', ...(feed.next === undefined ? {} : { next: feed.next }) }),
        );
        assert.ok((pages += 1) < 50, 'an end');
      } while (feed.next !== undefined);
      return feed;
    }
    let plain: Feed;
    before(async () => {
      plain = await read();
      assert.ok(plain.count > 50 && plain.days.length > 31, `${plain.count} events on ${plain.days.length} days`);
    });
    for (const feedNext of ['after', 'inclusive', 'day'] as const)
      for (const feedEnd of ['blank', 'null', 'absent', 'same'] as const) {
        it(`has every event once if the next page begins ${feedNext} and the end is ${feedEnd}`, async () => {
          clients.habit({ feedNext, feedEnd });
          assert.deepEqual((await read()).days, plain.days);
        });
      }
  });

  describe('branches, tags and rules', () => {
    const rules: readonly [string, string][] = [
      ['release/*', 'empty'],
      ['release/open/*', 'develop'],
      ['stable', 'empty'],
      ['sta*', 'develop'],
      ['locked', 'empty'],
    ];
    for (const wildcard of ['any text', 'no slash'] as const)
      for (const overlappingRules of ['exact, then first', 'any', 'strictest'] as const) {
        it(`predict no refusal of an allowed push: ${wildcard}, ${overlappingRules}`, async () => {
          const repo = await clients.fresh();
          const names = ['release/1', 'release/a/b', 'release/open/1', 'stable', 'locked', 'other'];
          for (const branch_name of names) await api.branches.create({ ...repo, refs: 'main', branch_name });
          for (const [name, pusher] of rules)
            await api.branchRules.create({ ...repo, wildcard: name, pusher, merger: 'admin' });
          clients.habit({ wildcard, overlappingRules });
          const [record, { items }] = await Promise.all([api.repositories.get(repo), api.branchRules.list(repo)]);
          const held: string[] = [];
          for (const branch of names) {
            const obstacle = pushBlockerOf(branch, record, items, 'alice');
            if (obstacle !== undefined) held.push(branch);
            const commit = api.files.create({ ...repo, branch, path: 'x', content: base64('x'), message: 'm' });
            const refused = await commit.then(
              () => false,
              () => true,
            );
            assert.ok(refused || obstacle === undefined, `${branch} was held back in vain`);
          }
          assert.deepEqual(held, ['release/1', 'locked']);
        });
      }

    it('create a rule of names and a rule of a keyword if the service does not mix them', async () => {
      clients.habit({ ruleNames: 'apart', ruleUsers: 'logins' });
      const repo = await clients.fresh();
      await api.branchRules.create({ ...repo, wildcard: 'a', pusher: 'bob;carol', merger: 'admin' });
      const mixed = api.branchRules.create({ ...repo, wildcard: 'b', pusher: 'admin;bob', merger: 'admin' });
      await rejection(mixed, 'invalid');
      const [rule] = (await api.branchRules.list(repo)).items;
      assert.deepEqual(
        rule?.push_users.map(({ login }) => login),
        ['bob', 'carol'],
      );
    });

    it('create or reject a tag under a protected name, as the service reads the name', async () => {
      const repo = await clients.fresh();
      await api.protectedTags.create({ ...repo, name: 'v*', create_access_level: 0 });
      await rejection(api.tags.create({ ...repo, refs: 'main', tag_name: 'v1' }), 'forbidden');
      clients.habit({ tagWildcards: false });
      assert.equal((await api.tags.create({ ...repo, refs: 'main', tag_name: 'v1' }))?.name, 'v1');
      assert.equal((await api.protectedTags.get({ ...repo, tag_name: 'v*' })).create_access_level, 0);
    });

    it('throw missing for a missing branch, with either status', async () => {
      for (const missingBranch of [404, 400] as const) {
        clients.habit({ missingBranch });
        const to = { ...website, path: 'x', branch: 'nowhere', content: base64('x'), message: 'm' };
        await rejection(api.files.create(to), 'missing');
      }
    });
  });

  describe('repositories', () => {
    it('throw refusals of archive, transfer and writes to an archived repository, with any status', async () => {
      const repo = await clients.fresh();
      const archive = (secret: string) =>
        api.repositories.setStatus({ org: 'alice', repo: repo.repo, status: 2, password: secret });
      for (const acknowledgedNo of [200, 400, 403, 500] as const) {
        clients.habit({ acknowledgedNo });
        const failure = await rejection(archive('wrong'));
        assert.equal(failure.serverMessage, 'The password is wrong', String(acknowledgedNo));
      }
      await archive(password);
      const kinds: readonly [Habits['archivedWrite'], FailureKind][] = [
        [403, 'forbidden'],
        [400, 'invalid'],
        [404, 'missing'],
        [423, 'refused'],
      ];
      for (const [archivedWrite, kind] of kinds) {
        clients.habit({ archivedWrite });
        const failure = await rejection(api.issues.create({ ...repo, title: 't' }));
        assert.deepEqual([failure.kind, failure.serverMessage], [kind, 'The repository is archived and read-only']);
      }
    });

    it('keep the fields and webhook flags that an edit sends unchanged', async () => {
      const repo = await clients.fresh();
      const seen = { name: 'A name', description: 'Words', homepage: 'https://example.org' };
      await api.repositories.edit({ ...repo, ...seen });
      for (const editFields of ['cleared', 'kept'] as const) {
        clients.habit({ editFields });
        const { name = '', description, homepage } = await api.repositories.get(repo);
        await api.repositories.edit({ ...repo, name, description, homepage, private: editFields === 'cleared' });
        const after = await api.repositories.get(repo);
        assert.deepEqual({ name: after.name, description: after.description, homepage: after.homepage }, seen);
      }
      const hook = await api.webhooks.create({ ...repo, url: 'http://127.0.0.1:9/', push_events: true });
      clients.habit({ hookFlags: 'cleared' });
      const { id, url, push_events, tag_push_events, issues_events, note_events, merge_requests_events } = hook!;
      const flags = { push_events, tag_push_events, issues_events, note_events, merge_requests_events };
      await api.webhooks.edit({ ...repo, id, url, ...flags, note_events: true });
      const { push_events: push, note_events: note } = await api.webhooks.get({ ...repo, id });
      assert.deepEqual([push, note], [true, true]);
    });

    it('list each member once, with or without inherited members', async () => {
      const platform = { owner: 'acme', repo: 'platform' };
      const counts: number[] = [];
      for (const inheritedMembers of [false, true]) {
        clients.habit({ inheritedMembers });
        const logins = (await collect(api.members.list.all(platform))).map(({ login }) => login);
        assert.equal(new Set(logins).size, logins.length);
        counts.push(logins.length);
      }
      assert.ok((counts[0] ?? 0) < (counts[1] ?? 0), counts.join());
    });

    it('throw invalid for wrong input with any status, and missing for a new repository before it exists', async () => {
      for (const [invalidInput, kind] of [
        [400, 'invalid'],
        [422, 'invalid'],
        [500, 'invalid'],
      ] as const) {
        clients.habit({ invalidInput });
        await rejection(api.branches.create({ ...website, refs: 'main', branch_name: 'a..b' }), kind);
      }
      clients.habit({ freshRepository: 60_000 });
      await rejection(
        clients.fresh().then((repo) => api.repositories.get(repo)),
        'missing',
      );
    });
  });
});

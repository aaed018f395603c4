import assert from 'node:assert/strict';
import type { Api } from '../../src/api/client.ts';
import { authorizeAddress, exchangeCode, refreshToken, type OAuthClient } from '../../src/api/oauth.ts';
import { collect } from '../../src/core/async.ts';
import type { FailureKind } from '../../src/core/errors.ts';
import { attach } from '../../src/domain/attachments.ts';
import { obstacleTo } from '../../src/domain/obstacles.ts';
import { Feed } from '../../src/domain/pages/feed.ts';
import { issueKind } from '../../src/domain/recordKinds/issue.ts';
import { saveRecord } from '../../src/domain/records/save.ts';
import { isPreRelease } from '../../src/domain/releases.ts';
import { Attempts } from '../../src/domain/session/attempts.ts';
import { rejection } from '../kit/rejection.ts';
import type { Habits } from '../service/habits.ts';
import { password } from '../service/routes/repositories.ts';
import { Clients } from './kit/clients.ts';
import { website } from './operations/operation.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('under every reading of what the description leaves open,', () => {
  let clients: Clients;
  let api: Api;
  let made = 0;
  before(async () => {
    clients = await Clients.start();
    api = clients.as('alice');
  });
  after(() => clients.close());
  beforeEach(() => clients.service.clear());
  afterEach(() => {
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  const habit = (habits: Partial<Habits>): void => clients.service.set({ habits });
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;
  async function fresh(): Promise<{ owner: string; repo: string }> {
    const path = `reading-${(made += 1)}`;
    await api.own.createRepository({ name: path, path, auto_init: true });
    return { owner: 'alice', repo: path };
  }

  describe('signing in', () => {
    const redirectUri = 'http://127.0.0.1:51789/callback';
    const { signal } = new AbortController();
    const client = (more: Partial<OAuthClient> = {}): OAuthClient => {
      const { url, clientId, clientSecret } = clients.service;
      return { authUrl: url, clientId, clientSecret, ...more };
    };
    async function decide(decision: 'grant' | 'deny', state: string): Promise<URLSearchParams> {
      const address = new URL(authorizeAddress(client(), { redirectUri, scopes: ['all_user'], state }));
      const body = new URLSearchParams({ ...Object.fromEntries(address.searchParams), login: 'carol', decision });
      const answer = await fetch(address.origin + address.pathname, { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams;
    }
    const code = async (): Promise<string> => (await decide('grant', 's')).get('code') ?? '';

    for (const [tokenInputs, setting] of [
      ['anywhere', undefined],
      ['urlencoded', 'form'],
      ['multipart', 'multipart'],
      ['query', 'query'],
      ['query and form', 'queryAndForm'],
    ] as const) {
      it(`a token is got and renewed where its inputs are read from: ${tokenInputs}`, async () => {
        habit({ tokenInputs });
        const own = client({ tokenInputs: setting });
        const token = await exchangeCode(clients.fetch, own, await code(), redirectUri, signal);
        const renewed = await refreshToken(clients.fetch, own, token.refresh_token ?? '', signal);
        assert.notEqual(renewed.access_token, token.access_token);
      });
    }

    it('a host that does not read a form says so, and nothing secret is in the Failure', async () => {
      habit({ tokenInputs: 'query' });
      const failure = await rejection(exchangeCode(clients.fetch, client(), await code(), redirectUri, signal));
      assert.equal(failure.reason, 'clientRefused');
      assert.ok(
        !JSON.stringify([failure.message, failure.words, failure.stack]).includes(clients.service.clientSecret),
      );
    });

    for (const denial of ['described', 'error alone', 'without state', 'state alone'] as const) {
      it(`a denial ends the waiting at once, told by ${denial}`, async () => {
        habit({ denial });
        const attempt = new Attempts();
        const { state, code: waiting } = attempt.begin();
        assert.equal(attempt.receive(await decide('deny', state)), 'denied');
        assert.equal((await rejection(waiting, 'refused')).reason, 'signInDenied');
      });
    }

    it('a code that came too late is refused as one that cannot be used', async () => {
      habit({ codeLife: -1 });
      const late = await rejection(exchangeCode(clients.fetch, client(), await code(), redirectUri, signal));
      assert.equal(late.reason, 'codeRefused');
    });
  });

  describe('activity', () => {
    /** As the profile page reads it: on while the feed says that more follows. */
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
        it(`is whole and told once where the next page begins ${feedNext} and the end is ${feedEnd}`, async () => {
          habit({ feedNext, feedEnd });
          assert.deepEqual((await read()).days, plain.days);
        });
      }
  });

  describe('issues', () => {
    for (const repoName of ['path', 'owner/path'] as const) {
      it(`are made and changed where a payload names the repository by ${repoName}, found out once`, async () => {
        const client = clients.as('alice');
        habit({ repoName });
        const issue = await client.issues.create({ ...website, title: `By ${repoName}` });
        const number = issue?.number ?? '';
        await client.issues.edit({ ...website, number, title: 'Changed', state: 'close' });
        assert.equal((await client.issues.get({ ...website, number })).state, 'closed');
        assert.deepEqual([sent('issues.create'), sent('issues.edit')], [repoName === 'path' ? 1 : 2, 1]);
      });

      it(`are searched in one repository where that is named by ${repoName}, and others of its name are left out`, async () => {
        const client = clients.as('alice');
        const issue = { title: `Needle ${repoName}`, owner: 'bob', repo: 'website' };
        if (repoName === 'path') await clients.as('bob').own.createRepository({ name: 'website', path: 'website' });
        await clients.as('bob').issues.create(issue);
        await client.issues.create({ ...issue, owner: 'alice' });
        habit({ repoName });
        for (let time = 1; time <= 2; time += 1) {
          const found = await collect(client.search.issues.all({ q: issue.title, repo: 'alice/website' }));
          assert.deepEqual(
            found.map(({ repository }) => repository?.full_name),
            ['alice/website'],
          );
        }
      });
    }

    it('that are not there are missing by either way, in the first words', async () => {
      const failure = await rejection(
        clients.as('alice').issues.edit({ ...website, number: 999_999, title: 't' }),
        'missing',
      );
      assert.match(failure.words ?? '', /Issue Not Found/);
    });

    it('are filtered by any or all labels, and by times with their bounds or without: what comes is shown', async () => {
      const all = await collect(api.issues.list.all({ ...website, state: 'all' }));
      const bug = all.filter(({ labels }) => labels.some(({ name }) => name === 'bug')).length;
      const time = all[10]?.created_at;
      for (const habits of [
        { labelFilter: 'any', timeBounds: 'exclusive', since: 'created', countsFollowFilter: false },
        { labelFilter: 'all', timeBounds: 'inclusive', since: 'updated', countsFollowFilter: true },
      ] as const) {
        habit(habits);
        const filtered = await collect(api.issues.list.all({ ...website, labels: ['bug'], per_page: 10 }));
        assert.equal(filtered.length, bug);
        const since = await collect(api.issues.list.all({ ...website, created_after: time, since: time }));
        assert.ok(since.length > 0 && since.length < all.length);
      }
    });

    it('whose labels are only ever added say which change was not taken over', async () => {
      const place = { api, repository: { host: 'local', owner: 'alice', repo: 'website' }, login: 'alice' };
      const made = await api.issues.create({ ...website, title: 'Labels', labels: ['bug', 'question'] });
      const base = (await issueKind.read(place, made?.number ?? '')).snapshot;
      habit({ labelsOnEdit: 'add' });
      const mine = { ...base, values: { ...base.values, labels: ['bug', 'new'] } };
      const outcome = await saveRecord(issueKind, place, made?.number ?? '', base, mine, undefined);
      assert.ok('saved' in outcome);
      assert.deepEqual(outcome.saved.ignored, ['labels']);
      assert.deepEqual(outcome.saved.found.snapshot.values.labels, ['bug', 'question', 'new']);
      habit({ labelsOnEdit: 'replace' });
      const again = await saveRecord(issueKind, place, made?.number ?? '', base, mine, undefined);
      assert.ok('saved' in again || again.conflict.conflicts.includes('labels'));
    });

    it('whose unknown labels are refused, left out or made tell so', async () => {
      const labels = ['bug', 'never heard of'];
      habit({ unknownLabel: 'refused' });
      await rejection(api.issues.create({ ...website, title: 't', labels }), 'missing');
      habit({ unknownLabel: 'ignored' });
      const made = await api.issues.create({ ...website, title: 't', labels });
      assert.deepEqual(
        made?.labels.map(({ name }) => name),
        ['bug'],
      );
    });

    it('whose assignee and milestone cannot be emptied say so, or stay as they are and that is told', async () => {
      const place = { api, repository: { host: 'local', owner: 'alice', repo: 'website' }, login: 'alice' };
      const [milestone] = (await api.milestones.list(website)).items;
      const made = await api.issues.create({
        ...website,
        title: 'Held',
        assignee: 'bob',
        milestone: Number(milestone?.number),
      });
      const number = made?.number ?? '';
      const base = (await issueKind.read(place, number)).snapshot;
      const mine = { ...base, values: { ...base.values, assignee: undefined, milestone: undefined } };
      const save = () => saveRecord(issueKind, place, number, base, mine, undefined);
      habit({ emptyClears: 'refused' });
      await rejection(save(), 'invalid');
      habit({ emptyClears: 'ignored' });
      const kept = await save();
      assert.ok('saved' in kept && kept.saved.ignored.includes('assignee'));
      habit({ emptyClears: 'cleared' });
      const cleared = await save();
      assert.ok('saved' in cleared && cleared.saved.ignored.length === 0);
      const { values } = (await issueKind.read(place, number)).snapshot;
      assert.deepEqual([values.assignee, values.milestone], [undefined, undefined]);
    });
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
        it(`nobody is kept from what is allowed: ${wildcard}, ${overlappingRules}`, async () => {
          const repo = await fresh();
          const names = ['release/1', 'release/a/b', 'release/open/1', 'stable', 'locked', 'other'];
          for (const branch_name of names) await api.branches.create({ ...repo, refs: 'main', branch_name });
          for (const [name, pusher] of rules)
            await api.branchRules.create({ ...repo, wildcard: name, pusher, merger: 'admin' });
          habit({ wildcard, overlappingRules });
          const [record, { items }] = await Promise.all([api.repositories.get(repo), api.branchRules.list(repo)]);
          const held: string[] = [];
          for (const branch of names) {
            const obstacle = obstacleTo(branch, record, items, 'alice');
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

    it('a rule of names, and one of a keyword, are made where the two cannot be mixed', async () => {
      habit({ ruleNames: 'apart', ruleUsers: 'logins' });
      const repo = await fresh();
      await api.branchRules.create({ ...repo, wildcard: 'a', pusher: 'bob;carol', merger: 'admin' });
      const mixed = api.branchRules.create({ ...repo, wildcard: 'b', pusher: 'admin;bob', merger: 'admin' });
      await rejection(mixed, 'invalid');
      const [rule] = (await api.branchRules.list(repo)).items;
      assert.deepEqual(
        rule?.push_users.map(({ login }) => login),
        ['bob', 'carol'],
      );
    });

    it('a tag under a protected name is made or refused, as the service reads the name', async () => {
      const repo = await fresh();
      await api.protectedTags.create({ ...repo, name: 'v*', create_access_level: 0 });
      await rejection(api.tags.create({ ...repo, refs: 'main', tag_name: 'v1' }), 'forbidden');
      habit({ tagWildcards: false });
      assert.equal((await api.tags.create({ ...repo, refs: 'main', tag_name: 'v1' }))?.name, 'v1');
      assert.equal((await api.protectedTags.get({ ...repo, tag_name: 'v*' })).create_access_level, 0);
    });

    it('a branch that is not there is missing, by either status', async () => {
      for (const missingBranch of [404, 400] as const) {
        habit({ missingBranch });
        const to = { ...website, path: 'x', branch: 'nowhere', content: base64('x'), message: 'm' };
        await rejection(api.files.create(to), 'missing');
      }
    });
  });

  describe('releases', () => {
    it('keep their tag, whatever a change with another one does', async () => {
      const repo = await fresh();
      await api.releases.create({ ...repo, tag_name: 'v1', name: 'One', body: '' });
      const other = () => api.releases.edit({ ...repo, tag: 'v1', tag_name: 'v2', name: 'Two', body: '' });
      await rejection(other(), 'invalid');
      habit({ otherTagName: 'ignored' });
      assert.equal((await other())?.tag_name, 'v1');
    });

    it('are known as pre-releases by either field', async () => {
      for (const preRelease of ['both', 'prerelease', 'release_status'] as const) {
        habit({ preRelease });
        const { items } = await api.releases.list(website);
        assert.deepEqual(
          items.filter(isPreRelease).map(({ tag_name }) => tag_name),
          ['release/2.0-beta'],
          preRelease,
        );
      }
    });

    it('tell for every file whether it is attached: twice, replaced, refused, too late or lost', async () => {
      const bytes = (text: string) => ({ size: text.length, stream: () => new Blob([text]).stream() });
      const repo = await fresh();
      const at = { ...repo, tag: 'v1' };
      await api.releases.create({ ...repo, tag_name: 'v1', name: 'One', body: '' });
      const put = async (name: string, text: string) => {
        const file = { name, send: (grant: Parameters<typeof api.upload>[0]) => api.upload(grant, bytes(text)) };
        const { files } = await attach(api, at, [file], AbortSignal.timeout(10_000), () => undefined);
        return files[0]?.failure?.kind;
      };
      const text = async () => {
        const { body } = await api.releases.download({ ...at, file_name: 'a.txt' });
        return await new Response(body).text();
      };
      assert.equal(await put('a.txt', 'one'), undefined);
      assert.equal(await put('a.txt', 'two'), 'conflict');
      assert.equal(await text(), 'one');
      habit({ existingAsset: 'replaced' });
      assert.equal(await put('a.txt', 'two'), undefined);
      assert.equal(await text(), 'two');
      habit({ existingAsset: 'both' });
      assert.equal(await put('a.txt', 'three'), undefined);
      habit({ grantLife: -1000 });
      assert.equal(await put('b.txt', 'late'), 'forbidden');
      habit({ grantLife: 60_000, lostUpload: true });
      assert.equal(await put('c.txt', 'lost'), 'refused');
    });
  });

  describe('repositories and what belongs to them', () => {
    it('failures of archiving and transferring are refusals under any status, and change nothing', async () => {
      const repo = await fresh();
      const archive = (secret: string) =>
        api.repositories.setStatus({ org: 'alice', repo: repo.repo, status: 2, password: secret });
      for (const acknowledgedNo of [200, 400, 403, 500] as const) {
        habit({ acknowledgedNo });
        const failure = await rejection(archive('wrong'));
        assert.equal(failure.words, 'The password is wrong', String(acknowledgedNo));
      }
      await archive(password);
      const kinds: readonly [Habits['archivedWrite'], FailureKind][] = [
        [403, 'forbidden'],
        [400, 'invalid'],
        [404, 'missing'],
        [423, 'refused'],
      ];
      for (const [archivedWrite, kind] of kinds) {
        habit({ archivedWrite });
        const failure = await rejection(api.issues.create({ ...repo, title: 't' }));
        assert.deepEqual([failure.kind, failure.words], [kind, 'The repository is archived and read-only']);
      }
    });

    it('what the person saw is sent along, so that leaving out clears nothing', async () => {
      const repo = await fresh();
      const seen = { name: 'A name', description: 'Words', homepage: 'https://example.org' };
      await api.repositories.edit({ ...repo, ...seen });
      for (const editFields of ['cleared', 'kept'] as const) {
        habit({ editFields });
        const { name = '', description, homepage } = await api.repositories.get(repo);
        await api.repositories.edit({ ...repo, name, description, homepage, private: editFields === 'cleared' });
        const after = await api.repositories.get(repo);
        assert.deepEqual({ name: after.name, description: after.description, homepage: after.homepage }, seen);
      }
      const hook = await api.webhooks.create({ ...repo, url: 'http://127.0.0.1:9/', push_events: true });
      habit({ hookFlags: 'cleared' });
      const { id, url, push_events, tag_push_events, issues_events, note_events, merge_requests_events } = hook!;
      const flags = { push_events, tag_push_events, issues_events, note_events, merge_requests_events };
      await api.webhooks.edit({ ...repo, id, url, ...flags, note_events: true });
      const { push_events: push, note_events: note } = await api.webhooks.get({ ...repo, id });
      assert.deepEqual([push, note], [true, true]);
    });

    it('members of the organization are listed or not, each once', async () => {
      const platform = { owner: 'acme', repo: 'platform' };
      const counts: number[] = [];
      for (const inheritedMembers of [false, true]) {
        habit({ inheritedMembers });
        const logins = (await collect(api.members.list.all(platform))).map(({ login }) => login);
        assert.equal(new Set(logins).size, logins.length);
        counts.push(logins.length);
      }
      assert.ok((counts[0] ?? 0) < (counts[1] ?? 0), counts.join());
    });

    it('the paths of a whole repository come without the name filter, whatever that would mean', async () => {
      const plain = await api.files.paths(website);
      for (const fileName of ['part', 'glob', 'exact'] as const) {
        habit({ fileName });
        assert.deepEqual(await api.files.paths(website), plain);
      }
      habit({ fileName: 'exact' });
      assert.deepEqual(await api.files.paths({ ...website, file_name: 'README.md' }), ['README.md']);
    });

    it('wrong input is said by any status, and a new repository that is not there yet is missing', async () => {
      for (const [invalidInput, kind] of [
        [400, 'invalid'],
        [422, 'invalid'],
        [500, 'invalid'],
      ] as const) {
        habit({ invalidInput });
        await rejection(api.branches.create({ ...website, refs: 'main', branch_name: 'a..b' }), kind);
      }
      habit({ freshRepository: 60_000 });
      await rejection(
        fresh().then((repo) => api.repositories.get(repo)),
        'missing',
      );
    });
  });
});

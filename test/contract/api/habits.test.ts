import assert from 'node:assert/strict';
import { fromBase64 } from '../../../src/core/base64.ts';
import { collect } from '../../../src/core/async.ts';
import type { FailureKind } from '../../../src/core/errors.ts';
import type { Api } from '../../../src/api/client/client.ts';
import { rejection } from '../../kit/rejection.ts';
import type { Habits } from '../../service/habits.ts';
import { limitedToken } from '../../service/data/people.ts';
import { readableShapes } from '../../service/shapes.ts';
import { Clients } from '../kit/clients.ts';
import { tour } from '../kit/tour.ts';
import { website } from './operations/operation.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('client with the habits of the live service', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  before(() => (api = clients.as('alice')));

  describe('records', () => {
    let plain: ReadonlyMap<string, readonly string[]>;
    before(async () => (plain = await tour(api, clients.service)));

    for (const shape of readableShapes) {
      it(`are all read with the shape: ${shape}`, async () => {
        clients.service.fail({ operation: '*', fault: { kind: 'shape', shape } });
        const keys = (seen: ReadonlyMap<string, readonly string[]>) =>
          [...seen].map(([name, items]) =>
            shape === 'ids as numbers' || shape === 'hostile' ? [name, items.length] : [name, items],
          );
        assert.deepEqual(keys(await tour(api, clients.service)), keys(plain));
      });
    }

    it('are dropped from a list if they are unreadable', async () => {
      const count = async () => (await collect(api.issues.list.all(website))).length;
      const all = await count();
      clients.service.fail({ operation: 'issues.list', fault: { kind: 'shape', shape: 'odd', one: true } });
      const page = await api.issues.list(website);
      assert.deepEqual([page.items.length, page.unreadable.length], [all - 1, 1]);
      assert.equal(await count(), all - 1);
      clients.service.heal();
      clients.service.fail({ operation: '*', fault: { kind: 'shape', shape: 'odd' } });
      const failure = await rejection(api.issues.get({ ...website, number: 1 }), 'unreadable');
      assert.match(failure.message, /described: .*number/);
    });
  });

  describe('errors', () => {
    const kinds: readonly [Partial<Habits>, FailureKind][] = [
      [{}, 'missing'],
      [{ errorStatus: '400' }, 'missing'],
      [{ errorStatus: '200' }, 'missing'],
      [{ missingError: 'words' }, 'missing'],
      [{ errorBody: 'message' }, 'missing'],
      [{ errorBody: 'message', errorStatus: '400' }, 'missing'],
      [{ errorBody: 'message', errorStatus: '200' }, 'missing'],
      [{ errorBody: 'errorMessage' }, 'missing'],
      [{ errorBody: 'errorMessage', errorStatus: '400' }, 'missing'],
      [{ errorBody: 'errorMessage', errorStatus: '200' }, 'missing'],
      [{ errorBody: 'html' }, 'missing'],
      [{ errorBody: 'empty' }, 'missing'],
    ];
    for (const [habits, kind] of kinds) {
      it(`are ${kind} for a missing branch with ${JSON.stringify(habits)}`, async () => {
        clients.habit(habits);
        await rejection(api.branches.get({ ...website, branch: 'nothing' }), kind);
      });
    }

    it('are signedOut, not missing, for an unknown token', async () => {
      const stranger = clients.as('alice', {
        credentials: { token: () => Promise.resolve('unknown-token-1'), renew: () => Promise.resolve(undefined) },
      });
      for (const rejectedToken of ['401', '404 token not found'] as const)
        for (const errorStatus of ['own', '400', '200'] as const) {
          clients.habit({ rejectedToken, errorStatus });
          await rejection(stranger.users.self({}), 'signedOut');
        }
    });

    it('are forbidden for a missing scope', async () => {
      const limited = clients.as('alice', {
        credentials: {
          token: () => Promise.resolve(limitedToken),
          renew: () => Promise.resolve(undefined),
        },
      });
      const failure = await rejection(limited.own.repositories({}), 'forbidden');
      assert.match(failure.serverMessage ?? '', /^no scopes:/);
    });

    it('are invalid or conflict for a stale sha, and conflict for an existing path', async () => {
      const place = { ...(await clients.fresh()), path: 'a', message: 'm' };
      await api.files.create({ ...place, content: base64('one') });
      for (const status of [400, 409, 422] as const) {
        clients.habit({ staleSha: status, existingFile: status });
        const stale = await rejection(api.files.update({ ...place, sha: '0'.repeat(40), content: '' }));
        assert.equal(stale.kind, status === 409 ? 'conflict' : 'invalid');
        await rejection(api.files.create({ ...place, content: '' }), 'conflict');
      }
    });
  });

  describe('changes', () => {
    it('succeed for every form of success', async () => {
      const ways: readonly Partial<Habits>[] = [
        { created: 200, nothing: '204', createdRepository: 'success' },
        { nothing: '200' },
        { nothing: '{}' },
        { emptyAfterWrite: true },
        { updateAnswer: 'with sha and commit' },
      ];
      for (const habits of ways) {
        clients.habit(habits);
        const repo = await clients.fresh();
        await api.branches.create({ ...repo, refs: 'main', branch_name: 'b' });
        await api.branchRules.create({ ...repo, wildcard: 'b', pusher: 'admin', merger: 'admin' });
        await api.branchRules.edit({ ...repo, wildcard: 'b', pusher: 'empty', merger: 'admin' });
        await api.branchRules.remove({ ...repo, wildcard: 'b' });
        await api.files.create({ ...repo, path: 'a', content: base64('one'), message: 'm' });
        const file = await api.files.content({ ...repo, path: 'a' });
        assert.ok('sha' in file && file.sha !== undefined);
        await api.files.update({ ...repo, path: 'a', content: base64('two'), sha: file.sha, message: 'm' });
        await api.members.set({ ...repo, username: 'bob' });
        await api.members.remove({ ...repo, username: 'bob' });
        await api.repositories.edit({ ...repo, name: 'n' });
        await api.milestones.create({ ...repo, title: 't', due_on: '2028-01-31' });
        await api.issues.create({ ...repo, title: 't' });
        await api.issues.edit({ ...repo, number: 1, title: 't', state: 'close' });
        assert.equal((await api.issues.get({ ...repo, number: 1 })).state, 'closed', JSON.stringify(habits));
      }
    });

    for (const movedRepository of [301, 302, 303, 307, 308] as const)
      it(`reach a moved repository if the old address redirects with ${movedRepository}`, async () => {
        const old = await clients.fresh();
        const { owner, repo } = old;
        await api.repositories.edit({ ...old, name: 'n', path: `${repo}-moved` });
        const now = { owner, repo: `${repo}-moved` };
        clients.habit({ movedRepository });
        const told: unknown[] = [];
        const moving = clients.as('alice', { onRenamed: (renaming) => told.push(renaming) });
        assert.equal((await moving.repositories.get(old)).path, now.repo);
        assert.deepEqual(told, [{ from: `${owner}/${repo}`, to: `${owner}/${now.repo}` }]);
        await moving.tags.create({ ...old, refs: 'main', tag_name: 'v9' });
        await moving.milestones.create({ ...old, title: 'Of the old name', due_on: '2028-01-31' });
        await moving.webhooks.create({ ...old, url: 'https://hook.test/' });
        await moving.files.create({ ...old, path: 'a b/c', content: base64('one'), message: 'm' });
        await moving.labels.create({ ...old, name: 'moved' });
        await moving.labels.edit({ ...old, original_name: 'moved', name: 'edited' });
        await moving.repositories.edit({ ...old, name: 'edited' });
        const tags = await api.tags.list(now);
        const milestones = await api.milestones.list(now);
        const labels = await api.labels.list(now);
        assert.deepEqual(
          [
            tags.items.map(({ name }) => name),
            milestones.items.map(({ title }) => title),
            labels.items.map(({ name }) => name),
            (await api.webhooks.list(now)).items.length,
            'path' in (await api.files.content({ ...now, path: 'a b/c' })),
            (await api.repositories.get(now)).name,
          ],
          [['v9'], ['Of the old name'], ['edited'], 1, true, 'edited'],
        );
      });
  });

  describe('contents and trees', () => {
    it('are an array or an error for a folder', async () => {
      const read = () => api.files.content({ ...website, path: 'docs' });
      const entries = await read();
      assert.equal('path' in entries ? 'a file' : entries.length, 2);
      clients.habit({ folderContents: '400' });
      await rejection(read(), 'invalid');
      clients.habit({ folderContents: '404' });
      await rejection(read(), 'missing');
    });

    it('are an error or an empty list for a missing file', async () => {
      const read = () => api.files.content({ ...website, path: 'nothing' });
      for (const missingContents of ['404', '400 with 404'] as const) {
        clients.habit({ missingContents });
        await rejection(read(), 'missing');
      }
      clients.habit({ missingContents: 'empty array' });
      assert.deepEqual(await read(), []);
    });

    it('are equal with wrapped Base64, and a large file has only its address', async () => {
      const read = async () => {
        const file = await api.files.content({ ...website, path: 'assets/logo.png' });
        assert.ok('path' in file);
        return file;
      };
      const plain = fromBase64((await read()).content ?? '');
      clients.habit({ base64Line: 60 });
      assert.match((await read()).content ?? '', /\n/);
      assert.deepEqual(fromBase64((await read()).content ?? ''), plain);
      clients.habit({ contentLimit: 10 });
      const large = await read();
      assert.deepEqual([large.content, large.size], [undefined, plain?.byteLength]);
      assert.ok(large.download_url);
    });

    it('are missing or empty for an empty repository', async () => {
      const repo = await clients.fresh(false);
      assert.deepEqual((await api.branches.list(repo)).items, []);
      assert.deepEqual(await api.files.paths(repo), []);
      for (const emptyTree of ['404', '400'] as const) {
        clients.habit({ emptyTree });
        await rejection(api.files.tree({ ...repo, sha: 'main' }));
      }
      clients.habit({ emptyTree: 'empty' });
      assert.deepEqual((await api.files.tree({ ...repo, sha: 'main' })).items, []);
      await rejection(api.tags.create({ ...repo, refs: 'main', tag_name: 'v' }), 'missing');
      await api.files.create({ ...repo, path: 'README.md', content: base64('#'), message: 'm', branch: 'main' });
      assert.equal((await api.branches.list(repo)).items.length, 1);
    });

    it('list all files with and without folders, in any order', async () => {
      const listed = async () =>
        (await collect(api.files.tree.all({ ...website, sha: 'main', recursive: 1, per_page: 7 })))
          .filter(({ type }) => type === 'blob')
          .map(({ path }) => path)
          .sort();
      const plain = await listed();
      clients.habit({ treeOrder: 'git', recursiveFolders: false });
      assert.deepEqual(await listed(), plain);
    });
  });

  describe('lists', () => {
    const names = async () =>
      (await collect(api.organizations.repositories.all({ org: 'catalog' }))).map(({ full_name }) => full_name);

    it('are complete and without repetition if the service ignores paging', async () => {
      const plain = await names();
      for (const paging of ['ignored', 'overlapping'] as const) {
        clients.habit({ paging });
        assert.deepEqual(await names(), plain, paging);
      }
      clients.habit({ paging: 'repeated' });
      assert.deepEqual(await names(), plain.slice(0, 100));
    });

    it('continue after short pages of a search', async () => {
      const found = async () =>
        (await collect(api.search.repositories.all({ q: 'module' }))).map(({ full_name }) => full_name).sort();
      const plain = await found();
      assert.equal(plain.length, 120);
      clients.habit({ shortPages: true });
      assert.deepEqual(await found(), plain);
    });

    it('are complete for issues without count headers, and with every form of number and state', async () => {
      const numbers = async () =>
        (await collect(api.issues.list.all({ ...website, per_page: 10 }))).map(({ number }) => number);
      const plain = await numbers();
      clients.habit({ countHeaders: false });
      assert.deepEqual(await numbers(), plain);
      clients.habit({ issueNumber: 'number' });
      assert.deepEqual(await numbers(), plain);
      clients.habit({
        issueNumber: 'text',
        openState: 'open',
        issueMilestone: false,
        commentTime: false,
      });
      assert.deepEqual(await numbers(), plain);
    });

    it('accept every form of rules, tags and releases', async () => {
      clients.habit({ ruleUsers: 'logins', lightTagMessage: 'null', releaseOrder: 'newest first' });
      const repo = await clients.fresh();
      await api.branchRules.create({ ...repo, wildcard: 'a', pusher: 'bob;carol', merger: 'alice' });
      const [rule] = (await api.branchRules.list(repo)).items;
      assert.deepEqual(
        rule?.push_users.map(({ login }) => login),
        ['bob', 'carol'],
      );
      const tag = async () => (await api.tags.list(website)).items.find(({ name }) => name === 'v1.0');
      assert.equal((await tag())?.message, undefined);
      clients.habit({ lightTagMessage: 'commit' });
      assert.ok((await tag())?.message);
      const { items } = await api.releases.list(website);
      assert.deepEqual(
        items.map(({ tag_name }) => tag_name),
        ['release/2.0-beta', 'v1.1', 'v1.0'],
      );
      assert.ok((items[1]?.assets.length ?? 0) >= 3);
    });
  });
});

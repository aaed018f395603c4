import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import { collect } from '../../../../src/core/async.ts';
import { attach } from '../../../../src/domain/tracker/attachments.ts';
import { issueKind } from '../../../../src/domain/records/kinds/issue.ts';
import { saveRecord } from '../../../../src/domain/records/sync/save.ts';
import { isPreRelease } from '../../../../src/domain/tracker/releases.ts';
import { rejection } from '../../../kit/rejection.ts';
import { Clients } from '../../kit/clients.ts';
import { website } from '../../api/operations/operation.ts';

describe('records with every habit of the service', () => {
  let clients: Clients;
  let api: Api;
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

  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  describe('issues', () => {
    for (const repoName of ['path', 'owner/path'] as const) {
      it(`are created and changed if a payload names the repository by ${repoName}, detected once`, async () => {
        const client = clients.as('alice');
        clients.habit({ repoName });
        const issue = await client.issues.create({ ...website, title: `By ${repoName}` });
        const number = issue?.number ?? '';
        await client.issues.edit({ ...website, number, title: 'Changed', state: 'close' });
        assert.equal((await client.issues.get({ ...website, number })).state, 'closed');
        assert.deepEqual([sent('issues.create'), sent('issues.edit')], [repoName === 'path' ? 1 : 2, 1]);
      });

      it(`are searched in one repository if the search names it by ${repoName}, without results of its namesakes`, async () => {
        const client = clients.as('alice');
        const issue = { title: `Needle ${repoName}`, owner: 'bob', repo: 'website' };
        if (repoName === 'path') await clients.as('bob').own.createRepository({ name: 'website', path: 'website' });
        await clients.as('bob').issues.create(issue);
        await client.issues.create({ ...issue, owner: 'alice' });
        clients.habit({ repoName });
        for (let time = 1; time <= 2; time += 1) {
          const found = await collect(client.search.issues.all({ q: issue.title, repo: 'alice/website' }));
          assert.deepEqual(
            found.map(({ repository }) => repository?.full_name),
            ['alice/website'],
          );
        }
      });
    }

    it('throw missing with the first message, for either form of the repository name', async () => {
      const failure = await rejection(
        clients.as('alice').issues.edit({ ...website, number: 999_999, title: 't' }),
        'missing',
      );
      assert.match(failure.serverMessage ?? '', /Issue Not Found/);
    });

    it('are filtered by any or all labels, and by times with or without their bounds', async () => {
      const all = await collect(api.issues.list.all({ ...website, state: 'all' }));
      const bug = all.filter(({ labels }) => labels.some(({ name }) => name === 'bug')).length;
      const time = all[10]?.created_at;
      for (const habits of [
        { labelFilter: 'any', timeBounds: 'exclusive', since: 'created', countsFollowFilter: false },
        { labelFilter: 'all', timeBounds: 'inclusive', since: 'updated', countsFollowFilter: true },
      ] as const) {
        clients.habit(habits);
        const filtered = await collect(api.issues.list.all({ ...website, labels: ['bug'], per_page: 10 }));
        assert.equal(filtered.length, bug);
        const since = await collect(api.issues.list.all({ ...website, created_after: time, since: time }));
        assert.ok(since.length > 0 && since.length < all.length);
      }
    });

    it('report an ignored label change if the service only adds labels', async () => {
      const place = { api, repository: { host: 'local', owner: 'alice', repo: 'website' }, login: 'alice' };
      const made = await api.issues.create({ ...website, title: 'Labels', labels: ['bug', 'question'] });
      const base = (await issueKind.read(place, made?.number ?? '')).snapshot;
      clients.habit({ labelsOnEdit: 'add' });
      const mine = { ...base, values: { ...base.values, labels: ['bug', 'new'] } };
      const outcome = await saveRecord(issueKind, place, made?.number ?? '', { base }, mine, undefined);
      assert.ok('saved' in outcome);
      assert.deepEqual(outcome.saved.ignored, ['labels']);
      assert.deepEqual(outcome.saved.found.snapshot.values.labels, ['bug', 'question', 'new']);
      clients.habit({ labelsOnEdit: 'replace' });
      const again = await saveRecord(issueKind, place, made?.number ?? '', { base }, mine, undefined);
      assert.ok('saved' in again || again.conflict.conflicts.includes('labels'));
    });

    it('throw missing for an unknown label, or are created without it', async () => {
      const labels = ['bug', 'never heard of'];
      clients.habit({ unknownLabel: 'refused' });
      await rejection(api.issues.create({ ...website, title: 't', labels }), 'missing');
      clients.habit({ unknownLabel: 'ignored' });
      const made = await api.issues.create({ ...website, title: 't', labels });
      assert.deepEqual(
        made?.labels.map(({ name }) => name),
        ['bug'],
      );
    });

    it('report an assignee and a milestone that cannot be emptied', async () => {
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
      const save = () => saveRecord(issueKind, place, number, { base }, mine, undefined);
      clients.habit({ emptyClears: 'refused' });
      await rejection(save(), 'invalid');
      clients.habit({ emptyClears: 'ignored' });
      const kept = await save();
      assert.ok('saved' in kept && kept.saved.ignored.includes('assignee'));
      clients.habit({ emptyClears: 'cleared' });
      const cleared = await save();
      assert.ok('saved' in cleared && cleared.saved.ignored.length === 0);
      const { values } = (await issueKind.read(place, number)).snapshot;
      assert.deepEqual([values.assignee, values.milestone], [undefined, undefined]);
    });
  });

  describe('releases', () => {
    it('keep their tag if an edit sends another one', async () => {
      const repo = await clients.fresh();
      await api.releases.create({ ...repo, tag_name: 'v1', name: 'One', body: '' });
      const other = () => api.releases.edit({ ...repo, tag: 'v1', tag_name: 'v2', name: 'Two', body: '' });
      await rejection(other(), 'invalid');
      clients.habit({ otherTagName: 'ignored' });
      assert.equal((await other())?.tag_name, 'v1');
    });

    it('are recognized as pre-releases by either field', async () => {
      for (const preRelease of ['both', 'prerelease', 'release_status'] as const) {
        clients.habit({ preRelease });
        const { items } = await api.releases.list(website);
        assert.deepEqual(
          items.filter(isPreRelease).map(({ tag_name }) => tag_name),
          ['release/2.0-beta'],
          preRelease,
        );
      }
    });

    it('report for every file whether it was attached: duplicate, replaced, expired or not registered', async () => {
      const bytes = (text: string) => ({ size: text.length, stream: () => new Blob([text]).stream() });
      const repo = await clients.fresh();
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
      clients.habit({ existingAsset: 'replaced' });
      assert.equal(await put('a.txt', 'two'), undefined);
      assert.equal(await text(), 'two');
      clients.habit({ existingAsset: 'both' });
      assert.equal(await put('a.txt', 'three'), undefined);
      clients.habit({ grantLife: -1000 });
      assert.equal(await put('b.txt', 'late'), 'forbidden');
      clients.habit({ grantLife: 60_000, lostUpload: true });
      assert.equal(await put('c.txt', 'lost'), 'refused');
    });
  });
});

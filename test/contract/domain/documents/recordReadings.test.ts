import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import type { Milestone } from '../../../../src/api/record/issue.ts';
import { collect } from '../../../../src/core/async.ts';
import { milestoneOfPage } from '../../../../src/domain/milestones/milestones.ts';
import { attach, downloadAttachment } from '../../../../src/domain/releases/attachments.ts';
import { editIssues } from '../../../../src/domain/documents/assist/issueEdits.ts';
import { issueKind, issueTitles } from '../../../../src/domain/documents/kinds/issue.ts';
import type { RecordScope } from '../../../../src/domain/documents/kinds/kind.ts';
import { editMilestone, milestoneKind } from '../../../../src/domain/documents/kinds/milestone.ts';
import { editRelease, releaseStatus } from '../../../../src/domain/documents/kinds/release.ts';
import { saveRecord } from '../../../../src/domain/documents/sync/save.ts';
import { isDraftRelease, isPreRelease, latestRelease } from '../../../../src/domain/releases/releases.ts';
import { rejection } from '../../../kit/rejection.ts';
import { Clients } from '../../kit/clients.ts';
import { website } from '../../api/operations/operation.ts';

const repository = { host: 'local', ...website };

describe('records with every habit of the service', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  before(() => (api = clients.as('alice')));

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

    it('are searched in a renamed repository by its old name', async () => {
      clients.habit({ movedRepository: 301 });
      const { owner, repo } = await clients.fresh();
      await api.issues.create({ owner, repo, title: 'Needle renamed' });
      await api.repositories.edit({ owner, repo, name: 'Renamed', path: `${repo}-renamed` });
      const { items } = await clients.as('alice').search.issues({ q: 'Needle renamed', repo: `${owner}/${repo}` });
      assert.deepEqual(
        items.map(({ repository }) => repository?.full_name),
        [`${owner}/${repo}-renamed`],
      );
    });

    it('have type, stage and priority by their titles, or what the description has of them', async () => {
      const titles = async () => (await api.issues.list(website)).items.map((issue) => issueTitles(issue));
      const live = await titles();
      assert.ok(live.every(({ type, stage }) => type !== undefined && /待办的|已完成/.test(stage ?? '')));
      assert.ok(
        live.some(({ priority }) => priority === '主要') && live.some(({ priority }) => priority === undefined),
      );
      clients.habit({ liveFields: false });
      const described = await titles();
      assert.deepEqual(
        described.map(({ type, stage }) => [type, stage]),
        live.map(({ type, stage }) => [type, stage]),
      );
      assert.ok(described.every(({ priority }) => priority === undefined));
    });

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
      assert.deepEqual(outcome.saved.record.snapshot.values.labels, ['bug', 'question', 'new']);
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

  describe('changes whose answer the service cannot read', () => {
    const unread = { unreadAfterWrite: true };
    const scope = (): RecordScope => ({ api, repository, login: 'alice' });

    it('are read again: made ones succeed with the record, and nothing is sent twice', async () => {
      const number = (await api.issues.list(website)).items[0]?.number ?? '';
      const milestone = (await api.milestones.list(website)).items[0]?.number ?? '';
      clients.service.clear();
      clients.habit(unread);
      const [result] = await editIssues(scope(), [number], { state: 'close', labels: ['bug'], title: 'Unread' });
      assert.deepEqual([result?.issue?.state, result?.issue?.title], ['closed', 'Unread']);
      const at = { ...website, number: milestone, title: 'Unread', due_on: '2027-01-31', state: 'closed' } as const;
      assert.equal((await editMilestone(api, at))?.due_on, '2027-01-31');
      const release = { ...website, tag: 'v1.0', tag_name: 'v1.0', name: 'Unread', body: 'b' };
      assert.equal((await editRelease(api, release))?.name, 'Unread');
      assert.ok(await issueKind.create(scope(), { values: { title: 'New and unread' }, body: '' }));
      for (const operation of ['issues.edit', 'milestones.edit', 'releases.edit', 'issues.create'])
        assert.equal(sent(operation), 1, operation);
    });

    it('are broken if they were not made, and a person is told no class of the service', async () => {
      const body = { error_code: 200, error_code_name: 'OK', error_message: 'Error for type [class com.gitcode.A' };
      clients.service.fail({ operation: 'issues.edit', fault: { kind: 'answer', status: 200, json: body } });
      const [result] = await editIssues(scope(), ['5'], { title: 'Never' });
      assert.deepEqual([result?.failure?.kind, result?.failure?.serverMessage], ['broken', undefined]);
      assert.equal(sent('issues.edit'), 1);
    });
  });

  describe('milestones without a due date', () => {
    const undated = async () => {
      const { items } = await api.milestones.list({ owner: 'tools', repo: 'cli', state: 'all' });
      const milestone = items.find(({ title }) => title === '以后');
      assert.ok(milestone !== undefined);
      return milestone;
    };
    const repository = { host: 'local', owner: 'tools', repo: 'cli' };
    const tools = (): RecordScope => ({ api: clients.as('xiaoming'), repository, login: 'xiaoming' });
    const close = async ({ number, title }: Milestone, due_on?: string) => {
      const to = { values: { title, state: 'closed', due_on }, body: '' };
      return await milestoneKind.edit(tools(), number, { to, keys: new Set(['state']) });
    };

    it('are changed without one, or with the day that the service demands', async () => {
      const milestone = await undated();
      const failure = await rejection(close(milestone), 'invalid');
      assert.deepEqual([failure.field, failure.serverMessage], ['due_on', 'due_on is missing']);
      assert.equal((await undated()).state, 'active');
      clients.habit({ milestoneDue: 'optional' });
      const closed = await close(milestone);
      assert.deepEqual([closed?.snapshot.values.state, closed?.snapshot.values.due_on], ['closed', undefined]);
      clients.habit({ milestoneDue: 'required' });
      assert.equal((await close(milestone, '2027-01-31'))?.snapshot.values.due_on, '2027-01-31');
    });

    it('lead to the web page that the service names, whose number is another one, and are known by it', async () => {
      const { number, url = '' } = await undated();
      const { webUrl } = await milestoneKind.read(tools(), number);
      assert.deepEqual([webUrl, url.endsWith('/tools/cli/milestones/5')], [url, true]);
      assert.notEqual(number, '5');
      const at = { owner: 'tools', repo: 'cli' };
      assert.deepEqual(
        [await milestoneOfPage(api, at, '5'), await milestoneOfPage(api, at, '99')],
        [number, undefined],
      );
    });
  });

  describe('releases', () => {
    it('are recognized as drafts, which are never the latest release', async () => {
      const { items } = await api.releases.list({ owner: 'tools', repo: 'cli' });
      assert.deepEqual(
        items.map((release) => [release.tag_name, isDraftRelease(release), releaseStatus(release)]),
        [['v0.2.0', true, 'draft']],
      );
      assert.equal(latestRelease(items), undefined);
    });

    it('keep their tag if an edit sends another tag', async () => {
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

    it('save no error as an attachment, whatever its status is, and every attachment that is one', async () => {
      const repo = await clients.fresh();
      const at = { ...repo, tag: 'v1' };
      await api.releases.create({ ...repo, tag_name: 'v1', name: 'One', body: '' });
      const text = JSON.stringify({ error_code: 404, error_code_name: 'NOT_FOUND', error_message: 'a sample' });
      const send = async (grant: Parameters<typeof api.upload>[0]) =>
        await api.upload(grant, { size: text.length, stream: () => new Blob([text]).stream() });
      await attach(api, at, [{ name: 'sample.json', send }], AbortSignal.timeout(10_000), () => undefined);
      const download = async (name: string) => await downloadAttachment(api, at, name, AbortSignal.timeout(10_000));
      assert.equal(await new Response((await download('sample.json')).body).text(), text);
      clients.habit({ download: 'error' });
      await rejection(download('sample.json'), 'missing');
      clients.habit({ download: 'bytes', errorStatus: '200' });
      await rejection(download('absent.json'), 'missing');
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
      assert.equal(await put('b.txt', 'late'), 'refused');
      clients.habit({ grantLife: 60_000, lostUpload: true });
      assert.equal(await put('c.txt', 'lost'), 'refused');
    });
  });
});

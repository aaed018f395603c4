import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import { unmetConditions } from '../../../../src/domain/pullRequests/mergeConditions.ts';
import { rejection } from '../../../kit/rejection.ts';
import { optionalOperation, website, type Visit } from '../operations/operation.ts';

const at41 = { ...website, number: 41 };

/** A repository with a branch `topic` that changes `a.txt`, and a pull request of it. */
async function opened({ api, service, fresh }: Visit, more: { assignees?: string[]; testers?: string[] } = {}) {
  const repo = await fresh();
  const repository = `alice/${repo.repo}`;
  for (const [text, message] of [
    ['1\n', 'One'],
    ['1\n2\n', 'Two'],
  ] as const)
    await service.act({ do: 'push', repository, branch: 'topic', files: { 'a.txt': text }, message });
  const made = await api.pullRequests.create({ ...repo, title: 'Topic', head: 'topic', base: 'main', ...more });
  const { git } = await service.repository(repository);
  return { ...repo, number: made!.number, made, repository, git };
}

const at = ({ owner, repo, number }: { owner: string; repo: string; number: string }) => ({ owner, repo, number });

export const pullRequests = [
  optionalOperation('pullRequests.list', 'lists pull requests by state, reviewer and label', async ({ api }) => {
    const numbers = async (query: object) =>
      (await collect(api.pullRequests.list.all({ ...website, ...query }))).map(({ number }) => number);
    assert.deepEqual(await numbers({ state: 'open', per_page: 2 }), ['43', '42', '41']);
    assert.deepEqual(await numbers({ state: 'merged' }), ['44']);
    assert.deepEqual(await numbers({ state: 'all', direction: 'asc', sort: 'created' }), ['41', '42', '43', '44']);
    assert.deepEqual(await numbers({ reviewer: 'alice' }), ['42']);
    assert.deepEqual(await numbers({ author: 'alice', labels: ['enhancement'] }), ['41']);
  }),

  optionalOperation('pullRequests.get', 'returns a pull request with what is missing', async ({ api, service }) => {
    const { git } = await service.repository('alice/website');
    const pull = await api.pullRequests.get(at41);
    assert.deepEqual(
      [pull.title, pull.user?.login, pull.state, pull.draft],
      ['Begin the login page', 'alice', 'open', false],
    );
    assert.deepEqual([pull.base.ref, pull.base.sha], ['main', await git(['rev-parse', 'main'])]);
    assert.deepEqual([pull.head.ref, pull.head.sha], ['feature/login', await git(['rev-parse', 'feature/login'])]);
    assert.deepEqual(
      pull.assignees?.map(({ login, accept }) => [login, accept]),
      [
        ['bob', true],
        ['xiaoming', false],
      ],
    );
    assert.deepEqual(
      unmetConditions(pull)?.map(({ name }) => name),
      ['resolve_discussion', 'approval_approvers_required', 'approval_testers_required'],
    );
    const fork = await api.pullRequests.get({ ...website, number: 42 });
    assert.deepEqual([fork.head.repo?.full_name, fork.mergeable_state?.conflict_passed], ['erik/website', false]);
    assert.equal((await api.pullRequests.get({ ...website, number: 43 })).draft, true);
    const merged = await api.pullRequests.get({ ...website, number: 44 });
    assert.ok(merged.state === 'merged' && merged.merged_at !== undefined && merged.closed_at !== undefined);
    await rejection(api.pullRequests.get({ ...website, number: 45 }), 'missing');
  }),

  optionalOperation('pullRequests.create', 'creates a pull request, also from a fork', async (visit) => {
    const { api, as, service } = visit;
    const { made, repo } = await opened(visit, { assignees: ['bob'], testers: ['carol'] });
    assert.deepEqual([made?.number, made?.title, made?.state, made?.user?.login], ['1', 'Topic', 'open', 'alice']);
    assert.deepEqual([made?.head.ref, made?.base.ref], ['topic', 'main']);
    assert.match(made?.html_url ?? '', /\/merge_requests\/1$/);
    const { assignees, testers } = await api.pullRequests.get({ owner: 'alice', repo, number: 1 });
    assert.deepEqual([assignees?.[0]?.login, testers?.[0]?.login], ['bob', 'carol']);
    await rejection(
      api.pullRequests.create({ owner: 'alice', repo, title: 'x', head: 'nothing', base: 'main' }),
      'missing',
    );
    await service.act({
      do: 'push',
      repository: 'erik/website',
      branch: 'more',
      files: { 'more.md': 'More\n' },
      as: 'erik',
    });
    const from = { ...website, title: 'More', head: 'more', base: 'main', fork_path: 'erik/website' };
    const forked = await as('erik').pullRequests.create(from);
    const { head } = await api.pullRequests.get({ ...website, number: forked!.number });
    assert.deepEqual([head.repo?.full_name, head.ref], ['erik/website', 'more']);
    const { git } = await service.repository('alice/website');
    assert.equal(await git(['rev-parse', `refs/merge-requests/${forked!.number}/head`]), head.sha);
    const { repositories } = service.state;
    const fork = repositories.get('erik/website')!;
    repositories.delete('erik/website');
    const orphan = await api.pullRequests.get({ ...website, number: forked!.number });
    assert.deepEqual([orphan.head.repo, orphan.head.ref, orphan.head.sha], [undefined, 'more', head.sha]);
    repositories.set('erik/website', fork);
  }),

  optionalOperation('pullRequests.edit', 'changes title, state and draft', async (visit) => {
    const { api, as } = visit;
    const place = at(await opened(visit));
    await api.pullRequests.edit({ ...place, title: 'Other', draft: true });
    assert.equal((await api.pullRequests.get(place)).title, '[WIP]Other');
    await api.pullRequests.edit({ ...place, state: 'closed' });
    const closed = await api.pullRequests.get(place);
    assert.deepEqual([closed.state, closed.draft, closed.closed_at !== undefined], ['closed', true, true]);
    await api.pullRequests.edit({ ...place, state: 'open' });
    assert.equal((await api.pullRequests.get(place)).state, 'open');
    await rejection(as('bob').pullRequests.edit({ ...place, title: 'x' }), 'forbidden');
  }),

  optionalOperation('pullRequests.files', 'lists the files since the merge base', async ({ api }) => {
    const { items } = await api.pullRequests.files(at41);
    assert.deepEqual(
      items.map(({ filename, status, additions }) => [status, filename, additions]),
      [
        ['removed', 'build.mjs', 0],
        ['added', 'src/login.html', 13],
        ['added', 'src/login.ts', 5],
      ],
    );
    assert.match(items[2]?.patch?.diff ?? '', /^@@ /);
    assert.equal(items[0]?.patch?.deleted_file, true);
  }),

  optionalOperation('pullRequests.commits', 'lists its commits', async (visit) => {
    const all = await collect(visit.api.pullRequests.commits.all(at(await opened(visit))));
    assert.deepEqual(
      all.map(({ commit }) => commit?.message),
      ['One', 'Two'],
    );
  }),

  optionalOperation('pullRequests.isMerged', 'is true or false', async ({ api }) => {
    assert.equal(await api.pullRequests.isMerged({ ...website, number: 44 }), true);
    assert.equal(await api.pullRequests.isMerged(at41), false);
  }),

  optionalOperation('pullRequests.merge', 'merges by each method, and refuses conflicts', async (visit) => {
    const { api, as, service } = visit;
    const subjects = {
      merge: ['Title', 'One', 'Two', 'Else'],
      squash: ['Title', 'Else'],
      rebase: ['Two', 'One', 'Else'],
    };
    for (const merge_method of ['merge', 'squash', 'rebase'] as const) {
      const { git, repository, ...pull } = await opened(visit);
      await service.act({ do: 'push', repository, branch: 'main', files: { 'b.txt': 'b\n' }, message: 'Else' });
      await rejection(as('bob').pullRequests.merge(at(pull)), 'forbidden');
      const merged = await api.pullRequests.merge({ ...at(pull), merge_method, title: 'Title', description: 'Text' });
      assert.deepEqual([merged?.merged, merged?.sha], [true, await git(['rev-parse', 'main'])]);
      const log = (await git(['log', '--format=%s', 'main']))
        .split('\n')
        .filter((subject) => subject !== 'Initial commit');
      assert.deepEqual(log.sort(), [...subjects[merge_method]].sort());
      assert.equal(await git(['show', 'main:a.txt']), '1\n2');
      assert.equal((await api.pullRequests.get(at(pull))).state, 'merged');
      await rejection(api.pullRequests.merge(at(pull)), 'refused');
    }
    const failure = await rejection(api.pullRequests.merge({ ...website, number: 43 }), 'refused');
    assert.equal(failure.serverMessage, 'The pull request is a draft.');
    await api.pullRequests.approve({ ...website, number: 42 });
    const conflict = await rejection(api.pullRequests.merge({ ...website, number: 42 }), 'refused');
    assert.match(conflict.serverMessage ?? '', /conflicts/);
  }),

  optionalOperation('pullRequests.issues', 'lists the linked issues', async ({ api }) => {
    assert.deepEqual(
      (await api.pullRequests.issues(at41)).items.map(({ number }) => number),
      ['3'],
    );
  }),

  optionalOperation('pullRequests.linkIssues', 'links issues', async ({ api, arrived }) => {
    const place = { ...website, number: 43 };
    await api.pullRequests.linkIssues({ ...place, issues: [1, 2] });
    assert.deepEqual(arrived().params, { owner: 'alice', repo: 'website', number: '43', issues: [1, 2] });
    assert.deepEqual(
      (await api.pullRequests.issues(place)).items.map(({ number }) => number),
      ['1', '2'],
    );
    await rejection(api.pullRequests.linkIssues({ ...place, issues: [] }), 'invalid');
    await rejection(api.pullRequests.linkIssues({ ...place, issues: [999] }), 'missing');
  }),

  optionalOperation('pullRequests.unlinkIssues', 'unlinks issues', async ({ api }) => {
    const place = { ...website, number: 43 };
    await api.pullRequests.linkIssues({ ...place, issues: [1, 2] });
    await api.pullRequests.unlinkIssues({ ...place, issues: [1] });
    assert.deepEqual(
      (await api.pullRequests.issues(place)).items.map(({ number }) => number),
      ['2'],
    );
  }),

  optionalOperation('pullRequests.labels', 'lists labels', async ({ api }) => {
    assert.deepEqual(
      (await api.pullRequests.labels(at41)).items.map(({ name }) => name),
      ['enhancement'],
    );
  }),

  optionalOperation('pullRequests.addLabels', 'adds labels', async ({ api }) => {
    await api.pullRequests.addLabels({ ...website, number: 43, labels: ['bug', '无障碍'] });
    const labels = (await api.pullRequests.get({ ...website, number: 43 })).labels.map(({ name }) => name);
    assert.deepEqual(labels, ['性能', 'bug', '无障碍']);
  }),

  optionalOperation('pullRequests.setLabels', 'replaces labels', async ({ api }) => {
    await api.pullRequests.setLabels({ ...website, number: 43, labels: ['bug'] });
    assert.deepEqual(
      (await api.pullRequests.labels({ ...website, number: 43 })).items.map(({ name }) => name),
      ['bug'],
    );
  }),

  optionalOperation('pullRequests.removeLabel', 'removes a label', async ({ api }) => {
    await api.pullRequests.setLabels({ ...website, number: 43, labels: ['bug', 'good first issue'] });
    await api.pullRequests.removeLabel({ ...website, number: 43, name: 'good first issue' });
    assert.deepEqual(
      (await api.pullRequests.labels({ ...website, number: 43 })).items.map(({ name }) => name),
      ['bug'],
    );
  }),

  optionalOperation('pullRequests.events', 'lists its events', async (visit) => {
    const { api } = visit;
    const place = at(await opened(visit));
    await api.pullRequests.edit({ ...place, title: 'Other' });
    const events = await collect(api.pullRequests.events.all({ ...place, sort: 'asc' }));
    assert.deepEqual(
      events.map(({ action, user }) => [action, user?.login]),
      [
        ['opened', 'alice'],
        ['title', 'alice'],
      ],
    );
  }),

  optionalOperation('pullRequests.addAssignees', 'adds approvers', async (visit) => {
    const { api } = visit;
    const place = at(await opened(visit));
    await api.pullRequests.addAssignees({ ...place, assignees: ['bob', 'carol'] });
    assert.deepEqual(
      (await api.pullRequests.get(place)).assignees?.map(({ login }) => login),
      ['bob', 'carol'],
    );
  }),

  optionalOperation('pullRequests.removeAssignees', 'removes approvers', async (visit) => {
    const { api } = visit;
    const place = at(await opened(visit, { assignees: ['bob', 'carol'] }));
    await api.pullRequests.removeAssignees({ ...place, assignees: ['bob'] });
    assert.deepEqual(
      (await api.pullRequests.get(place)).assignees?.map(({ login }) => login),
      ['carol'],
    );
  }),

  optionalOperation('pullRequests.addTesters', 'adds testers', async (visit) => {
    const { api } = visit;
    const place = at(await opened(visit));
    await api.pullRequests.addTesters({ ...place, testers: ['bob'] });
    assert.deepEqual(
      (await api.pullRequests.get(place)).testers?.map(({ login }) => login),
      ['bob'],
    );
  }),

  optionalOperation('pullRequests.approve', 'approves as one of the approvers', async (visit) => {
    const { api, as } = visit;
    const place = at(await opened(visit, { assignees: ['bob'] }));
    await rejection(as('carol').pullRequests.approve(place), 'forbidden');
    await as('bob').pullRequests.approve(place);
    const { assignees, mergeable } = await api.pullRequests.get(place);
    assert.deepEqual([assignees?.[0]?.accept, mergeable], [true, true]);
  }),

  optionalOperation('pullRequests.markTested', 'marks it as tested', async (visit) => {
    const { api, as } = visit;
    const place = at(await opened(visit, { testers: ['bob'] }));
    await as('bob').pullRequests.markTested(place);
    assert.equal((await api.pullRequests.get(place)).testers?.[0]?.accept, true);
  }),

  optionalOperation('pullRequests.ofIssue', 'lists the pull requests of an issue', async ({ api }) => {
    const { items } = await api.pullRequests.ofIssue({ ...website, number: 3 });
    assert.ok(items.some(({ number, state }) => number === '41' && state === 'open'));
  }),
];

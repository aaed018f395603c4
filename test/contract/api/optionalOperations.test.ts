import assert from 'node:assert/strict';
import { optionalRows } from '../../../scripts/apiCoverage/table.ts';
import { collect } from '../../../src/core/async.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { rejection } from '../../kit/rejection.ts';
import { readableShapes } from '../../service/shapes.ts';
import { Clients } from '../kit/clients.ts';
import { more } from './optional/more.ts';
import { pullRequestComments } from './optional/pullRequestComments.ts';
import { pullRequests } from './optional/pullRequests.ts';
import { visitOf, website } from './operations/operation.ts';

const tests = [...pullRequests, ...pullRequestComments, ...more];

describe('optional operation', () => {
  let clients: Clients;
  before(async () => (clients = await Clients.start()));
  after(() => clients.close());
  beforeEach(() => clients.service.clear());
  afterEach(() => {
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  for (const { name, title, run } of tests) {
    it(`${name} ${title}`, async () => {
      const visit = visitOf(clients, name);
      await run(visit);
      const succeeded = visit.service.requests.some(
        ({ operation, status }) => operation === name && status >= 200 && status < 400,
      );
      assert.ok(succeeded, `${name} was not called with success`);
    });
  }

  it('has a test for every row of the table', () => {
    assert.deepEqual(
      [...new Set(tests.map(({ name }) => name))].sort(),
      optionalRows()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('is missing or refused if the host answers 404 or 405', async () => {
    const api = clients.as('alice');
    for (const optionalOperations of ['404', '405'] as const) {
      clients.habit({ optionalOperations });
      const failure = await rejection(api.labels.list(website));
      assert.ok(isFailure(failure, 'missing', 'refused') && String(failure.status) === optionalOperations);
      assert.equal((await api.issues.get({ ...website, number: 1 })).number, '1');
    }
  });

  it('reads a pull request with any form of number and closing time, and as a list of one', async () => {
    const api = clients.as('alice');
    const read = async () => [
      await api.pullRequests.get({ ...website, number: 44 }),
      (await api.pullRequests.list({ ...website, state: 'merged' })).items,
    ];
    const plain = await read();
    for (const habits of [
      { pullRequestNumber: 'text' },
      { singlePullRequest: 'list' },
      { closedAt: 'closed_at' },
    ] as const) {
      clients.habit(habits);
      assert.deepEqual(await read(), plain, JSON.stringify(habits));
      clients.service.calm();
    }
  });

  it('reads the place of a comment from any field, as lines of the file or of the difference, or without a place', async () => {
    const api = clients.as('alice');
    const at41 = { ...website, number: 41 };
    const places = async () =>
      (await collect(api.pullRequestComments.list.all(at41)))
        .filter(({ comment_type }) => comment_type === 'diff_comment')
        .map(({ path, position }) => (path === undefined ? undefined : `${path}:${position ?? ''}`));
    const plain = await places();
    assert.ok(plain.includes('src/login.html:5'));
    for (const commentPosition of ['position', 'text', 'record'] as const) {
      clients.habit({ commentPosition });
      assert.deepEqual(await places(), plain, commentPosition);
    }
    clients.habit({ commentPlace: 'difference' });
    assert.deepEqual(await places(), plain, 'a new file has one hunk');
    clients.habit({ commentPlace: 'absent' });
    assert.deepEqual(
      await places(),
      plain.map(() => undefined),
    );
  });

  it('counts lines of the difference from its first header', async () => {
    const { service } = clients;
    const api = clients.as('alice');
    const repo = await clients.fresh();
    const repository = `alice/${repo.repo}`;
    const lines = Array.from({ length: 40 }, (_, at) => `${at + 1}\n`);
    await service.act({ do: 'push', repository, branch: 'main', files: { 'a.txt': lines.join('') } });
    const changed = lines.with(19, 'new\n').with(34, 'new\n').join('');
    await service.act({ do: 'push', repository, branch: 'topic', files: { 'a.txt': changed } });
    const place = {
      ...repo,
      number: (await api.pullRequests.create({ ...repo, title: 'x', head: 'topic', base: 'main' }))!.number,
    };
    await api.pullRequestComments.create({ ...place, path: 'a.txt', position: 35, body: 'On line 35' });
    const read = async () => (await api.pullRequestComments.list(place)).items.map(({ position }) => position);
    assert.deepEqual(await read(), [35]);
    clients.habit({ commentPlace: 'difference' });
    assert.deepEqual(await read(), [14]);
    await api.pullRequestComments.create({ ...place, path: 'a.txt', position: 5, body: 'On line 20' });
    clients.service.calm();
    assert.deepEqual(await read(), [35, 20]);
  });

  it('follows a push with the ref of the head', async () => {
    const { service } = clients;
    const api = clients.as('alice');
    const { git } = await service.repository('alice/website');
    const head = async () => (await api.pullRequests.get({ ...website, number: 41 })).head.sha;
    const before = await head();
    await service.act({
      do: 'push',
      repository: 'alice/website',
      branch: 'feature/login',
      files: { 'src/login.css': '' },
    });
    assert.equal(await head(), await git(['rev-parse', 'refs/merge-requests/41/head']));
    assert.equal(await head(), await git(['rev-parse', 'feature/login']));
    assert.notEqual(await head(), before);
  });

  it('has a shape for every record of a pull request', async () => {
    const api = clients.as('alice');
    const read = async () => [
      (await api.pullRequests.list({ ...website, state: 'all' })).items.length,
      (await api.pullRequestComments.list({ ...website, number: 41 })).items.length,
      (await api.pullRequests.files({ ...website, number: 41 })).items.length,
      (await api.pullRequests.commits({ ...website, number: 41 })).items.length,
      (await api.commits.list(website)).items.length,
      (await api.pullRequests.get({ ...website, number: 41 })).number,
    ];
    const plain = await read();
    for (const shape of readableShapes) {
      clients.service.fail({ operation: '*', fault: { kind: 'shape', shape } });
      assert.deepEqual(await read(), plain, shape);
      clients.service.heal();
    }
  });
});

import assert from 'node:assert/strict';
import { optionalRows } from '../../../scripts/apiCoverage/table.ts';
import { collect } from '../../../src/core/async.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { rejection } from '../../kit/rejection.ts';
import { readableShapes } from '../../service/shapes.ts';
import { Clients } from '../kit/clients.ts';
import { inbox } from './optional/inbox.ts';
import { more } from './optional/more.ts';
import { pullRequestComments } from './optional/pullRequestComments.ts';
import { pullRequests } from './optional/pullRequests.ts';
import { roles } from './optional/roles.ts';
import { runs } from './optional/runs.ts';
import { visitOf, website } from './operations/operation.ts';

const tests = [...pullRequests, ...pullRequestComments, ...more, ...inbox, ...roles, ...runs];

describe('optional operation', () => {
  const clients = Clients.ofSuite();

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
      { closedAt: 'closed__at' },
    ] as const) {
      clients.habit(habits);
      assert.deepEqual(await read(), plain, JSON.stringify(habits));
      clients.service.calm();
    }
  });

  it('reads a comment with its place or without one', async () => {
    const api = clients.as('alice');
    const at41 = { ...website, number: 41 };
    const places = async () =>
      (await collect(api.pullRequestComments.list.all(at41)))
        .filter(({ place }) => place !== undefined)
        .map(({ place }) => (place?.path === undefined ? undefined : `${place.path}:${place.line ?? ''}`));
    assert.deepEqual(new Set(await places()), new Set([undefined]));
    for (const commentPlace of ['told', 'diff_file', 'diff_position'] as const) {
      clients.habit({ commentPlace });
      const told = await places();
      assert.ok(told.includes('src/login.html:5') && !told.includes(undefined), commentPlace);
      clients.service.calm();
    }
  });

  it('reads the lists of an inbox in each form', async () => {
    const api = clients.as('alice');
    await clients.service.act({ do: 'comment', repository: 'alice/website', number: 3, body: 'New' });
    const read = async () => [
      (await api.inbox.notifications({ ...website, unread: false })).items.map(({ id }) => id),
      (await api.inbox.comments(website)).items.map(({ target }) => target?.issue?.number),
    ];
    const plain = await read();
    clients.habit({ inboxForms: 'documented', pullScopes: 'ignored' });
    assert.deepEqual(await read(), plain);
    const { items } = await api.inbox.pulls({ scope: 'need_my_approve' });
    assert.ok(items.length > 0 && items.every(({ user }) => user?.login === 'alice'));
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

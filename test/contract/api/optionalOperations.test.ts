import assert from 'node:assert/strict';
import { optionalPlaces } from '../../../scripts/apiCoverage/places.ts';
import { isFailure } from '../../../src/core/errors.ts';
import { rejection } from '../../kit/rejection.ts';
import { Clients } from '../kit/clients.ts';
import { more } from './optional/more.ts';
import { visitOf, website } from './operations/operation.ts';

const tests = [...more];

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
    assert.deepEqual([...new Set(tests.map(({ name }) => name))].sort(), Object.keys(optionalPlaces).sort());
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
});

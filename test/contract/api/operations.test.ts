import assert from 'node:assert/strict';
import { rows } from '../../../scripts/apiCoverage/table.ts';
import { Clients } from '../kit/clients.ts';
import { visitOf } from './operations/operation.ts';
import { organizations } from './operations/organizations.ts';
import { records } from './operations/records.ts';
import { repositories } from './operations/repositories.ts';
import { users } from './operations/users.ts';

const tests = [...users, ...organizations, ...repositories, ...records];

describe('operation', () => {
  let clients: Clients;

  before(async () => (clients = await Clients.start()));
  after(() => clients.close());
  beforeEach(() => clients.service.clear());

  for (const { name, title, run } of tests) {
    it(`${name} ${title}`, async () => {
      const visit = visitOf(clients, name);
      const { service } = visit;
      await run(visit);
      assert.deepEqual(service.violations, []);
      const succeeded = service.requests.some(
        ({ operation, status }) => operation === name && status >= 200 && status < 400,
      );
      assert.ok(succeeded, `${name} was not called with success`);
    });
  }

  it('has a test for every row of the table', () => {
    assert.deepEqual(
      tests.map(({ name }) => name).sort(),
      rows()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('log is checked for secrets', async () => {
    assert.ok(clients.log.lines.length > 100);
    const other = await Clients.start();
    other.log.info(`authorization: Bearer ${other.service.token('alice')}`);
    await assert.rejects(other.close(), /a secret is in the log/);
  });
});

import assert from 'node:assert/strict';
import { places } from '../../../scripts/apiCoverage/places.ts';
import { Clients } from '../kit/clients.ts';
import type { Visit } from './operations/operation.ts';
import { organizations } from './operations/organizations.ts';
import { records } from './operations/records.ts';
import { repositories } from './operations/repositories.ts';
import { users } from './operations/users.ts';

const tests = [...users, ...organizations, ...repositories, ...records];

describe('operation', () => {
  let clients: Clients;
  let made = 0;

  before(async () => (clients = await Clients.start()));
  after(() => clients.close());
  beforeEach(() => clients.service.clear());

  for (const { name, title, run } of tests) {
    it(`${name} ${title}`, async () => {
      const { service, as } = clients;
      const api = as('alice');
      const visit: Visit = {
        service,
        api,
        as,
        anonymous: as(undefined),
        arrived: () => service.requests.findLast(({ operation }) => operation === name)!,
        fresh: async () => {
          const path = `fresh-${(made += 1)}`;
          await api.own.createRepository({ name: path, path, auto_init: true });
          return { owner: 'alice', repo: path };
        },
      };
      await run(visit);
      assert.deepEqual(service.violations, []);
      const succeeded = service.requests.some(
        ({ operation, status }) => operation === name && status >= 200 && status < 400,
      );
      assert.ok(succeeded, `${name} was not called with success`);
    });
  }

  it('has a test for every row of the table', () => {
    assert.deepEqual(tests.map(({ name }) => name).sort(), Object.keys(places).sort());
  });

  it('log is checked for secrets', async () => {
    assert.ok(clients.log.lines.length > 100);
    const other = await Clients.start();
    other.log.info(`authorization: Bearer ${other.service.token('alice')}`);
    await assert.rejects(other.close(), /a secret is in the log/);
  });
});

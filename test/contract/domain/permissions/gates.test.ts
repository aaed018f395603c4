import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { Gates } from '../../../../src/domain/permissions/gates.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

const name = { host: 'local', owner: 'alice', repo: 'website' };

describe('Gates', () => {
  let clients: Clients;
  let now: number;
  let gates: Gates;
  beforeEach(async () => {
    clients = await Clients.start();
    now = 0;
    gates = new Gates(new HostFeatures(memoryStorage()), () => now);
  });
  afterEach(async () => {
    assert.deepEqual(clients.service.violations, []);
    await clients.close();
  });

  const connect = async (login = 'alice'): Promise<Connection> =>
    await session(clients.service, { login, fetch: clients.fetch }).connect();
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  it('tells the role and what it may do, with one request in an hour', async () => {
    const connection = await connect();
    for (let asked = 0; asked < 2; asked += 1) {
      const rights = await gates.rights(connection, name);
      assert.deepEqual([rights.role_name, rights.isAdministrator, rights.may('pr', 'merge')], ['Owner', true, true]);
      assert.equal(rights.may('pr', 'unheard-of'), undefined);
    }
    assert.equal(sent('gates.selfPermission'), 1);
    now += 3_600_001;
    await gates.rights(connection, name);
    assert.equal(sent('gates.selfPermission'), 2);
  });

  it('knows nothing where the host does not tell, and asks it once', async () => {
    clients.habit({ optionalOperations: '404' });
    const connection = await connect();
    for (let asked = 0; asked < 2; asked += 1) {
      const rights = await gates.rights(connection, name);
      assert.deepEqual([rights.isAdministrator, rights.may('pr', 'merge')], [undefined, undefined]);
      assert.equal(await gates.removesHead(connection, name), false);
    }
    assert.deepEqual([sent('gates.selfPermission'), sent('gates.pullRequestSettings')], [1, 1]);
  });

  it('does not wait for an answer that does not come', async () => {
    clients.service.fail({ operation: 'gates.selfPermission', fault: { kind: 'stalled', at: 'headers' } });
    const began = Date.now();
    assert.equal((await gates.rights(await connect(), name)).may('pr', 'merge'), undefined);
    assert.ok(Date.now() - began < 5_000);
  });

  it('keeps the branch if only administrators may read the rules', async () => {
    assert.equal(await gates.removesHead(await connect('carol'), name), false);
  });
});

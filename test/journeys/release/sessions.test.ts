import assert from 'node:assert/strict';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDownAt } from '../kit/account.ts';
import { signedInAs } from '../kit/signIn.ts';

describe('sessions in containers', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it('come from the environment, for containers, without a question', async () => {
    const env = signedInAs(service);
    const desk = await sitDownAt(service, { env });
    const window = await desk.open();
    await window.openSidebar();
    const rows = await window.tree('Repositories').rows();
    assert.equal(rows[0], 'alice Local');
    const asked = service.requests.map(({ operation }) => operation);
    assert.equal(asked.filter((operation) => operation === 'users.self').length, 1, asked.join());
    await window.run('Sourcehost: Sign Out');
    await window.notification('The token comes from the environment variable SOURCEHOST_TOKEN').waitFor();
    service.clear();
    await window.reload();
    await window.openSidebar();
    await window.tree('Repositories').rows();
    assert.ok(!service.requests.some(({ operation }) => operation === 'users.self'), 'known from the first start');
  });
});

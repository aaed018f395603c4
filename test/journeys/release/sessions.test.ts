import assert from 'node:assert/strict';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { accounts, signedIn, signIn, sitDownAt } from '../kit/account.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

describe('sessions of containers and of several windows', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

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

  it('stay valid in two windows although the refresh token rotates', async () => {
    const desk = await sitDownAt(service);
    const first = await desk.open();
    service.set({ operation: 'oauth.token', habits: { rotation: true } });
    await signIn(desk, first, service);
    await signedIn(first, 'alice');
    const second = await desk.open();
    for (const window of [first, second]) {
      await window.page.bringToFront();
      await window.openSidebar();
      await window.tree('Repositories').rows();
    }
    for (const [value, token] of service.state.tokens) {
      if (token.kind === 'oauth') service.state.tokens.set(value, { ...token, expires: 0 });
    }
    service.clear();
    const look = async (window: Window): Promise<void> => {
      await window.page.bringToFront();
      await window.tree('Repositories').action('Refresh Repositories');
    };
    await look(first);
    await look(second);
    const renewals = (): number[] =>
      service.requests.filter(({ operation }) => operation === 'oauth.token').map(({ status }) => status);
    await until(() => renewals().length > 0 && service.requests.filter(({ status }) => status === 401).length > 1);
    await second.reload();
    for (const window of [first, second]) {
      await window.page.bringToFront();
      await window.openSidebar();
      await window.tree('Repositories').rows();
      assert.deepEqual(await accounts(window), ['alice (Local)']);
      await look(window);
      await window.tree('Repositories').rows();
    }
    const answers = service.requests.filter(({ operation }) => !operation.startsWith('oauth'));
    assert.equal(answers.at(-1)?.status, 200);
    assert.deepEqual(renewals(), [200], 'renewed once, by whoever came first');
  });
});

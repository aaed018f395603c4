import assert from 'node:assert/strict';
import { join } from 'node:path';
import { hostFromSettings } from '../../../src/domain/session/hostSettings.ts';
import { sessionId } from '../../../src/domain/session/session.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import type { Desk } from '../kit/desk.ts';
import {
  accounts,
  beginSignIn,
  choices,
  consentPage,
  decide,
  signedIn,
  signInWithToken,
  sitDownAt,
} from '../kit/account.ts';
import { themeOfRun } from '../kit/theme.ts';
import type { Window } from '../kit/window.ts';

describe('signing in', () => {
  let service: Service;
  let desk: Desk;
  let window: Window;
  const picture = (name: string): Promise<void> => window.screenshot(`sign-in-${name}`);

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  it('asks one question at a time, and goes through the browser and back', async () => {
    desk = await sitDownAt(service, { asksClient: true });
    window = await desk.open();
    await window.run('Sourcehost: Sign In');
    await window.asked('Choose the host to sign in to');
    assert.deepEqual(await choices(window), ['Local', 'GitCode', 'Add a Host…']);
    await picture('1-host');
    await window.pick('Local');
    await window.asked('Choose how to sign in to Local');
    assert.deepEqual(await choices(window), [
      'With a personal access token',
      'In the browser',
      'In the browser (local callback)',
      'In the browser (paste the URL)',
    ]);
    await picture('2-way');
    await window.pick('In the browser');
    await window.asked('Register an OAuth app at Local once');
    await picture('3-register');
    await window.pick('Enter the Client ID…');
    await window.asked('Client ID');
    await picture('3-client-id');
    const question = window.page.locator('.quick-input-widget:visible');
    await question.getByRole('button', { name: /^Copy Redirect URL/ }).click();
    await until(async () => /^http:.*[/]callback$/.test(await window.clipboard()));
    await window.answer(service.clientId);
    await window.asked('Client secret');
    await picture('4-client-secret');
    await question.getByRole('button', { name: /^Back/ }).click();
    await window.asked('Client ID');
    assert.equal(await window.quickInput.inputValue(), service.clientId);
    await window.answer(service.clientId);
    await window.asked('Client secret');
    service.clear();
    const page = await consentPage(desk, () => window.answer(service.clientSecret));
    await window.asked('Waiting for Local in the browser…');
    await picture('5-waiting');
    await page.screenshot({ path: join('out', 'screenshots', `sign-in-6-consent-${themeOfRun}.png`) });
    await decide(page, 'Grant');
    await signedIn(window, 'alice');
    const sent = service.requests.map(({ operation }) => operation).filter((name) => name !== 'avatar');
    assert.deepEqual(sent, ['oauth.authorize', 'oauth.decide', 'oauth.token', 'users.self']);
    await decide(await consentPage(desk, () => beginSignIn(window, 'In the browser')), 'Deny');
    const denied = window.notification(/Access was denied.*The resource owner or authorization server denied/);
    await denied.getByRole('button', { name: 'Sign In' }).waitFor();
    await picture('8-denied');
    assert.deepEqual(service.violations, []);
  });

  it('accepts a token, shows at the input the error of a wrong one, and explains a missing keyring', async () => {
    desk = await sitDownAt(service);
    const { scopes } = hostFromSettings({ id: 'local', name: 'Local', apiUrl: service.url, authUrl: service.url });
    for (const login of ['alice', 'bob']) {
      const secret = `session:${sessionId({ host: 'local', login, scopes })}`;
      const key = JSON.stringify({ extensionId: 'sourcehost.sourcehost', key: secret });
      // The editor’s secret storage sets this key in the page; the setter throws, as without a keyring.
      await desk.context.addInitScript(`Object.defineProperty(Object.prototype, ${JSON.stringify(key)}, {
        get: () => undefined, set: () => { throw new Error('no keyring'); } })`);
    }
    window = await desk.open();
    await signInWithToken(window, 'nonsense');
    await window.page.getByText('The host rejected this token').waitFor();
    await picture('10-token');
    await window.answer(service.token('alice'));
    await signedIn(window, 'alice');
    const told = window.notification('No secret storage is available');
    await told.waitFor();
    await picture('11-keyring');
    assert.deepEqual(await accounts(window), ['alice (Local)']);
    await window.run('Notifications: Clear All Notifications');
    await signInWithToken(window, service.token('bob'));
    await signedIn(window, 'bob');
    assert.equal(await told.count(), 0, 'said once');
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { hostFromSettings } from '../../src/domain/session/hostSettings.ts';
import { sessionId } from '../../src/domain/session/session.ts';
import { until } from '../kit/until.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { localHost } from '../kit/localHost.ts';
import { sitDown, type Desk } from './kit/desk.ts';
import { signedInAs } from './kit/signIn.ts';
import {
  accounts,
  beginSignIn,
  choices,
  consentPage,
  decide,
  signedIn,
  signInWithToken,
  sitDownAt,
} from './kit/account.ts';
import { themeOfRun } from './kit/theme.ts';
import type { Window } from './kit/window.ts';

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

  it('is done in the walkthrough, also if the walkthrough is opened afterwards', async () => {
    desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    window = await desk.open();
    await window.openSidebar();
    await window.tree('Repositories').row('acme').waitFor({ timeout: 30_000 });
    await window.run('Welcome: Open Walkthrough...');
    await window.pick('Get Started with Sourcehost');
    const step = window.page.getByRole('checkbox', { name: /Sign in to your host/ }).first();
    await step.waitFor();
    await picture('walkthrough');
    await until(async () => (await step.getAttribute('aria-checked')) === 'true');
  });

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

  it('accepts several accounts; the Accounts menu chooses the one of the workspace', async () => {
    desk = await sitDownAt(service);
    window = await desk.open();
    for (const login of ['alice', 'bob']) {
      await signInWithToken(window, service.token(login));
      await signedIn(window, login);
    }
    assert.deepEqual(await accounts(window), ['alice (Local)', 'bob (Local)']);
    await allow(window, 'bob (Local)');
    assert.equal(await oneself(window), 'bob');
    // The palette of the oldest editor has no command that changes the account of an extension.
    if (process.env.SOURCEHOST_RELEASE !== 'oldest') {
      await allow(window, 'alice (Local)', async () => {
        await window.run('Accounts: Manage Extension Account Preferences...');
        await window.pick('Sourcehost');
        await window.pick('alice (Local)');
      });
      assert.equal(await oneself(window), 'alice');
    }
    await window.run('Sourcehost: Sign Out');
    await window.asked('Choose the account to sign out of');
    await window.pick('bob (Local)');
    await window.dialog('Sign Out');
    await window.statusBar('Signed out of bob (Local)').waitFor();
    assert.deepEqual(await accounts(window), ['alice (Local)']);
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

/** Assigns an account to the extension in the menu of the editor, which asks again after `prefer`. */
async function allow(window: Window, account: string, prefer?: () => Promise<void>): Promise<void> {
  await prefer?.();
  // The oldest editor counts a request for an account twice.
  await window.page
    .locator('.activitybar .badge-content')
    .getByText(/^[12]$/)
    .waitFor();
  await window.page
    .locator('.activitybar')
    .getByRole('button', { name: /Accounts/ })
    .click();
  await window.menu('Grant access to Sourcehost for Sourcehost... (1)');
  await window.asked("Select an account for 'Sourcehost' to use or Esc to cancel");
  await window.pick(account);
}

/** The account that a command uses by default. */
async function oneself(window: Window): Promise<string> {
  await window.run('Sourcehost: Show User Profile…');
  await window.page.locator('.quick-input-widget:visible').getByText('Login of the user').waitFor();
  const login = await window.quickInput.inputValue();
  await window.page.keyboard.press('Escape');
  return login;
}

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { hostOf } from '../../src/domain/session/hostSettings.ts';
import { sessionId } from '../../src/domain/session/session.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import type { Desk } from './kit/desk.ts';
import {
  accounts,
  beginSignIn,
  choices,
  consentPage,
  decide,
  signedIn,
  signIn,
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

  it('asks for what it needs, one thing at a time, with a way back from each', async () => {
    desk = await sitDownAt(service, { asksClient: true });
    window = await desk.open();
    await window.run('Sourcehost: Sign In');
    await window.asked('Choose the host to sign in to');
    assert.deepEqual(await choices(window), ['Local', 'GitCode', 'Add a Host…']);
    await picture('1-host');
    await window.pick('Local');
    await window.asked('Choose how to sign in to Local');
    assert.deepEqual(await choices(window), [
      'In the Browser',
      'In the Browser, Answer to This Computer',
      'In the Browser, Paste the Address by Hand',
      'With a Personal Access Token',
    ]);
    await picture('2-way');
    await window.pick('In the Browser');
    await window.asked('Client ID');
    await picture('3-client-id');
    await window.answer(service.clientId);
    await window.asked('Client secret');
    await picture('4-client-secret');
    const back = window.page.locator('.quick-input-widget:visible').getByRole('button', { name: /^Back/ });
    await back.click();
    await window.asked('Client ID');
    assert.equal(await window.quickInput.inputValue(), service.clientId);
    await window.answer(service.clientId);
    await window.asked('Client secret');
    const page = await consentPage(desk, () => window.answer(service.clientSecret));
    await window.asked('Waiting for Local in the browser…');
    await picture('5-waiting');
    await page.screenshot({ path: join('out', 'screenshots', `sign-in-6-consent-${themeOfRun}.png`) });
    for (const question of ['Client secret', 'Client ID', 'Choose how to sign in to Local']) {
      await back.click();
      await window.asked(question);
    }
    await back.click();
    await window.asked('Choose the host to sign in to');
    await window.page.keyboard.press('Escape');
    await decide(page, 'Grant');
    await window.notification('This sign-in has ended').waitFor();
    await picture('7-late');
    assert.ok(!service.requests.some(({ operation }) => operation === 'oauth.token'));
  });

  it('goes through the browser and back; the client secret is asked for once, and again where it is wrong', async () => {
    desk = await sitDownAt(service);
    window = await desk.open();
    await signIn(desk, window, service, 'wrong');
    await window.notification('does not take the client ID or secret').waitFor();
    service.clear();
    await signIn(desk, window, service);
    await signedIn(window, 'alice');
    const sent = service.requests.map(({ operation }) => operation).filter((name) => name !== 'avatar');
    assert.deepEqual(sent, ['oauth.authorize', 'oauth.decide', 'oauth.token', 'users.self']);
    await decide(await consentPage(desk, () => beginSignIn(window, 'In the Browser')), 'Grant', 'bob');
    await signedIn(window, 'bob');
    assert.deepEqual(await accounts(window), ['alice (Local)', 'bob (Local)']);
    await decide(await consentPage(desk, () => beginSignIn(window, 'In the Browser')), 'Deny');
    await window.notification(/Access was not granted.*The resource owner or authorization server denied/).waitFor();
    await picture('8-denied');
    assert.deepEqual(service.violations, []);
    await window.reload();
    await window.run('Sourcehost: Sign Out');
    await window.asked('Choose the account to sign out of');
    await window.pick('bob (Local)');
    await window.dialog('Sign Out');
    await window.statusBar('Signed out of bob (Local)').waitFor();
    assert.deepEqual(await accounts(window), ['alice (Local)']);
  });

  it('takes the address by hand, and only the whole and right one', async () => {
    desk = await sitDownAt(service);
    window = await desk.open();
    const page = await consentPage(desk, async () => {
      await beginSignIn(window, 'In the Browser, Paste the Address by Hand');
      await window.asked('Client secret');
      await window.answer(service.clientSecret);
    });
    const ended = page.waitForRequest(/127\.0\.0\.1:51789\/callback/);
    await decide(page, 'Grant');
    const address = (await ended).url();
    await window.page.bringToFront();
    await window.pick('Paste the Address…');
    await window.asked('http://127.0.0.1/callback?code=…&state=…');
    await window.answer('http://127.0.0.1:51789/callback');
    await window.page.getByText('This is not the whole address').waitFor();
    await window.answer(address.replace(/state=./, 'state=x'));
    await window.page.getByText('This answer does not belong to a sign-in of this window').waitFor();
    await picture('9-paste');
    await window.answer(address);
    await signedIn(window, 'alice');
  });

  it('takes a token, says at the input what is wrong with one, and what happens where there is no keyring', async () => {
    desk = await sitDownAt(service);
    const { scopes } = hostOf({ id: 'local', name: 'Local', apiUrl: service.url, authUrl: service.url });
    for (const login of ['alice', 'bob']) {
      const secret = `session:${sessionId({ host: 'local', login, scopes })}`;
      const key = JSON.stringify({ extensionId: 'sourcehost.sourcehost', key: secret });
      // What assigns to this key in the page, the editor's secret storage does.
      await desk.context.addInitScript(`Object.defineProperty(Object.prototype, ${JSON.stringify(key)}, {
        get: () => undefined, set: () => { throw new Error('no keyring'); } })`);
    }
    window = await desk.open();
    await signInWithToken(window, 'nonsense');
    await window.page.getByText('The host does not take this token').waitFor();
    await picture('10-token');
    await window.answer(service.token('alice'));
    await signedIn(window, 'alice');
    const told = window.notification('The secret storage of this computer does not work');
    await told.waitFor();
    await picture('11-keyring');
    assert.deepEqual(await accounts(window), ['alice (Local)']);
    await window.run('Notifications: Clear All Notifications');
    await signInWithToken(window, service.token('bob'));
    await signedIn(window, 'bob');
    assert.equal(await told.count(), 0, 'said once');
  });
});

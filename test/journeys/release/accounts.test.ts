import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { accounts, signedIn, signInWithToken, sitDownAt } from '../kit/account.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

describe('signing in with the menus of the editor', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  it('is done in the walkthrough, also if the walkthrough is opened afterwards', async () => {
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open();
    await window.openSidebar();
    await window.tree('Repositories').row('acme').waitFor({ timeout: 30_000 });
    await window.run('Welcome: Open Walkthrough...');
    await window.pick('Get Started with Sourcehost');
    const step = window.page.getByRole('checkbox', { name: /Sign in to your host/ }).first();
    await step.waitFor();
    await window.screenshot('sign-in-walkthrough');
    await until(async () => (await step.getAttribute('aria-checked')) === 'true');
  });

  it('is done in the walkthrough that Help opens, once another tab was shown', async () => {
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open();
    await window.openSidebar();
    await window.tree('Repositories').row('acme').waitFor({ timeout: 30_000 });
    // The editor reads what is done only with this page, and takes what is true by then for old.
    await window.run('Help: Welcome');
    await window.page.getByText('Get Started with Sourcehost').first().click();
    const step = window.page.getByRole('checkbox', { name: /Sign in to your host/ }).first();
    await step.waitFor();
    await window.run('Preferences: Open User Settings (JSON)');
    await window.run('View: Close Editor');
    await until(async () => (await step.getAttribute('aria-checked')) === 'true');
  });

  it('shows nothing of an account that signed out, nor to the next one', async () => {
    const desk = await sitDownAt(service);
    const window = await desk.open();
    await window.openSidebar();
    await signInWithToken(window, service.token('alice'));
    await signedIn(window, 'alice');
    await window.tree('Repositories').expand('alice', 'My repositories');
    await window.tree('Repositories').click('alice/secrets');
    await window.tree('Issues').view.locator('.pane-header').getByText('alice/secrets').waitFor();
    await window.screenshot('account-before');
    const seen = async (): Promise<string> =>
      await window.page.evaluate('document.querySelector(".part.sidebar").outerHTML + document.title');
    assert.match(await seen(), /alice\/secrets/);
    await window.run('Sourcehost: Sign Out');
    await window.dialog('Sign Out');
    await until(async () => !/secrets|alice/.test(await seen()));
    await window.screenshot('account-signed-out', ['light', 'dark']);
    await signInWithToken(window, service.token('bob'));
    await window.tree('Repositories').row('bob').waitFor();
    assert.doesNotMatch(await seen(), /secrets|alice/);
  });

  it('says in the Explorer which folder the account cannot read, and shows it after a sign-in', async function () {
    this.timeout(180_000);
    const desk = await sitDownAt(service);
    const window = await desk.open('sourcehost://local/alice/secrets');
    const access = window.tree('Sourcehost');
    const readme = window.page.locator('.explorer-folders-view').getByText('README.md');
    await access.row('Sign in to Local…').waitFor({ timeout: 60_000 });
    assert.equal(await window.page.locator('.monaco-dialog-box').count(), 0);
    await window.screenshot('folder-signed-out', ['light', 'dark', 'contrast']);
    await signInWithToken(window, service.token('bob'));
    await access.row('Sign in with another account…').waitFor();
    await signInWithToken(window, service.token('carol'));
    await signInWithToken(window, service.token('alice'));
    // Of the three accounts, that which may read it is taken.
    await readme.waitFor();
    await access.view.waitFor({ state: 'hidden' });
    await window.run('Sourcehost: Sign Out');
    await window.pick('alice (Local)');
    await window.dialog('Sign Out');
    await access.row('Sign in as alice…').waitFor();
    await readme.waitFor({ state: 'hidden' });
    await access.row('Sign in as alice…').click();
    await window.asked('Choose how to sign in to Local');
  });

  it('accepts several accounts; the Accounts menu chooses the one of the workspace', async () => {
    const desk = await sitDownAt(service);
    const window = await desk.open();
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

import type { Page } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { sitDown, type Desk, type DeskOptions } from './desk.ts';
import { inTime } from './inTime.ts';
import type { Window } from './window.ts';

/** Opens an editor with `service` as the host "Local". `asksClient`: its client id is not in the settings. */
export async function sitDownAt(
  service: Service,
  { asksClient = false, ...options }: DeskOptions & { readonly asksClient?: boolean } = {},
): Promise<Desk> {
  const [local] = localHost(service)['sourcehost.hosts'] as [object];
  const client = asksClient ? { clientId: undefined } : {};
  const hosts = [{ ...local, name: 'Local', ...client }];
  return await sitDown({ ...options, settings: { 'sourcehost.hosts': hosts, ...options.settings } });
}

/** Begins the sign-in in the named way. */
export async function beginSignIn(window: Window, way: string): Promise<void> {
  await window.run('Sourcehost: Sign In');
  await window.asked('Choose the host to sign in to');
  await window.pick('Local');
  await window.asked('Choose how to sign in to Local');
  await window.pick(way);
}

/** The page of the service, which opens after `begin`. */
export async function consentPage(desk: Desk, begin: () => Promise<void>): Promise<Page> {
  const opened = desk.context.waitForEvent('page');
  await begin();
  const page = await opened;
  await page.getByRole('button', { name: 'Grant' }).waitFor();
  return page;
}

/**
 * Answers on the page of the service, and closes it after the redirect, because hidden windows render only once a
 * second.
 */
export async function decide(page: Page, button: 'Grant' | 'Deny', login = 'alice'): Promise<void> {
  await page.locator(`input[name=login][value=${login}]`).check({ force: true });
  const back = page.waitForRequest(/[/]callback/);
  await page.getByRole('button', { name: button }).click();
  await back;
  await page.waitForLoadState();
  await page.close();
}

/** Signs in through the browser; enters the client secret if it is asked for. */
export async function signIn(desk: Desk, window: Window, service: Service, secret?: string): Promise<void> {
  const page = await consentPage(desk, async () => {
    await beginSignIn(window, 'In the browser');
    await window.asked('Client secret');
    await window.answer(secret ?? service.clientSecret);
  });
  await decide(page, 'Grant');
}

export async function signInWithToken(window: Window, token: string): Promise<void> {
  await window.run('Sourcehost: Sign In with Token');
  await window.asked('Choose the host to sign in to');
  await window.pick('Local');
  await window.asked('Token');
  await window.answer(token);
}

/** Waits until an account is signed in. */
export async function signedIn(window: Window, login: string): Promise<void> {
  await window.statusBar(`Signed in as ${login} (Local)`).waitFor();
}

/**
 * The signed-in account in the Accounts menu. The menu is opened again while it is empty, because an open menu is not
 * updated.
 */
export async function accounts(window: Window): Promise<string[]> {
  await window.page.bringToFront();
  const button = window.page.locator('.activitybar').getByRole('button', { name: /Accounts/ });
  const items = window.page.locator('.monaco-menu .action-item:not(.disabled) .action-label');
  await button.click();
  while (!(await inTime(items.first().waitFor({ timeout: 2_000 })))) {
    await window.page.keyboard.press('Escape');
    await button.click();
  }
  const labels = await items.allInnerTexts();
  await window.page.keyboard.press('Escape');
  return labels.flatMap((label) => /^(.*) \(Sourcehost\)$/.exec(label.trim())?.[1] ?? []);
}

/** The labels of the list at the top, without their descriptions. */
export async function choices(window: Window): Promise<string[]> {
  const rows = window.page.locator('.quick-input-list .monaco-list-row .quick-input-list-row:first-child .label-name');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((label) => label.trim());
}

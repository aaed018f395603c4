import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { authentication, commands, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';

/** The accounts that the editor shows in its Accounts menu. */
const accounts = async (): Promise<string[]> =>
  (await authentication.getAccounts('sourcehost')).map(({ id, label }) => `${id}: ${label}`).sort();

const rejected = async (id: string, args: object): Promise<Error & { readonly kind?: string }> => {
  try {
    await commands.executeCommand(id, args);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail(`${id} did not reject`);
};

describe('accounts', () => {
  const service = new RemoteService();
  const signIn = async (login: string): Promise<unknown> =>
    await commands.executeCommand('sourcehost.account.signInWithToken', {
      host: 'local',
      token: await service.token(login),
    });

  beforeEach(async () => {
    // A file that is still open requests its branch when accounts change.
    await commands.executeCommand('workbench.action.closeAllEditors');
    await service.reset();
  });
  afterEach(async () => {
    for (const { id } of await authentication.getAccounts('sourcehost')) {
      const [host, account] = id.split('/');
      await commands.executeCommand('sourcehost.account.signOut', { host, account });
    }
  });

  it('are signed in with one request, and removed by signing out', async () => {
    const account = await signIn('alice');
    assert.deepEqual(account, { id: 'local/alice', host: 'local', login: 'alice', label: 'alice (Local service)' });
    const asked = await service.asked();
    assert.deepEqual(asked, ['users.self']);
    within(budget.requests.signIn, asked);
    assert.deepEqual(await accounts(), ['local/alice: alice (Local service)']);
    await commands.executeCommand('sourcehost.account.signOut', {});
    assert.deepEqual(await accounts(), []);
    assert.deepEqual(await service.violations(), []);
  });

  it('can be several at one host', async () => {
    await signIn('alice');
    await signIn('bob');
    await signIn('bob');
    assert.deepEqual(await accounts(), ['local/alice: alice (Local service)', 'local/bob: bob (Local service)']);
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'bob' });
    assert.deepEqual(await accounts(), ['local/alice: alice (Local service)']);
  });

  it('send the editor one event for a sign-in, none for the same token, and one for a sign-out', async () => {
    const fired: string[] = [];
    const listening = authentication.onDidChangeSessions(({ provider }) => fired.push(provider.id));
    await signIn('alice');
    await until(() => fired.length === 1);
    await signIn('alice');
    await commands.executeCommand('sourcehost.account.signOut', { host: 'local' });
    await until(() => fired.length > 1);
    await pause(200);
    listening.dispose();
    assert.deepEqual(fired, ['sourcehost', 'sourcehost']);
  });

  it('are not available to another extension without consent of the user', async () => {
    await signIn('alice');
    assert.equal(await authentication.getSession('sourcehost', [], { silent: true }), undefined);
  });

  it('report a wrong token, host or argument, if possible before any request', async () => {
    const wrong = await rejected('sourcehost.account.signInWithToken', { host: 'local', token: 'nonsense' });
    assert.equal(wrong.name, 'Failure');
    assert.equal(wrong.kind, 'signedOut');
    assert.match(wrong.message, /rejected this token/);
    await service.clear();
    const unknown = await rejected('sourcehost.account.signInWithToken', { host: 'nowhere', token: 'x' });
    assert.equal(unknown.kind, 'missing');
    const field = await rejected('sourcehost.account.signInWithToken', { host: 'local', token: 'x', colour: 'red' });
    assert.equal(field.kind, 'invalid');
    assert.match(field.message, /colour/);
    const odd = await rejected('sourcehost.account.signInWithToken', { host: 'local', token: 'two\nlines' });
    assert.equal(odd.name, 'Failure');
    const nobody = await rejected('sourcehost.account.signOut', { host: 'local' });
    assert.equal(nobody.kind, 'signedOut');
    const at = { host: 'local', repository: 'alice/website' };
    const member = await rejected('sourcehost.member.check', { ...at, username: 'bob' });
    assert.equal(member.kind, 'signedOut');
    const branch = await rejected('sourcehost.branch.create', { ...at, refs: 'main', branch_name: 'new' });
    assert.equal(branch.kind, 'signedOut');
    assert.deepEqual(await service.asked(), []);
  });

  it('are reported without token and login', async () => {
    await signIn('alice');
    const report: unknown = await commands.executeCommand('sourcehost.support.report', {});
    assert.ok(typeof report === 'string');
    const [shown = ''] = workspace.textDocuments
      .map((one) => one.getText())
      .filter((text) => /^# Sourcehost/.test(text));
    assert.match(shown, /Review this before you share it/);
    assert.equal(shown.replace(/\n> .*\n/, ''), report);
    assert.match(report, /## Host local/);
    assert.match(report, /DNS ok, TCP ok, answered 401/);
    assert.match(report, /personal token/);
    assert.ok(!report.includes(await service.token('alice')));
    assert.ok(!/alice/.test(report));
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
});

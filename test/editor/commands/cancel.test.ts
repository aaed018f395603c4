import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { commands } from 'vscode';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const at = { host: 'local', repository: 'alice/website' };

describe('a command that is cancelled', () => {
  const service = suiteWindow();
  const person = new Person();
  const stalls = async (operation: string): Promise<void> =>
    await service.fail({ operation, fault: { kind: 'stalled', at: 'headers' } });
  const isAborted = async (operation: string): Promise<boolean> => {
    const [first] = await service.requests(operation);
    return first?.aborted === true;
  };

  before(() => commands.executeCommand('sourcehost.repository.lock', at));
  beforeEach(async () => {
    await service.clear();
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await service.calm();
  });

  it('shows its progress after a moment; cancelled there, it ends and changes nothing', async () => {
    await stalls('branches.create');
    const ran = Promise.resolve(commands.executeCommand('sourcehost.branch.create'));
    await person.picks('main');
    await person.enters('never');
    const work = await person.watches(/^Create Branch$/);
    assert.equal((await service.requests('branches.create')).length, 1);
    work.cancel();
    await person.waitsFor(ran);
    await until(() => isAborted('branches.create'));
    assert.ok(work.ended, 'the notification stays');
    assert.deepEqual(person.told, []);
    assert.equal(await service.git('alice/website', 'for-each-ref', 'refs/heads/never'), '');
  });

  it('aborts the requests of its own progress', async () => {
    await stalls('webhooks.get');
    const [hook] = await service.call<{ id: string; url: string }[]>('webhooks.list');
    const ran = Promise.resolve(commands.executeCommand('sourcehost.webhook.test'));
    await person.picks(hook?.url ?? '');
    const work = await person.watches(/^Testing the webhook$/);
    await until(async () => (await service.requests('webhooks.get')).length === 1);
    work.cancel();
    await person.waitsFor(ran);
    await until(() => isAborted('webhooks.get'));
    assert.equal((await service.requests('webhooks.test')).length, 0);
  });

  it('stops reading rows for a dismissed question', async () => {
    await stalls('branches.list');
    const ran = Promise.resolve(commands.executeCommand('sourcehost.branch.show'));
    await person.list();
    await until(async () => (await service.requests('branches.list')).length > 0);
    await person.dismisses();
    await person.waitsFor(ran);
    await until(() => isAborted('branches.list'));
  });

  it('shows no progress while a question is visible, or if a program called it', async () => {
    await service.set({ latency: 2_500 });
    const ran = Promise.resolve(commands.executeCommand('sourcehost.branch.create'));
    await person.list();
    const called = commands.executeCommand('sourcehost.branch.show', { ...at, branch: 'main' });
    await pause(2_000);
    assert.deepEqual(person.works, []);
    await called;
    assert.deepEqual(person.works, []);
    await person.dismisses();
    await ran;
  });

  it('shows that it waits for the limit of a host, and can be cancelled there', async () => {
    // Its pause does not delay later requests of another account.
    await signIn(service, 'bob');
    await service.fail({ operation: 'repositories.permissionMode', fault: { kind: 'throttled', seconds: 40 } });
    const args = { ...at, account: 'bob' };
    const failing = assert.rejects(
      async () => await commands.executeCommand('sourcehost.repository.showPermissionMode', args),
      (error) => error instanceof Error && 'kind' in error && error.kind === 'cancelled',
    );
    const held = async (more = {}): Promise<readonly { host: string; seconds: number; waiting: string[] }[]> =>
      await commands.executeCommand('sourcehost.limit.show', more);
    await until(async () => (await held({})).length > 0);
    const [one] = await held({});
    assert.deepEqual([one?.host, one?.waiting], ['local', ['GET /api/v5/repos/{owner}/{repo}/transition']]);
    assert.ok(one !== undefined && one.seconds > 30 && one.seconds <= 40, `${one?.seconds} s`);
    const shown = Promise.resolve(commands.executeCommand('sourcehost.limit.show'));
    const list = await person.list();
    assert.match(list.placeholder ?? '', /^Waiting for the limit of Local service \(\d+ s\)$/);
    await person.picks('Cancel 1 Request');
    await person.waitsFor(shown);
    await failing;
    assert.equal((await service.requests('repositories.permissionMode')).length, 1);
    assert.deepEqual(await held({}), []);
  });

  it('shows in its progress why it waits', async () => {
    await signIn(service, 'carol');
    await service.fail({ operation: 'branches.create', fault: { kind: 'throttled', seconds: 40 } });
    const ran = Promise.resolve(
      commands.executeCommand('sourcehost.branch.create', { ...at, account: 'carol', refs: 'main' }),
    );
    await person.enters('waits');
    const work = await person.watches(/^Create Branch$/);
    await until(() => work.reports.some((words) => /^Waiting for the limit of Local service \(\d+ s\)$/.test(words)));
    work.cancel();
    await assert.rejects(ran);
  });
});

import assert from 'node:assert/strict';
import { commands, type QuickPickItem } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const website = { host: 'local', repository: 'alice/website' };
const shown = (rows: readonly QuickPickItem[]): string[] =>
  rows.map(({ label, description }) => (description === undefined ? label : `${label}: ${description}`));

describe('the filter of the issues', () => {
  const service = new RemoteService();
  const person = new Person();
  const starts = (): Promise<unknown> => Promise.resolve(commands.executeCommand('sourcehost.issue.filter'));

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.pin', website);
  });
  beforeEach(async () => {
    await commands.executeCommand('sourcehost.issue.clearFilter');
    person.sit();
  });
  afterEach(() => person.leave());
  after(async () => {
    await commands.executeCommand('sourcehost.issue.clearFilter');
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('lists the usual criteria, and the others on request', async () => {
    const ran = starts();
    const usual = ['Apply', 'Assigned to me', 'Created by me', 'State: open', 'Labels: any', 'Assignee: any'];
    const list = await person.list();
    assert.deepEqual(shown(list.rows), [...usual, 'Milestone: any', 'Sort: any', 'More…', 'Clear all']);
    await person.picks('More…');
    await person.sees('Updated before');
    assert.ok(!shown(person.rows).includes('More…'));
    await person.picks('Author');
    assert.equal((await person.picks('Me')).rows[0]?.label, 'any');
    await person.sees(/^Author \| Me/);
    await person.dismisses();
    await person.waitsFor(ran);
  });

  it('clears one criterion by the button of its row, and all by “Clear all”', async () => {
    const ran = starts();
    await person.picks('Sort');
    await person.picks('recently updated first');
    await person.sees(/^Sort \| recently updated first/);
    await person.pressesOn('Sort');
    await person.sees(/^Sort \| any/);
    await person.picks('Clear all');
    await person.sees(/^State \| any/);
    assert.ok(!shown(person.rows).includes('Clear all'));
    await person.picks('Apply');
    await person.waitsFor(ran);
    const again = starts();
    await person.sees(/^State \| any/);
    await person.dismisses();
    await person.waitsFor(again);
  });

  it('applies “Assigned to me” with one choice', async () => {
    const ran = starts();
    await person.picks('Assigned to me');
    await person.waitsFor(ran);
    const again = starts();
    await person.sees(/^Assignee \| Me/);
    await person.sees(/^State \| open/);
    await person.dismisses();
    await person.waitsFor(again);
  });
});

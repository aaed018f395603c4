import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import type { Issue } from '../../service/state.ts';
import { sitDown } from '../kit/desk.ts';
import { signIn } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';
import { changesWithin } from '../../kit/requests.ts';
import { budget } from '../../budgets.ts';

const repository = 'alice/website';

describe('issues as documents', () => {
  let service: Service;
  let issues: ReadonlyMap<number, Issue>;
  beforeEach(async () => {
    service = await startService();
    ({ issues } = (await service.repository(repository)).record);
  });
  afterEach(() => service.close());

  /** The issue on the service. */
  function issue(number: number): Issue {
    const found = issues.get(number);
    assert.ok(found, `there is no issue ${number}`);
    return found;
  }

  const sent = (): string[] => service.requests.map(({ operation }) => operation);
  const suggestion = ({ page }: Window, name: string): Locator =>
    page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: name }).first();

  /** Completes at the cursor. The editor drops completions that are requested before its list is shown. */
  async function complete(window: Window, name: string): Promise<void> {
    await window.page.keyboard.press('Control+Space');
    await suggestion(window, name).click();
    await suggestion(window, name).waitFor({ state: 'hidden' });
  }

  /** Moves the cursor to the end of the line that matches. */
  async function goToLine({ page, editor }: Window, line: RegExp): Promise<void> {
    await editor.locator('.view-line').filter({ hasText: line }).first().click();
    await page.keyboard.press('End');
  }

  it('are changed in bulk, written with completion, saved, merged, refused, and survive a restart', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: { ...localHost(service), 'editor.minimap.enabled': false } });
    const window = await desk.open();
    await signIn(window, service);
    const { keyboard } = window.page;

    // Several issues at once: each has its result, and all changes are undone.
    await window.openSidebar();
    const tree = window.tree('Issues');
    await tree.view.getByText('Choose one').click();
    await window.pick(repository);
    const rows = tree.view.locator('.monaco-list-row').filter({ hasText: /#\d+/ });
    const onThree = async (item: string): Promise<void> => {
      await rows.nth(1).click();
      await rows.nth(3).click({ modifiers: ['Shift'] });
      await rows.nth(3).click({ button: 'right' });
      await window.menu(item);
    };
    await onThree('Close Issue…');
    await window.notification('3 issues changed').waitFor();
    const changed = [...issues.values()].filter(({ finished = 0 }) => Date.now() - finished < 60_000);
    assert.equal(changed.length, 3);
    // The closed issues leave the list of open ones; the next row has the focus.
    for (const { number } of changed) await rows.filter({ hasText: `#${number} ` }).waitFor({ state: 'detached' });
    await tree.view.locator('.monaco-list-row.focused').filter({ hasText: /#\d+/ }).waitFor();
    await window.notification('3 issues changed').getByRole('button', { name: 'Undo' }).click();
    await window.statusBar('Undone').waitFor();
    assert.ok(changed.every(({ state }) => state === 'opened'));
    const labelsOfAll = (): string => changed.map(({ labels }) => labels.join()).join(';');
    const before = labelsOfAll();
    await rows.filter({ hasText: `#${changed[0]?.number}` }).waitFor();
    await rows.nth(1).click();
    await rows.nth(3).click({ modifiers: ['Shift'] });
    await keyboard.press('F2');
    await window.pick('Add Labels');
    await window.tick('good first issue');
    await keyboard.press('Enter');
    await window.dialog('Change 3 issues');
    await window.notification('3 issues changed').getByRole('button', { name: 'Show Results' }).click();
    const results = (await window.choices()).map((label) => label.split(' ')[0]);
    assert.deepEqual(results, [...changed.toReversed().flatMap(({ number }) => [`#${number}`, 'changed']), 'Undo']);
    assert.ok(changed.every(({ labels }) => labels.includes('good first issue')));
    await window.pick('Undo');
    await until(() => labelsOfAll() === before);

    // A discarded new issue: only the editor asks, and nothing is created.
    service.clear();
    await window.run('Sourcehost: New Issue');
    await window.editor.getByText('private').waitFor();
    await keyboard.type('Never mind');
    await window.run('View: Close Editor');
    await window.dialog("Don't Save");
    await window.tab('New issue · website').waitFor({ state: 'detached' });
    // The list that is read again after the undo may arrive in the meantime.
    assert.ok(!sent().includes('issues.create'));

    // Another new issue: the cursor is at the title.
    await window.run('Sourcehost: New Issue');
    await window.editor.getByText('private').waitFor();
    await keyboard.type('Buttons are too small');
    await goToLine(window, /^labels:/);
    for (const key of ['Backspace', 'Backspace', 'Enter', '-']) await keyboard.press(key);
    await complete(window, '无障碍');
    await goToLine(window, /^assignee:/);
    await keyboard.type('b');
    await complete(window, 'bob');
    await keyboard.press('Control+End');
    await keyboard.type('Make them larger.');
    service.clear();
    await keyboard.press('Control+S');
    await window.tab('#61 · website').waitFor();
    await window.tab('New issue · website').waitFor({ state: 'detached' });
    const { title, labels, assignee, body } = issue(61);
    assert.deepEqual(
      [title, labels, assignee, body],
      ['Buttons are too small', ['无障碍'], 'bob', 'Make them larger.'],
    );
    await rows.filter({ hasText: '#61 Buttons are too small' }).waitFor();
    changesWithin(2, sent(), 'issues.create');

    // Another user changes the same field: both sides are shown, and nothing is overwritten before a choice.
    await goToLine(window, /^title:/);
    await keyboard.type(' to hit');
    service.clear();
    const params = { owner: 'alice', repo: 'website', number: 61, title: 'Buttons are tiny', labels: 'bug' };
    await service.act({ do: 'call', operation: 'issues.edit', params, as: 'bob' });
    await keyboard.press('Control+S');
    await window.tab('Issue #61: Theirs ↔ Mine').waitFor();
    assert.equal(issue(61).title, 'Buttons are tiny');
    await window.page.getByRole('button', { name: 'Keep Mine' }).first().click();
    await window.tab('Theirs').waitFor({ state: 'detached' });
    await until(() => issue(61).title === 'Buttons are too small to hit');
    assert.deepEqual(issue(61).labels, ['bug']);
    await rows.filter({ hasText: '#61 Buttons are too small to hitbug' }).waitFor();
    // Two saves need two reads and one write; the row is created from the reply.
    changesWithin(3, sent(), 'issues.edit');

    // The service refuses: the text stays unsaved, with the service’s message at the field.
    service.set({ operation: 'issues.edit', habits: { unknownLabel: 'refused' } });
    await goToLine(window, /bug$/);
    await keyboard.press('Enter');
    await keyboard.type('- urgent');
    await keyboard.press('Control+S');
    await window.notification('label urgent does not exist').waitFor();
    await window.dirtyTab('#61 · website').waitFor();

    // A second new issue; the mark of an unused label appears after a moment.
    await window.run('Sourcehost: New Issue');
    await window.editor.getByText('private').waitFor();
    await keyboard.type('Only begun');
    await goToLine(window, /^assignee:/);
    await keyboard.type(' nobody');
    await window.page.getByRole('button', { name: /Warnings: 2/ }).waitFor();

    // Power failure: both texts are restored, and one still knows its base.
    await window.remembered();
    service.clear();
    await desk.restart();
    const again = await desk.open();
    await again.dirtyTab('New issue · website').waitFor({ timeout: 30_000 });
    await again.tab('New issue · website').click();
    await again.editor.getByText('Only begun').waitFor();
    await again.dirtyTab('#61 · website').click();
    await again.editor.getByText('urgent').waitFor();
    await goToLine(again, /urgent$/);
    // Both are checked again: names that are missing in the replies are requested once, and nothing else.
    await again.page.getByRole('button', { name: /Warnings: 2/ }).waitFor();
    changesWithin(3, sent());
    for (let at = 0; at < 'urgent'.length; at += 1) await again.page.keyboard.press('Backspace');
    await again.page.keyboard.type('question');
    service.clear();
    await again.page.keyboard.press('Control+S');
    await again.dirtyTab('#61 · website').waitFor({ state: 'detached' });
    assert.deepEqual(issue(61).labels, ['bug', 'question']);
    changesWithin(budget.requests.saveRecord, sent(), 'issues.edit');
    assert.deepEqual(service.violations, []);
  });
});

import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
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

  /** Moves the cursor to the end of the line that matches. */
  async function goToLine({ page, editor }: Window, line: RegExp): Promise<void> {
    await editor.locator('.view-line').filter({ hasText: line }).first().click();
    await page.keyboard.press('End');
  }

  it('keep what was typed and its base over a loss of power: a new issue, and a refused change', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: { ...localHost(service), 'editor.minimap.enabled': false } });
    const window = await desk.open();
    await signIn(window, service);
    const { keyboard } = window.page;
    await window.openSidebar();
    await window.run('Sourcehost: Choose Active Repository…');
    await window.pick(repository);
    await window.run('Sourcehost: New Issue');
    await window.editor.getByText('private').waitFor();
    await keyboard.type('Buttons are too small');
    await goToLine(window, /^labels:/);
    for (const key of ['Backspace', 'Backspace', 'Enter', '-']) await keyboard.press(key);
    await keyboard.type(' bug');
    await keyboard.press('Control+S');
    await window.tab('#61 · website').waitFor();
    await window.tab('New issue · website').waitFor({ state: 'detached' });
    assert.deepEqual([issue(61).title, issue(61).labels], ['Buttons are too small', ['bug']]);

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

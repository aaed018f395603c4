import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Whether the editors that the window stored for its next start equal its current tabs, in one group. */
const written = `(async () => {
  // The stored editor of a file has its name, which the label can lack; that of a page has the label.
  const tabs = [...document.querySelectorAll('.tabs-container .tab')].map((tab) =>
    [tab.getAttribute('data-resource-name'), tab.querySelector('.label-name').textContent].filter(Boolean),
  );
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const editorsIn = ({ type, data }) => (type === 'leaf' ? data.editors : data.flatMap(editorsIn));
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db-')) continue;
    const database = await done(indexedDB.open(name));
    const layout = await done(
      database.transaction('ItemTable').objectStore('ItemTable').get('memento/workbench.parts.editor'),
    );
    database.close();
    if (layout === undefined) continue;
    const editors = editorsIn(JSON.parse(layout)['editorpart.state'].serializedGrid.root);
    // A page whose state is not stored yet closes when the window is loaded again.
    const isWhole = (value) => !value.includes('"viewType"') || JSON.parse(value).state !== undefined;
    const isOf = (names, value) => names.some((name) => value.includes(name)) && isWhole(value);
    if (editors.length === tabs.length && tabs.every((names, at) => isOf(names, editors[at].value))) return true;
  }
  return false;
})()`;

/** Waits until the editor has stored its open tabs, which it does every few seconds while it is idle. */
export async function layoutWritten(page: Page): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>(written))) {
    assert.ok(Date.now() < end, 'the editor did not store its tabs in 60 s');
    // A page that is asked without a pause is never idle.
    await pause(1_000);
  }
}

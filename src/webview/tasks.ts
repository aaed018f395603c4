import { firstText } from './dom.ts';

/** Milliseconds after which a task that the host did not change shows its state again. */
const patience = 10_000;

/** Makes boxes that can be ticked of the tasks in a sanitised text. `tasksOf`: whose they are. */
export function offerTasks(fragment: DocumentFragment, tasksOf: string): void {
  const tasks = [...fragment.querySelectorAll('li.task')];
  for (const [index, task] of tasks.entries()) {
    const text = firstText(task);
    if (text === undefined || !/^[☐☑]/.test(text.data)) continue;
    const box = fragment.ownerDocument.createElement('input');
    box.type = 'checkbox';
    if (text.data.startsWith('☑')) box.setAttribute('checked', '');
    text.data = text.data.slice(1);
    box.setAttribute('aria-label', task.textContent.trim().slice(0, 100));
    Object.assign(box.dataset, { task: String(index), count: String(tasks.length), tasksOf });
    text.before(box);
  }
}

/** A ticked task is changed when the host has changed it. */
export function followTasks(tick: (task: object) => void): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.task === undefined) return;
    const { task, count, tasksOf } = target.dataset;
    const { checked } = target;
    target.checked = !checked;
    target.indeterminate = true;
    setTimeout(() => (target.indeterminate = false), patience);
    tick({ do: 'task', tasksOf, index: Number(task), count: Number(count), checked });
  });
}

/**
 * Colours the labels below `part` that have `data-fill` and `data-text`. The policy of the page forbids styles in markup,
 * so the script sets them. A value that is not a colour is ignored by the browser.
 */
export function colorLabels(part: Element): void {
  for (const label of part.querySelectorAll<HTMLElement>('.label[data-fill][data-text]')) {
    const { fill = '', text = '' } = label.dataset;
    label.style.setProperty('--fill', fill);
    label.style.setProperty('--text', text);
  }
}

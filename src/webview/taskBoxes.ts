/** Shows `[ ]` and `[x]` at the beginning of the items of a list as boxes. */
export function showTaskBoxes(fragment: DocumentFragment): void {
  for (const item of fragment.querySelectorAll('li')) {
    const text = firstText(item);
    const [mark, state] = /^\s*\[([ xX])\](?=\s)/.exec(text?.data ?? '') ?? [];
    if (text === undefined || mark === undefined) continue;
    text.data = `${state === ' ' ? '☐' : '☑'}${text.data.slice(mark.length)}`;
    item.classList.add('task');
  }
}

/** The text that an item begins with: its own, or that of its first paragraph. */
function firstText(element: Element): Text | undefined {
  const first = [...element.childNodes].find(({ textContent }) => textContent?.trim() !== '');
  if (first?.nodeName === 'P' && element.localName === 'li') {
    const paragraph = element.firstElementChild;
    return paragraph === null ? undefined : firstText(paragraph);
  }
  return isText(first) ? first : undefined;
}

const isText = (node: Node | undefined): node is Text => node?.nodeType === 3;

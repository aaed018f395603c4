/** The bit that asks a TreeWalker for texts: NodeFilter.SHOW_TEXT. */
const texts = 4;

const isText = (node: Node | undefined): node is Text => node?.nodeType === 3;

/** The texts below `root`. Those that are read already can be changed. */
export function* textsIn(root: DocumentFragment): Generator<Text, void, void> {
  const walker = root.ownerDocument.createTreeWalker(root, texts);
  while (walker.nextNode() !== null) if (isText(walker.currentNode)) yield walker.currentNode;
}

/** The text at the beginning of an element, also of the first paragraph of an item of a list. */
export function firstText(element: Element): Text | undefined {
  const first = [...element.childNodes].find(({ textContent }) => textContent?.trim() !== '');
  if (first?.nodeName === 'P' && element.localName === 'li') {
    const paragraph = element.firstElementChild;
    return paragraph === null ? undefined : firstText(paragraph);
  }
  return isText(first) ? first : undefined;
}

/** @throws Error if `root` has no such part */
export function partOf(root: Element, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

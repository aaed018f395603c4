import { isObject } from '../../core/text.ts';
import type { SearchUpdate } from '../../domain/search/viewMessages.ts';

const types: readonly string[] = ['state', 'form', 'focus'] satisfies SearchUpdate['type'][];

/** Whether a message is one of the extension, which is trusted to have the other fields. */
export function isSearchUpdate(data: unknown): data is SearchUpdate {
  return isObject(data) && typeof data.type === 'string' && types.includes(data.type);
}

/** The element of the document with this id. @throws Error if there is none */
export function element(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`no element ${id}`);
  return node;
}

export function textBox(id: string): HTMLInputElement {
  const box = document.getElementById(id);
  if (!(box instanceof HTMLInputElement)) throw new Error(`no text box ${id}`);
  return box;
}

import { isObject, parseJson } from '../../../core/text.ts';

/** What a typed text becomes. */
export type Draft =
  | { readonly kind: 'new' }
  | { readonly kind: 'reply'; readonly discussion: string }
  | { readonly kind: 'edit'; readonly id: string };

/** The ids of typed texts, as in `CommentDrafts`; `''`: a new comment. */
export const draftIds = {
  reply: (discussion: string): string => JSON.stringify({ kind: 'reply', discussion }),
  edit: (id: string): string => JSON.stringify({ kind: 'edit', id }),
};

/** Undefined for a text that belongs to a line of a file. */
export function draftOf(draftId: string): Draft | undefined {
  if (draftId === '') return { kind: 'new' };
  const { kind, discussion, id }: Readonly<Record<string, unknown>> = readObject(draftId);
  if (kind === 'reply' && typeof discussion === 'string') return { kind, discussion };
  return kind === 'edit' && typeof id === 'string' ? { kind, id } : undefined;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

import * as v from 'valibot';
import { parseStored } from '../../../core/storage.ts';

/** A text that becomes a reply, or another text of a comment. */
export const OnComment = v.union([
  v.object({ kind: v.literal('reply'), discussion: v.string() }),
  v.object({ kind: v.literal('edit'), id: v.string() }),
]);

/** What a typed text becomes. */
export type Draft = { readonly kind: 'new' } | Readonly<v.InferOutput<typeof OnComment>>;

/** The ids of typed texts, as in `CommentDrafts`; `''`: a new comment. */
export const draftIds = {
  reply: (discussion: string): string => JSON.stringify({ kind: 'reply', discussion }),
  edit: (id: string): string => JSON.stringify({ kind: 'edit', id }),
};

/** Undefined for a text that belongs to a line of a file. */
export const draftOf = (draftId: string): Draft | undefined =>
  draftId === '' ? { kind: 'new' } : parseStored(OnComment, draftId);

import * as v from 'valibot';
import { identity, many, map, number, one, text, textValue, word } from './decode.ts';

/** An address of the batch API, with the headers for it. They can have a credential: never log them. */
const Action = v.object({ href: identity, header: map(textValue) });
export type LfsAction = v.InferOutput<typeof Action>;

const StoredObject = v.object({
  oid: identity,
  actions: one(v.object({ download: one(Action), upload: one(Action), verify: one(Action) })),
  error: one(v.object({ code: number, message: text })),
});
export type LfsObject = v.InferOutput<typeof StoredObject>;

/** POST …/info/lfs/objects/batch */
export const LfsBatch = v.object({ transfer: word, objects: many(StoredObject) });

/** GET …/info/lfs/locks */
export const LfsLocks = v.object({
  locks: many(v.object({ path: identity, owner: one(v.object({ name: identity })) })),
});

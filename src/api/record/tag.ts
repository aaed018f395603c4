import * as v from 'valibot';
import { identity, number, one, text, time, word } from './decode.ts';
import { Signature } from './branch.ts';

export const Tag = v.object({
  name: identity,
  message: text,
  commit: one(v.object({ sha: word, date: time })),
  tagger: one(Signature),
});
export type Tag = v.InferOutput<typeof Tag>;

export const ProtectedTag = v.object({ name: identity, create_access_level: number, create_access_level_desc: text });
export type ProtectedTag = v.InferOutput<typeof ProtectedTag>;

import * as v from 'valibot';
import { flag, identity, many, map, number, one, openEnum, text, textValue, time, word } from './decode.ts';
import { UserBrief } from './user.ts';

const Asset = v.object({
  name: identity,
  id: word,
  browser_download_url: word,
  type: openEnum('attach', 'source'),
  size: number,
});

export const Release = v.object({
  tag_name: identity,
  id: word,
  target_commitish: word,
  prerelease: flag,
  draft: flag,
  name: text,
  body: text,
  author: one(UserBrief),
  created_at: time,
  assets: many(Asset),
  release_status: openEnum('pre', 'latest'),
});
export type Release = v.InferOutput<typeof Release>;

/** GET …/releases/{tag}/upload_url. The headers, also those without a value, contain a credential: never log them. */
export const UploadGrant = v.object({ url: identity, headers: map(textValue) });
export type UploadGrant = v.InferOutput<typeof UploadGrant>;

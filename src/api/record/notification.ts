import * as v from 'valibot';
import { flag, identity, one, text, time, word } from './decode.ts';
import { Person } from './person.ts';

/** GET …/notifications. What it is about stands in `html_url` only. */
export const Notification = v.object({
  id: identity,
  content: text,
  type: word,
  unread: flag,
  update_at: time,
  html_url: word,
  actor: one(Person),
});
export type Notification = v.InferOutput<typeof Notification>;

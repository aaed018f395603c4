import * as v from 'valibot';
import { flag, identity, number, text, time, word } from './decode.ts';

/** The service returns the stored password; it is not decoded. The reply to an update has no id. */
const fields = {
  url: identity,
  result: text,
  result_code: number,
  project_id: word,
  push_events: flag,
  tag_push_events: flag,
  issues_events: flag,
  note_events: flag,
  merge_requests_events: flag,
  created_at: time,
};

export const Webhook = v.object({ id: identity, ...fields });
export type Webhook = v.InferOutput<typeof Webhook>;

export const WebhookUpdate = v.object({ id: word, ...fields });

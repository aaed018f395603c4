import { del, get, list100, patch, post } from '../contract/endpoint.ts';
import { flag, oneOf, optional, text, webUrl } from '../contract/field.ts';
import { Webhook, WebhookUpdate } from '../record/webhook.ts';
import { emptyReply, record, written } from '../contract/reader.ts';

/** `encryption_type`: 0 a password in the address, 1 a signature key. */
const writable = {
  url: webUrl,
  encryption_type: optional(oneOf(0, 1)),
  password: optional(text),
  push_events: optional(flag),
  tag_push_events: optional(flag),
  issues_events: optional(flag),
  note_events: optional(flag),
  merge_requests_events: optional(flag),
};

export const webhooks = {
  list: list100('/repos/{owner}/{repo}/hooks', {
    of: Webhook,
    key: 'id',
    anonymous: true,
    needsAccount: true,
  }),
  create: post('/repos/{owner}/{repo}/hooks', { body: writable, returns: written(Webhook), anonymous: true }),
  get: get('/repos/{owner}/{repo}/hooks/{id}', {
    returns: record(Webhook),
    anonymous: true,
    needsAccount: true,
  }),
  edit: patch('/repos/{owner}/{repo}/hooks/{id}', { body: writable, returns: written(WebhookUpdate), anonymous: true }),
  remove: del('/repos/{owner}/{repo}/hooks/{id}', { returns: emptyReply, anonymous: true }),
  test: post('/repos/{owner}/{repo}/hooks/{id}/tests', { returns: emptyReply, anonymous: true }),
};

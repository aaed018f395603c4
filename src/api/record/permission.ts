import * as v from 'valibot';
import { isObject } from '../../core/text.ts';
import { flag, many, number, one, text, word } from './decode.ts';

const Action = v.object({ action: word, selected: flag });

/** GET …/collaborators/self-permission: the actions that the account may do, by scope. A missing one is unknown. */
export const SelfPermission = v.object({
  role_info: one(v.object({ name: text, cn_name: text, access_level: number })),
  resource_trees: many(v.object({ scope: word, actions: many(Action) })),
});
export type SelfPermission = v.InferOutput<typeof SelfPermission>;

/** GET …/pull_request_settings: flat, or partly in a record of its own. */
export const PullRequestSettings = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.transform((record) => ({
    ...record,
    ...(isObject(record.merge_request_setting) ? record.merge_request_setting : {}),
  })),
  v.object({ delete_source_branch_when_merged: flag }),
);

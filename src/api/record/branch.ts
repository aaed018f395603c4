import * as v from 'valibot';
import { filled, flag, identity, many, one, orOnly, text, time, word } from './decode.ts';

export const Signature = v.object({ name: text, email: word, date: time });

/**
 * The commit of a branch. Lists and the reply to a creation have the sha in `sha`, author and message in `commit`; the
 * detail form has them in `id`, `author_name` and `message`.
 */
const BranchCommit = v.pipe(
  v.object({
    sha: word,
    id: word,
    url: word,
    commit: one(v.object({ author: one(Signature), committer: one(Signature), message: text })),
    message: text,
    parent_ids: many(identity),
    authored_date: time,
    author_name: text,
    author_iam_id: word,
    author_email: word,
    author_user_name: word,
    committed_date: time,
    committer_name: text,
    committer_email: word,
    committer_user_name: word,
    open_gpg_verified: flag,
    verification_status: word,
    gpg_primary_key_id: word,
    short_id: word,
    created_at: time,
    title: text,
    author_avatar_url: word,
    committer_avatar_url: word,
    relate_url: word,
  }),
  v.transform((commit) => ({ ...commit, sha: commit.sha ?? commit.id })),
);

/** Lists tell in `default_branch` which branch is the default one, the detail form in `default`. */
const branchFields = v.object({
  name: identity,
  commit: one(BranchCommit),
  protected: flag,
  merged: flag,
  developers_can_push: flag,
  developers_can_merge: flag,
  can_push: flag,
  default: flag,
  default_branch: flag,
});

export const Branch = v.pipe(
  branchFields,
  v.transform((branch): v.InferOutput<typeof branchFields> => ({
    ...branch,
    default: branch.default ?? branch.default_branch,
  })),
);
export type Branch = v.InferOutput<typeof Branch>;

/** A user in a rule. The form is not described: a record or only the login. */
const RuleUser = orOnly(
  'login',
  v.pipe(v.object({ login: word, username: word, name: text }), filled('login', 'username', 'name')),
);

/** GET …/protect_branches */
export const BranchRule = v.object({
  name: identity,
  updated_at: time,
  push_users: many(RuleUser),
  merge_users: many(RuleUser),
  merged: flag,
  developers_can_push: flag,
  developers_can_merge: flag,
  committer_can_push: flag,
  committer_can_merge: flag,
  master_can_push: flag,
  master_can_merge: flag,
  maintainer_can_push: flag,
  maintainer_can_merge: flag,
  owner_can_push: flag,
  owner_can_merge: flag,
  no_one_can_push: flag,
  no_one_can_merge: flag,
});
export type BranchRule = v.InferOutput<typeof BranchRule>;

import * as v from 'valibot';
import { isObject } from '../../core/text.ts';
import { Signature } from './branch.ts';
import { filled, flag, identity, many, number, one, orOnly, text, word } from './decode.ts';
import { Person } from './person.ts';

const Patch = orOnly(
  'diff',
  v.object({
    diff: text,
    old_path: word,
    new_path: word,
    a_mode: word,
    b_mode: word,
    new_file: flag,
    deleted_file: flag,
    renamed_file: flag,
    too_large: flag,
  }),
);

/**
 * A file of a commit, a comparison or a pull request. `patch` is a record; some answers have only its text. `sha` is the
 * sha of the blob; in the files of a pull request it is the head commit, and the blob has a field of another name.
 */
export const ChangedFile = v.pipe(
  v.object({
    filename: identity,
    status: word,
    sha: word,
    blob_id: word,
    additions: number,
    deletions: number,
    changes: number,
    patch: one(Patch),
    blob_url: word,
    raw_url: word,
    truncated: flag,
  }),
  v.transform(({ blob_id, ...file }) => ({ ...file, sha: blob_id ?? file.sha })),
);
export type ChangedFile = v.InferOutput<typeof ChangedFile>;

/** The shas of the parents: a list of records or texts, or one record with the list. */
const Parents = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value): readonly string[] => {
      const shas = isObject(value) ? (value.shas ?? value.sha) : value;
      const items: readonly unknown[] = Array.isArray(shas) ? shas : [shas];
      return items
        .map((item) => (isObject(item) ? item.sha : item))
        .filter((sha) => typeof sha === 'string')
        .filter((sha) => sha !== '');
    }),
  ),
  [],
);

export const Commit = v.pipe(
  v.object({
    sha: word,
    id: word,
    url: word,
    html_url: word,
    comments_url: word,
    message: text,
    commit: one(v.object({ author: one(Signature), committer: one(Signature), message: text })),
    author: one(Person),
    committer: one(Person),
    parents: Parents,
    stats: one(v.object({ additions: number, deletions: number, total: number })),
    files: many(ChangedFile),
  }),
  filled('sha', 'id'),
);
export type Commit = v.InferOutput<typeof Commit>;

/** GET …/compare/{base}...{head} */
export const ComparedCommits = v.object({
  base_commit: one(Commit),
  merge_base_commit: one(Commit),
  commits: many(Commit),
  files: many(ChangedFile),
  truncated: flag,
});
export type ComparedCommits = v.InferOutput<typeof ComparedCommits>;

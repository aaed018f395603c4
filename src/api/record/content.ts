import * as v from 'valibot';
import { Signature } from './branch.ts';
import { anyOf, filled, identity, many, number, one, openEnum, orOnly, text, word } from './decode.ts';

const Links = v.object({ self: word, html: word });

/** GET …/contents/{path}: one of these for a file; the reply for a folder may be a list of these. */
export const FileContent = v.object({
  path: identity,
  type: openEnum('file', 'dir', 'symlink', 'submodule'),
  encoding: openEnum('base64'),
  size: number,
  name: text,
  content: text,
  sha: word,
  url: word,
  html_url: word,
  download_url: word,
  _links: one(Links),
});
export type FileContent = v.InferOutput<typeof FileContent>;

/** An entry of GET …/git/trees/{sha}. */
export const TreeEntry = v.pipe(
  v.object({
    path: word,
    sha: word,
    name: word,
    type: openEnum('tree', 'blob', 'commit'),
    mode: word,
    size: number,
    md5: word,
  }),
  filled('path', 'name'),
);
export type TreeEntry = v.InferOutput<typeof TreeEntry>;

/** GET …/git/blobs/{sha} */
export const Blob = v.object({
  sha: identity,
  size: number,
  url: word,
  content: text,
  encoding: openEnum('base64', 'utf-8'),
});
export type Blob = v.InferOutput<typeof Blob>;

/** A parent or a tree: the service sends a record or only the sha. */
const Named = orOnly('sha', v.object({ sha: identity }));

const Commit = v.object({
  sha: word,
  author: one(Signature),
  committer: one(Signature),
  message: text,
  tree: one(Named),
  parents: many(Named),
});

/** POST, PUT and DELETE …/contents/{path}: has `commit` after creation and removal, `content` after a change. */
export const CommitResult = v.pipe(
  v.object({
    commit: one(Commit),
    content: one(
      v.object({
        name: text,
        path: word,
        sha: word,
        url: word,
        html_url: word,
        download_url: word,
        _links: one(Links),
      }),
    ),
  }),
  anyOf('commit', 'content'),
);
export type CommitResult = v.InferOutput<typeof CommitResult>;

import type { Call } from '../call.ts';
import { diffFiles, emptyTree, type FileDiff } from '../git/diff.ts';
import type { Commit, Signature } from '../git/objects.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Repository } from '../state.ts';
import { apiAddress, webAddress } from './repository.ts';
import { zoned } from './times.ts';
import { userOf } from './user.ts';

type Json = Record<string, unknown>;

const signature = ({ name, email, time, zone }: Signature): Json => ({ name, email, date: zoned(time, zone) });

/** The account that has the email of a commit; without one, only name and email. */
function personOf({ host }: Call, { name, email }: Signature): Json {
  const account = [...host.state.accounts.values()].find(({ emails }) => emails.some((one) => one.email === email));
  return userOf(host, account?.login) ?? { name, email, type: 'User' };
}

export function commitForm(call: Call, repository: Repository, commit: Commit): Json {
  const { sha, author, committer, message, tree, parents } = commit;
  const url = `${apiAddress(call.host, repository)}/commits/${sha}`;
  return {
    sha,
    url,
    html_url: `${webAddress(call.host, repository)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    commit: { author: signature(author), committer: signature(committer), message, tree: { sha: tree } },
    author: personOf(call, author),
    committer: personOf(call, committer),
    parents: parents.map((parent) => ({ sha: parent, url: `${apiAddress(call.host, repository)}/commits/${parent}` })),
  };
}

/** GET commits/{sha} */
export async function commitDetail(
  call: Call,
  repository: Repository,
  git: GitRepository,
  commit: Commit,
): Promise<Json> {
  const files = await diffFiles(git, commit.parents[0] ?? emptyTree, commit.sha);
  const [additions, deletions] = [sum(files, 'additions'), sum(files, 'deletions')];
  return {
    ...commitForm(call, repository, commit),
    stats: { additions, deletions, total: additions + deletions },
    files: files.map((file) => ({
      filename: file.path,
      raw_url: rawUrl(call, repository, file, commit.sha),
      ...(call.flag('show_diff') === true ? { status: file.status, patch: patchRecord(file) } : {}),
    })),
  };
}

const sum = (files: readonly FileDiff[], count: 'additions' | 'deletions'): number =>
  files.reduce((total, file) => total + file[count], 0);

export const rawUrl = (call: Call, repository: Repository, { path }: FileDiff, commit: string): string =>
  `${webAddress(call.host, repository)}/raw/${commit}/${encodeURI(path)}`;

/** `0` for a file that is not there. */
const modeOf = (mode: string): string => (/^0+$/.test(mode) ? '0' : mode);

export const patchRecord = ({ patch, path, oldPath, modes: [a_mode, b_mode], status }: FileDiff): Json => ({
  diff: patch,
  old_path: oldPath,
  new_path: path,
  a_mode: modeOf(a_mode),
  b_mode: modeOf(b_mode),
  new_file: status === 'added',
  deleted_file: status === 'removed',
  renamed_file: status === 'renamed',
  too_large: false,
});

/** A file of a comparison. */
export function fileForm(call: Call, repository: Repository, file: FileDiff, commit: string): Json {
  const { path, sha, status, additions, deletions, patch } = file;
  return {
    sha,
    filename: path,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${webAddress(call.host, repository)}/blob/${commit}/${encodeURI(path)}`,
    raw_url: rawUrl(call, repository, file, commit),
    patch,
    truncated: false,
  };
}

import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import type { Habits } from '../habits.ts';
import type { Commit, Signature, TreeEntry } from '../git/objects.ts';
import type { TagRef } from '../git/repository.ts';
import type { Account, Repository } from '../state.ts';
import { apiAddress, webAddress } from './repository.ts';
import { zoned } from './times.ts';
import { avatarUrl } from './user.ts';

type Json = Record<string, unknown>;

const person = ({ name, email, time, zone }: Signature): Json => ({ name, email, date: zoned(time, zone) });

/** A path for an address: its slashes kept. */
const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export function listedBranch(
  { host, habits }: Call,
  repository: Repository,
  name: string,
  commit: Commit,
  isProtected: boolean,
): Json {
  return {
    name,
    commit: {
      commit: { author: person(commit.author), committer: person(commit.committer), message: commit.message },
      sha: commit.sha,
      url: `${apiAddress(host, repository)}/commits/${commit.sha}`,
    },
    protected: isProtected,
    ...(habits.listedDefault ? { default_branch: name === repository.defaultBranch } : {}),
  };
}

export interface BranchFacts {
  readonly protected: boolean;
  readonly merged: boolean;
  readonly canPush: boolean;
}

export function branchDetail(
  host: Host,
  repository: Repository,
  name: string,
  commit: Commit,
  facts: BranchFacts,
): Json {
  const { author, committer, sha, message } = commit;
  const known = [...host.state.accounts.values()];
  const login = ({ email }: Signature): string | undefined =>
    known.find((account: Account) => account.emails.some((one) => one.email === email))?.login;
  const [authorLogin, committerLogin] = [login(author), login(committer)];
  return {
    name,
    commit: {
      id: sha,
      message,
      parent_ids: commit.parents,
      authored_date: zoned(author.time, author.zone),
      author_name: author.name,
      author_iam_id: null,
      author_email: author.email,
      author_user_name: authorLogin ?? null,
      committed_date: zoned(committer.time, committer.zone),
      committer_name: committer.name,
      committer_email: committer.email,
      committer_user_name: committerLogin ?? null,
      open_gpg_verified: null,
      verification_status: null,
      gpg_primary_key_id: null,
      short_id: sha.slice(0, 8),
      created_at: zoned(committer.time, committer.zone),
      title: message.split('\n')[0],
      author_avatar_url: authorLogin === undefined ? '' : avatarUrl(host, authorLogin),
      committer_avatar_url: committerLogin === undefined ? '' : avatarUrl(host, committerLogin),
      relate_url: null,
    },
    merged: facts.merged,
    protected: facts.protected,
    developers_can_push: !facts.protected,
    developers_can_merge: !facts.protected,
    can_push: facts.canPush,
    default: name === repository.defaultBranch,
  };
}

export function tagForm(
  ref: TagRef,
  commit: Commit,
  annotation: { tagger: Signature; message: string } | undefined,
  habits: Habits,
): Json {
  const light = { empty: '', null: null, commit: commit.message }[habits.lightTagMessage];
  return {
    name: ref.name,
    message: annotation?.message.replace(/\n$/, '') ?? light,
    commit: { sha: ref.commit, date: zoned(commit.committer.time, commit.committer.zone) },
    tagger: annotation === undefined ? null : person(annotation.tagger),
  };
}

const kindOf = (mode: string): string => ({ '040000': 'tree', '160000': 'commit' })[mode] ?? 'blob';

export function treeEntry(entry: TreeEntry, path: string): Json {
  return {
    sha: entry.sha,
    name: entry.name,
    type: kindOf(entry.mode),
    path,
    mode: entry.mode,
    md5: createHash('md5').update(path).digest('hex'),
  };
}

const contentKind: Readonly<Record<string, string>> = { '040000': 'dir', '120000': 'symlink', '160000': 'submodule' };

/** An entry of contents, without its bytes. `ref`: the ref in the address. */
export function contentEntry(
  host: Host,
  repository: Repository,
  ref: string,
  path: string,
  entry: TreeEntry,
  size: number,
): Json {
  const type = contentKind[entry.mode] ?? 'file';
  const url = `${apiAddress(host, repository)}/contents/${encodePath(path)}?ref=${encodeURIComponent(ref)}`;
  const html = `${webAddress(host, repository)}/${type === 'dir' ? 'tree' : 'blob'}/${encodeURIComponent(ref)}/${encodePath(path)}`;
  return {
    type,
    size,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha: entry.sha,
    url,
    html_url: html,
    download_url: type === 'dir' ? null : rawAddress(host, repository, ref, path),
    _links: { self: url, html },
  };
}

const rawAddress = (host: Host, repository: Repository, ref: string, path: string): string =>
  `${webAddress(host, repository)}/raw/${encodeURIComponent(ref)}/${encodePath(path)}`;

/** Base64 with the line length of the habit. */
export function base64(bytes: Buffer, { base64Line: line }: Habits): string {
  const text = bytes.toString('base64');
  return line > 0 ? text.replace(new RegExp(`.{${line}}(?=.)`, 'g'), '$&\n') : text;
}

export function createdCommit(commit: Commit): Json {
  return {
    sha: commit.sha,
    author: person(commit.author),
    committer: person(commit.committer),
    message: commit.message,
    parents: commit.parents.map((sha) => ({ sha })),
  };
}

export function removalCommit(commit: Commit): Json {
  return { ...createdCommit(commit), tree: { sha: commit.tree }, parents: commit.parents };
}

export function updatedContent(
  host: Host,
  repository: Repository,
  branch: string,
  path: string,
  entry: TreeEntry,
): Json {
  const form = contentEntry(host, repository, branch, path, entry, 0);
  const { name, url, html_url, download_url, _links } = form;
  return { name, path, url, html_url, download_url, _links };
}

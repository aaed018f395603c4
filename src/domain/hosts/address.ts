import { Failure } from '../../core/errors.ts';
import { isGitFolderName } from '../../core/path.ts';
import { hasControl } from '../../core/hidden.ts';
import { foldCase } from '../../core/text.ts';

export interface RepositoryName {
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
}

/** A file or folder in a remote repository: `sourcehost://<host>/<owner>/<repo>[@<ref>]/<path>`. */
export interface FileAddress extends RepositoryName {
  /** Branch, tag or commit as written, with its slashes; undefined: the default branch. */
  readonly ref: string | undefined;
  /** Without a slash at either end; empty for the root. */
  readonly path: string;
}

export type RecordKind = 'issues' | 'milestones' | 'pullRequests' | 'releases';

/** A record as a document: `sourcehost-record://<host>/<owner>/<repo>/issues/<number>.md`. */
export interface RecordAddress extends RepositoryName {
  readonly kind: RecordKind;
  /** Number, or tag name; undefined for a new record. */
  readonly id: string | undefined;
}

export interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query?: string;
}

export const fileScheme = 'sourcehost';
const refQuery = 'ref=';
export const recordScheme = 'sourcehost-record';

/** `owner/repo` */
export function fullName(name: Pick<RepositoryName, 'owner' | 'repo'>): string {
  return `${name.owner}/${name.repo}`;
}

export function parseFullName(text: string): { readonly owner: string; readonly repo: string } | undefined {
  const [owner = '', repo = '', ...rest] = text.split('/');
  return isName(owner) && isName(repo) && rest.length === 0 ? { owner, repo } : undefined;
}

/** A key that is the same for every spelling of the name. */
export function repositoryKey(name: RepositoryName): string {
  return foldCase(`${name.host}/${name.owner}/${name.repo}`);
}

export function formatFileAddress(address: FileAddress): UriParts {
  const ref = address.ref === undefined ? '' : `@${colons(address.ref)}`;
  const path = address.path === '' ? '' : `/${address.path}`;
  return { scheme: fileScheme, authority: address.host, path: `/${address.owner}/${address.repo}${ref}${path}` };
}

/** `…/<repo>/<path>?ref=<ref>`: both sides of a diff editor have the same path: different ones would show a rename. */
export function formatSideAddress({ ref, ...address }: FileAddress & { readonly ref: string }): UriParts {
  return { ...formatFileAddress({ ...address, ref: undefined }), query: `${refQuery}${colons(ref)}` };
}

/** @throws Failure `missing` if the URI is not the address of a repository, or its path cannot be a file name */
export function parseFileAddress({ scheme, authority, path, query = '' }: UriParts): FileAddress {
  const [, owner = '', named = '', ...rest] = path.split('/');
  const at = named.indexOf('@');
  const repo = at < 0 ? named : named.slice(0, at);
  const side = query.startsWith(refQuery) ? query.slice(refQuery.length) : undefined;
  const written = side ?? (at < 0 ? undefined : named.slice(at + 1));
  const ref = written === undefined ? undefined : slashes(written);
  if (scheme !== fileScheme || authority === '' || !isName(owner) || !isName(repo) || ref === '' || hasControl(ref)) {
    throw new Failure('missing', 'this is not the address of a repository', {
      field: 'uri',
      reason: 'noRepositoryAddress',
    });
  }
  const inside = rest.filter((segment) => segment !== '');
  if (!inside.every(isSafeName)) {
    throw new Failure('missing', 'no file can have this name', {
      field: 'uri',
      reason: unusableReason(inside.join('/')),
      about: [inside.join('/')],
    });
  }
  return { host: authority, owner, repo, ref, path: inside.join('/') };
}

export function formatRecordAddress(address: RecordAddress): UriParts {
  const name = address.id === undefined ? 'new' : colons(address.id);
  const path = `/${address.owner}/${address.repo}/${recordFolders[address.kind]}/${name}.md`;
  return { scheme: recordScheme, authority: address.host, path };
}

/** @throws Failure `missing` if the URI is not the address of a record */
export function parseRecordAddress({ scheme, authority, path }: UriParts): RecordAddress {
  const match = /^\/([^/]+)\/([^/]+)\/([a-z]+)\/([^/]+)\.md$/.exec(path);
  const [, owner = '', repo = '', kind, name = ''] = match ?? [];
  const recordKind = recordKinds.find((one) => recordFolders[one] === kind);
  const id = name === 'new' ? undefined : slashes(name);
  const identifies = id === undefined || (recordKind === 'releases' ? !hasControl(id) : /^[1-9]\d*$/.test(id));
  const named = authority !== '' && isName(owner) && isName(repo);
  if (scheme !== recordScheme || recordKind === undefined || !named || !identifies) {
    throw new Failure('missing', 'this is not the address of an issue, pull request, milestone or release', {
      field: 'uri',
      reason: 'noRecordAddress',
    });
  }
  return { host: authority, owner, repo, kind: recordKind, id };
}

const recordFolders: Readonly<Record<RecordKind, string>> = {
  issues: 'issues',
  milestones: 'milestones',
  pullRequests: 'pulls',
  releases: 'releases',
};
const recordKinds: readonly RecordKind[] = ['issues', 'milestones', 'pullRequests', 'releases'];

/** Git forbids `:` in refs, so `:` replaces the slash. */
const colons = (ref: string): string => ref.replaceAll('/', ':');
const slashes = (ref: string): string => ref.replaceAll(':', '/');

function isName(segment: string): boolean {
  return isSafeName(segment) && !segment.includes('@');
}

/** Whether a file or folder of a commit with this name is shown: git refuses to check out the others. */
export function isFileName(name: string): boolean {
  return isSafeName(name) && !isGitFolderName(name);
}

/** Whether a file or folder at `path`, relative to the repository, is shown. */
export const isFilePath = (path: string): boolean => path.split('/').every(isFileName);

/** Why no file can have an unusable name: git keeps a control character, but it is neither shown nor addressed here. */
export const unusableReason = (path: string): 'controlInName' | 'unusableName' =>
  hasControl(path) ? 'controlInName' : 'unusableName';

/** Whether a name from the service can be one segment of a path: no slash, no `..`, no control characters. */
export function isSafeName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  return name !== '' && name !== '.' && name !== '..' && !/[/\u0000-\u001f\u007f]/.test(name) && name.isWellFormed();
}

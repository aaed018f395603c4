import { fsckOptions } from './fsckRules.ts';
import type { GitRefUpdate } from '../domain/git/gitPush.ts';
import type { GitAccess, GitToken } from '../domain/git/gitAccess.ts';
import { curlTrace } from './processes/curlTrace.ts';

/** Environment variables with user name and token. Only git and its credential helper see them. */
const userVariable = 'SOURCEHOST_GIT_USER';
const tokenVariable = 'SOURCEHOST_GIT_TOKEN';

/** Prints the credentials when git asks for them. Contains the names of the variables, not their values. */
const helper = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$${userVariable}" "$${tokenVariable}"; }; f`;

/** Variables of this process that git must not see: settings of git, secrets, proxies, the user's own configuration. */
const withheld =
  /^(?:GIT|SOURCEHOST|VSCODE|ELECTRON|NODE|SSH|CURL|LC)_|^(?:(?:HTTPS?|ALL|NO|FTP)_PROXY|SSLKEYLOGFILE|HOME|XDG_CONFIG_HOME|LANG|LANGUAGE|PAGER|EDITOR)$|TOKEN|SECRET|PASSWORD/i;

const noFile = '/dev/null';

/** Options of every call: no hooks, no helpers, no automatic maintenance, no protocol but https. */
const fixed: Readonly<Record<string, string>> = {
  'core.hooksPath': noFile,
  'core.attributesFile': noFile,
  'core.excludesFile': noFile,
  'core.fsmonitor': 'false',
  'core.askPass': '',
  'core.longpaths': 'true',
  'core.sshCommand': 'false',
  'core.gitProxy': '',
  'credential.helper': '',
  'credential.interactive': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.allow': 'never',
  'protocol.https.allow': 'always',
};

const connecting: Readonly<Record<string, string>> = {
  // No host gets an answer to NTLM or Kerberos of the user who is signed in to Windows.
  'http.allowNTLMAuth': 'false',
  'http.delegation': 'none',
  'http.emptyAuth': 'false',
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '60',
  'protocol.version': '2',
  'submodule.recurse': 'false',
};

const fetching: Readonly<Record<string, string>> = {
  ...connecting,
  // Larger files are streamed, so that a hostile pack cannot fill the memory.
  'core.bigFileThreshold': '16m',
  'fetch.fsckObjects': 'true',
  ...fsckOptions('fetch.fsck'),
  'fetch.recurseSubmodules': 'false',
  'fetch.unpackLimit': '1',
  'fetch.writeCommitGraph': 'false',
  'transfer.fsckObjects': 'true',
  'transfer.unpackLimit': '1',
};

/** Name of the remote of a fetch. It exists only in the arguments, so no other call can fetch missing objects. */
export const remoteName = 'sourcehost';

export interface FetchShape {
  readonly wanted: readonly string[];
  /** Leaves out objects below the wanted ones, as git writes it. */
  readonly filter: string;
  readonly depth?: number | undefined;
  /** Leaves out older commits: seconds since 1970. */
  readonly since?: number | undefined;
  /** True: the wanted objects are not commits, so nothing is negotiated. */
  readonly areObjects?: boolean;
  /** False: the server is not told what is here. It may send differences to objects that a filter left out. */
  readonly sendsHaves?: boolean;
  /** False: no check for what could mislead a reader or a checkout. For histories: it takes longer than the fetch. */
  readonly isChecked?: boolean;
}

/** A commit without its ancestors, and without blobs of more than 1 MB. */
export const snapshotOf = (commit: string): FetchShape => ({ wanted: [commit], filter: 'blob:limit=1m', depth: 1 });

export interface RemoteAccess {
  /** Address without user name and password. */
  readonly url: string;
  readonly token: GitToken | undefined;
  /** True: the server is asked to leave out what the filter says. */
  readonly isFiltered: boolean;
}

/** The options before the subcommand of a call that reads the repository. */
export function localArguments(): string[] {
  return optionsOf(fixed);
}

/** The arguments that check all objects of a repository, as a fetch does. Objects that a filter left out may be missing. */
export function fsckArguments(access: RemoteAccess): string[] {
  const options = optionsOf({ ...fixed, ...fsckOptions('fsck'), ...promisorOptions(access, 'blob:none') });
  return [...options, 'fsck', '--strict', '--no-dangling', '--no-progress'];
}

/** The arguments of a fetch. They contain no secret. The wanted objects are its input: there may be thousands. */
export function fetchArguments(
  { filter, depth, since, areObjects = false, sendsHaves = true, isChecked = true }: FetchShape,
  access: RemoteAccess,
): string[] {
  const shape = ['--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules'];
  return [
    ...optionsOf({ ...fixed, ...fetching, ...promisorOptions(access, filter) }),
    ...(isChecked ? [] : ['-c', 'fetch.fsckObjects=false', '-c', 'transfer.fsckObjects=false']),
    ...(areObjects || !sendsHaves ? ['-c', 'fetch.negotiationAlgorithm=noop'] : []),
    'fetch',
    '--progress',
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
    ...(since === undefined ? [] : [`--shallow-since=@${since}`]),
    ...shape,
    ...(access.isFiltered ? [`--filter=${filter}`] : []),
    '--stdin',
    remoteName,
  ];
}

/** The remote, as one that keeps the objects that a filter left out: git would refuse a commit without them. */
function promisorOptions(access: RemoteAccess, filter: string): Readonly<Record<string, string>> {
  const [promisor, filterName] = [`remote.${remoteName}.promisor`, `remote.${remoteName}.partialclonefilter`];
  return { ...remoteOptions(access), ...(access.isFiltered ? { [promisor]: 'true', [filterName]: filter } : {}) };
}

/** The arguments that update refs of the remote repository, all or none. They contain no secret. */
export function pushArguments(updates: readonly GitRefUpdate[], access: RemoteAccess): string[] {
  return [
    ...optionsOf({ ...fixed, ...connecting, 'push.recurseSubmodules': 'no', ...remoteOptions(access) }),
    'push',
    '--porcelain',
    '--no-verify',
    '--no-signed',
    ...(updates.length > 1 ? ['--atomic'] : []),
    ...updates.map(({ ref, expected = '' }) => `--force-with-lease=${ref}:${expected}`),
    remoteName,
    ...updates.map(({ ref, to = '' }) => `${to}:${ref}`),
  ];
}

/** The arguments that list refs of the remote repository. They contain no secret. */
export function listArguments(refs: readonly string[], access: RemoteAccess): string[] {
  const options = optionsOf({ ...fixed, ...connecting, ...remoteOptions(access) });
  return [...options, 'ls-remote', remoteName, ...refs];
}

function remoteOptions({ url, token }: RemoteAccess): Readonly<Record<string, string>> {
  const { origin, protocol } = new URL(url);
  return {
    [`remote.${remoteName}.url`]: url,
    ...(protocol === 'http:' ? { 'protocol.http.allow': 'always' } : {}),
    ...(token === undefined ? {} : { [`credential.${origin}.helper`]: helper, 'http.proactiveAuth': 'basic' }),
  };
}

const optionsOf = (options: Readonly<Record<string, string>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The environment of every call: that of this process without `withheld`, and nothing of the user's configuration. */
export function localEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  repository: string,
  noHome: string,
): Record<string, string> {
  return {
    ...inheritedBy(inherited),
    GIT_DIR: repository,
    HOME: noHome,
    XDG_CONFIG_HOME: noHome,
    GIT_CONFIG_GLOBAL: noFile,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'https',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_PROGRESS_DELAY: '0',
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    LC_ALL: 'C',
  };
}

/** The variables of a fetch or push, besides those of `localEnvironment`: the token, and options that may hold secrets. */
export function fetchEnvironment(
  { url, token }: RemoteAccess,
  settings: readonly (readonly [string, string])[],
): Record<string, string> {
  const numbered = settings.flatMap(([name, value], at): [string, string][] => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    GIT_ALLOW_PROTOCOL: new URL(url).protocol === 'http:' ? 'https:http' : 'https',
    ...curlTrace,
    GIT_CONFIG_COUNT: `${settings.length}`,
    ...Object.fromEntries(numbered),
    ...(token === undefined ? {} : variablesOf(token)),
  };
}

/** What lets git with the user's own configuration read from the origin of `access` as its account: arguments, variables. */
export function accountAccess(access: GitAccess | undefined): readonly [string[], Record<string, string>] {
  if (access?.token === undefined) return [[], {}];
  const name = `credential.${new URL(access.url).origin}.helper`;
  // The empty value leaves out the helpers of the user for this origin: one that stores would keep the token.
  return [['-c', `${name}=`, ...optionsOf({ [name]: helper })], variablesOf(access.token)];
}

const variablesOf = ({ login, token }: GitToken): Record<string, string> => ({
  [userVariable]: login,
  [tokenVariable]: token,
});

/** The environment of a call with the user's own configuration. */
export function userEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own = Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
    value !== undefined && /^(?:HOME|XDG_CONFIG_HOME|SSH_AUTH_SOCK|GIT_(?:CONFIG|SSL)_\w+)$/.test(name)
      ? [[name, value]]
      : [],
  );
  return { ...inheritedBy(inherited), ...Object.fromEntries(own) };
}

/** The variables of this process without those that change what git does. */
export function inheritedBy(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
      value === undefined || withheld.test(name) ? [] : [[name, value]],
    ),
  );
}

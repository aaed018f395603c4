import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silent } from '../../src/core/log.ts';
import type { GitRepositories } from '../../src/domain/git/gitRepositories.ts';
import type { RepositoryName } from '../../src/domain/hosts/address.ts';
import { createGit } from '../../src/git/git.ts';
import type { GitAccess } from '../../src/domain/git/gitAccess.ts';
import type { GitOptions } from '../../src/git/gitOptions.ts';
import type { Service } from '../service/handle.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface TestGit extends GitRepositories, AsyncDisposable {
  /** The folder of all repositories. */
  readonly cache: string;
}

/** Git as a window has it, with its repositories in `folder`: `await using git = testGit(…)`. */
export function testGit(
  folder: string,
  credentials: GitOptions['credentials'],
  more: Partial<GitOptions> = {},
): TestGit {
  const cache = join(folder, 'git');
  const git = createGit({
    folder: cache,
    command: () => Promise.resolve(undefined),
    enabled: () => true,
    capacity: () => 1024 ** 3,
    credentials,
    network: () => Promise.resolve({}),
    environment: process.env,
    log: silent,
    ...more,
  });
  return Object.assign(git, { cache, [Symbol.asyncDispose]: () => git.stop() });
}

/** The access of `login` to the repositories of a local service. */
export function accessOf(service: Service, login: string | undefined): GitOptions['credentials'] {
  return ({ owner, repo }) =>
    Promise.resolve({
      url: `${service.url}/${owner}/${repo}.git`,
      ...(login === undefined ? {} : { token: { login, token: service.token(login) } }),
    });
}

/** Git as alice has it, with a folder of its own: `await using git = await gitOfAlice(service)`. */
export async function gitOfAlice(service: Service, more: Partial<GitOptions> = {}): Promise<TestGit> {
  const folder = await temporaryFolder();
  const git = testGit(folder.path, accessOf(service, 'alice'), more);
  const end = async (): Promise<void> => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
  };
  return Object.assign(git, { [Symbol.asyncDispose]: end });
}

/** One address for every repository. */
export function accessAt(url: string, token?: GitAccess['token']): GitOptions['credentials'] {
  return () => Promise.resolve({ url, token });
}

/** A repository of the local service. */
export function named(fullName: string): RepositoryName {
  const [owner = '', repo = ''] = fullName.split('/');
  return { host: 'local', owner, repo };
}

/** A git that notes its arguments and its environment, and then does what git does. */
export interface WatchedGit {
  readonly command: () => Promise<string>;
  /** The process ids of all calls so far, in their order. Each is also the id of a process group. */
  readonly starts: () => Promise<number[]>;
  readonly argumentsOf: (pid: number) => Promise<string>;
  readonly environmentOf: (pid: number) => Promise<string>;
}

export async function watchedGit(folder: string): Promise<WatchedGit> {
  const file = join(folder, 'git-watched');
  await writeFile(
    file,
    `#!/bin/sh
cat /proc/$$/environ > '${folder}/environment.'$$
cat /proc/$$/cmdline > '${folder}/arguments.'$$
echo $$ >> '${folder}/starts'
exec git "$@"
`,
  );
  await chmod(file, 0o755);
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');
  return {
    command: () => Promise.resolve(file),
    starts: async () => (await read('starts')).split('\n').filter(Boolean).map(Number),
    argumentsOf: (pid) => read(`arguments.${pid}`),
    environmentOf: (pid) => read(`environment.${pid}`),
  };
}

/** The arguments of the running processes with `text` in their environment or their arguments. */
export async function processesWith(text: string): Promise<string[]> {
  return await argumentsWith(
    text,
    (await readdir('/proc')).filter((pid) => /^\d+$/.test(pid)),
  );
}

/** The ids of the running processes with `text` in their environment or their arguments. */
export async function pidsWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((pid) => /^\d+$/.test(pid));
  const found = await Promise.all(
    pids.map(async (pid) => ((await argumentsWith(text, [pid])).length > 0 ? [pid] : [])),
  );
  return found.flat();
}

/** What other users of the computer can read about the processes that this process started, and those started by them. */
export async function textsForOthers(): Promise<string[]> {
  return (await Promise.all((await childrenOf(`${process.pid}`)).map(publicTexts))).flat();
}

async function publicTexts(pid: string): Promise<string[]> {
  const names = ['cmdline', 'comm', 'environ', 'stat', 'status'];
  const texts = names.map(async (name) => {
    const mode = await stat(`/proc/${pid}/${name}`).then(
      (entry) => entry.mode,
      () => 0,
    );
    return (mode & 0o004) === 0 ? '' : await inProc(pid, name);
  });
  return (await Promise.all(texts)).filter((text) => text !== '');
}

/** `processesWith` among those that this process started, and those that they started. */
export async function childrenWith(text: string): Promise<string[]> {
  return await argumentsWith(text, await childrenOf(`${process.pid}`));
}

async function argumentsWith(text: string, pids: readonly string[]): Promise<string[]> {
  const seen = await Promise.all(
    pids.map(async (pid) => {
      const [args, environment] = await Promise.all([inProc(pid, 'cmdline'), inProc(pid, 'environ')]);
      return Number(pid) !== process.pid && args !== '' && `${args}${environment}`.includes(text) ? [args] : [];
    }),
  );
  return seen.flat();
}

async function childrenOf(pid: string): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => inProc(pid, `task/${thread}/children`)));
  const children = lists.join(' ').split(' ').filter(Boolean);
  return [...children, ...(await Promise.all(children.map(childrenOf))).flat()];
}

const inProc = (pid: string, name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');

/** Every file below `folder`, without the locks and the marks of windows. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.includes('/sourcehost/uses/'))
    .sort();
}

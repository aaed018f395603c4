import { commands, FileType, workspace, type Uri } from 'vscode';
import { cancelled, Failure, messageOf } from '../../core/errors.ts';
import { isObject } from '../../core/text.ts';
import { rootSha, type ResolvedRef } from '../../domain/refs/refs.ts';
import type { GitApi, GitRepository } from '../kit/gitApi.ts';

/** What newer editors have: a clone in exactly this folder, with progress that can be cancelled. */
const direct = '_git.cloneRepository';
const hasDirect = async (): Promise<boolean> => (await commands.getCommands()).includes(direct);

/** Git of this computer. */
export interface LocalGit {
  readonly api: GitApi;
  /** Whether git may ask the person before it opens what is outside of the workspace. */
  readonly mayAsk: boolean;
  /** Whether the person has set git to open what is outside of the workspace without a question. */
  readonly opensAll: () => boolean;
}

/** Makes `target` a clone, with `head` checked out. `target` must not hold anything. */
export async function clone(git: LocalGit, url: string, target: Uri, head: ResolvedRef): Promise<void> {
  // git would take it for an option.
  if (head.name.startsWith('-')) {
    const about = [head.name];
    throw new Failure('refused', 'the name of the ref begins with -', { field: 'ref', reason: 'dashedRef', about });
  }
  if (await holdsSomething(target)) {
    throw new Failure('conflict', 'target holds something already', {
      field: 'target',
      reason: 'targetNotEmpty',
      about: [target.fsPath],
    });
  }
  await byGit(async () => {
    if (!(await hasDirect())) {
      await stepByStep(git, url, target, head);
      return;
    }
    const ref = head.kind === 'commit' || rootSha(head) === undefined ? undefined : head.name;
    await commands.executeCommand(direct, url, target.fsPath, ref);
    // A command of git tells the person itself what failed, and succeeds.
    if (!(await holdsSomething(target))) throw new Failure('refused', 'git did not clone', { reason: 'gitSilent' });
    if (head.kind === 'commit') await commands.executeCommand('_git.checkout', target.fsPath, head.name, true);
  });
}

/** Older editors clone only while they ask what to do with it: what a clone consists of does without questions. */
async function stepByStep(git: LocalGit, url: string, target: Uri, head: ResolvedRef): Promise<void> {
  await workspace.fs.createDirectory(target);
  try {
    const repository = await begun(git, target);
    await repository.addRemote('origin', url);
    await repository.fetch('origin');
    const ref = head.kind === 'tag' ? `refs/tags/${head.name}` : head.name;
    if (rootSha(head) !== undefined) await repository.checkout(ref);
  } catch (error) {
    await workspace.fs.delete(target, { recursive: true });
    throw error;
  }
}

/**
 * The repository at `root` as git works with it; null where there is none. Older editors open what is outside of the
 * workspace only where the person agrees in a question of git: throws `cancelled` where they do not, and `refused`
 * where they may not be asked.
 */
async function opened({ api, mayAsk }: LocalGit, root: Uri): Promise<GitRepository | null> {
  // The command opens what the API opens in the workspace only.
  await commands.executeCommand('git.openRepository', root.fsPath);
  const repository = api.getRepository(root);
  if (repository !== null || (await hasDirect()) || (await api.getRepositoryRoot(root)) === null) return repository;
  if (!mayAsk) throw gitAsks();
  await commands.executeCommand('git.openRepositoriesInParentFolders');
  const agreed = api.getRepository(root);
  if (agreed === null) throw cancelled();
  return agreed;
}

/**
 * Pushes the branch of `folder` to what `create` creates and answers the address of. Where nothing is committed yet,
 * all of it becomes the first commit, if `agree` does not throw; until then nothing is changed.
 */
export async function publish(
  git: LocalGit,
  folder: Uri,
  firstCommit: string,
  agree: () => Promise<void>,
  create: () => Promise<string>,
): Promise<void> {
  await byGit(async () => {
    const root = await git.api.getRepositoryRoot(folder);
    // What is around it is not meant to become public.
    if (root !== null && root.fsPath !== folder.fsPath) {
      throw new Failure('invalid', `folder is a part of the git repository ${root.fsPath}`, {
        field: 'folder',
        reason: 'partOfRepository',
      });
    }
    const there = root === null ? null : await opened(git, folder);
    await there?.status();
    const hasCommits = there?.state.HEAD?.commit !== undefined;
    const repository = there !== null && hasCommits ? there : await committed(git, folder, there, agree, firstCommit);
    // Created only once there is something to push.
    const url = await create();
    const remote = freeName(repository.state.remotes.map(({ name }) => name));
    await repository.addRemote(remote, url);
    await repository.push(remote, repository.state.HEAD?.name ?? 'HEAD', true);
  });
}

/** All of a folder without commits as its first one; `there` is its repository, if it has one. */
async function committed(
  git: LocalGit,
  folder: Uri,
  there: GitRepository | null,
  agree: () => Promise<void>,
  message: string,
): Promise<GitRepository> {
  const names = (await workspace.fs.readDirectory(folder)).map(([name]) => name);
  if (names.every((name) => name === '.git')) {
    throw new Failure('invalid', 'folder is empty', { field: 'folder', reason: 'emptyFolder' });
  }
  await agree();
  const repository = there ?? (await begun(git, folder));
  await repository.commit(message, { all: true });
  await repository.status();
  return repository;
}

/** What the remote can be called: other remotes stay what they are. */
function freeName(taken: readonly string[]): string {
  for (const name of ['origin', 'sourcehost']) if (!taken.includes(name)) return name;
  let next = 2;
  while (taken.includes(`sourcehost-${next}`)) next += 1;
  return `sourcehost-${next}`;
}

async function begun(git: LocalGit, folder: Uri): Promise<GitRepository> {
  if (!git.mayAsk && !git.opensAll() && workspace.getWorkspaceFolder(folder) === undefined && !(await hasDirect())) {
    throw gitAsks();
  }
  await git.api.init(folder);
  const repository = await opened(git, folder);
  if (repository === null) throw new Failure('refused', 'git did not begin a repository', { reason: 'gitSilent' });
  return repository;
}

function gitAsks(): Failure {
  return new Failure('refused', 'git asks before it opens this folder', { reason: 'gitAsks' });
}

/** Whether a folder, or a file in its place, is there and holds something. */
export async function holdsSomething(target: Uri): Promise<boolean> {
  try {
    const { type } = await workspace.fs.stat(target);
    return type !== FileType.Directory || (await workspace.fs.readDirectory(target)).length > 0;
  } catch {
    return false;
  }
}

/** What git refuses, as a Failure with git's own words. */
async function byGit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Failure {
  const said = isObject(error) && typeof error.stderr === 'string' ? error.stderr : '';
  const text = `${said}\n${messageOf(error)}`;
  if (/cancelled/i.test(text)) return new Failure('cancelled', 'cancelled', { cause: error });
  const words = (said === '' ? messageOf(error) : said).replace(/\/\/[^/@\s]*@/g, '//').trim();
  const detail = { serverMessage: words, cause: error, reason: 'gitFailed' } as const;
  if (/authentication failed|could not read|403|denied/i.test(text)) return new Failure('forbidden', words, detail);
  if (/not found|does not exist|404/i.test(text)) return new Failure('missing', words, detail);
  if (/already exists/i.test(text)) return new Failure('conflict', words, detail);
  if (/unable to access|resolve host|failed to connect/i.test(text)) return new Failure('unreachable', words, detail);
  return new Failure('refused', words, detail);
}

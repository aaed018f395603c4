import { commands, FileType, Uri, workspace } from 'vscode';
import { Failure, messageOf } from '../../core/errors.ts';
import { isObject } from '../../core/text.ts';
import type { Head } from '../../domain/refs.ts';
import type { GitApi, GitRepository } from '../kit/gitApi.ts';

/** What newer editors have: a clone in exactly this folder, with progress that can be cancelled. */
const direct = '_git.cloneRepository';

/** Makes `target` a clone, with `head` checked out. `target` must not hold anything. */
export async function clone(url: string, target: Uri, head: Head): Promise<void> {
  if (await holdsSomething(target)) {
    throw new Failure('conflict', 'target holds something already', { field: 'target', words: target.fsPath });
  }
  await byGit(async () => {
    const ref = head.kind === 'commit' || head.commit === undefined ? undefined : head.name;
    if ((await commands.getCommands()).includes(direct)) {
      await commands.executeCommand(direct, url, target.fsPath, ref);
      if (head.kind === 'commit') await commands.executeCommand('_git.checkout', target.fsPath, head.name, true);
      return;
    }
    if (head.kind === 'commit') {
      const field = 'ref';
      throw new Failure('invalid', 'ref must be a branch or tag: the git of this editor clones no commit', { field });
    }
    await named(url, target, ref);
  });
}

/** Older editors name the folder themselves, and ask afterwards whether to open it. */
async function named(url: string, target: Uri, ref: string | undefined): Promise<void> {
  const parent = Uri.joinPath(target, '..');
  const before = await namesIn(parent);
  await commands.executeCommand('git.clone', url, parent.fsPath, { ref, postCloneAction: 'none' });
  const [made] = (await namesIn(parent)).filter((name) => !before.includes(name));
  const cloned = made === undefined ? target : Uri.joinPath(parent, made);
  if (cloned.path !== target.path) await workspace.fs.rename(cloned, target);
}

async function namesIn(folder: Uri): Promise<string[]> {
  await workspace.fs.createDirectory(folder);
  return (await workspace.fs.readDirectory(folder)).map(([name]) => name);
}

/** Opened by the command: the API opens only what is in the workspace. */
async function opened(api: GitApi, root: Uri): Promise<GitRepository | null> {
  await commands.executeCommand('git.openRepository', root.fsPath);
  return api.getRepository(root);
}

/**
 * Pushes the branch of `folder` to what `create` creates and answers the address of. Where nothing is committed yet,
 * all of it becomes the first commit, if `agree` does not throw.
 */
export async function publish(
  api: GitApi,
  folder: Uri,
  firstCommit: string,
  agree: () => Promise<void>,
  create: () => Promise<string>,
): Promise<void> {
  await byGit(async () => {
    const repository = (await opened(api, folder)) ?? (await begun(api, folder));
    if (repository === null) throw new Failure('refused', 'git did not begin a repository', { reason: 'gitFailed' });
    // What is around it is not meant to become public.
    if (repository.rootUri.fsPath !== folder.fsPath) {
      const root = repository.rootUri.fsPath;
      throw new Failure('invalid', `folder is a part of the git repository ${root}`, { field: 'folder' });
    }
    await repository.status();
    const { HEAD, remotes } = repository.state;
    if (HEAD?.commit === undefined) {
      await agree();
      await repository.commit(firstCommit, { all: true });
      await repository.status();
    }
    // Created only once there is something to push.
    const url = await create();
    const remote = remotes.some(({ name }) => name === 'origin') ? 'sourcehost' : 'origin';
    await repository.addRemote(remote, url);
    await repository.push(remote, repository.state.HEAD?.name ?? 'HEAD', true);
  });
}

async function begun(api: GitApi, folder: Uri): Promise<GitRepository | null> {
  await api.init(folder);
  return await opened(api, folder);
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
  const detail = { words, cause: error, reason: 'gitFailed' } as const;
  if (/authentication failed|could not read|403|denied/i.test(text)) return new Failure('forbidden', words, detail);
  if (/not found|does not exist|404/i.test(text)) return new Failure('missing', words, detail);
  if (/already exists/i.test(text)) return new Failure('conflict', words, detail);
  if (/unable to access|resolve host|failed to connect/i.test(text)) return new Failure('unreachable', words, detail);
  return new Failure('refused', words, detail);
}

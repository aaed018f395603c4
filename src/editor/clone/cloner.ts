import type { Uri} from 'vscode';
import { commands, FileType, workspace } from 'vscode';
import { Failure, messageOf } from '../../core/errors.ts';
import { isObject } from '../../core/text.ts';
import type { Head } from '../../domain/refs.ts';
import type { GitApi, GitRepository } from '../kit/gitApi.ts';

/** What newer editors have: a clone in exactly this folder, with progress that can be cancelled. */
const direct = '_git.cloneRepository';

/** Makes `target` a clone, with `head` checked out. `target` must not hold anything. */
export async function clone(api: GitApi, url: string, target: Uri, head: Head): Promise<void> {
  if (await holdsSomething(target)) {
    throw new Failure('conflict', 'target holds something already', { field: 'target', words: target.fsPath });
  }
  await byGit(async () => {
    const all = await commands.getCommands();
    if (!all.includes(direct)) {
      await stepByStep(api, url, target, head);
      return;
    }
    const ref = head.kind === 'commit' || head.commit === undefined ? undefined : head.name;
    await commands.executeCommand(direct, url, target.fsPath, ref);
    if (head.kind === 'commit') await commands.executeCommand('_git.checkout', target.fsPath, head.name, true);
  });
}

/** Older editors clone only into a folder that git names, and ask afterwards: their API does it without either. */
async function stepByStep(api: GitApi, url: string, target: Uri, head: Head): Promise<void> {
  await workspace.fs.createDirectory(target);
  const repository = await begun(api, target);
  if (repository === null) throw new Failure('refused', 'git did not begin a repository', { reason: 'gitFailed' });
  await repository.addRemote('origin', url);
  if (head.commit === undefined) return;
  await repository.fetch({ remote: 'origin' });
  await checkOut(repository, head);
}

async function checkOut(repository: GitRepository, head: Head): Promise<void> {
  if (head.kind !== 'branch') {
    await repository.checkout(head.name);
    return;
  }
  await repository.createBranch(head.name, true, `origin/${head.name}`);
  await repository.setBranchUpstream(head.name, `origin/${head.name}`);
}

/** Older editors open what is outside of the workspace only by their command. */
async function opened(api: GitApi, root: Uri): Promise<GitRepository | null> {
  await commands.executeCommand('git.openRepository', root.fsPath);
  return api.getRepository(root);
}

/**
 * Pushes the branch of `folder` to what `create` creates and answers the address of. Where nothing is committed yet,
 * all of it becomes the first commit.
 */
export async function publish(
  api: GitApi,
  folder: Uri,
  firstCommit: string,
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

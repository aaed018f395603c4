import { commands, FileType, Uri, workspace } from 'vscode';
import { cancelled, Failure } from '../../../core/errors.ts';
import type { GitRepositories } from '../../../domain/git/gitRepositories.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { GitApi, OpenedClone } from '../../kit/gitApi.ts';
import { failureOfGit } from '../../kit/messages/gitErrors.ts';

/** Command of newer editors: clones into exactly this folder and shows progress that the user can cancel. */
const direct = '_git.cloneRepository';
const hasDirect = async (): Promise<boolean> => (await commands.getCommands()).includes(direct);

export interface LocalGit extends Pick<GitRepositories, 'certificateProblem'> {
  readonly api: GitApi;
  /** Whether git may ask the user before it opens a folder outside of the workspace. */
  readonly mayAsk: boolean;
  /** Whether the user's setting lets git open folders outside of the workspace without a question. */
  readonly opensAll: () => boolean;
}

/** @throws Failure `conflict` if `target` is a file or a folder that is not empty */
export async function clone(git: LocalGit, url: string, target: Uri, head: ResolvedRef): Promise<void> {
  // git would parse the name as an option.
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
    const isEmpty = head.commit === undefined;
    // git would take a branch with the name of the tag.
    await commands.executeCommand(direct, url, target.fsPath, isBranch(head) && !isEmpty ? head.name : undefined);
    // A failed or cancelled command of git shows its own message to the user and resolves, so the folder is checked.
    const ended = git.mayAsk ? cancelled() : new Failure('refused', 'git did not clone', { reason: 'gitSilent' });
    if (!(await holdsSomething(target))) {
      const reason = url.startsWith('https:') ? await git.certificateProblem(url) : undefined;
      throw reason === undefined ? ended : new Failure('unreachable', 'git does not trust the host', { reason });
    }
    if (isEmpty) return;
    if (!(await isCheckedOut(target))) {
      // git still removes the files of a cancelled clone.
      await workspace.fs.delete(target, { recursive: true }).then(undefined, () => undefined);
      throw ended;
    }
    if (isBranch(head)) return;
    await commands.executeCommand('_git.checkout', target.fsPath, treeish(head), true);
    if (await isAt(target, head)) return;
    await workspace.fs.delete(target, { recursive: true });
    throw ended;
  });
}

const isBranch = ({ kind }: ResolvedRef): boolean => kind === 'branch';

const treeish = ({ kind, name }: ResolvedRef): string => (kind === 'tag' ? `refs/tags/${name}` : name);

/** Whether the clone is complete: git writes its index last. */
async function isCheckedOut(target: Uri): Promise<boolean> {
  return (await contentOf(target, 'index')) !== undefined;
}

/** Whether the clone has the commit of a tag, or a commit, checked out without a branch. */
async function isAt(target: Uri, { kind, name }: ResolvedRef): Promise<boolean> {
  const head = new TextDecoder().decode(await contentOf(target, 'HEAD')).trim();
  return kind === 'commit' ? head === name : !head.startsWith('ref:');
}

/** A file of the folder `.git`; undefined if there is none. */
async function contentOf(target: Uri, file: string): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(Uri.joinPath(target, '.git', file));
  } catch {
    return undefined;
  }
}

/** Older editors always ask after a clone, so this runs init, remote add, fetch and checkout. */
async function stepByStep(git: LocalGit, url: string, target: Uri, head: ResolvedRef): Promise<void> {
  await workspace.fs.createDirectory(target);
  try {
    const repository = await begun(git, target);
    try {
      await repository.addRemote('origin', url);
      await repository.fetch('origin');
      if (head.commit !== undefined) await repository.checkout(treeish(head));
    } finally {
      // Commands for the clones of this window would take it. Newer editors do not open it either.
      if (workspace.getWorkspaceFolder(target) === undefined) await commands.executeCommand('git.close', repository);
    }
  } catch (error) {
    await workspace.fs.delete(target, { recursive: true });
    throw error;
  }
}

/**
 * The repository at `root` in the git extension; null: none. Older editors ask before one outside of the workspace.
 * @throws Failure `cancelled` if the user declines, `refused` if the user may not be asked
 */
async function opened({ api, mayAsk }: LocalGit, root: Uri): Promise<OpenedClone | null> {
  // The API opens only folders of the workspace; the command opens other folders too.
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
 * `create` resolves with the address to push to. `agree` is called before the first commit of all files;
 * if it throws, nothing is changed.
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
    // The files outside of `folder` must not be published.
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
    // The remote repository is created only after there is a commit to push.
    const url = await create();
    const remote = freeName(repository.state.remotes.map(({ name }) => name));
    await repository.addRemote(remote, url);
    await repository.push(remote, repository.state.HEAD?.name ?? 'HEAD', true);
  });
}

/** Commits all files of a folder that has no commit yet. `there` is the repository of the folder, or null. */
async function committed(
  git: LocalGit,
  folder: Uri,
  there: OpenedClone | null,
  agree: () => Promise<void>,
  message: string,
): Promise<OpenedClone> {
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

function freeName(taken: readonly string[]): string {
  for (const name of ['origin', 'sourcehost']) if (!taken.includes(name)) return name;
  let next = 2;
  while (taken.includes(`sourcehost-${next}`)) next += 1;
  return `sourcehost-${next}`;
}

async function begun(git: LocalGit, folder: Uri): Promise<OpenedClone> {
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

export async function holdsSomething(target: Uri): Promise<boolean> {
  try {
    const { type } = await workspace.fs.stat(target);
    return type !== FileType.Directory || (await workspace.fs.readDirectory(target)).length > 0;
  } catch {
    return false;
  }
}

export async function byGit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOfGit(error);
  }
}

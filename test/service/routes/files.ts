import type { files as table } from '../../../src/api/endpoints/repositories.ts';
import { missing, ok, Refusal, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { commitChange } from '../contents.ts';
import { base64, contentEntry, createdCommit, removalCommit, treeEntry, updatedContent } from '../forms/git.ts';
import { apiAddress } from '../forms/repository.ts';
import type { TreeEntry } from '../git/objects.ts';
import type { GitRepository } from '../git/repository.ts';
import type { Repository } from '../state.ts';
import { made, changed, type Handlers } from './handler.ts';

const isFolder = ({ mode }: TreeEntry): boolean => mode === '040000';

export const files: Handlers<typeof table> = {
  tree: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const tree = await treeNamed(git, call.text('sha'));
    if (tree === undefined) {
      if ((await git.refs()).branches.size > 0 || call.habits.emptyTree === '404') throw missing('404 Tree Not Found');
      if (call.habits.emptyTree === '400') throw new Refusal(400, 'Git Repository is empty.');
      return ok({ tree: [] });
    }
    const recursive = call.number('recursive') === 1;
    const all = recursive
      ? (await git.walk(tree)).filter((entry) => call.habits.recursiveFolders || !isFolder(entry))
      : ((await git.tree(tree)) ?? []).map((entry) => ({ ...entry, path: entry.name }));
    const ordered =
      call.habits.treeOrder === 'git'
        ? all
        : await git.computed(`order ${recursive} ${call.habits.recursiveFolders} ${tree}`, () =>
            Promise.resolve([...all.filter(isFolder), ...all.filter((entry) => !isFolder(entry))]),
          );
    return ok({ tree: call.page(ordered).map((entry) => treeEntry(entry, entry.path)) });
  },

  content: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const ref = call.optionalText('ref') ?? repository.defaultBranch;
    const sha = await git.resolve(ref, ['branch', 'tag', 'commit']);
    const commit = sha === undefined ? undefined : await git.commit(sha);
    if (commit === undefined) throw missing('404 Commit Not Found');
    const path = call.text('path');
    const entry = await git.entry(commit.tree, path);
    if (entry === undefined) return missingContent(call);
    if (isFolder(entry)) return await folder(call, repository, git, ref, path, entry);
    const bytes = entry.mode === '160000' ? Buffer.alloc(0) : (await git.object(entry.sha))?.data;
    if (bytes === undefined) throw missing();
    const form = contentEntry(call.host, repository, ref, path, entry, bytes.length);
    if (bytes.length > call.habits.contentLimit) return ok(form);
    return ok({ ...form, encoding: 'base64', content: base64(bytes, call.habits) });
  },

  paths: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const name = call.optionalText('ref_name') ?? repository.defaultBranch;
    const sha = await git.resolve(name, ['branch', 'commit']);
    const commit = sha === undefined ? undefined : await git.commit(sha);
    if (commit === undefined) {
      if ((await git.refs()).branches.size === 0) return ok([]);
      throw missing('404 Commit Not Found');
    }
    const all = await git.walk(commit.tree);
    const paths = all.filter((entry) => !isFolder(entry)).map(({ path }) => path);
    const wanted = (call.optionalText('file_name') ?? '').toLowerCase();
    return ok(paths.filter((path) => path.toLowerCase().includes(wanted)));
  },

  create: async (call) => {
    const { commit } = await commitChange(call, async (old, store) => {
      if (old !== undefined)
        throw new Refusal(call.habits.existingFile, `The path cannot be created: ${call.text('path')} already exist.`);
      return { mode: '100644', sha: await store(call.text('content')) };
    });
    return made(call, { commit: createdCommit(commit) });
  },

  update: async (call) => {
    const { repository, branch, path, entry, commit } = await commitChange(call, async (old, store) => {
      const file = unchanged(call, old);
      return { mode: file.mode, sha: await store(call.text('content')) };
    });
    const content = entry === undefined ? {} : updatedContent(call.host, repository, branch, path, entry);
    if (call.habits.updateAnswer === 'described') return changed(call, { content });
    return changed(call, { content: { ...content, sha: entry?.sha }, commit: createdCommit(commit) });
  },

  remove: async (call) => {
    const { commit } = await commitChange(call, (old) => {
      unchanged(call, old);
      return Promise.resolve(undefined);
    });
    return changed(call, { commit: removalCommit(commit) });
  },

  blob: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const sha = call.text('sha');
    const object = await git.object(sha);
    if (object?.type !== 'blob') throw missing('404 Blob Not Found');
    const url = `${apiAddress(call.host, repository)}/git/blobs/${sha}`;
    return ok({ sha, size: object.size, url, content: base64(object.data, call.habits), encoding: 'base64' });
  },
};

/** The tree of a branch, a commit or a tree sha. */
async function treeNamed(git: GitRepository, name: string): Promise<string | undefined> {
  if ((await git.object(name))?.type === 'tree') return name;
  const commit = await git.resolve(name, ['branch', 'commit']);
  return commit === undefined ? undefined : (await git.commit(commit))?.tree;
}

function missingContent(call: Call): Answer {
  switch (call.habits.missingContents) {
    case '404':
      throw missing('404 File Not Found');
    case '400 with 404':
      throw new Refusal(400, '404 File Not Found', { code: 404, codeName: 'UN_KNOW' });
    case 'empty array':
      return ok([]);
  }
}

async function folder(
  call: Call,
  repository: Repository,
  git: GitRepository,
  ref: string,
  path: string,
  { sha }: TreeEntry,
): Promise<Answer> {
  const habit = call.habits.folderContents;
  if (habit === '400') throw new Refusal(400, `${path} is a directory`);
  if (habit === '404') throw missing('404 File Not Found');
  const entries = (await git.tree(sha)) ?? [];
  const objects = await git.headers(entries.map((entry) => entry.sha));
  return ok(
    entries.map((entry, at) => {
      const size = isFolder(entry) ? 0 : (objects[at]?.size ?? 0);
      return contentEntry(call.host, repository, ref, `${path}/${entry.name}`, entry, size);
    }),
  );
}

/** The file to change; refuses if its sha differs from the one in the request. */
function unchanged(call: Call, old: TreeEntry | undefined): TreeEntry {
  if (old === undefined || isFolder(old)) throw missing('404 File Not Found');
  if (old.sha === call.text('sha')) return old;
  const status = call.habits.staleSha;
  throw new Refusal(status, `${call.text('path')} does not match ${call.text('sha')}`, { code: status });
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobSha } from '../../../src/domain/objects/gitSha.ts';
import { editingWindow, progress, written } from '../../contract/kit/editing.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { chosen } from '../../kit/historyOracle.ts';
import { git } from '../../service/git/command.ts';
import { gitIn } from '../git/bench.ts';
import type { RealRun } from './realRun.ts';

const author = { name: 'Alice Winter', email: 'alice@example.org' };
const message = 'Change ten files';
const largest = 1024 * 1024;

/** Commits a change of ten files with one push, and reads with git what became of it. */
export async function compareCommit(run: RealRun): Promise<void> {
  const { bench, repository, random, served } = run;
  const { branch, tip, directory } = repository;
  const { service, token } = bench;
  const plain = run.files.filter(({ mode, size }) => mode.startsWith('100') && size < largest);
  const files = chosen(plain, 10, random).sort((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length === 0) return;
  const text = (path: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`Changed: ${path}\n`);
  await using window = bench.open();
  const editing = editingWindow(
    { url: service.url, token: () => token },
    { pushing: { git: window.git, method: () => 'git' } },
  );
  const edited = await editing.at(served, branch);
  for (const { path } of files) await edited.workingTree.write(path, text(path), written);
  await run.compare('commit of ten files', [files], {
    ours: async () => {
      await commitNow(edited.committer, { message, author }, progress);
      await git(directory, ['fetch', '--quiet', bench.address(served), branch]);
      const count = await git(directory, ['rev-list', '--count', `${tip}..FETCH_HEAD`]);
      const changes = await git(directory, ['diff-tree', '-r', '-z', '--no-renames', tip, 'FETCH_HEAD', '--']);
      const fields = changes.toString().split('\0').filter(Boolean);
      const rows = fields.flatMap((path, at) => (at % 2 === 1 ? [`${fields[at - 1]?.slice(0, -1)}${path}`] : []));
      return [`${count.toString().trim()} commit`, ...rows.sort(byPath)];
    },
    git: async () => {
      const rows = await Promise.all(
        files.map(async ({ path, mode, sha }) => `:${mode} ${mode} ${sha} ${await blobSha(text(path))} ${path}`),
      );
      return ['1 commit', ...rows.sort(byPath)];
    },
    gitDoes: () =>
      run.inClone(['--depth', '1'], async (folder) => {
        for (const { path } of files) await writeFile(join(folder, path), `By git: ${path}\n`);
        const person = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
        await gitIn(folder, ...person, 'commit', '--quiet', '--all', '--message', message);
        await gitIn(folder, 'push', '--quiet', 'origin', 'HEAD:refs/heads/ten-files-by-git');
      }),
  });
  editing.checkouts.dispose();
}

const byPath = (one: string, other: string): number => (one.slice(97) < other.slice(97) ? -1 : 1);

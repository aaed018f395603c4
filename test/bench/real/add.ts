import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { editingWindow, progress, written } from '../../contract/kit/editing.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { chosen } from '../../kit/historyOracle.ts';
import { git } from '../../service/git/command.ts';
import { gitIn } from '../git/bench.ts';
import type { RealRun } from './realRun.ts';

const message = 'Change and add files';
const author = { name: 'Alice Winter', email: 'alice@example.org' };
const largest = 100_000;
const work = 'ten changed, five new, two ignored files: equal to git add -A';
/** With both endings: the attributes of the repository decide which are stored. */
const typed = 'typed\r\nby hand\n';

/** Commits changed and new files with git and by the API: the tree is that of `git add -A` in a clone. */
export async function compareAdd(run: RealRun): Promise<void> {
  const { random } = run;
  const plain = run.files.filter(({ mode, size }) => mode.startsWith('100') && size < largest);
  const changed = chosen(plain, 10, random).map(({ path }) => path);
  const news = chosen(plain, 5, random).map(({ path }) => path.replace(/(?=\.[^./]+$|$)/, '-new'));
  let ignored: string[] = [];
  await run.inClone(['--depth', '1'], async (folder) => {
    const candidates = (await namesInRules(run)).join('\0');
    const found = await git(folder, ['check-ignore', '-z', '--stdin'], candidates).catch(() => '');
    ignored = chosen(found.toString().split('\0').filter(Boolean), 2, random);
    await gitIn(folder, 'push', '--quiet', 'origin', 'HEAD:refs/heads/add-git', 'HEAD:refs/heads/add-rest');
  });
  for (const method of ['git', 'rest'] as const) await compareWay(run, method, { changed, news, ignored });
}

interface Changes {
  readonly changed: readonly string[];
  readonly news: readonly string[];
  readonly ignored: readonly string[];
}

async function compareWay(run: RealRun, method: 'git' | 'rest', { changed, news, ignored }: Changes): Promise<void> {
  const { bench, served } = run;
  const { service, token } = bench;
  const { directory, tip } = run.repository;
  await using window = bench.open();
  const editing = editingWindow(
    { url: service.url, token: () => token },
    { git: window.git, pushing: { git: window.git, method: () => method } },
  );
  const edited = await editing.at(served, `add-${method}`);
  const added = new TextEncoder().encode(typed);
  for (const path of changed) {
    const before = await git(directory, ['cat-file', 'blob', `${tip}:${path}`]);
    await edited.workingTree.write(path, new Uint8Array(Buffer.concat([before, added])), written);
  }
  for (const path of [...news, ...ignored]) {
    for (const folder of foldersOf(path)) await edited.workingTree.createFolder(folder).catch(() => undefined);
    await edited.workingTree.write(path, added, written);
  }
  let left: string[] = [];
  await run.compare(`${work}, ${method === 'git' ? 'with git' : 'by the API'}`, [method], {
    ours: async () => {
      await commitNow(edited.committer, { message, author }, progress);
      const drafts = edited.drafts.changes('working').flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
      return drafts.sort();
    },
    gitDoes: () =>
      run.inClone(['--depth', '1'], async (folder) => {
        for (const path of changed) await appendFile(join(folder, path), added);
        for (const path of [...news, ...ignored]) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), added);
        }
        await gitIn(folder, 'add', '-A');
        const person = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
        await gitIn(folder, ...person, 'commit', '--quiet', '--message', message);
        await gitIn(folder, 'push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/add-by-git');
        const listed = await git(folder, ['ls-files', '-z', '--others']);
        left = listed.toString().split('\0').filter(Boolean).sort();
      }),
    git: () => Promise.resolve(left),
    prepare: async (ours, git) => [
      [...ours, ...(await changesOf(run, `add-${method}`))],
      [...git, ...(await changesOf(run, 'add-by-git'))],
    ],
  });
  editing.checkouts.dispose();
}

/** The changes of a branch of the service, as `git diff-tree` prints them. */
async function changesOf({ bench, repository, served }: RealRun, branch: string): Promise<string[]> {
  await git(repository.directory, ['fetch', '--quiet', bench.address(served), branch]);
  const trees = [repository.tip, 'FETCH_HEAD'];
  const changes = await git(repository.directory, ['diff-tree', '-r', '-z', '--no-renames', ...trees, '--']);
  return changes.toString().split('\0').filter(Boolean);
}

/** Paths that the patterns of `.gitignore` may ignore, without those that the repository uses: `x` for each wildcard. */
async function namesInRules({ files, repository }: RealRun): Promise<string[]> {
  const used = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const tracked = new Set(files.map(({ path }) => path));
  const found: string[] = [];
  for (const { path, sha } of files.filter(({ path }) => basename(path) === '.gitignore')) {
    const text = (await git(repository.directory, ['cat-file', 'blob', sha])).toString();
    const patterns = text.split('\n').filter((line) => /^[^#!\s]/.test(line));
    const names = patterns.map((line) =>
      line
        .trim()
        .replaceAll(/\*\*\/|^\//g, '')
        .replaceAll(/[*?]/g, 'x'),
    );
    found.push(...names.map((name) => join(dirname(path), name.replace(/\/$/, '/x'))));
  }
  return found.filter((path) => !used.has(path) && !foldersOf(path).some((folder) => tracked.has(folder)));
}

/** The folders above a path, the outermost first. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commitNow } from '../../../../kit/commitNow.ts';
import { accessOf, testGit } from '../../../../kit/localGit.ts';
import { temporaryFolder } from '../../../../kit/temporaryFolder.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, written } from '../../../kit/editing.ts';

const repository = 'alice/website';
const request = { message: 'Change {path}', author: { name: 'Alice Winter', email: 'alice@example.com' } };
type Files = Readonly<Record<string, string | undefined>>;

const before = {
  '.gitattributes': '*.txt text\n*.auto text=auto\n*.bin binary\n*.cmd eol=crlf\n*.id ident\n[attr]raw -text\n',
  'sub/.gitattributes': '*.txt raw\n',
  'crlf.auto': 'stored\r\nwith CRLF\r\n',
  'plain.unknown': 'a\nb\n',
  'moved.bin': 'kept\r\n',
  '.gitignore': '*.log\n!keep.log\nbuild/\n/only.tmp\n',
  'sub/.gitignore': '!*.log\n',
  'tracked.log': 'a\n',
};
const after: Files = {
  'new.txt': 'a\r\nb\n',
  'sub/new.txt': 'a\r\nb\n',
  'deep/er/new.txt': 'a\r\nb\r\n',
  'new.auto': 'a\r\n',
  'binary.auto': 'a\r\n\0',
  'crlf.auto': 'changed\r\nwith CRLF\r\n',
  'a.bin': 'a\r\n',
  'run.cmd': 'echo\r\n',
  'a.id': '$Id: old $\n',
  'plain.unknown': 'a\r\nb\r\n',
  'moved.bin': undefined,
  'moved.txt': 'kept\r\n',
  'tracked.log': 'changed\n',
  'new.log': 'ignored',
  'keep.log': 'kept\n',
  'sub/new.log': 'kept\n',
  'build/deep/a.txt': 'ignored',
  'sub/build/.gitignore': '!*',
  'only.tmp': 'ignored',
  'sub/only.tmp': 'kept\n',
};
const ignored = ['build/deep/a.txt', 'new.log', 'only.tmp', 'sub/build/.gitignore'];

describe('A commit in a repository with .gitattributes and .gitignore', () => {
  const service = freshService();

  for (const method of ['git', 'rest'] as const)
    it(`has the tree that git add and git commit make in a clone: ${method}`, async () => {
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessOf(service, 'alice'));
      await service.act({ do: 'push', repository, branch: 'main', files: before });
      const clone = join(folder.path, 'clone');
      const served = await service.repository(repository);
      execFileSync('git', ['clone', '-q', served.directory, clone]);
      const window = editingWindow(service, { pushing: { git, method: () => method } });
      const { workingTree, committer, drafts } = await window.at();
      for (const [path, text] of Object.entries(after)) {
        if (text === undefined) continue;
        const folders = dirname(path).split('/');
        for (const [at] of folders.entries())
          await workingTree.createFolder(folders.slice(0, at + 1).join('/')).catch(() => undefined);
        if (path === 'moved.txt') await workingTree.rename('moved.bin', path, false);
        else await workingTree.write(path, new TextEncoder().encode(text), written);
      }
      const files = (): string[] =>
        drafts.changes('working').flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
      await commitNow(committer, request, progress);
      assert.deepEqual(files(), ignored);
      assert.equal(await served.git(['rev-parse', 'main^{tree}']), await treeOfClone(clone, after));
      assert.deepEqual(await commitNow(committer, request, progress), []);
      await commitNow(committer, { ...request, paths: ['build', 'new.log'] }, progress);
      assert.deepEqual(
        files(),
        ignored.filter((path) => path !== 'new.log'),
      );
      await commitNow(committer, { ...request, includeIgnored: true }, progress);
      assert.ok(drafts.isEmpty);
      window.checkouts.dispose();
    });
});

/** The tree after `files` were written into the clone (undefined: removed), and all was added. */
async function treeOfClone(clone: string, files: Files): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) await rm(join(clone, path));
    else {
      await mkdir(dirname(join(clone, path)), { recursive: true });
      await writeFile(join(clone, path), text);
    }
  }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  git('add', '-A');
  return git('write-tree');
}

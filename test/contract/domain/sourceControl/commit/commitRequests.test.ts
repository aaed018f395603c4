import assert from 'node:assert/strict';
import type { Storage } from '../../../../../src/core/storage.ts';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { budget, within } from '../../../../budgets.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { gitOfAlice, named } from '../../../../kit/localGit.ts';
import { memoryStorage } from '../../../../kit/memoryStorage.ts';
import { asked } from '../../../../kit/remoteFiles.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, request, written } from '../../../kit/editing.ts';
import { changesWithin } from '../../../../kit/requests.ts';

const repository = 'alice/website';
const opened = ['', 'src', 'docs'];

interface CommitOptions {
  /** Runs before a committed draft is removed. */
  readonly afterwards?: () => Promise<unknown>;
  /** The folders that were listed before. */
  readonly folders?: readonly string[];
}

describe('requests of a commit', () => {
  const service = freshService();

  /** Writes `texts` (null removes a file) and commits; the requests until the folders and files are shown again. */
  async function committing(
    texts: Record<string, string | null>,
    { afterwards = () => Promise.resolve(), folders = opened }: CommitOptions = {},
  ): Promise<{ readonly edited: Checkout; readonly requests: string[] }> {
    const { checkouts, at } = editingWindow(service, { storage: afterRemoving(afterwards) });
    const edited = await at();
    const look = async (): Promise<void> => {
      for (const folder of folders) await edited.workingTree.list(folder);
    };
    await look();
    for (const [path, text] of Object.entries(texts)) {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      // The editor lists a folder before a file in it is removed.
      if (text === null) await edited.workingTree.list(folder);
      else await edited.workingTree.stat(folder).catch(() => edited.workingTree.createFolder(folder));
      await (text === null
        ? edited.workingTree.remove(path, false)
        : edited.workingTree.write(path, bytes(text), written));
    }
    const requests = await asked(service, async () => {
      await commitNow(edited.committer, request, progress);
      await look();
      for (const [path, text] of Object.entries(texts)) if (text !== null) await read(edited, path);
    });
    const git = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
    for (const folder of folders) {
      const names = (await git('ls-tree', '-z', '--name-only', `main:${folder}`))
        .split('\0')
        .filter((name) => name !== '');
      assert.deepEqual([...(await edited.workingTree.list(folder)).keys()].sort(), names.sort(), folder);
      const kept = await (await edited.remote.snapshot()).find(folder);
      assert.equal(kept?.sha, await git('rev-parse', `main:${folder}`), `the tree of "${folder}"`);
    }
    assert.ok(edited.drafts.isEmpty);
    checkouts.dispose();
    return { edited, requests };
  }

  it('are three and the file of rules for one file that is changed, new, in a new folder or removed', async () => {
    for (const [texts, operation] of [
      [{ 'README.md': '# Mine\n' }, 'update'],
      [{ 'src/main.ts': 'mine\n' }, 'update'],
      [{ 'new.txt': 'new\n' }, 'create'],
      [{ 'plans/new.md': 'new\n' }, 'create'],
      [{ 'docs/guide.md': null }, 'remove'],
    ] as const)
      changesWithin(4, (await committing(texts)).requests, `files.${operation}`);
    const last = await committing({ 'plans/new.md': null }, { folders: [''] });
    changesWithin(4, last.requests, 'files.remove');
  });

  it('read each parent folder that was never listed once, because it may hold rules', async () => {
    const path = 'src/deep/er/and/deeper/still.txt';
    await service.act({
      do: 'push',
      repository,
      branch: 'main',
      files: { [path]: '1\n', 'src/deep/beside.txt': '1\n' },
    });
    const { checkouts, at } = editingWindow(service);
    const edited = await at();
    assert.equal(await read(edited, path), '1\n');
    await edited.workingTree.write(path, bytes('2\n'), written);
    const requests = await asked(service, async () => {
      await commitNow(edited.committer, request, progress);
      assert.equal(await read(edited, path), '2\n');
    });
    changesWithin(8, requests, 'files.update');
    await edited.workingTree.write(path, bytes('3\n'), written);
    const again = await asked(service, async () => await commitNow(edited.committer, request, progress));
    changesWithin(3, again, 'files.update');
    checkouts.dispose();
  });

  it('are at most three more than the files and the file of rules, for any number of folders', async () => {
    const texts = { 'a.txt': 'a\n', 'src/a.ts': 'a\n', 'docs/a.md': 'a\n', 'README.md': 'a\n', 'src/main.ts': 'a\n' };
    const { requests } = await committing(texts);
    within(budget.requests.commit(5, 1), requests);
  });

  const rules = {
    '.gitignore': '*.log\n',
    '.gitattributes': '* text=auto\n',
    'src/.gitignore': '*.tmp\n',
    'src/deep/.gitattributes': '*.txt eol=crlf\n',
    'src/deep/a.txt': 'a\n',
    'docs/.gitignore': '*.html\n',
  };
  const changing = async (edited: Checkout, text: string): Promise<void> => {
    for (const path of ['src/deep/a.txt', 'src/deep/new.txt', 'src/new.log'])
      await edited.workingTree.write(path, bytes(`${text}\r\n`), written);
  };

  for (const method of ['git', 'rest'] as const)
    it(`read neither folders nor rules when git has the objects of the branch: ${method}`, async () => {
      await service.act({ do: 'push', repository, branch: 'main', files: rules });
      await using git = await gitOfAlice(service);
      const tip = await (await service.repository(repository)).git(['rev-parse', 'main']);
      await git.of(named(repository)).fetch(tip);
      const { checkouts, at } = editingWindow(service, { git, pushing: { git, method: () => method } });
      const edited = await at();
      await changing(edited, 'mine');
      const author = { name: 'Alice Winter', email: 'alice@example.com' };
      const requests = await asked(
        service,
        async () => await commitNow(edited.committer, { ...request, author }, progress),
      );
      assert.deepEqual(
        requests.filter((operation) => !/^(?:git|branches\.get|files\.(?:create|update))$/.test(operation)),
        [],
      );
      assert.deepEqual(
        [...edited.drafts.changes('working')].map(({ path }) => path),
        ['src/new.log'],
      );
      checkouts.dispose();
    });

  it('read the rules of the folders of its files only, once for each commit of the branch', async () => {
    await service.act({ do: 'push', repository, branch: 'main', files: rules });
    const { checkouts, at } = editingWindow(service);
    const edited = await at();
    const served = await service.repository(repository);
    const files = Object.keys(rules).filter((path) => path.includes('.git'));
    const shas = await Promise.all(files.map(async (path) => await served.git(['rev-parse', `main:${path}`])));
    /** The files of rules that a commit requests. */
    const committed = async (text: string): Promise<string[]> => {
      await changing(edited, text);
      const before = service.requests.length;
      await commitNow(edited.committer, request, progress);
      const paths = service.requests.slice(before).map(({ path }) => path);
      return paths.flatMap((path) => files.filter((_, at) => path.includes(shas[at] ?? '?')));
    };
    const inFolders = ['.gitattributes', '.gitignore', 'src/.gitignore', 'src/deep/.gitattributes'];
    assert.deepEqual((await committed('one')).sort(), inFolders);
    assert.deepEqual(await committed('two'), []);
    checkouts.dispose();
  });

  it('load the files of a concurrent commit too', async () => {
    let pushed = false;
    const afterwards = async (): Promise<void> => {
      if (pushed) return;
      pushed = true;
      await service.act({ do: 'push', repository, branch: 'main', files: { 'src/theirs.ts': 'theirs\n' } });
    };
    const { edited } = await committing({ 'README.md': '# Mine\n' }, { afterwards });
    assert.equal(await read(edited, 'src/theirs.ts'), 'theirs\n');
    assert.equal(await read(edited, 'README.md'), '# Mine\n');
  });
});

/** Storage that runs `work` before it removes a committed draft. */
function afterRemoving(work: () => Promise<unknown>): Storage {
  const storage = memoryStorage();
  const remove = async (name: string): Promise<void> => {
    await work();
    await storage.remove(name);
  };
  return { ...storage, remove };
}

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { compare, statusOfDifference } from '../../../../src/domain/repositories/compare.ts';
import { budget, within } from '../../../budgets.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { asked, hostId, session, type Session } from '../../../kit/remoteFiles.ts';

describe('compare', () => {
  const service = suiteService({ histories: [{ name: 'big', files: 2300, commits: 30 }] });

  /** What git says: `M path`, sorted. */
  async function expected(repository: string, base: string, head: string): Promise<string[]> {
    const { git } = await service.repository(repository);
    const raw = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-status', base, head]);
    const parts = raw.split('\0').filter((part) => part !== '');
    return parts.flatMap((status, at) => (at % 2 === 0 ? [`${status[0] ?? ''} ${parts[at + 1] ?? ''}`] : [])).sort();
  }

  async function found(
    repository: string,
    base: string,
    head: string,
    one: Session = session(service),
    fetchBoth: (commits: readonly (string | undefined)[]) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<string[]> {
    const [was, is] = await Promise.all([one.open(repository, base).snapshot(), one.open(repository, head).snapshot()]);
    const differences = await compare(was, is, { fetchBoth: () => fetchBoth([was.root, is.root]) });
    const letters = { added: 'A', modified: 'M', removed: 'D', typeChanged: 'T' };
    return differences.map((one) => `${letters[statusOfDifference(one)]} ${one.path}`).sort();
  }

  it('returns the same differences as git, and requests only folders that differ', async () => {
    const { git } = await service.repository('alice/big');
    const [base, head] = await Promise.all([git(['rev-parse', 'main~5']), git(['rev-parse', 'main'])]);
    const changed = await expected('alice/big', base, head);
    assert.ok(changed.length > 5);
    let differences: string[] = [];
    const requests = await asked(service, async () => {
      differences = await found('alice/big', base, head);
    });
    assert.deepEqual(differences, changed);
    const folders = new Set(['']);
    for (const line of changed) {
      const parts = line.slice(2).split('/').slice(0, -1);
      for (let length = 1; length <= parts.length; length += 1) folders.add(parts.slice(0, length).join('/'));
    }
    within(budget.requests.compareWithoutGit(folders.size), requests);
  });

  it('returns added, removed, swapped and linked entries', async () => {
    const { git } = await service.repository('alice/samples');
    const base = await git(['rev-parse', 'main']);
    const push = (files: Record<string, string | null>): Promise<unknown> =>
      service.act({ do: 'push', repository: 'alice/samples', branch: 'main', files });
    await push({ 'deep/a': 'no folder any more', 'new/x/y.txt': 'new', 'empty.txt': null, 'link-up': 'no link' });
    assert.deepEqual(await found('alice/samples', base, 'main'), await expected('alice/samples', base, 'main'));
  });

  it('returns files of which only the mode differs, and submodules', async () => {
    const { directory } = await service.repository('alice/samples');
    const commit = (branch: string, mode: string, submodule: string): string =>
      [
        `commit refs/heads/${branch}`,
        'committer A <a@example.org> 1767600000 +0000',
        'data 2\nx\n',
        `M ${mode} inline bin/run.sh\ndata 5\necho\n`,
        'M 100644 inline bin/same.sh\ndata 5\necho\n',
        `M ${mode} inline run.sh\ndata 5\necho\n`,
        `M 160000 ${submodule.repeat(40)} lib\n`,
      ].join('\n');
    const input = commit('modes', '100644', '1') + commit('other-modes', '100755', '2');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input });
    const changed = ['M bin/run.sh', 'M lib', 'M run.sh'];
    assert.deepEqual(await expected('alice/samples', 'modes', 'other-modes'), changed);
    assert.deepEqual(await found('alice/samples', 'modes', 'other-modes'), changed);
  });

  it('is complete for a folder with many pages, with at most three requests', async () => {
    const { directory } = await service.repository('alice/website');
    const commit = (branch: string, changed: string): string => {
      const file = (at: number): string =>
        `M 100644 inline wide/file-${at}.txt\ndata ${changed.length + 1}\n${at === 1200 ? changed : 'x'.repeat(changed.length)}\n\n`;
      const head = `commit refs/heads/${branch}\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\n`;
      return `${head}${Array.from({ length: 1234 }, (_, at) => file(at)).join('')}`;
    };
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: directory,
      input: commit('wide', 'old') + commit('wider', 'new'),
    });
    for (const folderContents of ['array', '404'] as const) {
      service.set({ operation: 'files.content', habits: { folderContents } });
      let differences: string[] = [];
      const requests = await asked(service, async () => {
        differences = await found('alice/website', 'wide', 'wider');
      });
      assert.deepEqual(differences, ['M wide/file-1200.txt']);
      if (folderContents === 'array') assert.ok(requests.length <= 10, requests.join(' '));
    }
  });

  it('is complete if the service sends shorter pages than requested', async () => {
    const { directory } = await service.repository('alice/website');
    const commit = (branch: string, changed: string): string => {
      const files = ['', 'wide/'].flatMap((folder) =>
        Array.from({ length: 230 }, (_, at) => {
          const text = at % 99 === 31 ? changed : 'same';
          return `M 100644 inline ${folder}file-${at}.txt\ndata ${text.length}\n${text}\n`;
        }),
      );
      return `commit refs/heads/${branch}\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\n${files.join('')}\n`;
    };
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: directory,
      input: commit('short', 'old') + commit('shorter', 'new'),
    });
    service.set({ habits: { shortPages: true } });
    const changed = await expected('alice/website', 'short', 'shorter');
    assert.equal(changed.length, 6);
    assert.deepEqual(await found('alice/website', 'short', 'shorter'), changed);
    service.set({ habits: { shortPages: false } });
  });

  it('takes few requests with git, whatever differs', async () => {
    const { git, directory } = await service.repository('alice/big');
    const [base, head] = await Promise.all([git(['rev-parse', 'main~25']), git(['rev-parse', 'main'])]);
    const changed = await expected('alice/big', base, head);
    const fake = new FakeGit(() => directory);
    const fetchBoth = async (commits: readonly (string | undefined)[]): Promise<boolean> => {
      const repository = fake.of({ host: hostId, owner: 'alice', repo: 'big' });
      for (const commit of commits) await repository.fetch(commit ?? '');
      return true;
    };
    let differences: string[] = [];
    const requests = await asked(service, async () => {
      differences = await found('alice/big', base, head, session(service, { git: fake }), fetchBoth);
    });
    assert.deepEqual(differences, changed);
    within(budget.requests.compare, requests);
    assert.deepEqual(fake.fetches.toSorted(), [base, head].toSorted());
  });

  describe('without git, of many small folders', () => {
    let base = '';
    before(async () => {
      const push = (files: Record<string, string>): Promise<unknown> =>
        service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
      const folders = Array.from({ length: 30 }, (_, folder) => `many/f${folder}/deep`);
      await push(
        Object.fromEntries(folders.flatMap((folder) => ['0', '1', '2'].map((name) => [`${folder}/${name}`, name]))),
      );
      base = await (await service.repository('alice/website')).git(['rev-parse', 'main']);
      await push(Object.fromEntries(folders.map((folder) => [`${folder}/1`, 'changed'])));
    });

    it('lists both commits as a whole', async () => {
      let differences: string[] = [];
      const requests = await asked(service, async () => {
        differences = await found('alice/website', base, 'main');
      });
      assert.deepEqual(differences, await expected('alice/website', base, 'main'));
      // 2 refs, 2 roots, the folder `many` of both, the list of paths, and at most 300 entries of both.
      within(13, requests);
    });

    it('is right where the service has no list of all paths', async () => {
      service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 404 } });
      assert.deepEqual(await found('alice/website', base, 'main'), await expected('alice/website', base, 'main'));
      service.heal();
    });

    it('finds all files added since an empty repository', async () => {
      const one = session(service);
      const [empty, full] = await Promise.all(
        ['alice/empty', 'alice/website'].map((repository) => one.open(repository).snapshot()),
      );
      const added = await compare(empty ?? assert.fail(), full ?? assert.fail());
      const { git } = await service.repository('alice/website');
      const files = await git(['-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'main']);
      assert.deepEqual(
        added.map(({ path }) => path),
        files.split('\n'),
      );
      assert.ok(added.every((one) => statusOfDifference(one) === 'added'));
    });

    for (const [what, habits] of Object.entries({
      'lists no folders': { recursiveFolders: false },
      'lists in the order of git': { treeOrder: 'git' },
    } as const)) {
      it(`is right where the service ${what}`, async () => {
        service.set({ operation: 'files.tree', habits });
        const differences = await found('alice/website', base, 'main');
        assert.deepEqual(differences, await expected('alice/website', base, 'main'));
      });
    }
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readPointer } from '../../../src/domain/lfs/pointer.ts';
import { findSubmodule } from '../../../src/domain/repositories/submodule.ts';
import { bytes } from '../../kit/bytes.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { fieldsOf, gitBlame, gitLog, gitShow, namesOf, blamedLines } from '../../kit/historyOracle.ts';
import { accessOf, named, testGit, type TestGit } from '../../kit/localGit.ts';
import {
  controlNames,
  createOddRepository,
  latinName,
  submoduleCommit,
  wideFiles,
  type OddRepository,
} from '../../kit/oddRepository.ts';
import { rejection } from '../../kit/rejection.ts';
import { session, type Session } from '../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { git as runGit } from '../../service/git/command.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { editingWindow, progress, written } from '../kit/editing.ts';

const repository = 'alice/odd';

describe('A repository with everything that git can hold', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let odd: OddRepository;
  let git: TestGit;
  let window: Session;

  before(async function () {
    this.timeout(60_000);
    folder = await temporaryFolder();
    odd = await createOddRepository(join(folder.path, 'odd'));
    service = await startService({ repositories: [odd.directory] });
    git = testGit(folder.path, accessOf(service, 'alice'));
    window = session(service, { git });
    await git.of(named(repository)).fetch(odd.tip);
  });
  after(async () => {
    await git.stop();
    await service.close();
    await folder[Symbol.asyncDispose]();
  });

  it('is shown with the names, kinds and shas of git, with U+FFFD for control characters and bytes that are no text', async () => {
    const remote = window.open(repository, 'main');
    const found: string[] = [];
    const walk = async (path: string): Promise<void> => {
      for (const [name, { kind, sha }] of await remote.list(path)) {
        const inside = path === '' ? name : `${path}/${name}`;
        if (kind === 'folder') await walk(inside);
        else found.push(`${kind} ${sha} ${inside}`);
      }
    };
    await walk('');
    const kinds: Readonly<Record<string, string>> = { '120000': 'symlink', '160000': 'submodule' };
    const lines = (await runGit(odd.directory, ['ls-tree', '-r', '-z', odd.tip])).toString().split('\0');
    const shown = new Map<string, string>(Object.entries(controlNames));
    const expected = lines.filter(Boolean).map((line) => {
      const [, mode = '', sha, path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
      return `${kinds[mode] ?? 'file'} ${sha} ${shown.get(path) ?? path}`;
    });
    assert.deepEqual(found.sort(), expected.sort());
    assert.ok(found.length > wideFiles && found.some((line) => line.endsWith(latinName)));
    assert.ok(Buffer.byteLength(odd.longPath) >= 3_999);
  });

  it('has readable files at every path, and pointers of Git LFS', async () => {
    const remote = window.open(repository, 'main');
    for (const path of [
      'link',
      latinName,
      ...Object.values(controlNames),
      'quo"te\\.txt',
      '文件.txt',
      'old/old.txt',
      odd.longPath,
      'wide/file-9999.txt',
    ])
      assert.equal(Buffer.from(await remote.read(path)).toString(), 'text\n', path);
    assert.equal(readPointer(await remote.read('large.psd'))?.size, 12345);
  });

  it('lists a folder with 10,000 entries without git too, with a few requests', async () => {
    const remote = session(service).open(repository, 'main');
    const before = service.requests.length;
    const listed = await remote.list('wide');
    assert.equal(listed.size, wideFiles);
    assert.equal(Buffer.from(await remote.read(odd.longPath)).toString(), 'text\n');
    assert.ok(service.requests.length - before <= 20, `${service.requests.length - before} requests`);
  });

  it('has a submodule that says where it leads and is not entered', async () => {
    const remote = window.open(repository, 'main');
    assert.deepEqual(await findSubmodule(remote, 'module', 'https://host.example/alice/odd.git'), {
      address: 'https://host.example/tools/m.git',
      commit: submoduleCommit,
    });
    assert.equal(await findSubmodule(remote, 'README.md', ''), undefined);
    assert.equal((await remote.list('module')).size, 0);
  });

  it('has the history of git: several roots, an octopus merge, messages in other encodings and with NUL', async () => {
    const local = git.of(named(repository));
    const commits = await local.history.commits(odd.tip, { path: '', skip: 0, limit: 100 });
    const expected = await gitLog(odd.directory, odd.tip, { limit: 100 });
    assert.deepEqual(
      commits.map(({ sha }) => sha),
      expected,
    );
    for (const commit of commits) {
      const shown = await gitShow(odd.directory, commit.sha);
      assert.deepEqual(namesOf(await local.history.changes(commit.sha)), shown.changes);
      if (commit.message !== 'Before') assert.deepEqual(fieldsOf(commit), shown.fields);
    }
    const messages = commits.map(({ message }) => message).sort();
    assert.deepEqual(messages, ['Before', 'Merge three roots', 'Root one', 'Root three', 'Root two', '修复']);
    assert.equal(commits[0]?.parents.length, 3);
    for (const path of ['README.md', 'run.sh', odd.longPath, 'old/old.txt', 'quo"te\\.txt']) {
      const blame = blamedLines(await local.history.blame(odd.tip, path));
      assert.deepEqual(blame, await gitBlame(odd.directory, odd.tip, path), path);
    }
  });

  it('has tags of commits, also of tags of them; tags of files and folders are no refs to open', async () => {
    for (const tag of ['of-commit', 'of-tag'])
      assert.equal((await window.open(repository, tag).head()).commit, odd.tip, tag);
    for (const tag of ['of-blob', 'of-tree']) await rejection(window.open(repository, tag).head(), 'missing');
  });

  it('survives a commit: every other entry stays as it is, and a file keeps its mode', async () => {
    const served = await service.repository(repository);
    const editing = editingWindow(service, { pushing: { git, method: () => 'git' } });
    const { workingTree, committer } = await editing.at(repository, 'main');
    const changed = ['run.sh', 'wide/file-7.txt', 'old/new.txt', odd.longPath];
    for (const path of changed) await workingTree.write(path, bytes('changed\n'), written);
    for (const path of [latinName, ...Object.values(controlNames)])
      for (const work of [
        () => workingTree.write(path, bytes('x'), written),
        () => workingTree.rename(path, 'cafe.txt', false),
        () => workingTree.remove(path, false),
      ])
        assert.equal((await rejection(work(), 'invalid')).reason, 'nameNotUtf8');
    const author = { name: 'Alice Winter', email: 'alice@example.org' };
    await commitNow(committer, { message: 'Change four files', author }, progress);
    editing.checkouts.dispose();
    const { directory } = served;
    const entries = async (commit: string): Promise<Map<string, string>> => {
      // Latin-1 keeps each byte.
      const lines = (await runGit(directory, ['ls-tree', '-r', '-z', commit])).toString('latin1').split('\0');
      return new Map(lines.filter(Boolean).map((line) => [line.slice(line.indexOf('\t') + 1), line]));
    };
    const [before, after] = [await entries(odd.tip), await entries('main')];
    const different = [...after].filter(([path, line]) => before.get(path) !== line).map(([path]) => path);
    assert.deepEqual(different.sort(), [...changed].sort());
    assert.equal(after.size, before.size + 1);
    assert.match(after.get('run.sh') ?? '', /^100755 /);
    assert.equal((await served.git(['rev-list', '--count', `${odd.tip}..main`])).trim(), '1');
  });
});

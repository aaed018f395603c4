import assert from 'node:assert/strict';
import { accessOf, gitOfAlice, named, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { suiteService } from '../kit/suiteService.ts';
import { HostileObjects, repository } from '../kit/hostileObjects.ts';

describe('A hostile repository', () => {
  const service = suiteService();
  let objects: HostileObjects;

  before(async () => (objects = await HostileObjects.in(service)));

  it('is listed with the beginning of a commit message of 50 MB', async () => {
    await using git = await gitOfAlice(service);
    const person = 'A <a@example.org> 1700000000 +0000';
    const begin = `tree ${await objects.tree([])}\nauthor ${person}\ncommitter ${person}\n\nSubject\n\n`;
    const commit = await objects.stored('commit', Buffer.concat([Buffer.from(begin), Buffer.alloc(50_000_000, 'a')]));
    await (await service.repository(repository)).git(['update-ref', 'refs/heads/long-message', commit]);
    const [only] = await git.of(named(repository)).history.commits(commit, { path: '', skip: 0, limit: 10 });
    assert.ok(only !== undefined && only.message.startsWith('Subject\n\naaa'));
    assert.ok(only.message.length <= 1_000_000, String(only.message.length));
  });

  it('is fetched without a line of 100 MB, or without reading it into memory', async () => {
    const huge = await objects.stored('blob', Buffer.alloc(100 * 1024 * 1024, 'a'));
    const commit = await objects.committed(
      await objects.tree([
        { mode: '100644', name: 'huge', sha: huge },
        { mode: '100644', name: 'small', sha: objects.blob },
      ]),
    );
    for (const gitFilters of ['obeyed', 'ignored'] as const) {
      await using git = await gitOfAlice(service);
      service.set({ habits: { gitFilters } });
      await git.of(named(repository)).fetch(commit);
      const [first] = (await git.of(named(repository)).files(commit)) ?? [];
      assert.equal(first?.size, gitFilters === 'obeyed' ? undefined : 100 * 1024 * 1024);
      const [none, small] = await Promise.all([git.read('local', huge), git.read('local', objects.blob)]);
      assert.deepEqual([none, small?.bytes.length], [undefined, 5]);
    }
  });

  it('is not listed if it names the same folders again and again', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    for (const [name, depth] of [
      ['folder', 8],
      ['folder'.repeat(40), 6],
    ] as const) {
      const root = await objects.bomb(depth, name);
      const commit = await objects.committed(root);
      await git.of(named(repository)).fetch(commit);
      assert.equal(await git.of(named(repository)).files(commit), undefined);
      assert.equal((await git.read('local', root))?.kind, 'tree');
    }
  });

  it('lists the history of a commit that names the same folders again and again, and no changes without end', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const { history } = git.of(named(repository));
    const first = await objects.committed(await objects.bomb(9, 'folder'));
    assert.equal((await rejection(history.changes(first), 'refused')).reason, 'tooManyFiles');
    // Git looks for the earlier name of the file among all that the commit deleted.
    const file = await objects.tree([
      { mode: '100644', name: 'file', sha: await objects.stored('blob', Buffer.from('other\n')) },
    ]);
    const second = await objects.committed(file, first);
    assert.equal((await rejection(history.blame(second, 'file'), 'refused')).reason, 'tooManyFiles');
    const query = { path: '', skip: 0, limit: 10 };
    assert.equal((await history.commits(second, query)).length, 2);
    assert.equal(
      (await rejection(history.commits(second, { ...query, path: 'file' }), 'refused')).reason,
      'tooManyFiles',
    );
  });
});

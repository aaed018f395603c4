import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { accessOf, filesBelow, gitOfAlice, named, processesWith, testGit } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { until } from '../../../kit/until.ts';
import { suiteService } from '../../kit/suiteService.ts';

const website = named('alice/website');
const file = 'src/main.ts';

describe('The history of a file', () => {
  const service = suiteService();
  let head: string;
  let log: string[];
  let blame: string[];

  before(async () => {
    const served = await service.repository('alice/website');
    head = await served.git(['rev-parse', 'main']);
    log = (await served.git(['log', '--follow', '--format=%H', head, '--', file])).split('\n');
    const porcelain = await served.git(['blame', '--line-porcelain', head, '--', file]);
    blame = porcelain.split('\n').flatMap((text) => /^([0-9a-f]{40}) \d+ \d+/.exec(text)?.[1] ?? []);
    assert.ok(log.length > 2);
  });

  for (const [title, habits] of [
    ['ignores filters', { gitFilters: 'ignored' }],
    ['refuses filters', { gitFilters: 'refused' }],
    ['sends only what a branch names', { gitShas: 'tips' }],
    ['ignores filters and sends only what a branch names', { gitFilters: 'ignored', gitShas: 'tips' }],
  ] as const)
    it(`is whole, and so is the blame, from a host that ${title}`, async function () {
      this.timeout(30_000);
      service.set({ habits });
      await using git = await gitOfAlice(service);
      const { history } = git.of(website);
      const commits = await history.commits(head, { path: file, skip: 0, limit: 100 });
      assert.deepEqual(
        commits.map(({ sha }) => sha),
        log,
      );
      const { lines } = await history.blame(head, file);
      assert.deepEqual(
        lines.flatMap(({ sha, count }) => Array.from({ length: count }, () => sha)),
        blame,
      );
    });

  it('follows the branch with one fetch of the new commits', async () => {
    await using git = await gitOfAlice(service);
    const { history } = git.of(website);
    const before = await history.commits(head, { path: '', skip: 0, limit: 1_000 });
    const served = await service.repository('alice/website');
    await service.act({ do: 'push', repository: 'alice/website', branch: 'later', files: { 'new.txt': 'new\n' } });
    const tip = await served.git(['rev-parse', 'later']);
    service.clear();
    const after = await history.commits(tip, { path: '', skip: 0, limit: 1_000 });
    assert.equal(service.requests.filter(({ operation }) => operation === 'git').length, 2);
    const expected = (await served.git(['log', '--format=%H', tip])).split('\n');
    assert.deepEqual(
      after.map(({ sha }) => sha),
      expected,
    );
    service.clear();
    assert.deepEqual(await history.commits(head, { path: '', skip: 0, limit: 1_000 }), before);
    assert.deepEqual(service.requests, []);
  });

  it('leaves nothing after a fetch that failed or was cancelled', async () => {
    await using git = await gitOfAlice(service);
    const { history } = git.of(website);
    const read = (signal?: AbortSignal): ReturnType<typeof history.commits> =>
      history.commits(head, { path: file, skip: 0, limit: 10 }, { signal });
    service.fail({ operation: 'git', fault: { kind: 'truncated', at: 300 }, skip: 1 });
    await rejection(read());
    assert.deepEqual(await filesBelow(git.cache), []);
    service.heal();
    service.clear();
    service.fail({ operation: 'git', fault: { kind: 'trickle', bytes: 10, ms: 20 }, skip: 1 });
    const abort = new AbortController();
    const reading = rejection(read(abort.signal), 'cancelled');
    await until(() => service.requests.some(({ method }) => method === 'POST'));
    abort.abort();
    await reading;
    await until(async () => (await processesWith(git.cache)).length === 0);
    await until(async () => (await filesBelow(git.cache)).length === 0);
    service.heal();
    assert.equal((await read()).length, log.length);
  });

  it('is read from a private repository with the token of the account, which is in no file', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const served = await service.repository('alice/secrets');
    const tip = await served.git(['rev-parse', 'main']);
    const [path = ''] = (await served.git(['ls-tree', '-r', '--name-only', tip])).split('\n');
    const { history } = git.of(named('alice/secrets'));
    assert.ok((await history.blame(tip, path)).lines.length > 0);
    for (const name of await filesBelow(git.cache))
      assert.ok(!(await readFile(`${git.cache}/${name}`, 'latin1')).includes(service.token('alice')), name);
    await using anonymous = testGit(`${folder.path}/other`, accessOf(service, undefined));
    await rejection(anonymous.of(named('alice/secrets')).history.blame(tip, path), 'forbidden');
  });

  it('is removed with its repository', async () => {
    await using git = await gitOfAlice(service);
    await git.of(website).history.commits(head, { path: file, skip: 0, limit: 10 });
    await git.of(website).fetch(head);
    await git.of(website).remove();
    assert.deepEqual(await filesBelow(git.cache), []);
  });
});

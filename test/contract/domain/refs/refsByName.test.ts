import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { budget, within } from '../../../budgets.ts';
import type { Habits } from '../../../service/habits.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';

const website = 'alice/website';
const name = { host: 'local', owner: 'alice', repo: 'website' };
/** Tags are listed in descending order of names, so this is the last one. */
const oldest = 'a-tag-of-old';

describe('RemoteRef in a repository with 5,000 tags', () => {
  let service: Service;
  let old: string;
  let readme: Buffer;
  const git = async (...args: string[]): Promise<string> => (await service.repository(website)).git(args);

  before(async () => {
    service = await startService();
    old = await git('rev-parse', 'main~1');
    const { directory } = await service.repository(website);
    readme = execFileSync('git', ['show', `${old}:README.md`], { cwd: directory });
    const refs = Array.from({ length: 4999 }, (_, index) => `v${index}.0.0`);
    const input = [oldest, 'a/tag/of/old', '20200101', ...refs]
      .map((tag) => `create refs/tags/${tag} ${old}\n`)
      .join('');
    execFileSync('git', ['update-ref', '--stdin'], { cwd: directory, input });
    await git('pack-refs', '--all');
  });
  after(() => service.close());
  beforeEach(() => {
    service.calm();
    service.clear();
  });
  afterEach(() => assert.deepEqual(service.violations, []));

  const readings: Partial<Habits>[] = [
    {},
    { treeByTag: true },
    { pathsByTag: false },
    { unknownRef: 'default branch' },
    { unknownRef: 'default branch', treeByTag: true },
    { unknownBranch: 'default branch' },
    { errorStatus: '400' },
    { errorBody: 'html' },
    { paging: 'repeated' },
  ];

  for (const habits of readings) {
    describe(`with the habits ${JSON.stringify(habits)}`, () => {
      beforeEach(() => service.set({ habits }));

      it('reports a missing ref within ten requests, and with one request the next time', async () => {
        const one = session(service);
        for (const ref of ['no-such-version', '20991231']) {
          const failed = rejection(one.open(website, ref).head(), 'missing');
          const first = await asked(service, () => failed);
          within(budget.requests.missingRef, first);
          const { reason, about } = await failed;
          assert.deepEqual([reason, about], ['noSuchRef', [ref, website]]);
          const second = await asked(service, () => rejection(one.open(website, ref).head(), 'missing'));
          within(budget.requests.missingRefAgain, second);
        }
      });

      it('reports that no prefix of a link is a ref within ten requests', async () => {
        const one = session(service);
        const path = ['gone', 'with', 'the', 'wind', 'of', 'change.ts'];
        const names = path.map((_, index) => path.slice(0, index + 1).join('/')) as [string, ...string[]];
        const look = async (): Promise<void> =>
          assert.equal(await one.repositories.findRef(name, names, {}), undefined);
        within(budget.requests.missingRef, await asked(service, look));
        within(budget.requests.missingRefAgain, await asked(service, look));
      });
    });
  }

  it('resolves the last listed tag by its root tree if trees accept tag names', async () => {
    service.set({ habits: { treeByTag: true } });
    const storage = memoryStorage();
    const remote = session(service, { storage }).open(website, oldest);
    const requests = await asked(service, async () =>
      assert.ok(Buffer.from(await remote.read('README.md')).equals(readme)),
    );
    within(budget.requests.oldTag, requests);
    const { kind, commit, byName } = await remote.head();
    assert.deepEqual([kind, commit, byName?.ref], ['tag', undefined, oldest]);
    assert.ok((await remote.paths()).includes('README.md'));
    assert.ok((await remote.list('')).size > 0);
    await remote.flush();
    const again = session(service, { storage }).open(website, oldest);
    assert.deepEqual(await asked(service, () => again.read('README.md')), []);
    assert.equal(await again.check([]), false);
  });

  it('resolves a tag by its root tree while the list of tags fails', async () => {
    service.set({ habits: { treeByTag: true } });
    service.fail({ operation: 'tags.list', fault: { kind: 'answer', status: 500, json: {} } });
    const remote = session(service).open(website, 'v4998.0.0');
    // Besides the branch and the list: the tree by this name, and by one that cannot exist.
    assert.equal((await asked(service, () => remote.list(''))).length, 4);
    assert.equal((await remote.head()).byName?.ref, 'v4998.0.0');
  });

  it('asks for the list of tags again that failed once', async () => {
    service.fail({ operation: 'tags.list', times: 1, fault: { kind: 'answer', status: 500, json: {} } });
    const head = await session(service).open(website, 'v4998.0.0').head();
    assert.deepEqual(head, { kind: 'tag', name: 'v4998.0.0', commit: old });
  });

  it('resolves the last listed tag by file_list if only file_list accepts tag names', async () => {
    const head = await session(service).open(website, oldest).head();
    assert.deepEqual(head, { kind: 'tag', name: oldest, commit: old });
  });

  it('rejects an unknown name that the service answers with its default branch', async () => {
    service.set({ habits: { unknownRef: 'default branch', unknownBranch: 'default branch', treeByTag: true } });
    await rejection(session(service).open(website, 'no-such-version').list(''), 'missing');
  });

  it('finds the tag or branch at the start of the path of a link', async () => {
    service.set({ habits: { treeByTag: true } });
    const one = session(service);
    const find = (...names: [string, ...string[]]): Promise<string | undefined> =>
      one.repositories.findRef(name, names, {});
    assert.equal(await find('a', 'a/tag', 'a/tag/of', 'a/tag/of/old', 'a/tag/of/old/README.md'), 'a/tag/of/old');
    assert.equal(await find('main', 'main/README.md'), 'main');
    assert.equal(await find('v4998.0.0', 'v4998.0.0/README.md'), 'v4998.0.0');
    assert.equal(await find(old, `${old}/README.md`), old);
    // A resolved ref needs no request.
    assert.deepEqual(await asked(service, () => find('main', 'main/README.md')), []);
  });

  it('resolves a name that looks like a short sha only if the service lists it as a tag', async () => {
    service.set({ habits: { treeByTag: true } });
    const { kind, byName } = await session(service).open(website, '20200101').head();
    assert.deepEqual([kind, byName?.ref], ['tag', 'refs/tags/20200101']);
    await rejection(session(service).open(website, old.slice(0, 10)).head(), 'missing');
  });

  it('looks for a missing ref again after its creation, after a refresh and after five minutes', async () => {
    let now = 1_000;
    const one = session(service, { now: () => now });
    const tags = async (): Promise<number> => {
      const requests = await asked(service, () => rejection(one.open(website, 'later').head(), 'missing'));
      return requests.filter((operation) => operation === 'tags.list').length;
    };
    assert.deepEqual([await tags(), await tags()], [1, 0]);
    one.repositories.forgetAbsent(name);
    assert.deepEqual([await tags(), await tags()], [1, 0]);
    one.repositories.forgetAbsent({ ...name, repo: 'another' });
    assert.equal(await tags(), 0);
    now += 5 * 60_000;
    assert.equal(await tags(), 1);
    await git('branch', 'later', old);
    assert.equal((await one.open(website, 'later').head()).kind, 'branch');
    await git('branch', '-D', 'later');
  });

  for (const treeByTag of [true, false]) {
    it(`checks an old tag again with few requests${treeByTag ? ' if it is known by its name' : ''}`, async () => {
      service.set({ habits: { treeByTag } });
      const one = session(service);
      one.repositories.setResolved(name, oldest, { kind: 'tag', name: oldest, commit: old });
      const remote = one.open(website, oldest);
      await remote.list('');
      const requests = await asked(service, async () => assert.equal(await remote.check([]), false));
      within(budget.requests.checkOldTag, requests);
      if (!treeByTag) return;
      await git('tag', '-f', oldest, 'main');
      assert.equal(await remote.check([]), true);
      const { directory } = await service.repository(website);
      const now = execFileSync('git', ['show', 'main:README.md'], { cwd: directory });
      assert.ok(Buffer.from(await remote.read('README.md')).equals(now));
      await git('tag', '-d', oldest);
      await rejection(remote.check([]), 'missing');
      await git('tag', oldest, old);
    });
  }
});

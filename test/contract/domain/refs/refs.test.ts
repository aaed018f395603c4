import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { budget, within } from '../../../budgets.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { KnownRepositories } from '../../../../src/domain/hosts/knownRepositories.ts';
import { WriteAccess } from '../../../../src/domain/permissions/writeAccess.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { RoundTrips } from '../../../kit/roundTrips.ts';

const website = 'alice/website';

describe('RemoteRef.head', () => {
  const service = suiteService();
  let main: string;
  let old: string;
  const git = async (...args: string[]): Promise<string> => (await service.repository(website)).git(args);

  before(async () => {
    main = await git('rev-parse', 'main');
    old = await git('rev-parse', 'main~1');
    await git('tag', '-f', 'v9', old);
    await git('tag', '-f', 'both', old);
    await git('branch', '-f', 'both', main);
    await git('branch', '-f', 'deep/er/branch', old);
    await git('tag', '-f', '-m', 'words', 'annotated', old);
  });

  for (const [ref, kind, name, commit] of [
    [undefined, 'branch', 'main', 'main'],
    ['main', 'branch', 'main', 'main'],
    ['deep/er/branch', 'branch', 'deep/er/branch', 'old'],
    ['v9', 'tag', 'v9', 'old'],
    ['annotated', 'tag', 'annotated', 'old'],
    ['both', 'branch', 'both', 'main'],
    ['refs/tags/both', 'tag', 'both', 'old'],
    ['refs/heads/both', 'branch', 'both', 'main'],
  ] as const) {
    it(`resolves ${ref ?? 'an omitted ref'} to the ${kind} ${name}`, async () => {
      const head = await session(service).open(website, ref).head();
      const { canPush, isListed, ...where } = head;
      assert.deepEqual(where, { kind, name, commit: commit === 'main' ? main : old });
      assert.equal(isListed, ref === undefined ? true : undefined, 'without a request more');
      if (ref !== undefined) assert.equal(canPush, kind === 'branch' ? true : undefined);
    });
  }

  it('resolves a full sha', async () => {
    const remote = session(service).open(website, old);
    assert.deepEqual(await remote.head(), { kind: 'commit', name: old, commit: old });
    assert.deepEqual(await asked(service, () => remote.check([])), []);
    assert.ok((await remote.list('')).size > 0);
  });

  it('throws missing for an unknown ref and for a shortened sha', async () => {
    for (const ref of ['nothing', 'refs/heads/v9', 'refs/tags/main', old.slice(0, 10)]) {
      await rejection(session(service).open(website, ref).head(), 'missing');
    }
    await rejection(session(service).open('alice/nothing', 'main').head(), 'missing');
    await rejection(session(service).open(website, 'f'.repeat(40)).list(''), 'missing');
  });

  it('resolves a known ref without a request', async () => {
    const one = session(service);
    one.repositories.setResolved({ host: 'local', owner: 'alice', repo: 'website' }, 'v9', {
      kind: 'tag',
      name: 'v9',
      commit: old,
    });
    assert.deepEqual(await asked(service, () => one.open(website, 'v9').head()), []);
  });

  describe('of an omitted ref', () => {
    const record = (more: object): void =>
      service.fail({
        operation: 'repositories.get',
        fault: { kind: 'answer', status: 200, json: { id: 1, full_name: website, path: 'website', ...more } },
      });
    afterEach(() => service.heal());

    it('is main if the repository has several branches and names no default branch', async () => {
      record({});
      assert.equal((await session(service).open(website).head()).name, 'main');
    });

    it('is the only branch if the repository names no default branch', async () => {
      record({});
      const json = [{ name: 'trunk', commit: { sha: old } }];
      service.fail({ operation: 'branches.list', fault: { kind: 'answer', status: 200, json } });
      const { name, commit } = await session(service).open(website).head();
      assert.deepEqual([name, commit], ['trunk', old]);
    });

    it('is the default branch, even if it is not on the first page of branches', async () => {
      record({ default_branch: 'deep/er/branch' });
      const json = [{ name: 'main', commit: { sha: main } }];
      service.fail({ operation: 'branches.list', fault: { kind: 'answer', status: 200, json } });
      assert.equal((await session(service).open(website).head()).commit, old);
      service.heal('repositories.get');
      record({ default_branch: 'gone' });
      await rejection(session(service).open(website).head(), 'missing');
    });

    it('needs one request if its name is known, also in an empty repository', async () => {
      const remote = session(service).open(website);
      assert.deepEqual(await asked(service, () => remote.head({}, 'main')), ['branches.get']);
      const empty = await session(service).open('alice/empty').head({}, 'main');
      assert.deepEqual([empty.name, empty.commit], ['main', undefined]);
      await rejection(session(service).open(website).head({}, 'nothing'), 'missing');
    });
  });

  it('shares the record of the repository with others that need it at the same time', async () => {
    for (const signedIn of [true, false]) {
      const one = session(service, { signedIn });
      const others = [new WriteAccess(new KnownRepositories(), one.connections), one.open(website)] as const;
      const sent = await asked(service, () =>
        Promise.all([one.open(website).head(), others[0].requestOnce(one.open(website).name), others[1].head()]),
      );
      assert.equal(sent.filter((operation) => operation === 'repositories.get').length, 1, sent.join(' '));
    }
  });

  it('is followed by the root listing within two round trips', async () => {
    for (const ref of [undefined, 'main', 'v9', old]) {
      const trips = new RoundTrips();
      const remote = session(service, { fetch: trips.fetch }).open(website, ref);
      const before = service.requests.length;
      await remote.list('');
      const requests = service.requests.slice(before);
      const sent = requests.map(({ operation }) => operation).join(' ');
      within(budget.trips.openRoot, trips.count, `round trips of ${ref} for ${sent}`);
      within(
        budget.requests.openRoot,
        requests.map(({ operation }) => operation),
      );
    }
  });

  it('is followed by the first file of an unknown folder within three round trips, from nothing', async () => {
    const path = 'a/b/c/deep.txt';
    await service.act({ do: 'push', repository: website, branch: 'deepest', files: { [path]: 'deep\n' } });
    const deep = await git('rev-parse', 'deepest');
    await git('tag', '-f', 'v10', deep);
    for (const ref of ['deepest', 'v10', deep]) {
      const trips = new RoundTrips();
      const remote = session(service, { fetch: trips.fetch }).open(website, ref);
      const sent = await asked(service, () => remote.read(path));
      within(budget.trips.firstFile, trips.count, `round trips of ${ref} for ${sent.join(' ')}`);
      within(budget.requests.firstFile, sent);
      assert.deepEqual(await asked(service, () => remote.stat(path)), []);
    }
    const trips = new RoundTrips();
    const remote = session(service, { fetch: trips.fetch }).open('alice/samples');
    await asked(service, () => remote.stat('deep/a/b/c/d/e/file.txt', {}, 'read'));
    await remote.read('deep/a/b/c/d/e/file.txt');
    within(budget.trips.firstFile, trips.count, 'round trips');
  });

  it('does not need the list of tags for a branch or a commit', async () => {
    await git('branch', '-f', '2.0', old);
    for (const state of ['fails', 'has 1,000 tags'] as const) {
      if (state === 'fails') service.fail({ operation: 'tags.list', fault: { kind: 'answer', status: 500, json: {} } });
      else {
        service.heal();
        const input = Array.from({ length: 1000 }, (_, index) => `create refs/tags/many-${index} ${old}\n`).join('');
        const { directory } = await service.repository(website);
        execFileSync('git', ['update-ref', '--stdin'], { cwd: directory, input });
      }
      for (const ref of [undefined, 'main', '2.0', old]) {
        const sent = await asked(service, () => session(service).open(website, ref).list(''));
        within(budget.requests.openRoot, sent, `requests for ${ref} while the list ${state}`);
      }
    }
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { budget, within } from '../../../budgets.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { accessOf, testGit } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session, type Session } from '../../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';

const website = 'alice/website';
const name = { host: 'local', owner: 'alice', repo: 'website' };
/** Tags are listed in descending order of names. */
const names = ['a-note-of-old', 'a-tag-of-old', 'a/tag/of/old', ...Array.from({ length: 4997 }, (_, at) => `v${at}`)];
const listed = (place: number): string => names.toSorted().at(-place) ?? '';
const oldest = 'a-tag-of-old';

describe('A ref in a repository with 5,000 tags', () => {
  const service = suiteService();
  let old: string;
  const git = async (...args: string[]): Promise<string> => (await service.repository(website)).git(args);
  const find = (one: Session, ...parts: [string, ...string[]]): Promise<string | undefined> =>
    one.repositories.findRef(name, parts, {});

  before(async () => {
    old = await git('rev-parse', 'main~1');
    const { directory } = await service.repository(website);
    const input = names.map((tag) => `create refs/tags/${tag} ${old}\n`).join('');
    execFileSync('git', ['update-ref', '--stdin'], { cwd: directory, input });
    await git('tag', '-f', '-m', 'words', 'a-note-of-old', old);
    await git('pack-refs', '--all');
  });

  describe('without git', () => {
    it('is found among the first 1,000 tags, and is not called missing after them', async () => {
      const one = session(service);
      const found = await one.open(website, listed(1_000)).head();
      assert.deepEqual(found, { kind: 'tag', name: listed(1_000), commit: old });
      const failed = rejection(one.open(website, listed(1_001)).head(), 'refused');
      within(budget.requests.missingRef, await asked(service, () => failed));
      const { reason, about } = await failed;
      assert.deepEqual([reason, about], ['refUndecided', [listed(1_001), website]]);
      const again = rejection(one.open(website, listed(1_001)).head(), 'refused');
      within(budget.requests.missingRefAgain, await asked(service, () => again));
    });

    it('is found at the start of the path of a link, or not called missing', async () => {
      const one = session(service);
      assert.equal(await find(one, listed(1), `${listed(1)}/README.md`), listed(1));
      assert.equal(await find(one, old, `${old}/README.md`), old);
      assert.equal(await find(one, 'main', 'main/README.md'), 'main');
      assert.deepEqual(await asked(service, () => find(one, 'main', 'main/README.md')), [], 'it is known');
      await git('branch', '-f', 'deep/branch', old);
      assert.equal(await find(one, 'deep', 'deep/branch', 'deep/branch/README.md'), 'deep/branch');
      const failed = rejection(find(one, 'gone', 'gone/with', 'gone/with/the', 'gone/with/the/wind.ts'), 'refused');
      within(budget.requests.missingRef, await asked(service, () => failed));
      assert.deepEqual((await failed).about, ['gone', website]);
    });

    it('is not called missing if the host lists it without its commit', async () => {
      const json = [{ name: 'v9', commit: {} }];
      service.fail({ operation: 'tags.list', fault: { kind: 'answer', status: 200, json } });
      assert.equal((await rejection(session(service).open(website, 'v9').head(), 'refused')).reason, 'refUndecided');
    });

    it('is looked for again after a failure of the list, a creation, a refresh, and five minutes', async () => {
      service.fail({ operation: 'tags.list', times: 1, fault: { kind: 'answer', status: 500, json: {} } });
      assert.equal((await session(service).open(website, listed(1)).head()).commit, old);
      let now = 1_000;
      const one = session(service, { now: () => now });
      const pages = async (): Promise<boolean> => {
        const requests = await asked(service, () => rejection(one.open(website, 'later').head(), 'refused'));
        return requests.includes('tags.list');
      };
      assert.deepEqual([await pages(), await pages()], [true, false]);
      one.repositories.forgetAbsent(name);
      assert.deepEqual([await pages(), await pages()], [true, false]);
      one.repositories.forgetAbsent({ ...name, repo: 'another' });
      assert.equal(await pages(), false);
      now += 5 * 60_000;
      assert.equal(await pages(), true);
      await git('branch', 'later', old);
      assert.equal((await one.open(website, 'later').head()).kind, 'branch');
      await git('branch', '-D', 'later');
    });

    it('is checked again with few requests', async () => {
      const one = session(service);
      one.repositories.setResolved(name, oldest, { kind: 'tag', name: oldest, commit: old });
      const remote = one.open(website, oldest);
      await remote.list('');
      const requests = await asked(service, async () => assert.equal(await remote.check([]), false));
      within(budget.requests.checkOldTag, requests);
    });
  });

  describe('with git', () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let local: ReturnType<typeof testGit>;
    let one: Session;
    before(async () => {
      folder = await temporaryFolder();
      local = testGit(folder.path, accessOf(service, 'alice'));
    });
    beforeEach(() => (one = session(service, { git: local, storage: memoryStorage() })));
    after(async () => {
      await local.stop();
      await folder[Symbol.asyncDispose]();
    });

    it('is found by one question to git, or certainly missing', async () => {
      for (const tag of [oldest, 'a-note-of-old']) {
        const requests = await asked(service, async () =>
          assert.deepEqual(await one.open(website, tag).head(), { kind: 'tag', name: tag, commit: old }),
        );
        within(
          budget.requests.git,
          requests.filter((operation) => operation.startsWith('git')),
        );
        within(
          budget.requests.besideGit,
          requests.filter((operation) => !operation.startsWith('git')),
        );
      }
      const { reason, about } = await rejection(one.open(website, 'no-such-version').head(), 'missing');
      assert.deepEqual([reason, about], ['noSuchRef', ['no-such-version', website]]);
      assert.equal(await find(one, 'a', 'a/tag', 'a/tag/of', 'a/tag/of/old', 'a/tag/of/old/README.md'), 'a/tag/of/old');
      assert.equal(await find(one, 'gone', 'gone/with', 'gone/with/wind.ts'), undefined);
    });

    it('is found while the list of tags fails', async () => {
      service.fail({ operation: 'tags.list', fault: { kind: 'answer', status: 500, json: {} } });
      assert.equal((await one.open(website, oldest).head()).commit, old);
      await rejection(one.open(website, 'no-such-version').head(), 'missing');
    });

    it('moves and is removed as on the host', async () => {
      const remote = one.open(website, oldest);
      await remote.list('');
      assert.equal(await remote.check([]), false);
      await git('tag', '-f', oldest, 'main');
      assert.equal(await remote.check([]), true);
      await git('tag', '-d', oldest);
      await rejection(remote.check([]), 'missing');
      await git('tag', oldest, old);
    });
  });
});

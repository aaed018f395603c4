import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/emitter.ts';
import { silent } from '../../../src/core/log.ts';
import { Comments } from '../../../src/domain/conversation/comments.ts';
import { Conversations } from '../../../src/domain/conversation/conversations.ts';
import { HostFeatures } from '../../../src/domain/hosts/hostFeatures.ts';
import { inApi } from '../../../src/domain/hosts/source.ts';
import { Inboxes } from '../../../src/domain/inbox/inboxes.ts';
import { findPullRequest, issuesOfPullRequest } from '../../../src/domain/pullRequests/findPullRequest.ts';
import { readPullRequestComparison } from '../../../src/domain/pullRequests/pullRequestComparison.ts';
import { PullRequestDecisions } from '../../../src/domain/pullRequests/pullRequestDecisions.ts';
import { RefPoller } from '../../../src/domain/repositories/refPoller.ts';
import { CommitFetcher } from '../../../src/domain/repositories/commitFetcher.ts';
import { CiReports } from '../../../src/domain/runs/ciReports.ts';
import { RunList } from '../../../src/domain/runs/runList.ts';
import { Runs } from '../../../src/domain/runs/runs.ts';
import { budget } from '../../budgets.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { bytes } from '../../kit/bytes.ts';
import { FakeGit } from '../../kit/fakeGit.ts';
import { InboxTime } from '../../kit/inboxClock.ts';
import { named } from '../../kit/localGit.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { Clients } from '../kit/clients.ts';
import { editingWindow, progress, request, written } from '../kit/editing.ts';
import { quiet } from '../kit/quiet.ts';

const minute = 60_000;
/** Of the poller of branches, while the window has the focus. */
const pollInterval = 3 * minute;

/** Without git: that costs the most requests. */
describe('A morning of alice', () => {
  const clients = Clients.ofSuite();

  /** Ten repositories with an assigned issue each; the first two have a pull request of bob for alice to approve. */
  async function world() {
    const [alice, bob] = [clients.as('alice'), clients.as('bob')];
    const pulls: { readonly repository: string; readonly number: string }[] = [];
    for (let index = 0; index < 10; index += 1) {
      const { owner, repo } = await clients.fresh();
      const repository = `${owner}/${repo}`;
      await alice.issues.create({ owner, repo, title: `Issue ${index}`, assignee: 'alice' });
      if (index > 1) continue;
      const files = Object.fromEntries([...Array(10).keys()].map((file) => [`src/${file % 3}/${file}.txt`, `${file}`]));
      await clients.service.act({ do: 'push', repository, branch: 'topic', files });
      const made = { owner, repo, title: `Pull ${index}`, head: 'topic', base: 'main', assignees: ['alice'] };
      const pull = await bob.pullRequests.create(made);
      pulls.push({ repository, number: pull?.number ?? assert.fail('no pull request') });
    }
    clients.service.clear();
    return pulls;
  }

  it('with ten repositories, two reviews, one commit and an hour with the focus takes fewer than 300 requests', async () => {
    const pulls = await world();
    const time = new InboxTime(Date.now() + minute);
    const { service } = clients;
    const { session, at } = editingWindow(service, { now: () => time.clock.now() });
    const { repositories, connections } = session;
    const connection = await session.connect();
    const storage = memoryStorage();
    const features = new HostFeatures(storage);
    const git = new FakeGit();
    const fetcher = new CommitFetcher({
      git,
      show: async (_, work) => await work(new AbortController().signal, () => undefined),
      confirmLarge: () => Promise.resolve(true),
      log: silent,
    });
    const synced = { get: () => undefined, update: () => Promise.resolve() };
    const inbox = new Inboxes({
      ...{ connections, features, storage, synced, window: time.window, clock: time.clock, log: silent },
      ...{ pinned: () => [], recent: () => [] },
    });
    const focused = new Emitter<void>();
    const opened = [session.open(pulls[0]!.repository, 'main'), session.open(pulls[1]!.repository, 'topic')];
    const poller = new RefPoller({
      inUse: () => opened.map((remote) => ({ remote, open: ['README.md'] })),
      all: () => opened,
      onDidChangeState: new Emitter<never>().event,
      window: { isFocused: () => false, onDidFocus: focused.event },
      log: silent,
    });
    // The head of a pull request that is open as a folder is read each time too.
    const [{ repository, number } = assert.fail()] = pulls;
    const poll = (): void => {
      focused.fire();
      void findPullRequest(features, connection, named(repository), number, {});
      time.clock.after(pollInterval, poll);
    };
    const figures: Record<string, number> = {};
    const settle = (): Promise<void> => quiet(service);
    const counted = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const before = service.requests.length;
      await work();
      await settle();
      figures[name] = (figures[name] ?? 0) + service.requests.length - before;
    };

    await counted('views', async () => {
      const { api } = connection;
      const first = inApi(named(repository));
      await Promise.all([api.users.self({}), api.own.repositories({}), api.issues.list(first)]);
      await Promise.all([api.pullRequests.list(first), api.branches.list(first)]);
    });
    await counted('inbox', async () => {
      await inbox.update();
      await inbox.open();
    });
    const shown = inbox.entries().filter(({ repository }) => repository.repo.startsWith('fresh-'));
    assert.equal(shown.filter(({ reasons }) => reasons.includes('approve')).length, 2);
    assert.equal(new Set(shown.map(({ repository }) => repository.repo)).size, 10);
    poll();

    const conversations = new Conversations(features);
    const comments = new Comments(features, conversations, storage);
    const runs = new CiReports(new RunList(features), new Runs(features), time.clock.now);
    for (const { repository, number } of pulls) {
      const name = named(repository);
      const place = { connection, name, number, kind: 'pullRequests' } as const;
      const page = async (): Promise<void> => {
        const pull = await findPullRequest(features, connection, name, number, {});
        await conversations.whole(place, {});
        await runs.of(place, pull, {});
        await issuesOfPullRequest(features, connection, name, number, {}).catch(() => undefined);
      };
      await counted('reviews', async () => {
        await page();
        const parts = { features, git, fetcher, repositories, log: silent };
        const { differences } = await readPullRequestComparison(parts, connection, name, { number });
        assert.equal(differences.length, 10);
        const source = { ...name, connect: session.connect };
        for (const { path, head } of differences)
          await repositories.blobs(name.host).load(source, head!.sha, { path, ref: 'topic' });
        for (const { path } of differences.slice(0, 3))
          await comments.add(place, { body: `About ${path}`, at: { path, line: 1 } }, {});
        await new PullRequestDecisions(features).agree(place, number, 'approvers', {});
        await page();
      });
    }
    await counted('commit', async () => {
      const checkout = await at(pulls[0]!.repository);
      for (const path of ['README.md', 'a.txt', 'b.txt'])
        await checkout.workingTree.write(path, bytes(`Changed ${path}`), written);
      await commitNow(checkout.committer, request, progress);
      const there = await connection.api.files.content({ ...inApi(named(pulls[0]!.repository)), path: 'a.txt' });
      assert.ok('path' in there);
    });
    await counted('hour', () => time.pass(60 * minute, settle));

    const all = Object.values(figures).reduce((sum, one) => sum + one, 0);
    assert.deepEqual(service.violations, []);
    assert.ok(all < budget.requests.morning, JSON.stringify(figures));
    poller.dispose();
    inbox.dispose();
  });
});

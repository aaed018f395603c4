import assert from 'node:assert/strict';
import type { GitRepositories } from '../../../../src/domain/git/gitRepositories.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { readPullRequestComparison } from '../../../../src/domain/pullRequests/pullRequestComparison.ts';
import { PullRequests } from '../../../../src/domain/pullRequests/pullRequests.ts';
import { headsBelow, readStack, stackOf } from '../../../../src/domain/pullRequests/stack.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { accessOf, named, testGit } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked } from '../../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { Clients } from '../../kit/clients.ts';

describe('A stack of pull requests', () => {
  const clients = Clients.ofSuite();

  /** Three branches, each with one commit more than the one before, and a pull request from each into that one. */
  async function stacked() {
    const { service } = clients;
    const { owner, repo } = await clients.fresh();
    const name = named(`${owner}/${repo}`);
    const alice = clients.as('alice');
    const numbers: string[] = [];
    let below = 'main';
    for (const branch of ['one', 'two', 'three']) {
      await alice.branches.create({ owner, repo, refs: below, branch_name: branch });
      await service.act({ do: 'push', repository: `${owner}/${repo}`, branch, files: { [`${branch}.txt`]: branch } });
      const made = await alice.pullRequests.create({ owner, repo, title: branch, head: branch, base: below });
      numbers.push(made!.number);
      below = branch;
    }
    await service.act({ do: 'push', repository: `${owner}/${repo}`, branch: 'alone', files: { 'alone.txt': '' } });
    await alice.pullRequests.create({ owner, repo, title: 'alone', head: 'alone', base: 'main' });
    const features = new HostFeatures(memoryStorage());
    const window = async (git: GitRepositories) => {
      const { parts, connect } = fetchingWindow(service, git);
      return { parts, connection: await connect() };
    };
    const { connection } = await window(new FakeGit());
    const pullRequests = new PullRequests(features);
    const place = { connection, name };
    const read = async (number: string) => {
      const pull = await pullRequests.get(place, number, {});
      return await readStack(features, connection, name, { pull, defaultBranch: 'main' }, {});
    };
    return { owner, repo, name, numbers, window, pullRequests, place, read };
  }

  it('has those below and above, the lowest first, by one request or by the known ones', async () => {
    const { numbers, read, place, pullRequests } = await stacked();
    for (const number of numbers)
      assert.deepEqual(
        (await read(number)).pulls.map((one) => one.number),
        numbers,
        number,
      );
    const sent = await asked(clients.service, () => read(numbers[1]!));
    assert.deepEqual(sent, ['pullRequests.get', 'pullRequests.list']);
    const { items } = await pullRequests.list(place, { state: 'open' }, {});
    const alone = items.find(({ title }) => title === 'alone')!;
    assert.deepEqual(stackOf(alone, items), [alone]);
  });

  it('compares each with its own base', async () => {
    const { numbers, window, name } = await stacked();
    const { parts, connection } = await window(new FakeGit());
    const compared = await readPullRequestComparison(parts, connection, name, { number: numbers[2]! });
    assert.deepEqual([compared.base.name, compared.differences.map(({ path }) => path)], ['two', ['three.txt']]);
  });

  it('tells the merged one below, and changes the base unless the host keeps it', async () => {
    const { numbers, read, place, pullRequests } = await stacked();
    const [first = '', second = ''] = numbers;
    await pullRequests.merge(place, first, {}, {});
    const { pulls, mergedBelow } = await read(second);
    assert.deepEqual([pulls.length, mergedBelow?.number, mergedBelow?.base.ref], [2, first, 'main']);
    clients.habit({ pullBase: 'ignored' });
    const { reason, about } = await rejection(pullRequests.edit(place, second, { base: 'main' }, {}));
    assert.deepEqual([reason, about], ['baseKept', ['one']]);
    clients.service.calm();
    const { base } = await pullRequests.edit(place, second, { base: 'main' }, {});
    assert.equal(base.ref, 'main');
    assert.equal((await read(second)).mergedBelow, undefined);
  });

  it('is told by git where the host has no pull requests', async () => {
    const { numbers, window, name } = await stacked();
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(clients.service, 'alice'));
    clients.habit({ optionalOperations: '404' });
    const { parts, connection } = await window(git);
    const below = await headsBelow(parts, connection, name, numbers[2]!, {});
    assert.deepEqual(
      below.map(({ number }) => number),
      numbers.slice(0, 2),
    );
    const base = below[1]!.sha;
    const { differences } = await readPullRequestComparison(parts, connection, name, { number: numbers[2]!, base });
    assert.deepEqual(
      differences.map(({ path }) => path),
      ['three.txt'],
    );
  });
});

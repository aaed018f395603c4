import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { PushingGit, PushingRepository } from '../../../../../src/domain/sourceControl/commit/gitBranchPushes.ts';
import { readRemovableBranch, RefRemoval } from '../../../../../src/domain/sourceControl/commit/refRemoval.ts';
import type { GitRefUpdate } from '../../../../../src/domain/git/gitPush.ts';
import type { Source } from '../../../../../src/domain/hosts/source.ts';
import { accountOf } from '../../../../../src/domain/hosts/hosts.ts';
import { fakeApi } from '../../../../kit/fakeApi.ts';
import type { Given } from '../../../../kit/fakeFetch.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { aHost } from '../../../../kit/sessions.ts';

const commit = 'a'.repeat(40);
const fix = { name: 'fix', commit, defaultBranch: 'main', rules: [] };

interface ServiceState {
  /** Branches by name, as the API tells them. */
  branches: Record<string, Readonly<Record<string, unknown>>>;
  rules: readonly object[];
  repository: object;
}

describe('RefRemoval', () => {
  let state: ServiceState;
  let requests: string[];
  let pushes: (readonly GitRefUpdate[])[];
  let fetches: string[];
  /** Runs in place of a push that succeeds. */
  let remoteRefs: Map<string, string>;
  let onPush: () => void;
  let source: Source;
  let removal: RefRemoval;

  const answer = (path: string): Given => {
    if (path.endsWith('/protect_branches')) return { body: state.rules };
    const [, branch] = /\/branches\/(.+)$/.exec(path) ?? [];
    if (branch === undefined) return { body: state.repository };
    const found = state.branches[decodeURIComponent(branch)];
    return found === undefined ? { status: 404, body: { message: '404 Branch Not Found' } } : { body: found };
  };

  beforeEach(() => {
    const one = (name: string): Readonly<Record<string, unknown>> => ({
      name,
      commit: { id: commit },
      protected: false,
    });
    state = {
      branches: { main: { ...one('main'), default: true }, fix: one('fix'), other: one('other') },
      rules: [],
      repository: { id: 1, full_name: 'alice/website', name: 'website', default_branch: 'main' },
    };
    requests = [];
    pushes = [];
    fetches = [];
    remoteRefs = new Map();
    onPush = () => {};
    const { api, budget } = fakeApi(({ url, method }) => {
      const { pathname } = new URL(url);
      requests.push(`${method} ${pathname}`);
      return answer(pathname);
    });
    const host = aHost();
    const connection = { host, account: accountOf(host, 'alice'), api, budget };
    source = { host: 'local', owner: 'alice', repo: 'website', connect: () => Promise.resolve(connection) };
    const unused = (): Promise<never> => Promise.reject(new Error('is not used'));
    const repository: PushingRepository = {
      fetch: (sha) => Promise.resolve(void fetches.push(sha)),
      files: unused,
      createCommit: unused,
      remoteRefs: () => Promise.resolve(remoteRefs),
      push: async (updates) => {
        pushes.push(updates);
        await Promise.resolve();
        onPush();
      },
    };
    const git: PushingGit = { problem: () => Promise.resolve(undefined), of: () => repository };
    removal = new RefRemoval(git);
  });

  it('reads the commit of a branch, the default branch and the rules with its name, in three requests', async () => {
    state.rules = [{ name: 'f*' }, { name: 'release/*' }];
    assert.deepEqual(await readRemovableBranch(source, 'fix', {}), { ...fix, rules: ['f*'] });
    assert.equal(requests.length, 3);
    assert.ok(requests.every((request) => request.startsWith('GET ')));
  });

  it('refuses the default branch, also if only the repository names it', async () => {
    for (const name of ['main', 'fix']) {
      state.repository = { ...state.repository, default_branch: name };
      const { reason, about } = await rejection(readRemovableBranch(source, name, {}), 'forbidden');
      assert.deepEqual([reason, about], ['isDefaultBranch', [name, 'alice/website']]);
    }
    assert.deepEqual(pushes, []);
  });

  it('refuses a protected branch, and names its rules', async () => {
    state.rules = [{ name: 'f*' }];
    state.branches.fix = { ...state.branches.fix, protected: true };
    const { reason, about } = await rejection(readRemovableBranch(source, 'fix', {}), 'forbidden');
    assert.deepEqual([reason, about], ['isProtectedByRule', ['fix', 'f*']]);
  });

  it('takes a matching rule for a protection where the service does not tell it of the branch', async () => {
    state.rules = [{ name: 'f*' }];
    state.branches.fix = { name: 'fix', commit: { id: commit } };
    assert.equal((await rejection(readRemovableBranch(source, 'fix', {}), 'forbidden')).reason, 'isProtectedByRule');
    state.rules = [];
    assert.equal((await readRemovableBranch(source, 'fix', {})).commit, commit);
  });

  it('names a branch that does not exist', async () => {
    const { field, reason, about } = await rejection(readRemovableBranch(source, 'gone', {}), 'missing');
    assert.deepEqual([field, reason, about], ['branch', 'noSuchRef', ['gone', 'alice/website']]);
  });

  it('renames a branch in one push, after a fetch of its commit', async () => {
    await removal.rename(source, fix, 'fix-2', {});
    assert.deepEqual(fetches, [commit]);
    assert.deepEqual(pushes, [
      [
        { ref: 'refs/heads/fix-2', expected: undefined, to: commit },
        { ref: 'refs/heads/fix', expected: commit, to: undefined },
      ],
    ]);
  });

  it('fails if the answer to the push is lost and the branch is there', async () => {
    onPush = () => {
      throw new Failure('unreachable', 'cut', { reason: 'reset' });
    };
    assert.equal((await rejection(removal.remove(source, fix, {}), 'unreachable')).reason, 'reset');
    assert.equal((await rejection(removal.rename(source, fix, 'fix-2', {}), 'unreachable')).reason, 'reset');
  });

  it('does not take a branch that another person removed for its own removal', async () => {
    onPush = () => {
      delete state.branches.fix;
      throw new Failure('conflict', 'moved', { reason: 'branchMoved', sent: false });
    };
    assert.equal((await rejection(removal.remove(source, fix, {}), 'conflict')).reason, 'branchMoved');
  });
});

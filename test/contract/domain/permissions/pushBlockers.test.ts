import assert from 'node:assert/strict';
import {
  findPushBlocker,
  pushBlockerOf,
  rulePreventing,
  type PushBlocker,
} from '../../../../src/domain/permissions/pushBlockers.ts';
import { KnownRepositories } from '../../../../src/domain/hosts/knownRepositories.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('findPushBlocker', () => {
  const service = suiteService();

  const found = async (name: string, branch: string, login: string): Promise<PushBlocker | undefined> => {
    const [owner = '', repo = ''] = name.split('/');
    const { connect } = session(service, { login });
    return await findPushBlocker({ host: 'local', owner, repo, connect }, new KnownRepositories(), branch, {});
  };
  const rule = async (wildcard: string, pusher: string): Promise<unknown> => {
    const params = { owner: 'alice', repo: 'website', wildcard, pusher, merger: 'admin' };
    return await service.act({ do: 'call', operation: 'branchRules.create', params, as: 'alice' });
  };

  it('returns undefined if neither a rule nor the permissions prevent the push', async () => {
    assert.equal(await found('alice/website', 'main', 'alice'), undefined);
    assert.equal(await found('alice/website', 'main', 'bob'), undefined);
  });

  it('returns archived for an archived repository and readOnly without push permission', async () => {
    assert.deepEqual(await found('alice/old-notes', 'main', 'alice'), { kind: 'archived' });
    assert.deepEqual(await found('alice/website', 'main', 'carol'), { kind: 'readOnly' });
  });

  it('returns the branch rule that excludes the account', async () => {
    await rule('release/*', 'empty');
    await rule('stable', 'bob');
    await rule('next', 'admin');
    await rule('open', 'develop');
    const nobody = { kind: 'rule', rule: 'release/*', allowed: 'nobody' };
    assert.deepEqual(await found('alice/website', 'release/1', 'alice'), nobody);
    assert.equal(await found('alice/website', 'releases', 'alice'), undefined);
    assert.deepEqual(await found('alice/website', 'stable', 'alice'), {
      kind: 'rule',
      rule: 'stable',
      allowed: ['bob'],
    });
    assert.equal(await found('alice/website', 'stable', 'bob'), undefined);
    assert.deepEqual(await found('alice/website', 'next', 'bob'), {
      kind: 'rule',
      rule: 'next',
      allowed: 'administrators',
    });
    assert.equal(await found('alice/website', 'next', 'alice'), undefined);
    assert.equal(await found('alice/website', 'open', 'bob'), undefined);
  });

  it('returns a rule whose allowed group has no name', () => {
    const rule = { name: 'main', push_users: [], merge_users: [], developers_can_push: false };
    const found = rulePreventing('main', [rule], { login: 'alice', canAdmin: true });
    assert.deepEqual(found, { kind: 'rule', rule: 'main', allowed: 'others' });
  });

  it('returns undefined for a record without permissions', () => {
    assert.equal(pushBlockerOf('main', {}, [], 'alice'), undefined);
  });

  it('asks for the permission of the account if the record of the repository does not tell it', async () => {
    for (const repositoryPermission of ['absent', 'only denied push'] as const) {
      service.set({ habits: { repositoryPermission } });
      assert.deepEqual(await found('alice/website', 'main', 'carol'), { kind: 'readOnly' }, repositoryPermission);
      assert.equal(await found('alice/website', 'main', 'bob'), undefined, repositoryPermission);
      assert.equal(await found('carol/game', 'main', 'alice'), undefined, repositoryPermission);
    }
    service.set({ habits: { repositoryPermission: 'all' } });
  });

  it('throws signedOut if the service rejects the token', async () => {
    service.fail({ operation: 'branchRules.list', fault: { kind: 'error', status: 401 }, times: 2 });
    await assert.rejects(found('alice/website', 'main', 'alice'), { kind: 'signedOut' });
    service.heal();
  });

  it('returns undefined if the rules cannot be read', async () => {
    service.fail({ operation: 'branchRules.list', fault: { kind: 'error', status: 403 }, times: 1 });
    assert.equal(await found('alice/website', 'release/1', 'alice'), undefined);
  });
});

import assert from 'node:assert/strict';
import { KnownRepositories, type RepositoryPermissions } from '../../../../src/domain/hosts/knownRepositories.ts';
import { requestOwnPermission } from '../../../../src/domain/permissions/ownPermissions.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import type { Habits } from '../../../service/habits.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('requestOwnPermission', () => {
  const service = suiteService();

  interface Learned extends RepositoryPermissions {
    readonly requests: readonly string[];
  }

  async function learned(name: string, login: string): Promise<Learned> {
    const [owner = '', repo = ''] = name.split('/');
    const at = { host: 'local', owner, repo };
    const knownRepositories = new KnownRepositories();
    const connection = await session(service, { login }).connect();
    knownRepositories.noteRecord('local', await connection.api.repositories.get({ owner, repo }), login);
    const requests = await asked(service, () => requestOwnPermission(connection, knownRepositories, at, {}));
    assert.deepEqual(
      await asked(service, () => requestOwnPermission(connection, knownRepositories, at, {})),
      [],
      'asked once',
    );
    return { ...knownRepositories.rights(at, login), requests };
  }
  const writer = { contribute: true, push: true, administer: false };
  const reader = { contribute: true, push: false, administer: false };
  const administrator = { contribute: true, push: true, administer: true };

  it('sends no request if the record of the repository tells the permissions', async () => {
    assert.deepEqual(await learned('alice/website', 'alice'), { ...administrator, requests: [] });
    const requests: string[] = [];
    assert.deepEqual(await learned('alice/website', 'xiaoming'), { ...administrator, requests });
    assert.deepEqual(await learned('alice/website', 'bob'), { ...writer, requests });
    assert.deepEqual(await learned('alice/website', 'carol'), { ...reader, requests });
  });

  const silent: readonly Habits['repositoryPermission'][] = ['absent', 'only denied push'];
  for (const repositoryPermission of silent) {
    it(`asks for the permission of the account if the repository tells of permissions: ${repositoryPermission}`, async () => {
      service.set({ habits: { repositoryPermission } });
      const requests = ['members.permission'];
      assert.deepEqual(await learned('alice/website', 'xiaoming'), { ...administrator, requests });
      assert.deepEqual(await learned('alice/website', 'bob'), { ...writer, requests });
      assert.deepEqual(await learned('alice/website', 'carol'), { ...reader, requests });
      assert.deepEqual(await learned('acme/platform', 'alice'), { ...administrator, requests });
    });
  }

  it('lets no account administer that is no member, and denies it no push', async () => {
    service.set({ habits: { repositoryPermission: 'absent' } });
    const requests = ['members.permission'];
    assert.deepEqual(await learned('alice/website', 'newcomer'), { ...writer, requests });
  });

  it('asks again after a failure', async () => {
    service.set({ habits: { repositoryPermission: 'absent' } });
    const knownRepositories = new KnownRepositories();
    const at = { host: 'local', owner: 'alice', repo: 'website' };
    const connection = await session(service, { login: 'xiaoming' }).connect();
    knownRepositories.noteRecord(
      'local',
      await connection.api.repositories.get({ owner: 'alice', repo: 'website' }),
      'xiaoming',
    );
    service.fail({ operation: 'members.permission', fault: { kind: 'error', status: 401 }, times: 2 });
    await assert.rejects(requestOwnPermission(connection, knownRepositories, at, {}), { kind: 'signedOut' });
    assert.equal(knownRepositories.rights(at, 'xiaoming').administer, false);
    service.heal();
    await requestOwnPermission(connection, knownRepositories, at, {});
    assert.equal(knownRepositories.rights(at, 'xiaoming').administer, true);
  });
});

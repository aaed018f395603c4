import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { AccountsChange } from '../../../../src/domain/hosts/connections.ts';
import { KnownRepositories } from '../../../../src/domain/hosts/knownRepositories.ts';
import { WriteAccess } from '../../../../src/domain/permissions/writeAccess.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { startService } from '../../../service/service.ts';

describe('WriteAccess', () => {
  it('asks once for the permission of the account if the record of the repository does not tell it', async () => {
    const service = await startService();
    try {
      service.set({ habits: { repositoryPermission: 'only denied push' } });
      for (const [login, reason] of [
        ['xiaoming', undefined],
        ['bob', undefined],
        ['carol', 'notAllowed'],
        ['newcomer', 'notAllowed'],
        ['alice', undefined],
      ] as const) {
        const rights = new WriteAccess(new KnownRepositories(), session(service, { login }).connections);
        const website = { host: 'local', owner: 'alice', repo: 'website' };
        const own = login === 'alice' ? [] : ['members.permission'];
        assert.deepEqual(await asked(service, () => rights.requestOnce(website)), ['repositories.get', ...own], login);
        assert.deepEqual(await asked(service, () => rights.requestOnce(website)), [], login);
        assert.equal(rights.reason({ kind: 'branch' }, website), reason, login);
      }
    } finally {
      await service.close();
    }
  });

  it('requests the permissions once, notifies listeners and forgets them when the accounts change', async () => {
    const service = await startService();
    try {
      const accounts = new Emitter<AccountsChange>();
      const one = session(service);
      const knownRepositories = new KnownRepositories();
      const rights = new WriteAccess(knownRepositories, { ...one.connections, onDidChange: accounts.event });
      let told = 0;
      rights.onDidChange(() => (told += 1));
      const website = { host: 'local', owner: 'alice', repo: 'website' };
      const archived = { ...website, repo: 'old-notes' };
      assert.equal(rights.reason({ kind: 'branch' }, website), undefined);
      assert.deepEqual(await asked(service, () => rights.requestOnce(website)), ['repositories.get']);
      assert.deepEqual(await asked(service, () => rights.requestOnce(website)), []);
      await rights.requestOnce(archived);
      const reasons = (['branch', 'tag', 'commit'] as const).map((kind) => rights.reason({ kind }, archived));
      assert.deepEqual(reasons, ['isArchived', 'isTag', 'isCommit']);
      await rights.requestOnce({ ...website, owner: 'openteam', repo: 'handbook' });
      assert.equal(
        rights.reason({ kind: 'branch' }, { ...website, owner: 'openteam', repo: 'handbook' }),
        'notAllowed',
      );
      assert.equal(told, 3);
      accounts.fire(new Map());
      assert.equal(told, 4);
      assert.deepEqual(await asked(service, () => rights.requestOnce(website)), ['repositories.get']);
      accounts.fire(new Map());
      one.network.online = false;
      await assert.rejects(rights.requestOnce(website), { kind: 'unreachable' });
      one.network.online = true;
      assert.equal(await rights.requestOnce(website), true, 'what failed is asked again');
    } finally {
      await service.close();
    }
  });
});

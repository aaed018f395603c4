import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { silent } from '../../../../src/core/log.ts';
import type { AccountsChange } from '../../../../src/domain/hosts/connections.ts';
import { RemoteRepositories } from '../../../../src/domain/repositories/remoteRepositories.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { hostId, session } from '../../../kit/remoteFiles.ts';
import { until } from '../../../kit/until.ts';
import { freshService } from '../../kit/suiteService.ts';

describe('A file that waits for the limit of an account', () => {
  const service = freshService();

  for (const operation of ['branches.list', 'files.tree', 'files.content', 'files.blob'])
    it(`is read at once after another account signed in: ${operation}`, async () => {
      const storage = memoryStorage();
      const [bob, alice] = ['bob', 'alice'].map((login) => session(service, { storage, login }));
      let now = bob ?? assert.fail();
      const changed = new Emitter<AccountsChange>();
      const connections = { ...now.connections, connect: () => now.connect(), onDidChange: changed.event };
      const repositories = new RemoteRepositories({ connections, storage, objects: now.objects, log: silent });
      const read = async (): Promise<number> =>
        (await repositories.at({ host: hostId, owner: 'alice', repo: 'website', ref: undefined }).read('src/main.ts'))
          .length;
      service.fail({ operation, times: 1, fault: { kind: 'throttled', seconds: 40 } });
      const waiting = read();
      await until(() => service.requests.some((request) => request.operation === operation && request.status === 429));
      now = alice ?? assert.fail();
      changed.fire(new Map([[hostId, 'bob']]));
      // Also the reading that began before: the editor asks no second time before it ends.
      const [after, before] = await Promise.all([read(), waiting]);
      assert.ok(after > 0 && before === after);
      const last = service.requests.filter((request) => request.operation === operation).at(-1);
      assert.equal(last?.account, 'alice');
    }).timeout(20_000);
});

import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { tidy } from '../kit/tidy.ts';
import { run } from '../kit/run.ts';

const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB4aTBoUkVg8MsY2qCB8KYmp8GvqaHnvXVdRT1eqXC3F other@computer';

describe('the questions for an SSH key', () => {
  const service = new RemoteService();
  const person = new Person();
  const url = service.url.replace('127.0.0.1', 'localhost');

  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  for (const [status, listed] of [
    ['served', ['From elsewhere', 'From here']],
    ['404', ['From here']],
    ['405', ['From here']],
  ] as const)
    it(`list ${listed.join(' and ')} where the host ${status === 'served' ? 'lists keys' : `answers ${status}`}`, async () => {
      await service.reset();
      // A host of its own: the extension remembers for a day what a host does not have.
      const host = `keys-${status}`;
      await run('host.add', { id: host, name: 'Keys', apiUrl: url, authUrl: url });
      await run('account.signInWithToken', { host, token: await service.token('alice') });
      await service.set({ habits: { optionalOperations: status } });
      try {
        const params = { title: 'From elsewhere', key: ed25519 };
        await service.act({ do: 'call', operation: 'keys.create', params, as: 'alice' });
        const own = { host, title: 'From here', key: ed25519.replace('C3F', 'C3G') };
        const { id } = await run<{ id: string }>('key.add', own);
        await service.clear();
        for (let time = 0; time < 2; time += 1)
          await person.dismissing('key.show', async () => {
            await person.sees('From here');
            assert.deepEqual((await person.list()).rows.map(({ label }) => label).sort(), listed);
          });
        assert.equal((await service.requests('ownKeys.list')).length, status === 'served' ? 2 : 1);
        const removed = commands.executeCommand('sourcehost.key.remove');
        await person.picks(listed[0]);
        await person.answers(new RegExp(`^Remove the key “${listed[0]}” from Keys\\?$`), 'Remove Key');
        await removed;
        await run('key.show', { host, id }).then(
          () => assert.equal(listed[0], 'From elsewhere'),
          () => assert.equal(listed[0], 'From here'),
        );
      } finally {
        await run('host.remove', { host });
      }
    });
});

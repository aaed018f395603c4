import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { commands, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';

const ids = (): string[] =>
  (workspace.getConfiguration('sourcehost').get<{ id: string }[]>('hosts') ?? []).map(({ id }) => id);

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('hosts', () => {
  const { url } = new RemoteService();
  const entry = { id: 'second', name: 'Second', apiUrl: `${url}/api/v5`, authUrl: `${url}/oauth`, webUrl: url };
  const add = async (change: object): Promise<unknown> =>
    await commands.executeCommand('sourcehost.host.add', { ...entry, ...change });

  it('are written into the user settings and removed again', async () => {
    const before = ids();
    const host = await add({ scopes: ['all_user'] });
    assert.equal((host as { apiUrl: string }).apiUrl, url);
    assert.deepEqual(ids(), [...before, 'second']);
    await add({ scopes: ['all_user'] });
    const person = new Person();
    person.sit();
    const renamed = add({ name: 'Renamed' });
    await person.answers(/^Replace the host Second \(second\)\?$/, 'Replace');
    await person.waitsFor(renamed);
    person.leave();
    assert.deepEqual(ids(), [...before, 'second']);
    const token = await new RemoteService().token('alice');
    await commands.executeCommand('sourcehost.account.signInWithToken', { host: 'second', token });
    await commands.executeCommand('sourcehost.host.remove', { host: 'second' });
    assert.deepEqual(ids(), before);
    await assert.rejects(async () => commands.executeCommand('sourcehost.host.remove', { host: 'second' }), {
      kind: 'missing',
    });
  });

  it('are not added if they could not work', async () => {
    const before = ids();
    const wrong: [object, string, RegExp][] = [
      [{ apiUrl: 'http://api.example.org' }, 'refused', /https/],
      [{ apiUrl: `http://127.0.0.1:${await closedPort()}` }, 'unreachable', /The host refused the connection/],
      [{ apiUrl: `${url}/elsewhere` }, 'unreadable', /No API found/],
      [{ id: 'two words' }, 'invalid', /id/],
      [{ colour: 'red' }, 'invalid', /colour/],
    ];
    for (const [change, kind, message] of wrong) {
      await assert.rejects(
        async () => add(change),
        (error: Error & { kind: string }) => {
          assert.equal(error.kind, kind, error.message);
          assert.match(error.message, message);
          return true;
        },
      );
    }
    assert.deepEqual(ids(), before);
  });

  it('are replaced only after the user saw the old and new addresses and agreed, also if a program calls', async () => {
    const before = ids();
    const person = new Person();
    person.sit();
    try {
      const gitcode = { id: ' GitCode ', name: 'GitCode', apiUrl: url, authUrl: url, webUrl: url };
      const declined = assert.rejects(add(gitcode), { kind: 'cancelled' });
      const { detail, modal } = await person.answers(/^Replace the host GitCode \(gitcode\)\?$/);
      await person.waitsFor(declined);
      assert.ok(modal);
      assert.ok(
        detail.includes('Now: API https://api.gitcode.com, sign-in https://gitcode.com, web https://gitcode.com.'),
      );
      assert.ok(detail.includes(`Then: API ${url}, sign-in ${url}, web ${url}.`), detail);
    } finally {
      person.leave();
    }
    assert.deepEqual(ids(), before);
  });

  it('cannot be removed if they are built in', async () => {
    await assert.rejects(async () => commands.executeCommand('sourcehost.host.remove', { host: 'gitcode' }), {
      kind: 'invalid',
    });
  });
});

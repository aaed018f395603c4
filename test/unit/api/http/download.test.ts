import assert from 'node:assert/strict';
import type { Download } from '../../../../src/api/contract/reply.ts';
import { fakeApi, token } from '../../../kit/fakeApi.ts';
import { rejection } from '../../../kit/rejection.ts';

const text = async ({ body }: Download): Promise<string> => await new Response(body).text();

describe('Api.download', () => {
  it('sends the token to the API, also for a relative address', async () => {
    for (const address of ['/raw/a', 'https://api.test/raw/a']) {
      const { api, net } = fakeApi(() => ({ status: 200, body: 'bytes' }), { apiUrl: 'https://api.test/api/v5' });
      assert.equal(await text(await api.download(address)), 'bytes');
      assert.equal(net.last.url, 'https://api.test/raw/a');
      assert.equal(net.last.headers.authorization, `Bearer ${token}`);
    }
  });

  it('sends no token to another origin', async () => {
    const { api, net } = fakeApi(() => ({ status: 200, body: 'bytes' }), { apiUrl: 'https://api.test' });
    assert.equal(await text(await api.download('https://storage.test/a?signature=1')), 'bytes');
    assert.equal(net.last.headers.authorization, undefined);
  });

  for (const address of [
    'http://storage.test/',
    'https://192.168.0.1/',
    'https://0.0.0.0/',
    'https://127.0.0.1/',
    'file:///etc/passwd',
    'https://u:p@storage.test/',
  ]) {
    it(`rejects ${address}`, async () => {
      const { api, net } = fakeApi(() => ({ status: 200 }), { apiUrl: 'https://api.test' });
      await rejection(api.download(address), 'refused');
      assert.equal(net.sent.length, 0);
    });
  }
});

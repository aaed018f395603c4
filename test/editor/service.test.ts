import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { RemoteService } from '../kit/remoteService.ts';

describe('the local service', () => {
  it('is the host of the settings', async () => {
    const service = new RemoteService();
    const hosts = workspace.getConfiguration('sourcehost').get<{ id: string; apiUrl: string }[]>('hosts');
    assert.deepEqual(
      hosts?.map(({ id, apiUrl }) => [id, apiUrl]),
      [['local', service.url]],
    );
    assert.deepEqual(await service.violations(), []);
  });
});

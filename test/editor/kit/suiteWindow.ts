import assert from 'node:assert/strict';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from './signIn.ts';
import { tidy } from './tidy.ts';

/** The local service of a suite, whose window is signed in as `login`. Both are as at the start before and after it. */
export function suiteWindow(login = 'alice'): RemoteService {
  const service = new RemoteService();
  before(async () => {
    await service.reset();
    await signIn(service, login);
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });
  return service;
}

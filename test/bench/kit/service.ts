import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { RemoteService } from '../../kit/remoteService.ts';
import type { ServiceOptions } from '../../service/handle.ts';

/** Does `work` with a local service that runs in another process. */
export async function withService(
  options: ServiceOptions,
  work: (service: RemoteService) => Promise<void>,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [JSON.stringify(options)]);
  try {
    const [controlUrl] = (await once(child, 'message')) as [string];
    await work(new RemoteService(controlUrl));
  } finally {
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
  }
}

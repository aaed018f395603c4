import { setTimeout as pause } from 'node:timers/promises';
import type { RemoteService } from '../../kit/remoteService.ts';
import type { LoggedRequest } from '../../service/requestLog.ts';

/** The measured costs of one operation. */
export interface Measured {
  readonly requests: readonly LoggedRequest[];
  /** Of all answers, before compression. */
  readonly bytes: number;
  readonly milliseconds: number;
  /** Bytes of the heap that are still in use afterwards, above those before. */
  readonly kept: number;
  /** The most that the heap held during it, garbage included, above that. */
  readonly peak: number;
}

const heap = (): number => process.memoryUsage().heapUsed;

/** Measures `work` against `service`, in a process that runs with --expose-gc. */
export async function measure(service: RemoteService, work: () => Promise<unknown>): Promise<Measured> {
  await service.clear();
  globalThis.gc?.();
  await pause(20);
  const before = heap();
  let most = before;
  const sample = setInterval(() => (most = Math.max(most, heap())), 10);
  const started = performance.now();
  await work().finally(() => clearInterval(sample));
  const milliseconds = performance.now() - started;
  most = Math.max(most, heap());
  globalThis.gc?.();
  const kept = heap() - before;
  const requests = await service.requests();
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  return { requests, bytes, milliseconds, kept, peak: most - before };
}

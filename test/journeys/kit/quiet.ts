import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../service/handle.ts';

/** Milliseconds without a request after which nothing more is asked: an editor that starts looks around for longer. */
const still = 2_000;

/** What was asked for since the last `clear`, once nothing more is: how much that is has no other end to wait for. */
export async function untilQuiet(service: Service): Promise<string[]> {
  let before = -1;
  while (before < service.requests.length) {
    before = service.requests.length;
    await pause(still);
  }
  return service.requests.map(({ operation }) => operation);
}

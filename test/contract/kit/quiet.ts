import { delay } from '../../../src/core/async.ts';
import type { Service } from '../../service/handle.ts';

/** Waits until every request is answered and nothing more is sent for 60 ms, in which the client handles the answers. */
export async function quiet({ requests }: Pick<Service, 'requests'>): Promise<void> {
  for (let [checks, sent] = [0, -1]; checks < 6; checks += 1) {
    if (requests.length !== sent || requests.some(({ status, aborted }) => status === 0 && !aborted)) checks = 0;
    sent = requests.length;
    await delay(10);
  }
}

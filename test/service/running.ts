import type { Behaviour } from './behaviour.ts';
import type { Host } from './host.ts';
import type { RateLimit } from './rateLimit.ts';
import type { RequestLog } from './requestLog.ts';

/** The parts of a running service. */
export interface Running {
  readonly host: Host;
  readonly behaviour: Behaviour;
  readonly rateLimit: RateLimit;
  readonly log: RequestLog;
}

import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { LimitStatus } from './limitStatus.ts';

export function registerHosts({ waiting }: Services, lifetime: Lifetime): void {
  lifetime.add(new LimitStatus(waiting));
}

import type { RemoteService } from '../../kit/remoteService.ts';
import type { Fault } from '../../service/faults.ts';
import { repository } from './user.ts';

const operations = [
  'branches.get',
  'files.tree',
  'files.blob',
  'files.content',
  'files.create',
  'files.update',
  'issues.get',
  'issues.edit',
  'issues.list',
  'repositories.get',
  'search.issues',
  'oauth.token',
];
const faults: readonly Fault[] = [
  { kind: 'error', status: 500 },
  { kind: 'error', status: 503, done: true },
  { kind: 'html', status: 502 },
  { kind: 'html', status: 504, done: true },
  { kind: 'reset', at: 'headers' },
  { kind: 'reset', at: 'headers', done: true },
  { kind: 'reset', at: 'body', done: true },
  { kind: 'stalled', at: 'headers' },
  { kind: 'stalled', at: 'body', done: true },
  { kind: 'truncated' },
  { kind: 'empty', done: true },
  { kind: 'slow', ms: 300 },
  { kind: 'trickle', bytes: 200, ms: 10 },
];
/** A renewal that is refused, or that happens and whose answer is lost, ends the session, as it must: the old token is spent. */
const refusals: readonly Fault[] = [
  { kind: 'error', status: 403 },
  { kind: 'error', status: 409 },
  { kind: 'throttled', seconds: 0 },
];

const harmless = new Set<Fault['kind']>(['error', 'html', 'reset', 'stalled', 'slow', 'trickle']);
const isUndone = (fault: Fault): boolean => !('done' in fault && fault.done);

/** Starts a random fault, or a commit by another user. Returns its name. */
export async function stir(service: RemoteService, roll: () => number): Promise<'faults' | 'others’ commits'> {
  const any = <T>(items: readonly T[]): T => items[Math.floor(roll() * items.length)] as T;
  if (roll() < 0.2) {
    const files = { [`others/${Math.floor(roll() * 5)}.txt`]: `${roll()}\n` };
    await service.act({ do: 'push', repository, branch: 'main', files, as: 'bob' });
    return 'others’ commits';
  }
  const operation = any(operations);
  const fault = any(
    operation === 'oauth.token'
      ? faults.filter(({ kind }) => harmless.has(kind)).filter(isUndone)
      : [...faults, ...refusals],
  );
  await service.fail({ operation, fault, times: 1 + Math.floor(roll() * 3) });
  return 'faults';
}

import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { silent } from '../../../../src/core/log.ts';
import type { Storage } from '../../../../src/core/storage.ts';
import type { ResolvedRef } from '../../../../src/domain/refs/refs.ts';
import { RefTracker } from '../../../../src/domain/refs/refTracker.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { session } from '../../../kit/remoteFiles.ts';

const at = (digit: string): ResolvedRef => ({ kind: 'branch', name: 'main', commit: digit.repeat(40) });

describe('RefTracker', () => {
  let now: number;
  let tracker: RefTracker;
  let storage: Storage;

  beforeEach(async () => {
    now = 1_000_000;
    storage = memoryStorage();
    const { connect } = session({ url: 'http://127.0.0.1:9', token: () => 'token' }, { storage });
    tracker = new RefTracker({
      source: { host: 'local', owner: 'alice', repo: 'demo', connect },
      ref: 'main',
      resolvedElsewhere: () => at('a'),
      storage,
      log: silent,
      now: () => now,
    });
    await tracker.load({}, undefined);
  });
  afterEach(() => tracker.flush());

  it('loads the result of the caller without a request', () => {
    const { head, checked, problem, moved } = tracker.state ?? assert.fail();
    assert.deepEqual([head, checked, problem, moved], [at('a'), now, undefined, undefined]);
  });

  it('persists its state until it is stopped', async () => {
    await tracker.flush();
    const [record] = await storage.list('refs');
    await tracker.stop();
    await storage.remove(record?.name ?? '');
    tracker.apply(1, at('b'), false);
    await tracker.flush();
    assert.deepEqual([typeof record?.name, await storage.list('refs')], ['string', []]);
  });

  it('is due a minute after the last response, and after a failure', () => {
    assert.equal(tracker.isDue, false);
    now += 60_001;
    assert.equal(tracker.isDue, true);
    tracker.apply(1, at('a'), false);
    assert.equal(tracker.isDue, false);
    tracker.fail(new Failure('unreachable', 'no', { reason: 'offline' }));
    assert.equal(tracker.isDue, true);
    tracker.apply(2, at('a'), false);
    assert.deepEqual([tracker.isDue, tracker.problem], [false, undefined]);
  });

  it('notes that the branch moved, except by a commit from here', () => {
    tracker.apply(1, at('b'), true);
    assert.equal(tracker.state?.moved, undefined);
    tracker.apply(2, at('c'), false);
    assert.deepEqual(tracker.state?.moved, { from: 'b'.repeat(40), to: 'c'.repeat(40) });
  });

  it('calls a response outdated if the response to a later request was applied', () => {
    tracker.apply(2, at('b'), false);
    assert.deepEqual([tracker.isOutdated(1), tracker.isOutdated(2)], [true, false]);
  });
});

import assert from 'node:assert/strict';
import { randomHex, sha256 } from '../../../src/core/digest.ts';
import { Emitter } from '../../../src/core/emitter.ts';
import { Failure, isFailure, messageOf, throwIfCancelled } from '../../../src/core/errors.ts';
import { named, silent } from '../../../src/core/log.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';

describe('an emitter', () => {
  it('tells every listener until it is disposed', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    const listen = (value: number): void => void seen.push(value);
    const first = emitter.event(listen);
    emitter.event(listen);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(seen, [1, 1, 2]);
  });

  it('lets a listener leave while it is told', () => {
    const emitter = new Emitter<number>();
    const seen: string[] = [];
    const first = emitter.event(() => {
      seen.push('first');
      first.dispose();
    });
    emitter.event(() => seen.push('second'));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(seen, ['first', 'second', 'second']);
  });
});

describe('a failure', () => {
  const failure = new Failure('missing', 'm', { operation: 'o', status: 404, words: 'w', reason: 'dns', cause: 1 });

  it('is known by its kind', () => {
    assert.ok(isFailure(failure) && isFailure(failure, 'missing', 'broken') && !isFailure(failure, 'broken'));
    assert.ok(!isFailure(new Error('x')));
    assert.equal(failure.cause, 1);
    assert.equal(new Failure('broken', 'm').cause, undefined);
  });

  it('can be seen otherwise, with all that it says', () => {
    const other = failure.with({ kind: 'conflict', words: 'v' });
    assert.deepEqual(
      [other.kind, other.message, other.operation, other.status, other.words, other.reason, other.cause],
      ['conflict', 'm', 'o', 404, 'v', 'dns', 1],
    );
    assert.equal(failure.with({ message: 'n' }).kind, 'missing');
  });

  it('comes of what was given up', () => {
    throwIfCancelled(undefined);
    throwIfCancelled(new AbortController().signal);
    assert.throws(
      () => throwIfCancelled(AbortSignal.abort()),
      (error) => isFailure(error, 'cancelled'),
    );
  });

  it('has words for anything thrown', () => {
    assert.deepEqual([new Error('a'), new TypeError(), 'b', { c: 1 }].map(messageOf), [
      'a',
      'TypeError',
      'b',
      'unknown error',
    ]);
  });
});

describe('a log', () => {
  it('can carry the name of who writes', () => {
    const log = new RecordingLog();
    const own = named(log, 'api');
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) own[level]('x');
    assert.deepEqual(
      log.lines,
      Array.from({ length: 5 }, () => '[api] x'),
    );
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) silent[level]('x');
  });
});

describe('a digest', () => {
  it('is hexadecimal', async () => {
    assert.equal(await sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.match(randomHex(16), /^[0-9a-f]{32}$/);
  });
});

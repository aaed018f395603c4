import assert from 'node:assert/strict';
import { randomHex, sha256 } from '../../../src/core/digest.ts';
import { Emitter } from '../../../src/core/emitter.ts';
import { Failure, isFailure, messageOf, throwIfCancelled } from '../../../src/core/errors.ts';
import { lineOf, named, silent } from '../../../src/core/log.ts';
import { oneLine } from '../../../src/core/text.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';

describe('Emitter', () => {
  it('calls every listener until the listener or the emitter is disposed', () => {
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

  it('lets a listener dispose itself during a call', () => {
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

describe('Failure', () => {
  const failure = new Failure('missing', 'm', {
    operation: 'o',
    status: 404,
    serverMessage: 'w',
    reason: 'dns',
    cause: 1,
  });

  it('is recognized by its kind, and has a message on one line', () => {
    assert.ok(isFailure(failure) && isFailure(failure, 'missing', 'broken') && !isFailure(failure, 'broken'));
    assert.ok(!isFailure(new Error('x')));
    assert.equal(failure.cause, 1);
    assert.equal(new Failure('broken', 'm', { status: 500 }).cause, undefined);
    assert.equal(
      new Failure('broken', 'no ma\u202ein\nERROR x\u200b', { status: 500 }).message,
      'no ma in ERROR x',
      'one line, all seen',
    );
  });

  it('copies all fields with other values in `with`', () => {
    const other = failure.with({ kind: 'conflict', serverMessage: 'v' });
    assert.deepEqual(
      [other.kind, other.message, other.operation, other.status, other.serverMessage, other.reason, other.cause],
      ['conflict', 'm', 'o', 404, 'v', 'dns', 1],
    );
    assert.equal(failure.with({ message: 'n' }).kind, 'missing');
  });

  it('is thrown by throwIfCancelled for an aborted signal', () => {
    throwIfCancelled(undefined);
    throwIfCancelled(new AbortController().signal);
    assert.throws(
      () => throwIfCancelled(AbortSignal.abort()),
      (error) => isFailure(error, 'cancelled'),
    );
  });

  it('gets a message from any thrown value', () => {
    assert.deepEqual([new Error('a'), new TypeError(), 'b', { c: 1 }].map(messageOf), [
      'a',
      'TypeError',
      'b',
      'unknown error',
    ]);
  });
});

describe('named log', () => {
  it('puts its name before every line', () => {
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

describe('lineOf', () => {
  it('escapes line breaks, so that text cannot forge a line of the log', () => {
    const forged = 'no such issue\n2026-01-01 00:00:00.000 [error] signed out\r\nx\ry';
    assert.equal(lineOf(forged), 'no such issue ⏎ 2026-01-01 00:00:00.000 [error] signed out ⏎ x ⏎ y');
    assert.equal(lineOf('a\u0085b\u2028c\u2029d'), 'a\ufffdb\ufffdc\ufffdd');
  });

  it('removes terminal control codes and characters that reorder text', () => {
    const codes = ['\u001b[2J\u001b[31mred', '\u001b]0;title\u0007', '\u009b31m', '\u202egnp.exe', 'a\bb', '\u0000'];
    for (const code of codes) {
      // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
      assert.doesNotMatch(lineOf(code), /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e]/);
      // oxlint-disable-next-line no-control-regex -- as above
      assert.doesNotMatch(oneLine(code), /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    assert.equal(lineOf('\ttabs and 中文 stay 😀'), '\ttabs and 中文 stay 😀');
  });

  it('masks credentials', () => {
    assert.equal(lineOf('Authorization: Bearer abc.def, x'), 'Authorization: Bearer ***, x');
    assert.equal(lineOf('?access_token=abc&x=1'), '?access_token=***&x=1');
    assert.equal(lineOf('PRIVATE-TOKEN: abc, private_token=abc'), 'PRIVATE-TOKEN: ***, private_token=***');
    assert.equal(
      lineOf('of https://bob:secret@git.test/a and ssh://git@b'),
      'of https://***@git.test/a and ssh://***@b',
    );
    assert.equal(lineOf('https://git.test/a@b?c=d@e'), 'https://git.test/a@b?c=d@e');
    assert.equal(lineOf('{"client_secret":"abc","password": "def"}'), '{"client_secret":"***","password": "***"}');
  });
});

describe('sha256 and randomHex', () => {
  it('return hexadecimal text', async () => {
    assert.equal(await sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.match(randomHex(16), /^[0-9a-f]{32}$/);
  });
});

import assert from 'node:assert/strict';
import type { FailureKind } from '../../../src/core/errors.ts';
import type { FailureReason } from '../../../src/core/failureReason.ts';
import { fetchProblem, gitFailure, masked } from '../../../src/git/gitFailure.ts';
import { progressReader } from '../../../src/git/processes/fetchProgress.ts';

const token = { login: 'alice', token: 'very-secret' };

describe('A message of git', () => {
  const messages: readonly [string, FailureKind, FailureReason][] = [
    ["fatal: Authentication failed for 'https://x/a.git/'", 'forbidden', 'gitTokenRefused'],
    ["fatal: could not read Username for 'https://x': terminal prompts disabled", 'forbidden', 'gitTokenRefused'],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 403", 'forbidden', 'gitDenied'],
    ["fatal: repository 'https://x/a.git/' not found", 'missing', 'gitNoRepository'],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 429", 'throttled', 'gitBusy'],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 502", 'broken', 'gitHostFailed'],
    ["fatal: unable to access 'https://x/': Could not resolve host: x", 'unreachable', 'dns'],
    [
      "fatal: unable to access 'https://x/': Failed to connect to x port 443 after 2 ms: Couldn't connect to server",
      'unreachable',
      'connectionRefused',
    ],
    [
      "fatal: unable to access 'https://x/': SSL certificate problem: certificate has expired",
      'unreachable',
      'tlsExpired',
    ],
    [
      "fatal: unable to access 'https://x/': SSL certificate problem: self-signed certificate in certificate chain",
      'unreachable',
      'tlsUnknownIssuer',
    ],
    [
      "fatal: unable to access 'https://x/': SSL certificate problem: self-signed certificate",
      'unreachable',
      'tlsSelfSigned',
    ],
    [
      "fatal: unable to access 'https://x/': SSL: no alternative certificate subject name matches target host name 'x'",
      'unreachable',
      'tlsWrongName',
    ],
    [
      "fatal: unable to access 'https://x/': SSL certificate problem: unable to get local issuer certificate",
      'unreachable',
      'tlsUnknownIssuer',
    ],
    [
      "fatal: unable to access 'https://x/': Received HTTP code 407 from proxy after CONNECT",
      'unreachable',
      'proxyAuth',
    ],
    ["fatal: unable to access 'https://x/': Could not resolve proxy: p", 'unreachable', 'proxyUnreachable'],
    ["fatal: unable to access 'https://x/': CONNECT tunnel failed, response 403", 'unreachable', 'proxyRefused'],
    ['error: RPC failed; curl 56 Recv failure: Connection reset by peer', 'unreachable', 'reset'],
    ['fatal: the remote end hung up unexpectedly', 'unreachable', 'reset'],
    [
      'error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds',
      'timeout',
      'stalled',
    ],
    ['fatal: write error: No space left on device', 'refused', 'diskFull'],
    ['fatal: cannot mkdir /x: Permission denied', 'refused', 'gitCacheFailed'],
    ['fatal: remote error: upload-pack: not our ref 1111', 'refused', 'gitNoCommit'],
    ['error: Server does not allow request for unadvertised object 1111', 'refused', 'gitNoCommit'],
    ['fatal: https://x/info/refs not valid: is this a git repository?', 'refused', 'gitNoService'],
    [
      `error: object ${'1'.repeat(40)}: hasDotgit: contains .git\nfatal: fsck error in packed object`,
      'refused',
      'rejectedObject',
    ],
    [
      'fatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output',
      'refused',
      'damagedRepository',
    ],
    ['remote: aborting due to possible repository corruption on the remote side.', 'refused', 'damagedRepository'],
    [`fatal: bad object ${'2'.repeat(40)}`, 'refused', 'damagedObject'],
    [
      'fatal: unable to update url base from redirection:\n  asked for: https://x\n   redirect: https://y',
      'refused',
      'redirected',
    ],
    ['fatal: something else', 'refused', 'gitFailed'],
    ['', 'refused', 'gitFailed'],
  ];
  for (const [message, kind, reason] of messages)
    it(`is ${kind} (${reason}): ${message.split('\n')[0] ?? ''}`, () => {
      const failure = gitFailure(`remote: Counting objects: 5, done.\r${message}\n`, '/cache', undefined);
      assert.deepEqual([failure.kind, failure.reason], [kind, reason]);
    });

  it('names the object that git cannot read, if git names it', () => {
    const sha = '0123456789abcdef0123456789abcdef01234567';
    const about = (errors: string): unknown => gitFailure(errors, '/cache', undefined).about;
    assert.deepEqual(about(`fatal: loose object ${sha} (stored in x) is corrupt\nfatal: early EOF\n`), [
      sha.slice(0, 12),
    ]);
    const left = `remote: fatal: unable to read ${sha}\nremote: aborting due to possible repository corruption on the remote side.\n`;
    assert.deepEqual(about(`${left}fatal: fetch-pack: invalid index-pack output\n`), [sha.slice(0, 12)]);
    assert.equal(about('fatal: fsck error in packed object\n'), undefined);
  });

  it('has no part of a token that crosses the end of the quotation', () => {
    for (let padding = 280; padding < 300; padding += 1) {
      const { message } = gitFailure(`fatal: ${'x'.repeat(padding)}${token.token}\n`, '/cache', token);
      assert.ok(!message.includes('very-s'), message);
    }
  });

  it('is quoted on one line, without the token and without control characters', () => {
    const basic = Buffer.from('oauth2:very-secret').toString('base64');
    const failure = gitFailure(`fatal: \u001b[31mno ${token.token} ${basic}\u0007\n`, '/cache', token);
    assert.equal(failure.serverMessage, '[31mno *** ***');
    assert.ok(!failure.message.includes(token.token));
    assert.equal(masked('nothing', token), 'nothing');
  });

  it('tells whether another user name or a fetch without a filter helps', () => {
    assert.equal(fetchProblem("fatal: Authentication failed for 'x'"), 'credentials');
    assert.equal(fetchProblem("fatal: remote error: filter 'blob:limit' not supported"), 'filter');
    assert.equal(fetchProblem('warning: filtering not recognized by server, ignoring\nfatal: early EOF'), 'other');
    assert.equal(fetchProblem('fatal: early EOF'), 'other');
  });

  it('tells that the pack has a difference to an object that was left out', () => {
    const sha = '867678dcf73f6de0d6e1e8fe198cd3a43771fd74';
    const said = `warning: lazy fetching disabled; some objects may not be available\nfatal: could not fetch ${sha} from promisor remote\n`;
    assert.equal(fetchProblem(`${said}fatal: fetch-pack: invalid index-pack output`), 'missingBase');
  });
});

describe('The progress of a fetch', () => {
  it('is the number of received bytes, in parts of any length', () => {
    const text =
      'remote: Total 5\rReceiving objects:  20% (1/5)\rReceiving objects:  40% (2/5), 512 bytes | 1.00 KiB/s\r' +
      'Receiving objects:  60% (3/5), 1.50 KiB | 1.00 KiB/s\rReceiving objects: 100% (5/5), 2.25 MiB | 1.00 MiB/s, done.\n';
    for (const length of [1, 7, 40, 1_000]) {
      const seen = new Set<number>();
      const read = progressReader((bytes) => seen.add(bytes));
      for (let at = 0; at < text.length; at += length) read(text.slice(at, at + length));
      assert.ok(seen.has(2.25 * 1024 * 1024), `${length}`);
      if (length <= 40) assert.ok(seen.has(512) && seen.has(1536), `${length}: ${[...seen].join()}`);
    }
  });
});

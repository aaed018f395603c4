import assert from 'node:assert/strict';
import { readCurlTrace } from '../../../../src/git/processes/curlTrace.ts';

const at = '11:12:39.792649 http.c:684              ';
const refused = [
  `${at}=> Send header: GET /x.git/info/refs?service=git-upload-pack HTTP/1.1`,
  `${at}=> Send header: Authorization: Basic <redacted>`,
  `${at}<= Recv header, 0000000032 bytes (0x00000020)`,
  `${at}<= Recv header: HTTP/1.1 429 Too Many Requests`,
  `${at}<= Recv header: Retry-After: 7`,
  `${at}<= Recv header:`,
  `${at}== Info: TLS 1.3 connection, SSL certificate verify ok`,
];
const message = "fatal: unable to access 'http://x/': The requested URL returned error: 429";

describe('The headers in the error output of git', () => {
  it('are taken out, and tell the pause that the host asks for', () => {
    const output = ['remote: slow down', ...refused, message, ''].join('\n');
    assert.deepEqual(readCurlTrace(output), { errors: `remote: slow down\n${message}\n`, retryAfter: 7_000 });
    assert.equal(readCurlTrace(output.replaceAll('\n', '\r\n')).retryAfter, 7_000);
  });

  it('count for the last response only', () => {
    const answered = [...refused, `${at}<= Recv header: HTTP/2 503`, 'fatal: 503'].join('\n');
    assert.equal(readCurlTrace(answered).retryAfter, undefined);
  });

  it('give the pause up to a date by the clock of the host', () => {
    const date = [
      `${at}<= Recv header: HTTP/2 429`,
      `${at}<= Recv header: date: Tue, 24 Nov 2026 11:12:39 GMT`,
      `${at}<= Recv header: retry-after: Tue, 24 Nov 2026 11:12:49 GMT`,
    ].join('\n');
    assert.equal(readCurlTrace(date).retryAfter, 10_000);
  });

  it('leave the progress of a fetch, which is on the same line', () => {
    const progress = 'Receiving objects:  20% (1/5)\rReceiving objects:  40% (2/5)\r';
    assert.equal(readCurlTrace(`${progress}${refused[3]}\nfatal: x`).errors, `${progress}\nfatal: x`);
    assert.deepEqual(readCurlTrace('fatal: no trace\n'), { errors: 'fatal: no trace\n', retryAfter: undefined });
  });
});

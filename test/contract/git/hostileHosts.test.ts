import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import type { FailureKind } from '../../../src/core/errors.ts';
import type { FailureReason } from '../../../src/core/failureReason.ts';
import type { GitRepository } from '../../../src/domain/git/gitRepositories.ts';
import { accessAt, childrenWith, filesBelow, named, processesWith, testGit } from '../../kit/localGit.ts';
import { RecordingLog } from '../../kit/recordingLog.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve } from '../../kit/servers.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';

const website = named('alice/website');
const commit = '1'.repeat(40);
const token = { login: 'alice', token: 'shp-not-for-others' };

const line = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const flush = Buffer.from('0000');
/** What a server of version 2 of the protocol can do. */
const offers = Buffer.concat([
  line('# service=git-upload-pack\n'),
  flush,
  ...['version 2\n', 'agent=git/2.39.5\n', 'ls-refs\n', 'fetch=shallow filter\n', 'object-format=sha1\n'].map(line),
  flush,
]);
/** The begin of an answer to a fetch: the commit is shallow, the pack follows. */
const packFollows = Buffer.concat([
  line('shallow-info\n'),
  line(`shallow ${commit}\n`),
  Buffer.from('0001'),
  line('packfile\n'),
]);
const band = (bytes: Buffer): Buffer => line(Buffer.concat([Buffer.from([1]), bytes]));
/** The header of a pack with `count` objects. */
const packOf = (count: number): Buffer => Buffer.from(`5041434b00000002${count.toString(16).padStart(8, '0')}`, 'hex');

/** A blob of random bytes in a pack. */
function packedBlob(): Buffer {
  const size = 30_000;
  const head = Buffer.from([0xb0 | (size & 15), 0x80 | ((size >> 4) & 127), size >> 11]);
  return Buffer.concat([head, deflateSync(randomBytes(size), { level: 0 })]);
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Offers version 2 and answers the fetch itself with `fetched`. */
const offering =
  (fetched: Answer): Answer =>
  (request, response) => {
    const kind = request.method === 'GET' ? 'advertisement' : 'result';
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`);
    return request.method === 'GET' ? response.end(offers) : fetched(request, response);
  };

/** Answers that name another origin, after the password was sent. */
const elsewhere: Readonly<Record<string, (other: string) => Answer>> = {
  'redirects the second request': (other) =>
    signedOnly(offering(({ url = '' }, response) => response.writeHead(307, { location: `${other}${url}` }).end())),
  'offers packs and bundles elsewhere': (other) =>
    signedOnly((request, response) => {
      const isOffer = request.method === 'GET';
      response.setHeader('content-type', `application/x-git-upload-pack-${isOffer ? 'advertisement' : 'result'}`);
      const features = ['version 2\n', 'bundle-uri\n', 'fetch=shallow filter packfile-uris\n'];
      const uris = [line('packfile-uris\n'), line(`${'2'.repeat(40)} ${other}/x.pack\n`), Buffer.from('0001')];
      const offer = [line('# service=git-upload-pack\n'), flush, ...features.map(line), flush];
      response.end(Buffer.concat(isOffer ? offer : [...uris, line('packfile\n'), band(packOf(0)), flush]));
    }),
  'has no service of git, but objects elsewhere': (other) =>
    signedOnly(({ url = '' }, response) => {
      const path = url.split('?')[0] ?? '';
      if (path.endsWith('/info/refs')) response.end(`${commit}\trefs/heads/main\n`);
      else if (path.endsWith('alternates')) response.end(`${other}/objects\n`);
      else response.writeHead(404).end();
    }),
};

/** Asks for the password first. */
const signedOnly =
  (answer: Answer): Answer =>
  (request, response) =>
    request.headers.authorization === undefined ? askForPassword(response) : answer(request, response);

/** Everything in the configuration of a user that leads git to another address. */
const hostileConfiguration = (origin: string, other: string): string => `
[url "${other}/"]
\tinsteadOf = ${origin}
\tpushInsteadOf = ${origin}
[http]
\tproxy = ${other}
\tfollowRedirects = true
[http "${origin}"]
\tproxy = ${other}
[remote "sourcehost"]
\tpushurl = ${other}/a/b.git
\tproxy = ${other}
[transfer]
\tbundleURI = true
[fetch]
\turiProtocols = http
\tbundleURI = ${other}/x.bundle
`;

/** The first ref of a list of version 1, with what the server can do. */
const firstRef = line(`${commit} refs/heads/main\0report-status report-status-v2 delete-refs atomic\n`);

const push = (repository: GitRepository): Promise<void> =>
  repository.push([{ ref: 'refs/heads/main', expected: commit, to: undefined }]);

/** Calls that read a list of refs, by the version of the protocol, with the reason of their failure. */
const endlessLists: readonly [string, 1 | 2, (repository: GitRepository) => Promise<unknown>, FailureReason][] = [
  ['to a fetch', 1, (repository) => repository.fetch(commit), 'gitTooLarge'],
  ['to a push', 1, push, 'tooLarge'],
  ['to one who asks for a ref', 1, (repository) => repository.remoteRefs(['refs/heads/main']), 'tooLarge'],
  [
    'to one who asks for a ref by the newer protocol',
    2,
    (repository) => repository.remoteRefs(['refs/heads/main']),
    'tooLarge',
  ],
];

describe('A hostile git host', () => {
  const answers: readonly [string, FailureKind, Answer][] = [
    ['asks for the password without end', 'forbidden', (_, response) => askForPassword(response)],
    ['answers with text', 'refused', (_, response) => response.end('hello\n')],
    ['answers with lines that are no lines', 'refused', offering((_, response) => response.end('zzzz'.repeat(100)))],
    [
      'answers with a line that is longer than the answer',
      'unreachable',
      offering((_, response) => response.end('fff0short')),
    ],
    [
      'answers with an error that contains the token',
      'refused',
      offering(({ headers }, response) =>
        response.end(line(`ERR ${token.token} ${String(headers.authorization)} ${btoa(`alice:${token.token}`)}\n`)),
      ),
    ],
    [
      'sends a pack of noise',
      'refused',
      offering((_, response) =>
        response.end(Buffer.concat([packFollows, band(packOf(3)), band(randomBytes(2_000)), flush])),
      ),
    ],
    [
      'sends an empty pack',
      'refused',
      offering((_, response) => {
        const empty = Buffer.concat([packOf(0), Buffer.from('029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')]);
        response.end(Buffer.concat([packFollows, band(empty), flush]));
      }),
    ],
  ];
  for (const [title, kind, answer] of answers)
    it(`ends the call in a Failure after few requests, and leaves nothing, if it ${title}`, async () => {
      let requests = 0;
      await using server = await serve((request, response) => {
        requests++;
        request.resume();
        return answer(request, response);
      });
      await using folder = await temporaryFolder();
      const log = new RecordingLog();
      await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`, token), { log });
      const failure = await rejection(git.of(website).fetch(commit), kind);
      assert.ok(requests <= 6, `${requests} requests`);
      assert.deepEqual(await filesBelow(git.cache), []);
      const texts = [JSON.stringify(failure), failure.message, ...log.lines].join('\n');
      assert.ok(!texts.includes(token.token) && !texts.includes(btoa(`alice:${token.token}`)), texts);
    });

  it('is stopped at the size of the cache if it sends a pack without end', async () => {
    await using server = await serve(
      offering(async (_, response) => {
        response.write(Buffer.concat([packFollows, band(packOf(1_000_000))]));
        while (!response.destroyed) if (!response.write(band(packedBlob()))) await pause(2);
      }),
    );
    await using folder = await temporaryFolder();
    const capacity = 3 * 1024 * 1024;
    await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`), { capacity: () => capacity });
    const failure = await rejection(git.of(website).fetch(commit), 'refused');
    assert.equal(failure.reason, 'gitTooLarge');
    assert.deepEqual(await filesBelow(git.cache), []);
  });

  for (const [title, version, call, reason] of endlessLists)
    it(`is stopped before it fills the memory if it lists refs without end ${title}`, async function () {
      if (process.platform === 'win32') this.skip();
      this.timeout(60_000);
      const most = 700_000_000;
      let sent = 0;
      await using server = await serve(async (request, response) => {
        const { method, url = '' } = request;
        request.resume();
        const service = url.includes('receive-pack') ? 'git-receive-pack' : 'git-upload-pack';
        response.setHeader('content-type', `application/x-${service}-${method === 'GET' ? 'advertisement' : 'result'}`);
        if (version === 2 && method === 'GET') return response.end(offers);
        if (version === 1) response.write(Buffer.concat([line(`# service=${service}\n`), flush, firstRef]));
        const refs = Buffer.concat(Array.from({ length: 1_000 }, (__, at) => line(`${commit} refs/heads/b-${at}\n`)));
        for (; !response.destroyed && sent < most; sent += refs.length) if (!response.write(refs)) await pause(1);
        return response.end();
      });
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`));
      const failure = await rejection(call(git.of(website)));
      assert.equal(failure.reason, reason);
      assert.ok(sent < most, `${sent} bytes`);
    });

  it('is stopped before it fills the memory if it reports about a push without end', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(60_000);
    const most = 3_000_000_000;
    let sent = 0;
    await using server = await serve(async (request, response) => {
      request.resume();
      const isOffer = request.method === 'GET';
      response.setHeader('content-type', `application/x-git-receive-pack-${isOffer ? 'advertisement' : 'result'}`);
      if (isOffer) return response.end(Buffer.concat([line('# service=git-receive-pack\n'), flush, firstRef, flush]));
      response.write(Buffer.concat(['unpack ok\n', 'ok refs/heads/main\n'].map(line)));
      const options = Buffer.concat(Array.from({ length: 20 }, () => line(`option refname ${'x'.repeat(60_000)}\n`)));
      for (; !response.destroyed && sent < most; sent += options.length) if (!response.write(options)) await pause(1);
      return response.end();
    });
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`));
    const failure = await rejection(push(git.of(website)), 'unreadable');
    assert.deepEqual([failure.reason, failure.sent], ['tooLarge', undefined]);
    assert.ok(sent < most, `${sent} bytes`);
  });

  it('is left at once when the user cancels, also if it answers byte by byte', async () => {
    await using server = await serve(
      offering(async (_, response) => {
        response.write(Buffer.concat([packFollows, band(packOf(1_000))]));
        for (const byte of packedBlob()) {
          if (response.destroyed) return;
          response.write(band(Buffer.from([byte])));
          await pause(100);
        }
      }),
    );
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`));
    const abort = new AbortController();
    const fetching = rejection(git.of(website).fetch(commit, { signal: abort.signal }), 'cancelled');
    await until(async () => (await childrenWith(git.cache)).some((args) => args.includes('index-pack')));
    abort.abort();
    await fetching;
    await until(async () => (await processesWith(git.cache)).length === 0);
    await until(async () => (await filesBelow(git.cache)).length === 0);
  });

  for (const status of [301, 302, 307, 308])
    it(`leads nowhere by a redirect to another origin with status ${status}`, async () => {
      const seen: (string | undefined)[] = [];
      await using other = await serve(({ headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(401, { 'www-authenticate': 'Basic realm="other"' }).end();
      });
      await using server = await serve((request, response) => {
        const isSigned = request.headers.authorization !== undefined;
        const to = `${other.origin}${request.url ?? ''}`;
        if (isSigned) response.writeHead(status, { location: to }).end();
        else askForPassword(response);
      });
      await using folder = await temporaryFolder();
      await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`, token));
      const failure = await rejection(git.of(website).fetch(commit), 'refused');
      assert.equal(failure.reason, 'redirected');
      assert.deepEqual(seen, []);
    });

  for (const [title, answer] of Object.entries(elsewhere))
    it(`gets no request sent to another port if it ${title}, whatever the configuration of the user says`, async () => {
      const seen: string[] = [];
      await using other = await serve(({ url = '' }, response) => {
        seen.push(url);
        response.writeHead(404).end();
      });
      const signed: boolean[] = [];
      await using server = await serve((request, response) => {
        signed.push(request.headers.authorization !== undefined);
        request.resume();
        return answer(other.origin)(request, response);
      });
      await using folder = await temporaryFolder();
      await writeFile(`${folder.path}/.gitconfig`, hostileConfiguration(server.origin, other.origin));
      const proxies = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY'].map(
        (name) => [name, other.origin] as const,
      );
      const environment = {
        ...process.env,
        ...Object.fromEntries(proxies),
        HOME: folder.path,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `url.${other.origin}/.insteadOf`,
        GIT_CONFIG_VALUE_0: server.origin,
        GIT_CONFIG_PARAMETERS: `'http.proxy=${other.origin}'`,
        GIT_PROXY_COMMAND: `curl ${other.origin}`,
      };
      await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`, token), { environment });
      const repository = git.of(website);
      await rejection(repository.fetch(commit));
      // A list without a service of git is only a text.
      await repository.remoteRefs(['refs/heads/main']).catch(() => undefined);
      await rejection(repository.push([{ ref: 'refs/heads/main', expected: commit, to: undefined }]));
      assert.deepEqual(seen, []);
      assert.ok(signed.includes(true));
    });

  it('gets no credentials of the user, also if they are in .netrc or in the configuration of git', async () => {
    const seen = new Set<string | undefined>();
    await using server = await serve(({ headers }, response) => {
      seen.add(headers.authorization);
      askForPassword(response);
    });
    await using folder = await temporaryFolder();
    await writeFile(`${folder.path}/.netrc`, 'machine 127.0.0.1 login alice password of-netrc\n');
    const helper = '!f() { echo username=alice; echo password=of-helper; }; f';
    await writeFile(
      `${folder.path}/.gitconfig`,
      `[credential]\n\thelper = "${helper}"\n[http]\n\textraHeader = "Authorization: Basic of-header"\n[url "http://evil.test/"]\n\tinsteadOf = ${server.origin}\n`,
    );
    const environment = { ...process.env, HOME: folder.path, GIT_ASKPASS: '/bin/echo', SSH_ASKPASS: '/bin/echo' };
    await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`), { environment });
    await rejection(git.of(website).fetch(commit), 'forbidden');
    assert.deepEqual([...seen], [undefined]);
  });
});

function askForPassword(response: ServerResponse): void {
  response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
}

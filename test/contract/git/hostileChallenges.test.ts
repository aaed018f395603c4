import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { FailureReason } from '../../../src/core/failureReason.ts';
import type { GitRepository } from '../../../src/domain/git/gitRepositories.ts';
import { accessAt, named, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { serve } from '../../kit/servers.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const commit = '1'.repeat(40);
const token = { login: 'alice', token: 'shp-not-for-others' };
const basicOf = (login: string): string => `Basic ${btoa(`${login}:${token.token}`)}`;

/** `number`: of the request, from 1. */
type Answer = (response: ServerResponse, number: number, elsewhere: string) => void;

const asks =
  (...challenges: readonly string[]): Answer =>
  (response) =>
    response.writeHead(401, { 'www-authenticate': [...challenges] }).end();
const digest = 'Digest realm="x", nonce="1", qop="auth"';
const asksProxy = { 'proxy-authenticate': ['Negotiate', 'NTLM', digest, 'Basic realm="proxy"'] };

const answers: readonly [title: string, Answer, FailureReason][] = [
  ['that asks for Negotiate', asks('Negotiate'), 'gitTokenRefused'],
  ['that goes on with Negotiate', asks('Negotiate YIIabcd='), 'gitTokenRefused'],
  ['that asks for NTLM', asks('NTLM'), 'gitTokenRefused'],
  ['that asks for Digest', asks(digest), 'gitTokenRefused'],
  ['that asks for Bearer', asks('Bearer realm="x"'), 'gitTokenRefused'],
  ['that asks for everything', asks('Negotiate', 'NTLM', digest, 'Bearer', 'Basic realm="x"'), 'gitTokenRefused'],
  ['that asks for everything at once', asks(`Negotiate, NTLM, ${digest}, Bearer, Basic realm="x"`), 'gitTokenRefused'],
  ['that asks for nothing', (response) => response.writeHead(401).end(), 'gitTokenRefused'],
  ['that asks a thousand times in one answer', asks(...Array.from({ length: 900 }, () => 'Basic')), 'gitTokenRefused'],
  [
    'that always asks for another Digest',
    (response, number) =>
      response.writeHead(401, { 'www-authenticate': `Digest realm="x", nonce="${number}", stale=true` }).end(),
    'gitTokenRefused',
  ],
  [
    'that asks and names another address',
    (response, _, location) => response.writeHead(401, { location, 'www-authenticate': 'Basic' }).end(),
    'gitTokenRefused',
  ],
  ['that says it is a proxy', (response) => response.writeHead(407, asksProxy).end(), 'gitHostFailed'],
];

/** Every way in which a user gives credentials to git: each notes in `mark` that it was asked. */
async function writeCredentials(home: string, origin: string): Promise<string> {
  const [ask, mark] = [join(home, 'ask'), join(home, 'mark')];
  await writeFile(ask, `#!/bin/sh\necho "$0 $*" >> '${mark}'\necho username=alice\necho password=of-user\n`);
  await chmod(ask, 0o755);
  const lines = [
    ...['[credential]', `helper = ${ask}`, `[credential "${origin}"]`, `helper = ${ask}`, 'username = other'],
    ...['[core]', `askPass = ${ask}`, `[http "${origin}"]`, 'emptyAuth = true', 'delegation = always'],
    ...['allowNTLMAuth = true', 'proactiveAuth = auto', 'extraHeader = X-Secret: of-user'],
  ];
  await writeFile(join(home, '.gitconfig'), `${lines.join('\n')}\n`);
  await writeFile(join(home, '.netrc'), 'machine 127.0.0.1 login other password of-user\n');
  return mark;
}

const calls: readonly ((repository: GitRepository) => Promise<unknown>)[] = [
  (repository) => repository.fetch(commit),
  (repository) => repository.remoteRefs(['refs/heads/main']),
  (repository) => repository.push([{ ref: 'refs/heads/main', expected: commit, to: undefined }]),
];

describe('A git host', () => {
  for (const [title, answer, reason] of answers)
    it(`gets no credentials but its own, and ends the calls: a host ${title}`, async () => {
      const [seen, others]: [string[], string[]] = [[], []];
      await using other = await serve(({ url = '' }, response) => {
        others.push(url);
        response.writeHead(404).end();
      });
      let number = 0;
      await using server = await serve(({ url = '', rawHeaders, headers }, response) => {
        const { authorization } = headers;
        // A hash of the token, which old versions of git send, does not say it.
        if (authorization !== basicOf('alice') && authorization !== basicOf('oauth2'))
          seen.push(url, ...rawHeaders.filter((text) => !/^(?:Digest|NTLM) /.test(text)));
        number += 1;
        answer(response, number, `${other.origin}${url}`);
      });
      await using folder = await temporaryFolder();
      const mark = await writeCredentials(folder.path, server.origin);
      const ask = join(folder.path, 'ask');
      const environment = { ...process.env, HOME: folder.path, GIT_ASKPASS: ask, SSH_ASKPASS: ask };
      for (const own of [token, undefined]) {
        await using git = testGit(folder.path, accessAt(`${server.origin}/a/b.git`, own), { environment });
        for (const call of calls) {
          number = 0;
          assert.equal((await rejection(call(git.of(named('alice/website'))))).reason, reason);
          assert.ok(number > 0 && number <= 60, `${number} requests`);
        }
        if (own === undefined) continue;
        assert.doesNotMatch(seen.join('\n'), /shp-|of-user|Basic|Negotiate/);
        seen.length = 0;
      }
      assert.doesNotMatch(seen.join('\n'), /authorization|of-user/i);
      assert.deepEqual(others, []);
      assert.equal(await readFile(mark, 'utf8').catch(() => ''), '');
    });
});

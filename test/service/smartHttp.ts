import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { forbidden, Refusal, type Answer } from './answer.ts';
import type { Incoming } from './api.ts';
import { decode } from './check.ts';
import { gitEnvironment } from './git/command.ts';
import type { GitRepository } from './git/repository.ts';
import type { Habits } from './habits.ts';
import { mayPush, mayTag, type Asking } from './protection.ts';
import { announcePush } from './push.ts';
import { applyPushRule } from './pushRule.ts';
import { demand, findRepository } from './rights.ts';
import type { Running } from './running.ts';
import type { Account, Repository, State } from './state.ts';
import { isGood } from './tokens.ts';

const pattern = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export const isGitRequest = (path: string): boolean => pattern.test(path);

/** Clone, fetch and push over smart HTTP. The token is the password (any user name), or a Bearer. */
export async function answerGit(running: Running, incoming: Incoming): Promise<Answer> {
  const { host } = running;
  const { request, path, query, entry } = incoming;
  const [, owner = '', name = '', what = ''] = pattern.exec(path) ?? [];
  const pushing = what === 'git-receive-pack' || query.get('service') === 'git-receive-pack';
  const habits = host.habits('git');
  if (habits.gitAddress === 'without .git' && path.endsWith(`.git/${what}`)) throw new Refusal(404, 'Not Found');
  const account = accountOf(host.state, habits, request.headers.authorization);
  entry.account = account?.login;
  entry.params = { owner, repo: name, service: pushing ? 'git-receive-pack' : 'git-upload-pack' };
  const to = host.state.moved.get(`${owner}/${name}`);
  if (to !== undefined && habits.movedRepository === 'redirect')
    return { status: 301, headers: { location: `${host.url}/${to}.git/${what}?${query.toString()}` } };
  const repository = findRepository(host.state, decode(owner) ?? '', decode(name) ?? '');
  if (account === undefined && (pushing || repository.visibility !== 'public')) return askForToken;
  demand(host.state, repository, account, pushing ? 'push' : 'pull');
  if (pushing && repository.archived) throw forbidden('The repository is archived and read-only');
  const git = await repository.git();
  if (what !== 'git-receive-pack' || account === undefined) return await runBackend(git, incoming, what, habits);
  const before = await git.refs();
  demandRefs({ state: host.state, habits }, repository, account, incoming.body);
  return await git.exclusively(async () => {
    await applyPushRule(git, habits);
    const answer = await runBackend(git, incoming, what, habits);
    // Waits for the whole answer, so that a client sees the new refs everywhere as soon as it has the answer.
    const bytes = await buffer(answer.bytes as Readable);
    await announceChanges(running, repository, git, account, before);
    return { ...answer, bytes };
  });
}

const askForToken: Answer = { status: 401, headers: { 'www-authenticate': 'Basic realm="Local service"' } };

function accountOf(state: State, { gitUser }: Habits, authorization = ''): Account | undefined {
  const [, scheme = '', value = ''] = /^(\S+) (\S+)$/.exec(authorization) ?? [];
  const basic = Buffer.from(value, 'base64').toString();
  if (gitUser !== 'any' && !basic.startsWith(`${gitUser}:`)) return undefined;
  const token = state.tokens.get(scheme.toLowerCase() === 'basic' ? basic.slice(basic.indexOf(':') + 1) : value);
  return token !== undefined && isGood(token) ? state.accounts.get(token.login) : undefined;
}

/** The refs that a push wants to move; they precede the first flush: `old new name`. */
function demandRefs(asking: Asking, repository: Repository, account: Account, body: Buffer): void {
  for (let at = 0; at + 4 <= body.length;) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(length >= 4)) return;
    const [, , ref = ''] =
      body
        .toString('utf8', at + 4, at + length)
        .split('\0')[0]
        ?.trim()
        .split(' ') ?? [];
    const branch = ref.startsWith('refs/heads/') ? ref.slice(11) : undefined;
    if (branch !== undefined && !mayPush(asking, repository, branch, account.login))
      throw forbidden(`You are not allowed to push into the protected branch ${branch}`);
    if (ref.startsWith('refs/tags/') && !mayTag(asking, repository, ref.slice(10), account.login))
      throw forbidden(`You are not allowed to create the tag ${ref.slice(10)}`);
    at += length;
  }
}

type Refs = Awaited<ReturnType<GitRepository['refs']>>;

async function announceChanges(
  { host }: Running,
  repository: Repository,
  git: GitRepository,
  account: Account,
  before: Refs,
): Promise<void> {
  git.changed();
  const after = await git.refs();
  const moved = (
    prefix: string,
    from: ReadonlyMap<string, string>,
    to: ReadonlyMap<string, string>,
  ): [string, string | null, string | null][] =>
    [...new Set([...from.keys(), ...to.keys()])]
      .filter((name) => from.get(name) !== to.get(name))
      .map((name) => [`${prefix}${name}`, from.get(name) ?? null, to.get(name) ?? null]);
  const tags = ({ tags: all }: Refs): Map<string, string> =>
    new Map([...all].map(([name, { commit }]) => [name, commit]));
  if (before.branches.size === 0 && !after.branches.has(repository.defaultBranch))
    repository.defaultBranch = [...after.branches.keys()][0] ?? repository.defaultBranch;
  for (const [ref, from, to] of [
    ...moved('refs/heads/', before.branches, after.branches),
    ...moved('refs/tags/', tags(before), tags(after)),
  ])
    await announcePush(host, repository, account, { ref, from, to });
}

/** Runs `git http-backend` as a web server does. */
async function runBackend(
  git: GitRepository,
  { request, query, body }: Incoming,
  what: string,
  habits: Habits,
): Promise<Answer> {
  const header = (name: string): string => String(request.headers[name] ?? '');
  const child = spawn('git', ['-c', 'safe.directory=*', ...optionsOf(habits), 'http-backend'], {
    env: gitEnvironment({
      GIT_PROJECT_ROOT: git.directory,
      PATH_INFO: `/${what}`,
      GIT_HTTP_EXPORT_ALL: '1',
      // Version 2 of the protocol allows any sha.
      GIT_PROTOCOL: habits.gitShas === 'any' ? header('git-protocol') : '',
      REQUEST_METHOD: request.method,
      QUERY_STRING: query.toString(),
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
      REMOTE_USER: 'service',
      REMOTE_ADDR: '127.0.0.1',
    }),
  });
  child.stdin.on('error', () => child.stdin.destroy());
  child.stderr.resume();
  child.stdin.end(body);
  const head = await readHead(child.stdout);
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string])
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { status = '200', ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest, bytes: child.stdout };
}

function optionsOf({ gitFilters, gitShas }: Habits): string[] {
  const options = [
    ...(gitFilters === 'ignored' ? ['uploadpack.allowFilter=false'] : []),
    ...(gitFilters === 'refused' ? ['uploadpackfilter.allow=false'] : []),
    ...(gitShas === 'tips' ? ['uploadpack.allowAnySHA1InWant=false'] : []),
  ];
  return options.flatMap((option) => ['-c', option]);
}

/** Reads the lines before the empty one; the rest stays in the stream. */
async function readHead(stream: Readable): Promise<string> {
  let head = Buffer.alloc(0);
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk === null) {
      if (stream.readableEnded) return head.toString();
      await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    if (end + 4 < head.length) stream.unshift(head.subarray(end + 4));
    return head.toString('latin1', 0, end);
  }
}

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { forbidden, Refusal, type Answer } from './answer.ts';
import type { Incoming } from './api.ts';
import { decode } from './check.ts';
import { startGit } from './git/command.ts';
import type { GitRepository } from './git/repository.ts';
import type { Habits } from './habits.ts';
import { mayPush, mayTag, type Asking } from './protection.ts';
import { announcePush } from './push.ts';
import { applyPushRule } from './pushRule.ts';
import { demand, findRepository } from './rights.ts';
import type { Running } from './running.ts';
import type { Account, Repository, State } from './state.ts';
import { isGood } from './tokens.ts';

const unzip = promisify(gunzip);

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
  if (to !== undefined && habits.movedRepository !== 404)
    return {
      status: habits.movedRepository,
      headers: { location: `${host.url}/${to}.git/${what}?${query.toString()}` },
    };
  const repository = findRepository(host.state, decode(owner) ?? '', decode(name) ?? '');
  if (account === undefined && (pushing || repository.visibility !== 'public')) return askForToken;
  demand(host.state, repository, account, pushing ? 'push' : 'pull');
  if (pushing && repository.archived) throw forbidden('The repository is archived and read-only');
  const git = await repository.git();
  if (what !== 'git-receive-pack' || account === undefined) return await answerTo(git, incoming, what, habits);
  const before = await git.refs();
  demandRefs({ state: host.state, habits }, repository, account, incoming.body);
  return await git.exclusively(async () => {
    await applyPushRule(git, habits);
    const answer = await answerTo(git, incoming, what, habits);
    // Waits for the whole answer, so that a client sees the new refs everywhere as soon as it has the answer.
    const bytes = await buffer(answer.bytes as Readable);
    await announceChanges(running, repository, git, account, before);
    return { ...answer, bytes };
  });
}

export const askForToken: Answer = { status: 401, headers: { 'www-authenticate': 'Basic realm="Local service"' } };

export function accountOf(state: State, { gitUser }: Habits, authorization = ''): Account | undefined {
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

/** Answers as `git http-backend` does, with one process of git instead of three. */
async function answerTo(
  git: GitRepository,
  { request, query, body }: Incoming,
  what: string,
  habits: Habits,
): Promise<Answer> {
  const advertises = what === 'info/refs';
  const service = advertises ? (query.get('service') ?? '') : what;
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') throw forbidden('Only smart HTTP is served');
  // Version 2 of the protocol allows any sha.
  const protocol = habits.gitShas === 'any' ? String(request.headers['git-protocol'] ?? '') : '';
  const input = request.headers['content-encoding'] === 'gzip' ? await unzip(body) : body;
  const args = [service.slice('git-'.length), '--stateless-rpc', ...(advertises ? ['--advertise-refs'] : []), '.'];
  const { stream } = await startGit(git.directory, [...optionsOf(habits), ...args], { GIT_PROTOCOL: protocol });
  stream.end(input);
  if (advertises && !protocol.includes('version=2')) {
    const line = `# service=${service}\n`;
    stream.unshift(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`);
  }
  const type = `application/x-${service}-${advertises ? 'advertisement' : 'result'}`;
  return { status: 200, headers: { 'cache-control': 'no-cache', 'content-type': type }, bytes: stream };
}

function optionsOf({ gitFilters, gitShas }: Habits): string[] {
  const options = [
    ...(gitFilters === 'ignored' ? ['uploadpack.allowFilter=false'] : []),
    ...(gitFilters === 'refused' ? ['uploadpackfilter.allow=false'] : []),
    ...(gitShas === 'tips' ? ['uploadpack.allowAnySHA1InWant=false'] : []),
  ];
  return options.flatMap((option) => ['-c', option]);
}

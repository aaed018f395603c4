import { Failure, type FailureKind } from '../core/errors.ts';
import type { GitReason, NamingReason, NetworkReason } from '../core/failureReason.ts';
import { oneLine } from '../core/text.ts';
import { withoutSecrets } from '../core/withoutSecrets.ts';
import { tlsRules } from '../domain/git/tlsRules.ts';
import { rejectedObject } from './fsckRules.ts';
import type { GitToken } from '../domain/git/gitAccess.ts';

export type FetchProblem = 'credentials' | 'filter' | 'missingBase' | 'other';

type Reason = NetworkReason | Exclude<GitReason, NamingReason> | 'redirected' | 'diskFull';

interface Rule {
  readonly pattern: RegExp;
  readonly kind: FailureKind;
  readonly reason: Reason;
}

/** What git says of an object that it cannot read, and of a check that names no object. */
const damage =
  /bad object|inflate|(?:hash|sha1|oid) mismatch|SHA1 COLLISION|corrupt|invalid (?:object|blob|tree|commit)\b|unable to (?:read|parse) (?:object|tree|commit|blob|[0-9a-f]{40})|not send all necessary objects|unresolved deltas?|fsck error/i;

/** The messages of git in the language C, and of curl. The first rule that matches counts. */
export const gitMessageRules: readonly Rule[] = [
  { pattern: /No space left on device|Disk quota exceeded|write error: No space/, kind: 'refused', reason: 'diskFull' },
  {
    pattern: /Received HTTP code 407|response 407|Proxy Authentication Required/i,
    kind: 'unreachable',
    reason: 'proxyAuth',
  },
  {
    pattern: /Could not resolve proxy| via proxy\b|Proxy CONNECT aborted/i,
    kind: 'unreachable',
    reason: 'proxyUnreachable',
  },
  { pattern: /Received HTTP code \d+ from proxy|CONNECT tunnel failed/i, kind: 'unreachable', reason: 'proxyRefused' },
  { pattern: /Could not resolve host/, kind: 'unreachable', reason: 'dns' },
  {
    pattern: /Connection refused|Couldn't connect to server/,
    kind: 'unreachable',
    reason: 'connectionRefused',
  },
  {
    pattern: /Connection timed out|Connection timeout|Timeout was reached/i,
    kind: 'timeout',
    reason: 'connectTimeout',
  },
  { pattern: /Operation too slow/, kind: 'timeout', reason: 'stalled' },
  { pattern: /Network is unreachable|No route to host/, kind: 'unreachable', reason: 'offline' },
  ...tlsRules.map((rule): Rule => ({ ...rule, kind: 'unreachable' })),
  { pattern: /unable to update url base from redirection|returned error: 30\d/, kind: 'refused', reason: 'redirected' },
  { pattern: /returned error: 429/, kind: 'throttled', reason: 'gitBusy' },
  // A proxy says so in other words: this answer is from the host itself.
  { pattern: /returned error: 407/, kind: 'refused', reason: 'gitHostFailed' },
  { pattern: /returned error: 5\d\d/, kind: 'broken', reason: 'gitHostFailed' },
  {
    pattern: /Authentication failed|could not read (?:User|Pass)|returned error: 401/,
    kind: 'forbidden',
    reason: 'gitTokenRefused',
  },
  { pattern: /returned error: 403/, kind: 'forbidden', reason: 'gitDenied' },
  {
    pattern: /' not found|returned error: (?:404|410)/,
    kind: 'missing',
    reason: 'gitNoRepository',
  },
  {
    pattern: /unadvertised object|not our ref|no such remote ref|couldn't find remote ref/,
    kind: 'refused',
    reason: 'gitNoCommit',
  },
  {
    pattern: /not valid: (?:is this a git repository|could not determine hash)/,
    kind: 'refused',
    reason: 'gitNoService',
  },
  {
    pattern: /Connection reset|Empty reply|transfer closed|Recv failure|Send failure|GnuTLS recv error/i,
    kind: 'unreachable',
    reason: 'reset',
  },
  {
    pattern: damage,
    kind: 'refused',
    reason: 'damagedRepository',
  },
  { pattern: /bad line length|protocol error|unexpected acknowledgment/, kind: 'refused', reason: 'gitFailed' },
  { pattern: /early EOF|hung up|disconnect/, kind: 'unreachable', reason: 'reset' },
];

export function fetchProblem(errors: string): FetchProblem {
  if (/Authentication failed|could not read (?:User|Pass)|returned error: 401/.test(errors)) return 'credentials';
  // The pack has a difference to an object that a filter left out, and git may not fetch it by itself.
  if (/could not fetch [0-9a-f]{40,64} from promisor remote/.test(errors)) return 'missingBase';
  return /' not supported|invalid filter-spec|unexpected line: 'filter/.test(errors) ? 'filter' : 'other';
}

/** A Failure for the error output of a call of git, without the token. */
export function gitFailure(errors: string, folder: string, token: GitToken | undefined): Failure {
  const serverMessage = lastMessage(masked(errors, token));
  const rejected = rejectedObject(errors);
  if (rejected !== undefined)
    return new Failure('refused', `git rejected an object: ${serverMessage}`, {
      reason: 'rejectedObject',
      about: [rejected.sha.slice(0, 12), rejected.report],
    });
  const rule = gitMessageRules.find(({ pattern }) => pattern.test(errors));
  if (rule === undefined) {
    if (/Permission denied|Read-only file system|unable to create|could not lock/i.test(errors))
      return new Failure('refused', `git failed in ${folder}: ${serverMessage}`, { reason: 'gitCacheFailed' });
    return new Failure('refused', `git failed: ${serverMessage}`, { reason: 'gitFailed', serverMessage });
  }
  const { kind, reason } = rule;
  if (reason === 'damagedRepository') return damageFailure(`git failed: ${serverMessage}`, errors);
  // Only the messages of the server and of git itself help beyond the sentence of the reason.
  const detail = reason === 'gitFailed' ? { reason, serverMessage } : { reason };
  return new Failure(kind, `git failed: ${serverMessage}`, detail);
}

/** The Failure of a repository with an object that git cannot read; `text` can name the object. */
export function damageFailure(message: string, text: string): Failure {
  const sha = /\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/.exec(text.split('\n').find((line) => damage.test(line)) ?? text)?.[0];
  return sha === undefined
    ? new Failure('refused', message, { reason: 'damagedRepository' })
    : new Failure('refused', message, { reason: 'damagedObject', about: [sha.slice(0, 12)] });
}

/** The line that names the cause: the last one of git or of the server that is not progress. */
function lastMessage(errors: string): string {
  const lines = errors.split(/[\r\n]+/).map((line) => line.trim());
  const cause = lines.findLast((line) => /^(fatal|error|remote): /.test(line)) ?? lines.findLast((line) => line !== '');
  return oneLine(cause?.replace(/^(?:fatal|error): /, '') ?? 'no message', 300);
}

/** `text` without the token, as it is, as the header of HTTP contains it, and where it was cut. */
export function masked(text: string, account: GitToken | undefined): string {
  if (account === undefined || account.token === '') return text;
  const { login, token } = account;
  const headers = [login, 'oauth2'].map((user) => Buffer.from(`${user}:${token}`).toString('base64'));
  return withoutSecrets(text, [token, encodeURIComponent(token), ...headers], '***');
}

import { Refusal } from './answer.ts';
import type { Habits } from './habits.ts';
import type { Account, State, Token } from './state.ts';

export interface Credential {
  readonly token: string;
  /** The way in which the token was sent; a correct client uses only `bearer`. */
  readonly by: 'bearer' | 'private-token' | 'query' | 'other';
}

/** The token of a request, from any place that the service accepts. */
export function credentialOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  query: URLSearchParams,
): Credential | undefined {
  const authorization = String(headers.authorization ?? '');
  const [, scheme = '', token = ''] = /^(\S+)\s+(\S+)$/.exec(authorization) ?? [];
  if (authorization !== '') return { token, by: scheme.toLowerCase() === 'bearer' ? 'bearer' : 'other' };
  const personal = headers['private-token'];
  if (typeof personal === 'string') return { token: personal, by: 'private-token' };
  const inQuery = query.get('access_token');
  return inQuery === null ? undefined : { token: inQuery, by: 'query' };
}

export interface Signed {
  readonly account: Account;
  readonly token: Token;
}

/** The account of a token; refuses if it is unknown, expired or revoked, or was sent in an unknown way. */
export function signedBy(state: State, credential: Credential, habits: Habits): Signed {
  const token = state.tokens.get(credential.token);
  const account = token === undefined ? undefined : state.accounts.get(token.login);
  if (credential.by === 'other') throw new Refusal(404, 'token not found', { codeName: 'NOT_FOUND' });
  if (token !== undefined && account !== undefined && isGood(token)) return { account, token };
  if (habits.rejectedToken === '404 token not found') throw new Refusal(404, 'token not found');
  throw new Refusal(401, '401 Unauthorized: the token is invalid or has expired');
}

export const isGood = ({ revoked, expires }: Token): boolean => !revoked && (expires ?? Infinity) > Date.now();

/** The scope that an operation needs, by the first part of its name. Which one it is live is not described. */
const scopes: Readonly<Record<string, string>> = {
  users: 'all_user',
  own: 'all_projects',
  keys: 'all_key',
  organizations: 'all_groups',
  enterprises: 'all_groups',
  repositories: 'all_projects',
  members: 'all_projects',
  issues: 'all_issue',
  milestones: 'all_issue',
  webhooks: 'all_hook',
};

export function demandScope({ token }: Signed, operation: string, habits: Habits): void {
  const limited = token.kind === 'personal' || habits.scopes === 'enforced';
  const needed = scopes[operation.split('.')[0] ?? ''] ?? 'all_repository';
  if (!limited || token.scopes === undefined || token.scopes.includes(needed)) return;
  throw new Refusal(400, `no scopes:${needed}`, { code: 403, codeName: 'UN_KNOW' });
}

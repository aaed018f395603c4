import type { IncomingMessage } from 'node:http';
import { unknownAddress, type Answer } from './answer.ts';
import type { Incoming } from './api.ts';
import { authorizePage, decide, issueToken } from './oauth.ts';
import type { Running } from './running.ts';

export function nameOAuthRequest(request: IncomingMessage, path: string): string {
  if (path === '/oauth/token') return 'oauth.token';
  return path === '/oauth/authorize' ? (request.method === 'POST' ? 'oauth.decide' : 'oauth.authorize') : 'unknown';
}

/** The OAuth pages and the token exchange. */
export function answerOAuth(running: Running, { request, query, body, entry }: Incoming): Promise<Answer> {
  const { host, log } = running;
  const habits = host.habits(entry.operation);
  const type = request.headers['content-type'] ?? '';
  const violate = (words: string): void => log.violate(entry.operation, entry.path, words);
  switch (`${request.method ?? 'GET'} ${entry.operation}`) {
    case 'GET oauth.authorize':
      for (const words of violationsOf(query)) violate(words);
      return Promise.resolve(authorizePage(host.state, habits, query));
    case 'POST oauth.decide':
      return Promise.resolve(decide(host.state, habits, new URLSearchParams(body.toString())));
    case 'POST oauth.token':
      return Promise.resolve(exchange());
    default:
      violate(`there is no ${request.method ?? 'GET'} ${entry.path}`);
      return Promise.resolve(unknownAddress());
  }

  function exchange(): Answer {
    const fields = new Map(new URLSearchParams(body.toString()));
    if (query.has('client_secret')) violate('the client secret is in the address');
    if (!/^application\/x-www-form-urlencoded/i.test(type))
      violate(`the token is asked for with a body of type ${type}`);
    const verifier = fields.get('code_verifier');
    if (verifier !== undefined && !/^[\w.~-]{43,128}$/.test(verifier)) violate('code_verifier is not one of PKCE');
    entry.params = { grant_type: fields.get('grant_type') };
    return issueToken(host.state, habits, fields);
  }
}

/** The inputs of the description, and those of PKCE. */
const inputs = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

function violationsOf(query: URLSearchParams): string[] {
  const unknown = [...query.keys()].filter((name) => !inputs.includes(name)).map((name) => `unknown input ${name}`);
  const challenge = query.get('code_challenge');
  if (challenge === null) return unknown;
  const isRight = /^[\w-]{43}$/.test(challenge) && query.get('code_challenge_method') === 'S256';
  return isRight ? unknown : [...unknown, 'code_challenge is not one of PKCE with S256'];
}

import { isFailure, type Failure } from '../../core/errors.ts';
import type { FailureReason } from '../../core/failureReason.ts';
import { oneLine } from '../../core/text.ts';
import type { Host } from '../hosts/hosts.ts';
import type { HostProblem } from './hostSettings.ts';
import { expiryOf, type Session } from './session.ts';

export interface Reach {
  readonly url: string;
  /** HTTP status and milliseconds, or the Failure. */
  readonly outcome: { readonly status: number; readonly took: number } | Failure;
}

export interface HostFacts {
  readonly host: Host;
  readonly api: Reach;
  readonly signInPages: Reach;
  /** Milliseconds by which the clock of this computer is ahead of the host; undefined if the host sends no time. */
  readonly clockAhead: number | undefined;
  readonly sessions: readonly Session[];
}

export interface ReportFacts {
  readonly versions: readonly (readonly [string, string])[];
  readonly hosts: readonly HostFacts[];
  readonly problems: readonly HostProblem[];
  readonly failures: readonly string[];
  readonly now: number;
}

const stages = ['proxy', 'DNS', 'TCP', 'TLS', 'answer'] as const;
type Stage = (typeof stages)[number];

const failedAt: Partial<Readonly<Record<FailureReason, Stage>>> = {
  proxyAuth: 'proxy',
  proxyUnreachable: 'proxy',
  proxyRefused: 'proxy',
  proxyInvalid: 'proxy',
  dns: 'DNS',
  offline: 'TCP',
  connectionRefused: 'TCP',
  connectTimeout: 'TCP',
  tlsExpired: 'TLS',
  tlsSelfSigned: 'TLS',
  tlsUnknownIssuer: 'TLS',
  tlsWrongName: 'TLS',
  tls: 'TLS',
};

/** The stages of a request with their results: `DNS ok, TCP ok, TLS failed (tlsExpired)`. */
export function describeReach({ url, outcome }: Reach): string {
  const secure = url.startsWith('https:');
  const expected = stages.filter((stage) => (secure || stage !== 'TLS') && stage !== 'proxy');
  if (!isFailure(outcome)) {
    return [
      ...expected.slice(0, -1).map((stage) => `${stage} ok`),
      `answered ${outcome.status} in ${outcome.took} ms`,
    ].join(', ');
  }
  const why = outcome.reason ?? outcome.kind;
  const failed = failedAt[outcome.reason ?? 'network'] ?? 'answer';
  if (failed === 'proxy') return `proxy failed (${why})`;
  const status = outcome.status === undefined ? '' : `, status ${outcome.status}`;
  return [
    ...expected.slice(0, expected.indexOf(failed)).map((stage) => `${stage} ok`),
    `${failed} failed (${why}${status})`,
  ].join(', ');
}

/** The report as Markdown, without tokens, account names and the queries of addresses. */
export function writeReport(facts: ReportFacts): string {
  const { versions, hosts, problems, failures } = facts;
  const secrets = hosts.flatMap(({ sessions }) => sessions.flatMap(({ token, refreshToken }) => [token, refreshToken]));
  const logins = hosts.flatMap(({ sessions }) => sessions.map(({ login }) => login));
  const hide = (text: string): string => redact(text, secrets, [...new Set(logins)]);
  const lines = [
    '# Sourcehost report',
    '',
    ...versions.map(([name, value]) => `- ${name}: ${value}`),
    '',
    ...hosts.flatMap((host) => describeHost(host, facts.now)),
    ...(problems.length > 0 ? ['## Hosts that cannot be used', ''] : []),
    ...problems.map(({ entry, field, why }) => `- ${entry}: ${field ?? 'entry'} ${why}`),
    ...(problems.length > 0 ? [''] : []),
    '## Last failures',
    '',
    ...(failures.length === 0 ? ['None since the window opened.'] : ['```text', ...failures, '```']),
    '',
  ];
  return lines.map(hide).join('\n');
}

function describeHost({ host, api, signInPages, clockAhead, sessions }: HostFacts, now: number): string[] {
  const clock =
    clockAhead === undefined ? 'the host does not tell' : `${Math.round(clockAhead / 1000)} s ahead of the host`;
  return [
    `## Host ${host.id}`,
    '',
    '| | |',
    '|---|---|',
    `| API ${new URL(api.url).origin} | ${describeReach(api)} |`,
    `| Sign-in pages ${new URL(signInPages.url).origin} | ${describeReach(signInPages)} |`,
    `| Clock of this computer | ${clock} |`,
    `| Client id | ${host.clientId === undefined ? 'not in the settings' : 'in the settings'} |`,
    `| Redirect address | ${host.redirectUri === undefined ? 'any' : withoutQuery(host.redirectUri)} |`,
    ...(sessions.length === 0 ? ['| Accounts | none |'] : []),
    ...sessions.map((session, index) => `| Account ${index + 1} | ${describeSession(session, now)} |`),
    '',
  ];
}

function describeSession(session: Session, now: number): string {
  const kind = { oauth: 'OAuth token', personal: 'personal token', environment: 'token of the environment' };
  const expiry = expiryOf(session);
  const minutes = expiry === undefined ? undefined : Math.round((expiry - now) / 60_000);
  return [
    kind[session.kind],
    session.scopes.length === 0 ? 'no scopes asked for' : `asked for ${session.scopes.join(' ')}`,
    ...(session.granted === undefined ? [] : [`granted ${session.granted.join(' ') || 'none'}`]),
    minutes === undefined ? 'end not known' : minutes >= 0 ? `ends in ${minutes} min` : `ended ${-minutes} min ago`,
    session.refreshToken === undefined ? 'cannot be renewed' : 'can be renewed',
    ...(session.ended === true ? ['the host refused to renew it'] : []),
  ].join(', ');
}

/** Hides `secrets` and text that looks like a secret, account names, home folders, and the queries of addresses. */
export function redact(text: string, secrets: readonly (string | undefined)[], logins: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== undefined && secret !== '') clean = clean.replaceAll(secret, '***');
  clean = clean
    .replaceAll(/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/[^\s|)"'<>]+/gi, withoutQuery)
    .replaceAll(/(\/home\/|\/Users\/|[A-Za-z]:\\Users\\)[^\s/\\]+/g, '$1***')
    .replaceAll(/[\w-]{24,}/g, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? '***' : word));
  for (const [index, login] of logins.entries()) {
    const literal = login.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    clean = clean.replaceAll(new RegExp(`(?<![\\w-])${literal}(?![\\w-])`, 'gi'), `account-${index + 1}`);
  }
  return oneLine(clean, 1000);
}

function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return '***';
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?***'}`;
}

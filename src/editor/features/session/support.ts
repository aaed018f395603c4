import { env, UIKind, version } from 'vscode';
import type { Reply } from '../../../api/contract/reply.ts';
import { isFailure, toFailure } from '../../../core/errors.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { checkApi, checkSignInPages } from '../../../domain/session/hostCheck.ts';
import { writeReport, type HostFacts, type Reach } from '../../../domain/session/report.ts';
import type { Services } from '../../services/services.ts';

interface SupportParts extends Pick<Services, 'context' | 'settings' | 'hosts' | 'sessions' | 'fetch'> {
  readonly failures: () => readonly string[];
  /** Operating system and processor. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Collects the facts for a problem report. Sends two requests without a token to every host. */
export async function reportProblem(parts: SupportParts, signal: AbortSignal): Promise<string> {
  const { context, settings, hosts, failures, platform } = parts;
  const extension: unknown = context.extension.packageJSON;
  const own = typeof extension === 'object' && extension !== null && 'version' in extension ? extension.version : '';
  const { proxy, proxySupport, strictSSL } = settings.http();
  return writeReport({
    versions: [
      ['Sourcehost', String(own)],
      ['Editor', `${env.appName} ${version}, ${env.appHost}`],
      [
        'Window',
        `${env.uiKind === UIKind.Web ? 'browser' : 'desktop'}, ${env.remoteName === undefined ? 'local' : 'remote'}`,
      ],
      ['Platform', platform],
      ['Language', env.language],
      ['Network', settings.text('network') ?? 'auto'],
      ['Proxy', `${proxy === undefined ? fromEnvironment(parts.env) : 'in the settings'}, support ${proxySupport}`],
      ['Certificates', strictSSL ? 'checked' : 'not checked'],
    ],
    hosts: await Promise.all(hosts.all().map((host) => look(host, parts, signal))),
    problems: hosts.problems(),
    failures: failures(),
    now: Date.now(),
  });
}

function fromEnvironment(env: SupportParts['env']): string {
  const named = Object.keys(env).filter((name) => /^(https?|all)_proxy$/i.test(name) && env[name] !== '');
  return named.length === 0 ? 'none' : `by ${named.join(' and ')}`;
}

async function look(host: Host, { fetch, sessions }: SupportParts, signal: AbortSignal): Promise<HostFacts> {
  const all = [...(await sessions.all()).values()].filter((session) => session.host === host.id);
  const [api, pages] = await Promise.all([
    reach(host.apiUrl, () => checkApi(fetch, host.apiUrl, signal)),
    reach(host.authUrl, () => checkSignInPages(fetch, host.authUrl, signal)),
  ]);
  return { host, api: api.reach, signInPages: pages.reach, clockAhead: api.ahead ?? pages.ahead, sessions: all };
}

async function reach(
  url: string,
  ask: () => Promise<Reply>,
): Promise<{ readonly reach: Reach; readonly ahead: number | undefined }> {
  const started = Date.now();
  try {
    const { status, headers } = await ask();
    const ended = Date.now();
    return {
      reach: { url, outcome: { status, took: ended - started } },
      ahead: aheadOf(headers.get('date'), started, ended),
    };
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    return { reach: { url, outcome: toFailure(error) }, ahead: undefined };
  }
}

/** Milliseconds; negative if behind, undefined without a date: whole seconds between `started` and `ended`. */
function aheadOf(date: string | null, started: number, ended: number): number | undefined {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return undefined;
  if (ended < time) return ended - time;
  return Math.max(0, started - (time + 1000));
}

import { messageOf } from '../../../core/errors.ts';
import { named } from '../../../core/log.ts';
import type { Author } from '../../../domain/sourceControl/commit/journal.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { PullRequestDecisions } from '../../../domain/pullRequests/pullRequestDecisions.ts';
import { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { RunList } from '../../../domain/runs/runList.ts';
import { Runs } from '../../../domain/runs/runs.ts';
import type { Connection, Connections } from '../../../domain/hosts/connections.ts';
import { allowList } from '../../../tools/kit/allowList.ts';
import type { ToolChange } from '../../../tools/kit/change.ts';
import type { ToolServices } from '../../../tools/kit/place.ts';
import { explain } from '../../kit/messages/explain.ts';
import type { Changes, Subject } from '../../kit/changes.ts';
import type { Settings } from '../../kit/settings.ts';
import { ToolCalls, type ToolEffectReport } from './toolCalls.ts';
import type { ShowChanges } from './asking.ts';
import type { ToolChangeEntry } from './toolChanges.ts';

/** What this file makes for the tools. */
type Made = 'allowed' | 'howToAllow' | 'author' | 'pullRequests' | 'decisions' | 'runs' | 'runList';

export interface ToolParts extends Omit<ToolServices, Made | 'connections'> {
  readonly connections: Connections;
  readonly features: HostFeatures;
  readonly author: (connection: Connection) => Promise<Author | undefined>;
  readonly opened: () => readonly RepositoryAt[];
  readonly pinned: () => readonly RepositoryAt[];
  readonly toolChanges: { readonly add: (notes: readonly ToolChangeEntry[]) => Promise<void> };
  readonly titleOf: (name: string) => string;
  readonly showDiff: ShowChanges;
  readonly changes: Changes;
  readonly settings: Settings;
}

export function createTools(parts: ToolParts): ToolCalls {
  const { connections, settings } = parts;
  const log = named(parts.log, 'tools');
  const services: ToolServices = {
    ...parts,
    allowed: () => Promise.resolve(allowed(parts)),
    howToAllow: 'The user opens a repository, pins it or adds it to the setting sourcehost.tools.repositories.',
    author: async ({ host }) => await parts.author(await connections.connect(host)),
    pullRequests: new PullRequests(parts.features),
    decisions: new PullRequestDecisions(parts.features),
    runs: new Runs(parts.features),
    runList: new RunList(parts.features),
    log,
  };
  return new ToolCalls({
    services,
    isEnabled: () => settings.get('tools.enabled') !== false,
    sets: () => settings.toolSets(),
    isAutoApproved: () => settings.approvesTools(),
    hostName: (id) => connections.host(id)?.name ?? id,
    apiUrl: (id) => connections.host(id)?.apiUrl,
    showChanges: parts.showDiff,
    report: (report) => {
      reportEffect(parts, report);
      noteEffect(parts, report).catch((error: unknown) => log.warn(messageOf(error)));
    },
  });
}

function allowed({ opened, pinned, settings, connections }: ToolParts): ReturnType<typeof allowList> {
  const named: unknown = settings.get('tools.repositories');
  return allowList({
    opened: opened().map(({ name }) => name),
    pinned: pinned().map(({ name }) => name),
    setting: Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [],
    hosts: connections.hosts(),
  });
}

async function noteEffect({ connections, titleOf, toolChanges }: ToolParts, report: ToolEffectReport): Promise<void> {
  const time = new Date().toISOString();
  const account = (await connections.connect(report.repository.host)).account?.login;
  await toolChanges.add(notesOf(report, { repository: report.repository, account, time, tool: titleOf(report.tool) }));
}

function notesOf(
  { changes, failed, failure }: ToolEffectReport,
  note: Omit<ToolChangeEntry, 'change' | 'failure'>,
): readonly ToolChangeEntry[] {
  if (failure !== undefined) return [{ ...note, change: undefined, failure: explain(failure) }];
  return [
    ...failed.map(({ failure: why, ...change }) => ({ ...note, change, failure: explain(why) })),
    ...changes.map((change) => ({ ...note, change, failure: undefined })),
  ];
}

const subjects: Readonly<Record<ToolChange['kind'], readonly Subject[]>> = {
  commit: ['files', 'branches'],
  branch: ['branches'],
  tag: ['tags'],
  issue: ['issues'],
  pullRequest: ['pullRequests'],
  release: ['releases', 'tags'],
};

/** Refreshes the views of what changed; after a failure, of what can have changed. */
function reportEffect({ changes: views }: ToolParts, { tool, repository, changes, failure }: ToolEffectReport): void {
  const changed =
    failure === undefined ? changes.flatMap(({ kind }) => subjects[kind]) : Object.values(subjects).flat();
  for (const subject of new Set(changed))
    views.report({ subject, host: repository.host, repository, comments: tool === 'sourcehost_comment' });
}

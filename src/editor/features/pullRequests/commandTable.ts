import { commands } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { fullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { OnEnded } from '../../../domain/hosts/endedPullRequests.ts';
import { Gates } from '../../../domain/permissions/gates.ts';
import type { PullRequestComparisonParts } from '../../../domain/pullRequests/pullRequestComparison.ts';
import { PullRequestDecisions } from '../../../domain/pullRequests/pullRequestDecisions.ts';
import type { PullRequestSources } from '../../../domain/pullRequests/pullRequestList.ts';
import { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import type { LoadRecordTools } from '../../documents/commands/recordTools.ts';
import type { Pages } from '../../pages/register.ts';
import { shownHead } from '../../kit/commands/switchRef.ts';
import type { Services } from '../../services/services.ts';
import { decisionCommands } from './decisionCommands.ts';
import { mergeCommand } from './mergeCommand.ts';
import { mergeTrialCommands } from './mergeTrialCommands.ts';
import { pullRequestCommands } from './pullRequestCommands.ts';
import { pullRequestCommentCommands } from './pullRequestCommentCommands.ts';
import { pullRequestFilterCommands } from './pullRequestFilterCommands.ts';
import { pullRequestListCommands } from './pullRequestListCommands.ts';
import { pullRequestOpenCommands, type PullRequestOpenParts } from './pullRequestOpenCommands.ts';
import type { ReviewThreads } from './threads/reviewThreads.ts';
import { draftCommands, threadCommands } from './threads/threadCommands.ts';

export interface PullRequestParts extends Pages {
  readonly loadRecords: LoadRecordTools;
  readonly history: { readonly load: PullRequestOpenParts['loadHistory'] };
  readonly openClones: PullRequestOpenParts['clonesOf'];
}

export function pullRequestTable(
  services: Services &
    PullRequestParts &
    Pick<PullRequestOpenParts, 'heads'> & {
      readonly loadComparison: () => Promise<PullRequestComparisonParts>;
      readonly loadPullRequests: () => Promise<PullRequestSources>;
      readonly loadThreads: () => Promise<ReviewThreads>;
      readonly onEnded: OnEnded;
    },
) {
  const { active, changes, failures, history, loadComparison, loadHostFeatures, loadRecords, onEnded, openClones } =
    services;
  const load = lazily(async () => new PullRequests(await loadHostFeatures()));
  const loadGates = lazily(async () => new Gates(await loadHostFeatures()));
  const branchOf = async (name: RepositoryName): Promise<string | undefined> => {
    const shown = shownHead(services.repositories, name);
    const [clone] = shown === undefined ? await openClones(name) : [];
    return shown?.kind === 'branch' ? shown.name : clone?.branch;
  };
  const deciding = { load, loadGates, changes, memory: services.context.globalState };
  return {
    ...pullRequestListCommands(load, services.loadPullRequests, services.pages),
    ...pullRequestFilterCommands({ ...services, active: () => active.current }),
    ...pullRequestCommands({ ...deciding, loadComparison, loadRecords, branchOf }),
    ...decisionCommands({ ...deciding, loadDecisions: async () => new PullRequestDecisions(await loadHostFeatures()) }),
    'sourcehost.pullRequest.merge': mergeCommand({
      ...deciding,
      onEnded,
      removeBranch: async ({ name, connection }, removed) => {
        const given = { host: name.host, account: connection.account?.login, repository: fullName(name), ...removed };
        await commands.executeCommand('sourcehost.branch.remove', given);
      },
    }),
    ...pullRequestOpenCommands({
      ...services,
      load: loadComparison,
      loadPullRequests: load,
      loadHistory: history.load,
      clonesOf: openClones,
    }),
    ...mergeTrialCommands({ load, loadComparison, checkouts: services.checkouts }),
    ...draftCommands(services.loadThreads),
    ...threadCommands(services.loadThreads, failures),
    ...pullRequestCommentCommands({ ...services, load }),
  };
}

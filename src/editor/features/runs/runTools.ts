import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import { PullRequestRuns } from '../../../domain/runs/pullRequestRuns.ts';
import { RunList } from '../../../domain/runs/runList.ts';
import { Runs } from '../../../domain/runs/runs.ts';
import { RunFollower, windowClock } from './runFollower.ts';
import { RunLogs, type LogFile } from './runLogs.ts';
import { registerLogLanguage, type LogDecorations } from './logLanguage.ts';

/** What reads and shows the runs of every repository. */
export interface RunTools {
  readonly runs: Runs;
  readonly list: RunList;
  readonly ofPullRequests: PullRequestRuns;
  readonly follower: RunFollower;
  readonly logs: RunLogs;
  readonly decorations: LogDecorations;
}

export async function createRunTools(
  services: Pick<Services, 'active' | 'builtInGit' | 'changes' | 'connections' | 'loadHostFeatures'>,
  file: LogFile,
  lifetime: Lifetime,
): Promise<RunTools> {
  const { active, builtInGit, connections } = services;
  const features = await services.loadHostFeatures();
  const runs = new Runs(features);
  const follower = lifetime.add(new RunFollower(runs, services.changes));
  const logs = lifetime.add(new RunLogs({ runs, connections, file, times: windowClock }));
  const localPlaces = new LocalPlaces(active, builtInGit, connections);
  const decorations = registerLogLanguage({ connections, features, localPlaces, logs }, lifetime);
  const list = new RunList(features);
  return { runs, list, ofPullRequests: new PullRequestRuns(list, runs), follower, logs, decorations };
}

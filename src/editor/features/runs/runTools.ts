import type { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import { CiReports } from '../../../domain/runs/ciReports.ts';
import { RunFollower } from '../../../domain/runs/runFollower.ts';
import { RunList } from '../../../domain/runs/runList.ts';
import { Runs } from '../../../domain/runs/runs.ts';
import { tellEnd } from './runEnds.ts';
import { RunLogs, type LogFile } from './runLogs.ts';
import { registerLogLanguage, type LogDecorations } from './logLanguage.ts';
import { windowClock } from '../../kit/windowClock.ts';

/** What reads and shows the runs of every repository. */
export interface RunTools {
  readonly runs: Runs;
  readonly list: RunList;
  readonly ci: CiReports;
  readonly follower: RunFollower;
  readonly logs: RunLogs;
  readonly decorations: LogDecorations;
}

export async function createRunTools(
  services: Pick<Services, 'active' | 'builtInGit' | 'changes' | 'connections' | 'loadHostFeatures'>,
  file: LogFile,
  lifetime: Lifetime,
): Promise<RunTools> {
  const { connections } = services;
  const features = await services.loadHostFeatures();
  const runs = new Runs(features);
  const follower = lifetime.add(
    new RunFollower({
      get: (...run) => runs.get(...run),
      refresh: ({ name }) => services.changes.report({ subject: 'runs', host: name.host, repository: name }),
      tell: (place, run) => void tellEnd(place, run),
      ...windowClock,
    }),
  );
  const logs = lifetime.add(new RunLogs({ runs, follower, connections, file, times: windowClock }));
  const localPlaces = new LocalPlaces(services);
  const decorations = registerLogLanguage({ connections, features, localPlaces, logs }, lifetime);
  const list = new RunList(features);
  const ci = new CiReports(list, runs);
  lifetime.add(services.changes.onDidRefresh(() => ci.forget()));
  return { runs, list, ci, follower, logs, decorations };
}

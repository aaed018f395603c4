import type { Pipeline, Run } from '../../api/record/run.ts';
import { Coalesce } from '../../core/async.ts';
import { entryCache } from '../../core/entryCache.ts';
import { unlessFailed } from '../../core/errors.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RunList } from './runList.ts';
import { hasEnded } from './runState.ts';
import type { RunPlace, Runs } from './runs.ts';

/** What one CI says. `earlier`: about an earlier head; `unknown`: maybe about an earlier one, the host does not tell. */
export type CiReport = { readonly about: 'head' | 'earlier' | 'unknown' } & (
  { readonly run: Run; readonly pipeline?: undefined } | { readonly run?: undefined; readonly pipeline: Pipeline }
);

interface PullRequestAt {
  readonly number: string;
  readonly head: { readonly sha?: string | undefined };
  readonly updated_at?: string | undefined;
}

interface Found {
  readonly runs: readonly Run[];
  /** Only read where no run is listed. */
  readonly pipelines: readonly Pipeline[];
}

/** Milliseconds for which an answer is used: while something goes on, and else. */
const [briefly, lifetime] = [60_000, 600_000];
/** Milliseconds for which a new run can be missing. */
const late = 120_000;
const pageSize = 100;

/** What the CI of the host says about pull requests: each workflow for itself, never a sum. */
export class PullRequestRuns {
  readonly #list: Pick<RunList, 'pages'>;
  readonly #runs: Pick<Runs, 'pipelines'>;
  readonly #now: () => number;
  /** `until`: in milliseconds since 1970. */
  readonly #kept = entryCache<{ readonly found: Found; readonly until: number }>(100);
  readonly #reading = new Coalesce<string, Found>();

  constructor(list: Pick<RunList, 'pages'>, runs: Pick<Runs, 'pipelines'>, now: () => number = Date.now) {
    this.#list = list;
    this.#runs = runs;
    this.#now = now;
  }

  /** Nothing where the host has no CI, or does not show it. One request, and one for older pipelines if there is no run. */
  async of(place: RunPlace, pull: PullRequestAt, options: RequestOptions): Promise<readonly CiReport[]> {
    const { connection, name } = place;
    const { number, head } = pull;
    const key = [connection.host.id, connection.account?.login, repositoryKey(name), number, head.sha].join('\n');
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#now() < kept.until) return reportsOf(kept.found, pull);
    const read = async (signal: AbortSignal): Promise<Found> => await this.#read(place, number, { ...options, signal });
    const found = await this.#reading.run(key, read, options.signal);
    const until = this.#now() + (goesOn(found) || this.#now() - timeOf(pull.updated_at) < late ? briefly : lifetime);
    this.#kept.set(key, { found, until });
    return reportsOf(found, pull);
  }

  async #read(place: RunPlace, number: string, options: RequestOptions): Promise<Found> {
    const first = async (): Promise<readonly Run[]> => {
      const { value } = await this.#list.pages(place, { number }, options, pageSize).next();
      return value?.runs ?? [];
    };
    const [runs = []] = [await unlessFailed(first(), ...silently)];
    if (runs.length > 0)
      return { runs: newestOf(runs, (run) => run.workflow_id ?? run.file_path ?? run.workflow_name), pipelines: [] };
    const [pipelines = []] = [await unlessFailed(this.#runs.pipelines(place, number, options), ...silently)];
    return { runs, pipelines: newestOf(pipelines, ({ name }) => name) };
  }
}

/** An account that may not read the CI sees none. */
const silently = ['unsupported', 'missing', 'forbidden'] as const;

/** Before all others if it is not told. */
const timeOf = (time: string | undefined): number => (time === undefined ? -Infinity : Date.parse(time));

/** The first of each name. */
function newestOf<T>(newestFirst: readonly T[], nameOf: (one: T) => string | undefined): readonly T[] {
  const names = new Set<string | undefined>();
  return newestFirst.filter((one) => !names.has(nameOf(one)) && names.add(nameOf(one)));
}

const goesOn = ({ runs, pipelines }: Found): boolean =>
  ![...runs, ...pipelines.map(({ status }) => ({ status, end_time: undefined }))].every(hasEnded);

/** The commit of a run is that of a merged preview, so only its time can tell; that of a pipeline is the head. */
const reportsOf = ({ runs, pipelines }: Found, { head, updated_at }: PullRequestAt): readonly CiReport[] => [
  ...runs.map((run): CiReport => {
    const isNewer = updated_at !== undefined && timeOf(run.start_time) >= timeOf(updated_at);
    return { run, about: isNewer ? 'head' : 'unknown' };
  }),
  ...pipelines.map((pipeline): CiReport => {
    const { sha } = pipeline;
    if (sha === undefined || head.sha === undefined) return { pipeline, about: 'unknown' };
    return { pipeline, about: sha.toLowerCase() === head.sha.toLowerCase() ? 'head' : 'earlier' };
  }),
];

import type { Pipeline, Run } from '../../api/record/run.ts';
import { Coalesce } from '../../core/async.ts';
import { entryCache } from '../../core/entryCache.ts';
import { unlessFailed } from '../../core/errors.ts';
import type { Discussion } from '../conversation/conversation.ts';
import { pipelineNotes, type PipelineNote } from '../conversation/robots.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RunList } from './runList.ts';
import type { RunFilter } from './runQueries.ts';
import { hasEnded } from './runState.ts';
import type { Runs } from './runs.ts';

/** What one CI says. `earlier`: about an earlier head; `unknown`: maybe about an earlier one, the host does not tell. */
export type CiReport = { readonly about: 'head' | 'earlier' | 'unknown' } & (
  | { readonly run: Run; readonly pipeline?: undefined; readonly note?: undefined }
  | { readonly run?: undefined; readonly pipeline: Pipeline; readonly note?: undefined }
  | { readonly run?: undefined; readonly pipeline?: undefined; readonly note: PipelineNote }
);

interface PullRequestAt {
  readonly number: string;
  readonly head: { readonly sha?: string | undefined };
  readonly updated_at?: string | undefined;
}

/** A branch, or all of a repository. `sha`: an answer from before the branch was there is not used. */
interface RunsAt {
  readonly branch?: string | undefined;
  readonly sha?: string | undefined;
}

type Asked = Pick<RunFilter, 'branch' | 'number'>;

interface Found {
  readonly runs: readonly Run[];
  /** Only read of a pull request without a listed run. */
  readonly pipelines: readonly Pipeline[];
}

interface Kept {
  readonly found: Found;
  /** The commit, and the last change of a pull request. */
  readonly version: string | undefined;
  /** Milliseconds since 1970: when this commit was asked about first, and until when the answer is used. */
  readonly since: number;
  readonly until: number;
}

/** Milliseconds for which an answer is used: while something goes on, else, and if there is nothing. */
const [briefly, lifetime, day] = [60_000, 600_000, 24 * 3_600_000];
/** Milliseconds for which a new run can be missing. */
const late = 120_000;
const pageSize = 100;

/** What the CI of the host says about pull requests, branches and commits: each workflow for itself, never a sum. */
export class CiReports {
  readonly #list: Pick<RunList, 'pages'>;
  readonly #runs: Pick<Runs, 'pipelines'>;
  readonly #now: () => number;
  readonly #kept = entryCache<Kept>(100);
  readonly #reading = new Coalesce<string, Found>();

  constructor(list: Pick<RunList, 'pages'>, runs: Pick<Runs, 'pipelines'>, now: () => number = Date.now) {
    this.#list = list;
    this.#runs = runs;
    this.#now = now;
  }

  /** The user reads again: the next answers are those of the host. */
  forget(): void {
    this.#kept.clear();
  }

  /** Nothing where the host has no CI, or does not show it. One request, and one for older pipelines if there is no run. */
  async of(place: HostPlace, pull: PullRequestAt, options: RequestOptions): Promise<readonly CiReport[]> {
    const { number, head, updated_at } = pull;
    const at = { number, version: `${head.sha} ${updated_at}`, changed: timeOf(updated_at) };
    return reportsOf(await this.#find(place, at, options), pull);
  }

  /** The newest 100 runs of a branch, or of all: see `branchReports` and `commitReports`. One request. */
  async runs(place: HostPlace, { branch, sha }: RunsAt, options: RequestOptions): Promise<readonly Run[]> {
    return (await this.#find(place, { branch, version: sha }, options)).runs;
  }

  async #find(
    place: HostPlace,
    { version, changed, ...filter }: Asked & { readonly version: string | undefined; readonly changed?: number },
    options: RequestOptions,
  ): Promise<Found> {
    const { host, account } = place.connection;
    const key = [host.id, account?.login, repositoryKey(place.name), filter.number, filter.branch].join('\n');
    const kept = this.#kept.get(key);
    const isOf = version === undefined || kept?.version === version;
    if (kept !== undefined && isOf && this.#now() < kept.until) return kept.found;
    const read = async (signal: AbortSignal): Promise<Found> => await this.#read(place, filter, { ...options, signal });
    const found = await this.#reading.run(`${key}\n${version}`, read, options.signal);
    const now = this.#now();
    const since = changed ?? (kept !== undefined && isOf ? kept.since : now);
    const isNothing = found.runs.length + found.pipelines.length === 0;
    const usual = isNothing ? day : lifetime;
    const until = now + (goesOn(found) || now - since < late ? briefly : usual);
    this.#kept.set(key, { found, version: version ?? kept?.version, since, until });
    return found;
  }

  async #read(place: HostPlace, filter: Asked, options: RequestOptions): Promise<Found> {
    const first = async (): Promise<readonly Run[]> => {
      const { value } = await this.#list.pages(place, filter, options, pageSize).next();
      return value?.runs ?? [];
    };
    const [runs = []] = [await unlessFailed(first(), ...silently)];
    const { number } = filter;
    if (runs.length > 0 || number === undefined) return { runs, pipelines: [] };
    const [pipelines = []] = [await unlessFailed(this.#runs.pipelines(place, number, options), ...silently)];
    return { runs, pipelines };
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

const newestRuns = (runs: readonly Run[]): readonly Run[] =>
  newestOf(runs, ({ workflow_id, file_path, workflow_name }) => workflow_id ?? file_path ?? workflow_name);

const goesOn = ({ runs, pipelines }: Found): boolean =>
  ![...newestRuns(runs), ...pipelines.map(({ status }) => ({ status, end_time: undefined }))].every(hasEnded);

/** `sha` may be only the beginning of one. */
function aboutSha(sha: string | undefined, head: string | undefined): CiReport['about'] {
  if (sha === undefined || head === undefined) return 'unknown';
  return head.toLowerCase().startsWith(sha.toLowerCase()) ? 'head' : 'earlier';
}

/** The commit of a run is that of a merged preview, so only its time can tell; that of a pipeline is the head. */
const reportsOf = ({ runs, pipelines }: Found, { head, updated_at }: PullRequestAt): readonly CiReport[] => [
  ...newestRuns(runs).map((run): CiReport => {
    const isNewer = updated_at !== undefined && timeOf(run.start_time) >= timeOf(updated_at);
    return { run, about: isNewer ? 'head' : 'unknown' };
  }),
  ...newestOf(pipelines, ({ name }) => name).map((pipeline): CiReport => {
    return { pipeline, about: aboutSha(pipeline.sha, head.sha) };
  }),
];

/** The newest run of each workflow about a pull request, as far as `runs` has them. */
export const pullRequestReports = (runs: readonly Run[], pull: PullRequestAt): readonly CiReport[] =>
  reportsOf({ runs: runs.filter((run) => run.pull_request_id === pull.number), pipelines: [] }, pull);

/** What robots report in the comments of a pull request: a hint, which anybody can write. */
export const noteReports = (discussions: readonly Discussion[], head: string | undefined): readonly CiReport[] =>
  newestOf(pipelineNotes(discussions), ({ name }) => name).map((note) => ({ note, about: aboutSha(note.sha, head) }));

/** The newest run of each workflow on a branch whose commit is `sha`. Runs of pull requests are about previews of a merge. */
export const branchReports = (runs: readonly Run[], branch: string, sha: string | undefined): readonly CiReport[] =>
  newestRuns(runs.filter((run) => run.pull_request_id === undefined && run.head_branch === branch)).map((run) => ({
    run,
    about: aboutSha(run.head_sha, sha),
  }));

/** The newest run of each workflow at a commit, as far as `runs` has them. */
export const commitReports = (runs: readonly Run[], sha: string): readonly CiReport[] =>
  newestRuns(runs.filter((run) => run.pull_request_id === undefined && run.head_sha === sha)).map((run) => ({
    run,
    about: 'head',
  }));

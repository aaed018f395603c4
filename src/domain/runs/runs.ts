import type { Download } from '../../api/contract/reply.ts';
import type { Api } from '../../api/client/client.ts';
import type { OptionalOperation } from '../../api/client/optionalEndpoints.ts';
import type { Artifact, Dispatched, Pipeline, RunDetail, RunJob, Validation, Workflow } from '../../api/record/run.ts';
import { collect } from '../../core/async.ts';
import { unlessFailed } from '../../core/errors.ts';
import { toBase64 } from '../../core/base64.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { isUnreadable } from './jobs.ts';

/** The web page of the runs of a repository, or of one. */
export const runsPage = ({ connection, name }: HostPlace, id?: string): string =>
  webAddress(connection.host, name, 'actions', ...(id === undefined ? [] : ['runs', id]));

/**
 * Reads the runs of the CI of the host, their logs and artifacts, and starts workflows. Every operation is optional:
 * a host without it rejects as `unsupported`.
 */
export class Runs {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /**
   * GET …/actions/runs/{run_id}. A run without stages has its jobs in one. @throws Failure `missing`, also for a run
   * that was started within the last minutes
   */
  async get(place: HostPlace, id: string, options: RequestOptions): Promise<RunDetail> {
    const at = { ...inApi(place.name), run_id: id };
    const run = await this.#call(place, 'runs.get', (api) => api.runs.get(at, options), runsPage(place, id));
    if (run.stages.length > 0 || isUnreadable(run)) return run;
    const listing = this.#call(place, 'runs.jobs', (api) => collect(api.runs.jobs.all(at, options)));
    const jobs = (await unlessFailed(listing, 'unsupported', 'missing', 'forbidden')) ?? [];
    return jobs.length === 0 ? run : { ...run, stages: [stageOf(run, jobs)] };
  }

  /** GET …/download_log: a ZIP archive; empty if there is no log yet. */
  async log(place: HostPlace, run: string, job: string, options: RequestOptions): Promise<Download> {
    const at = { ...inApi(place.name), run_id: run, job_id: job };
    return await this.#call(place, 'runs.log', (api) => api.runs.log(at, options), runsPage(place, run));
  }

  async artifacts(place: HostPlace, run: string, options: RequestOptions): Promise<readonly Artifact[]> {
    const at = { ...inApi(place.name), run_id: run };
    const list = (api: Api): Promise<Artifact[]> => collect(api.runs.artifacts.all(at, options));
    const find = (): Promise<unknown> => this.get(place, run, options);
    return await this.#call(place, 'runs.artifacts', list, runsPage(place, run), find);
  }

  async artifact(place: HostPlace, id: string, options: RequestOptions): Promise<Artifact> {
    return await this.#call(place, 'artifacts.get', (api) => api.artifacts.get({ ...inApi(place.name), id }, options));
  }

  /** A ZIP archive; its digest is not checked. @throws Failure `missing` for one that has expired */
  async download(place: HostPlace, id: string, options: RequestOptions): Promise<Download> {
    const at = { ...inApi(place.name), id };
    const { doubt, ...download } = await this.#call(place, 'artifacts.download', (api) =>
      api.artifacts.download(at, options),
    );
    if (doubt === undefined) return { ...download, doubt };
    await download.body.cancel();
    throw doubt.failure;
  }

  async removeArtifact(place: HostPlace, id: string, options: RequestOptions): Promise<void> {
    const at = { ...inApi(place.name), id };
    await this.#call(place, 'artifacts.remove', (api) => api.artifacts.remove(at, options));
  }

  async workflows(place: HostPlace, options: RequestOptions): Promise<readonly Workflow[]> {
    const list = (api: Api, at: ReturnType<typeof inApi>) => collect(api.workflows.list.all(at, options));
    return await this.#features.callIn(place, 'workflows.list', list, options, 'actions');
  }

  /** Starts a workflow. The run can be missing for two minutes; undefined if the host does not name it. */
  async start(
    place: HostPlace,
    { workflow, ref, inputs }: { workflow: string; ref: string; inputs?: Readonly<Record<string, string>> | undefined },
    options: RequestOptions,
  ): Promise<Dispatched | undefined> {
    const at = { ...inApi(place.name), workflow_id: workflow, ref, inputs };
    const find = async (): Promise<void> => {
      const all = await this.workflows(place, options);
      if (!all.some(({ workflow_id: id }) => id === workflow)) throw new Error('no such workflow');
    };
    return await this.#call(place, 'workflows.run', (api) => api.workflows.run(at, options), runsPage(place), find);
  }

  /** What the host says about the text of a workflow file: see `findingsOf`. */
  async validate(place: HostPlace, text: string, options: RequestOptions): Promise<Validation> {
    const base64_content = toBase64(new TextEncoder().encode(text));
    const send = (api: Api, at: ReturnType<typeof inApi>) => api.workflows.validate({ ...at, base64_content }, options);
    return await this.#features.callIn(place, 'workflows.validate', send, options, 'actions');
  }

  /** What the CI of before reported about a pull request, the newest first. */
  async pipelines(place: HostPlace, number: string, options: RequestOptions): Promise<readonly Pipeline[]> {
    const at = { ...inApi(place.name), number, type: 'report_pipeline' };
    const page = webAddress(place.connection.host, place.name, 'merge_requests', number);
    const find = (api: Api): Promise<unknown> => api.pullRequests.get({ ...inApi(place.name), number }, options);
    const all = await this.#call(
      place,
      'pipelines.list',
      (api) => collect(api.pipelines.list.all(at, options)),
      page,
      find,
    );
    return all.toSorted((one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? ''));
  }

  async #call<T>(
    place: HostPlace,
    operation: OptionalOperation,
    send: (api: Api) => Promise<T>,
    page = runsPage(place),
    find: (api: Api) => Promise<unknown> = () => this.#ciOf(place),
  ): Promise<T> {
    return await this.#features.call(place.connection, { operation, page, send, find });
  }

  /** A host without CI answers about a run as about one that is missing: its list tells. Always rejects. */
  async #ciOf(place: HostPlace): Promise<never> {
    const at = inApi(place.name);
    const list = (api: Api): Promise<unknown> => api.runs.list({ ...at, per_page: 1 });
    await this.#call(place, 'runs.list', list, runsPage(place), (api: Api) => api.repositories.get(at));
    throw new Error('the host has CI, but not this record');
  }
}

const stageOf = (
  { status, start_time, end_time }: RunDetail,
  jobs: readonly RunJob[],
): RunDetail['stages'][number] => ({
  ...{ id: undefined, name: undefined, sequence: 0, status, start_time, end_time },
  jobs,
});

import type { Run } from '../../api/record/run.ts';
import { delay } from '../../core/async.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import type { RunFilter } from './runQueries.ts';
import { runsPage } from './runs.ts';

export interface RunPage {
  readonly runs: readonly Run[];
  /** Whether another page can follow. */
  readonly more: boolean;
}

const pageSize = 30;
/** More runs of a list are not read. */
const mostRuns = 300;
const day = 24 * 3_600_000;
const hour = 3_600_000;
/** Milliseconds. */
const pause = 3_000;
/** What is asked for where a host lists no runs without a status. */
const usualStates = ['RUNNING', 'FAILED', 'COMPLETED'];

type Conduct = 'usual' | 'by status' | 'none';

/** Lists runs, also of hosts that answer only with a status. A new run can be missing for two minutes. */
export class RunList {
  readonly #features: HostFeatures;
  readonly #now: () => number;
  readonly #pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** By repository: how it is asked, and until when. */
  readonly #conduct = new Map<string, { readonly how: Conduct; readonly until: number }>();

  constructor(features: HostFeatures, now: () => number = Date.now, wait: typeof delay = delay) {
    this.#features = features;
    this.#now = now;
    this.#pause = wait;
  }

  /** The first `limit` runs, the newest first. @throws Failure `unsupported` if the host does not list them */
  async first(place: HostPlace, filter: RunFilter, limit: number, options: RequestOptions): Promise<readonly Run[]> {
    const runs: Run[] = [];
    for await (const page of this.pages(place, filter, options, Math.min(100, Math.max(limit, pageSize)))) {
      runs.push(...page.runs);
      if (runs.length >= limit) break;
    }
    return runs.slice(0, limit);
  }

  /** Page by page, the newest first. Runs that the filter leaves out are dropped, also where the host ignores it. */
  async *pages(
    place: HostPlace,
    filter: RunFilter,
    options: RequestOptions,
    size = pageSize,
  ): AsyncGenerator<RunPage, void, void> {
    const key = `${place.connection.host.id}\n${repositoryKey(place.name)}`;
    const known = this.#conduct.get(key);
    let how: Conduct = known !== undefined && this.#now() < known.until ? known.how : 'usual';
    if (filter.status !== undefined) how = 'usual';
    if (how === 'none') throw notListed(place);
    const seen = new Set<string>();
    if (how === 'usual')
      try {
        yield* this.#usualPages(place, filter, options, size, seen);
        return;
      } catch (error) {
        if (filter.status !== undefined || !needsStatus(error)) throw error;
      }
    try {
      const found = await Promise.all(
        usualStates.map((status) => this.#page(place, { ...filter, status }, options, size, 1)),
      );
      this.#conduct.set(key, { how: 'by status', until: this.#now() + day });
      yield {
        runs: chosen(
          found.flatMap(({ items }) => items),
          filter,
          seen,
        ),
        more: false,
      };
    } catch (error) {
      if (!needsStatus(error)) throw error;
      this.#conduct.set(key, { how: 'none', until: this.#now() + hour });
      throw notListed(place);
    }
  }

  async *#usualPages(
    place: HostPlace,
    filter: RunFilter,
    options: RequestOptions,
    size: number,
    seen: Set<string>,
  ): AsyncGenerator<RunPage, void, void> {
    for (let page = 1; (page - 1) * size < mostRuns; page += 1) {
      const { items, unreadable } = await this.#repeated(place, filter, options, size, page);
      const before = seen.size;
      const runs = chosen(items, filter, seen);
      const more = items.length + unreadable.length >= size && seen.size > before && page * size < mostRuns;
      yield { runs, more };
      if (!more) return;
    }
  }

  /** Some nodes of a host need a status, and others do not. */
  async #repeated(place: HostPlace, filter: RunFilter, options: RequestOptions, size: number, page: number) {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await this.#page(place, filter, options, size, page);
      } catch (error) {
        if (attempt === 2 || filter.status !== undefined || !needsStatus(error)) throw error;
        await this.#pause(pause, options.signal);
      }
  }

  async #page(place: HostPlace, filter: RunFilter, options: RequestOptions, per_page: number, page: number) {
    const { branch, number, workflow, status } = filter;
    const at = inApi(place.name);
    const query = {
      ...{ branch, pull_request_id: number, status: status?.toUpperCase(), per_page, page },
      workflow_id: workflow !== undefined && /^[\da-f]{32}$/i.test(workflow) ? workflow : undefined,
    };
    return await this.#features.call(place.connection, {
      operation: 'runs.list',
      page: runsPage(place),
      send: (api) => api.runs.list({ ...at, ...query }, options),
      find: (api) => api.repositories.get(at, options),
    });
  }
}

const needsStatus = (error: unknown): boolean =>
  isFailure(error, 'invalid') && /codeArtsIds/i.test(error.serverMessage ?? '');

function notListed(place: HostPlace): Failure {
  const page = runsPage(place);
  const about = [place.connection.host.name, page];
  return new Failure('unsupported', `the host does not list runs: ${page}`, { reason: 'noOperation', about });
}

/** The time of a run that has not begun is now. */
const timeOf = ({ start_time }: Run): number => (start_time === undefined ? Infinity : Date.parse(start_time));

function sorted(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)];
    return first === second ? (other.run_number ?? 0) - (one.run_number ?? 0) : first < second ? 1 : -1;
  });
}

/** The new ones of `runs` that the filter lets through. */
function chosen(runs: readonly Run[], filter: RunFilter, seen: Set<string>): readonly Run[] {
  const fresh = runs.filter(({ workflow_run_id: id }) => !seen.has(id) && seen.add(id).has(id));
  return sorted(fresh.filter((run) => fits(run, filter)));
}

const same = (one: string | undefined, other: string): boolean => foldCase(one ?? '') === foldCase(other);

/** Whether a run belongs to a list. Its commit says nothing about a pull request: it is that of a merged preview. */
export function fits(run: Run, { branch, number, workflow, status, event, actor }: RunFilter): boolean {
  const { workflow_id, workflow_name, file_path } = run;
  const names = [workflow_id, workflow_name, file_path, file_path?.split('/').at(-1)];
  return (
    (branch === undefined || run.head_branch === branch) &&
    (number === undefined || run.pull_request_id === number) &&
    (workflow === undefined || names.includes(workflow)) &&
    (status === undefined || same(run.status, status)) &&
    (event === undefined || same(run.event, event)) &&
    (actor === undefined || same(run.actor?.login, actor))
  );
}

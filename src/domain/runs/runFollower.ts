import type { Run } from '../../api/record/run.ts';
import { resolvable } from '../../core/async.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { hasEnded, isPaused } from './runState.ts';
import { Watch, type WatchParts } from './watch.ts';

export interface RunFollowerParts extends Pick<WatchParts<unknown>, 'clock' | 'window'> {
  readonly get: (place: HostPlace, id: string, options: RequestOptions) => Promise<Run>;
  /** The view reads its runs again, if it is shown: see `listed` and `failed`. */
  readonly refresh: (place: HostPlace) => void;
  /** A run of the user, or one that the user looked at, has ended. */
  readonly tell: (place: HostPlace, run: Run) => void;
}

type Answer = { readonly runs: readonly Run[] } | { readonly error: unknown };

const keyOf = ({ connection: { host, account }, name }: HostPlace): string =>
  [host.id, account?.login, repositoryKey(name)].join('\n');

/** Reads the view Runs again while one of its runs goes on, and tells when a run ends that the user began or looked at. */
export class RunFollower {
  readonly #parts: RunFollowerParts;
  /** The runs whose end is told. */
  readonly #watched = new Set<string>();
  /** Those of them that the view listed last, or that are read because its filter leaves them out now. */
  #listed: readonly string[] = [];
  /** Of the repository that the view shows. */
  #key: string | undefined;
  #watch: Watch<readonly Run[]> | undefined;
  readonly #expected = new Set<Watch<Run>>();
  #answer: ((answer: Answer) => void) | undefined;

  constructor(parts: RunFollowerParts) {
    this.#parts = parts;
  }

  /** The view has read its first runs. */
  listed(place: HostPlace, runs: readonly Run[]): void {
    const key = keyOf(place);
    if (key !== this.#key) {
      this.#stop();
      this.#listed = [];
    }
    this.#key = key;
    const answer = this.#answer;
    this.#answer = undefined;
    this.#lookFor(place, runs);
    if (runs.every(hasEnded)) this.#stop();
    else if (answer === undefined) this.#start(place);
    answer?.({ runs });
  }

  failed(error: unknown): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.({ error });
  }

  /** The user looks at a run, or it was read again. */
  seen(place: HostPlace, run: Run): void {
    const { workflow_run_id: id } = run;
    if (!hasEnded(run)) this.#watched.add(id);
    else if (this.#watched.delete(id)) this.#parts.tell(place, run);
  }

  /** The user started a run: it is followed also while the view, which then lists it, is hidden. */
  expect(place: HostPlace, id: string): void {
    const { get, refresh, window, clock } = this.#parts;
    this.#watched.add(id);
    const watch = new Watch({
      read: (options) => get(place, id, options),
      isOver: hasEnded,
      isPaused: ({ status }) => isPaused(status),
      ...{ window, clock },
    });
    this.#expected.add(watch);
    let before: string | undefined;
    watch.onDidChange((run) => {
      this.seen(place, run);
      if (run.status !== before) refresh(place);
      before = run.status;
    });
    watch.onDidEnd(() => {
      watch.dispose();
      this.#expected.delete(watch);
    });
  }

  dispose(): void {
    this.#stop();
    for (const watch of this.#expected) watch.dispose();
  }

  #start(place: HostPlace): void {
    const { refresh, window, clock } = this.#parts;
    this.#stop();
    this.#watch = new Watch({
      read: async () => {
        const { promise, resolve } = resolvable<Answer>();
        this.#answer = resolve;
        refresh(place);
        const answer = await promise;
        if ('error' in answer) throw answer.error;
        return answer.runs;
      },
      isOver: (runs: readonly Run[]) => runs.every(hasEnded),
      isPaused: (runs) => runs.every((run) => hasEnded(run) || isPaused(run.status)),
      ...{ window, clock },
    });
  }

  #stop(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
    this.#answer = undefined;
  }

  #lookFor(place: HostPlace, runs: readonly Run[]): void {
    const { login } = place.connection.account ?? {};
    for (const run of runs) {
      const isOwn = login !== undefined && run.actor?.login === login;
      if (isOwn || this.#watched.has(run.workflow_run_id)) this.seen(place, run);
    }
    const ids = new Set(runs.map(({ workflow_run_id: id }) => id));
    // A filter such as `status:RUNNING` leaves out what has ended.
    for (const id of this.#listed.filter((one) => !ids.has(one) && this.#watched.has(one)))
      void this.#parts.get(place, id, { priority: 'background' }).then(
        (run) => this.seen(place, run),
        () => undefined,
      );
    this.#listed = [...ids].filter((id) => this.#watched.has(id));
  }
}

import type { Run } from '../../api/record/run.ts';
import { resolvable } from '../../core/async.ts';
import { repositoryKey } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { hasEnded, isPaused } from './runState.ts';
import type { RunPlace } from './runs.ts';
import { Watch, type WatchParts } from './watch.ts';

export interface RunFollowerParts extends Pick<WatchParts<unknown>, 'clock' | 'window'> {
  readonly get: (place: RunPlace, id: string, options: RequestOptions) => Promise<Run>;
  /** The view reads its runs again, if it is shown: see `listed` and `failed`. */
  readonly refresh: (place: RunPlace) => void;
  /** A run of the user has ended. */
  readonly tell: (place: RunPlace, run: Run) => void;
}

type Answer = { readonly runs: readonly Run[] } | { readonly error: unknown };

const keyOf = ({ connection: { host, account }, name }: RunPlace): string =>
  [host.id, account?.login, repositoryKey(name)].join('\n');

/** Reads the view Runs again while one of its runs goes on, and tells when a run of the user ends. */
export class RunFollower {
  readonly #parts: RunFollowerParts;
  /** The runs of the user that have not ended. */
  readonly #own = new Set<string>();
  /** Of the repository that the view shows. */
  #key: string | undefined;
  #watch: Watch<readonly Run[]> | undefined;
  #expected: Watch<Run> | undefined;
  #answer: ((answer: Answer) => void) | undefined;

  constructor(parts: RunFollowerParts) {
    this.#parts = parts;
  }

  /** The view has read its first runs. */
  listed(place: RunPlace, runs: readonly Run[]): void {
    const key = keyOf(place);
    if (key !== this.#key) this.#stop();
    this.#key = key;
    const answer = this.#answer;
    this.#answer = undefined;
    this.#tellEnds(place, runs);
    if (runs.every(hasEnded)) this.#stop();
    else if (answer === undefined) this.#start(place);
    answer?.({ runs });
  }

  failed(error: unknown): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.({ error });
  }

  /** A run was started: the view is read again when the host lists it. */
  expect(place: RunPlace, id: string): void {
    const { get, refresh, window, clock } = this.#parts;
    this.#own.add(id);
    this.#expected?.dispose();
    const read = (options: RequestOptions): Promise<Run> => get(place, id, options);
    this.#expected = new Watch({ read, isOver: () => true, window, clock });
    this.#expected.onDidEnd((run) => run !== undefined && refresh(place));
  }

  dispose(): void {
    this.#stop();
    this.#expected?.dispose();
  }

  #start(place: RunPlace): void {
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

  #tellEnds(place: RunPlace, runs: readonly Run[]): void {
    const { login } = place.connection.account ?? {};
    for (const run of runs) {
      const { workflow_run_id: id } = run;
      if (!hasEnded(run)) {
        if (login !== undefined && run.actor?.login === login) this.#own.add(id);
      } else if (this.#own.delete(id)) this.#parts.tell(place, run);
    }
  }
}

import type { Run } from '../../../api/record/run.ts';
import type { CiReports } from '../../../domain/runs/ciReports.ts';
import type { RepositoryPlace } from './place.ts';

const none = (): string | undefined => undefined;

/** The runs that rows of branches, commits and pull requests tell of: read in the background when the rows are shown, with one request for all. */
export class RowRuns {
  readonly #place: RepositoryPlace;
  readonly #load: () => Promise<CiReports>;
  readonly #onRead: () => void;
  readonly #branch: () => string | undefined;
  #runs: readonly Run[] = [];

  /** `branch`: undefined for the runs of all. */
  constructor(place: RepositoryPlace, load: () => Promise<CiReports>, onRead: () => void, branch = none) {
    [this.#place, this.#load, this.#onRead, this.#branch] = [place, load, onRead, branch];
  }

  get known(): readonly Run[] {
    return this.#runs;
  }

  /** Never rejects: the rows are useful without. */
  async read(signal: AbortSignal): Promise<void> {
    const before = this.#runs;
    this.#runs = await this.of(this.#branch(), signal);
    if (this.#runs !== before && !signal.aborted) this.#onRead();
  }

  /** The runs of one branch, which those of all can lack. */
  async of(branch: string | undefined, signal: AbortSignal): Promise<readonly Run[]> {
    const read = async (): Promise<readonly Run[]> =>
      await (await this.#load()).runs(this.#place, { branch }, { priority: 'background', signal });
    return await read().catch(() => this.#runs);
  }
}

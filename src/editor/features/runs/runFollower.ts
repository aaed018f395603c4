import { commands, l10n, window } from 'vscode';
import type { Run } from '../../../api/record/run.ts';
import { resolvable } from '../../../core/async.ts';
import { hasEnded, isPaused, stateOf } from '../../../domain/runs/runState.ts';
import type { RunPlace, Runs } from '../../../domain/runs/runs.ts';
import { Watch } from '../../../domain/runs/watch.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { RequestOptions } from '../../../domain/hosts/source.ts';
import type { Changes } from '../../kit/changes.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { runName, stateWord } from '../../kit/rows/runTexts.ts';

const focus = {
  isFocused: () => window.state.focused,
  onDidChangeFocus: (listener: () => void) => window.onDidChangeWindowState(listener),
};
export const windowClock = {
  window: focus,
  clock: {
    now: () => Date.now(),
    after: (delay: number, run: () => void) => {
      const timer = setTimeout(run, delay);
      return { dispose: () => clearTimeout(timer) };
    },
  },
};

type Answer = { readonly runs: readonly Run[] } | { readonly error: unknown };

/** Reads the view Runs again while one of its runs goes on, and tells when a run of the user ends. */
export class RunFollower extends Lifetime {
  readonly #runs: Runs;
  readonly #changes: Changes;
  /** The runs of the user that have not ended. */
  readonly #own = new Set<string>();
  #watch: Watch<readonly Run[]> | undefined;
  #expected: Watch<Run> | undefined;
  #answer: ((answer: Answer) => void) | undefined;

  constructor(runs: Runs, changes: Changes) {
    super();
    this.#runs = runs;
    this.#changes = changes;
  }

  /** The view has read its first runs. */
  listed(place: RunPlace, runs: readonly Run[]): void {
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
    this.#own.add(id);
    this.#expected?.dispose();
    const read = (options: RequestOptions): Promise<Run> => this.#runs.get(place, id, options);
    this.#expected = new Watch({ read, isOver: () => true, ...windowClock });
    this.#expected.onDidEnd((run) => run !== undefined && this.#refresh(place));
  }

  override dispose(): void {
    this.#stop();
    this.#expected?.dispose();
    super.dispose();
  }

  #refresh({ name }: RunPlace): void {
    this.#changes.report({ subject: 'runs', host: name.host, repository: name });
  }

  #start(place: RunPlace): void {
    this.#watch?.dispose();
    this.#watch = new Watch({
      read: async () => {
        const { promise, resolve } = resolvable<Answer>();
        this.#answer = resolve;
        this.#refresh(place);
        const answer = await promise;
        if ('error' in answer) throw answer.error;
        return answer.runs;
      },
      isOver: (runs: readonly Run[]) => runs.every(hasEnded),
      isPaused: (runs) => runs.every((run) => hasEnded(run) || isPaused(run.status)),
      ...windowClock,
    });
  }

  #stop(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
  }

  #tellEnds(place: RunPlace, runs: readonly Run[]): void {
    const { login } = place.connection.account ?? {};
    for (const run of runs) {
      const { workflow_run_id: id } = run;
      if (!hasEnded(run)) {
        if (login !== undefined && run.actor?.login === login) this.#own.add(id);
      } else if (this.#own.delete(id)) void tell(place, run);
    }
  }
}

async function tell({ connection, name }: RunPlace, run: Run): Promise<void> {
  const text = l10n.t('{0}: {1}', runName(run), stateWord(run.status));
  const show = stateOf(run.status) === 'failed' ? l10n.t('Show Failed Step') : l10n.t('Show Run');
  if ((await inform(text, show)) !== show) return;
  const args = {
    ...{ host: connection.host.id, account: connection.account?.login, repository: fullName(name) },
    workflow_run_id: run.workflow_run_id,
  };
  const command = stateOf(run.status) === 'failed' ? 'sourcehost.run.showLog' : 'sourcehost.run.show';
  await commands.executeCommand(command, args);
}

import { l10n } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import type { Undo } from '../../../domain/sourceControl/drafts/drafts.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { Failures } from '../../kit/messages/failures.ts';
import { failedCommand } from '../../kit/messages/explain.ts';
import { inform } from '../../kit/prompts/prompt.ts';

/** Changes that stay restorable. */
const most = 100;

/** Restores changes that were discarded in this window, the latest first. */
export class Undoing {
  readonly #failures: Failures;
  readonly #undos: Undo[] = [];
  readonly #can = new ContextKey<boolean>('sourcehost.discarded');

  constructor(failures: Failures) {
    this.#failures = failures;
  }

  /** Stores how to undo a discard. If `message` is defined, the user is told and can undo it at once. */
  async keep(undo: Undo, message: string | undefined): Promise<void> {
    this.#undos.push(undo);
    if (this.#undos.length > most) this.#undos.shift();
    await this.#can.set(true);
    if (message !== undefined) void this.#offer(undo, message);
  }

  async undoLast(): Promise<void> {
    const undo = this.#undos.at(-1);
    if (undo === undefined) throw new Failure('missing', 'nothing was discarded', { reason: 'nothingDiscarded' });
    await this.#run(undo);
  }

  async #offer(undo: Undo, message: string): Promise<void> {
    const action = l10n.t('Undo');
    if ((await inform(message, action)) !== action || !this.#undos.includes(undo)) return;
    await this.#run(undo).catch((error: unknown) =>
      this.#failures.show(error, { task: failedCommand(action, undefined) }),
    );
  }

  async #run(undo: Undo): Promise<void> {
    await undo();
    this.#undos.splice(this.#undos.indexOf(undo), 1);
    await this.#can.set(this.#undos.length > 0);
  }
}

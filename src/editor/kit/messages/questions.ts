import { Emitter, type Event } from '../../../core/emitter.ts';

/** Counts the open questions. While a question is open, a command waits for the user and not for the service. */
class Questions {
  readonly #changed = new Emitter<void>();
  #open = 0;

  readonly onDidChange: Event<void> = this.#changed.event;

  get areOpen(): boolean {
    return this.#open > 0;
  }

  async during<T>(answer: PromiseLike<T>): Promise<T> {
    this.#open += 1;
    this.#changed.fire();
    try {
      return await answer;
    } finally {
      this.#open -= 1;
      this.#changed.fire();
    }
  }
}

export const questions = new Questions();

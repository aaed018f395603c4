import type { Disposable } from '../../core/emitter.ts';

/** Disposes its members together. A member that is added after the end is disposed at once. */
export class Lifetime implements Disposable {
  readonly #owned = new Set<Disposable>();
  #ended = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.#ended) disposable.dispose();
    else this.#owned.add(disposable);
    return disposable;
  }

  dispose(): void {
    this.#ended = true;
    const owned = [...this.#owned].reverse();
    this.#owned.clear();
    for (const disposable of owned) disposable.dispose();
  }
}

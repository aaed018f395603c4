export interface Disposable {
  dispose(): void;
}

/** Subscribe with `event(listener)`, dispose to stop. The shape of the editor's own events, without the editor. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export interface Disposable {
  dispose(): void;
}

/** Subscribes with `event(listener)`; dispose the result to unsubscribe. Has the shape of `vscode.Event`. */
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

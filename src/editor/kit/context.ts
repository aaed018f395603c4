import { commands } from 'vscode';

/** A key that `when` clauses read. Set only when it changes. */
export class ContextKey<T extends string | number | boolean> {
  readonly #name: string;
  #value: T | undefined;

  constructor(name: `sourcehost.${string}`) {
    this.#name = name;
  }

  async set(value: T): Promise<void> {
    if (value === this.#value) return;
    this.#value = value;
    await commands.executeCommand('setContext', this.#name, value);
  }
}

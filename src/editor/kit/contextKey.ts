import { commands } from 'vscode';

/** A context key for `when` clauses. It is set only if its value changes. */
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

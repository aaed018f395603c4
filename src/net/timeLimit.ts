import { createContext, Script, type Context } from 'node:vm';

/** Ends work that takes longer than a limit. */
export class TimeLimit {
  readonly #milliseconds: number;
  readonly #script = new Script('work()');
  #context: Context | undefined;
  #work: () => void = () => undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Undefined if `work`, which waits for nothing, takes too long or too much memory. No timer could end it. */
  run<T>(work: () => T): T | undefined {
    let result: T | undefined;
    this.#context ??= createContext({ work: () => this.#work() });
    this.#work = () => {
      result = work();
    };
    try {
      this.#script.runInContext(this.#context, { timeout: this.#milliseconds });
      return result;
    } catch (error) {
      if (isTimeout(error) || isExhausted(error)) return undefined;
      throw error;
    } finally {
      this.#work = () => undefined;
    }
  }
}

/** The error is one of the context, so it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** A regular expression with too many steps that it could take back fills the stack. */
function isExhausted(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

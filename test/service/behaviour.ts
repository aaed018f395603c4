import { covers, Faults } from './faults.ts';
import { usual, type Habits } from './habits.ts';

interface Setting {
  readonly operation: string;
  readonly habits?: Partial<Habits>;
  readonly latency?: number;
}

/** The switches of the running service, for all operations or for some. */
export class Behaviour {
  readonly faults = new Faults();
  /** Requests a minute and user; 0: no limit. */
  rateLimit = 0;
  /** Requests an hour and user; 0: no limit. */
  hourLimit = 0;
  /** Milliseconds that a minute of these limits lasts. */
  minute = 60_000;
  #settings: Setting[] = [];
  #resolved = new Map<string, Habits>();

  /** `operation`: a name, `group.*` or `*`; a later setting wins. Throws for unknown habits and values. */
  set(setting: Setting): void {
    for (const [name, value] of Object.entries(setting.habits ?? {})) {
      if (!(name in usual)) throw new Error(`there is no habit ${name}`);
      if (typeof value !== typeof usual[name as keyof Habits])
        throw new Error(`${name} cannot be ${JSON.stringify(value)}`);
    }
    this.#settings.push(setting);
    this.#resolved.clear();
  }

  habits(operation: string): Habits {
    const known = this.#resolved.get(operation);
    if (known !== undefined) return known;
    const habits = this.#settings
      .filter((setting) => covers(setting.operation, operation))
      .reduce((sum, setting) => ({ ...sum, ...setting.habits }), usual);
    this.#resolved.set(operation, habits);
    return habits;
  }

  /** Milliseconds that an answer waits. */
  latency(operation: string): number {
    return (
      this.#settings.findLast((one) => one.latency !== undefined && covers(one.operation, operation))?.latency ?? 0
    );
  }

  reset(): void {
    this.#settings = [];
    this.#resolved.clear();
    this.faults.clear();
    [this.rateLimit, this.hourLimit, this.minute] = [0, 0, 60_000];
  }
}

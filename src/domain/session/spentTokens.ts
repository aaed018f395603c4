import { sha256 } from '../../core/digest.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';

/** `spent`: exchanged for a newer token. `refused`: the service rejects the token for good. */
export type Fate = 'spent' | 'refused';

const most = 100;

/** Digests on disk, for all windows. A spent token must not be sent again: services treat it as theft. */
export class SpentTokens {
  readonly #storage: Storage;
  readonly #log: Log;

  constructor(storage: Storage, log: Log) {
    this.#storage = storage;
    this.#log = log;
  }

  /** Undefined if nothing is recorded: the token may be valid. */
  async fateOf(session: string, token: string): Promise<Fate | undefined> {
    const digest = await sha256(token);
    const line = (await this.#lines(session)).find((each) => each.endsWith(` ${digest}`));
    return line === undefined ? undefined : line.startsWith('refused') ? 'refused' : 'spent';
  }

  async note(session: string, token: string, fate: Fate): Promise<void> {
    const lines = [...(await this.#lines(session)), `${fate} ${await sha256(token)}`].slice(-most);
    const bytes = new TextEncoder().encode(lines.join('\n'));
    await this.#storage.write(await sessionStorageName(session), bytes).catch((error: unknown) => {
      this.#log.warn(`other windows cannot be told of a renewal: ${messageOf(error)}`);
    });
  }

  async forget(session: string): Promise<void> {
    await this.#storage.remove(await sessionStorageName(session)).catch((error: unknown) => {
      this.#log.debug(`a trace of a session stays: ${messageOf(error)}`);
    });
  }

  async #lines(session: string): Promise<readonly string[]> {
    const bytes = await this.#storage.read(await sessionStorageName(session)).catch(() => undefined);
    return bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n');
  }
}

/** Storage name of a session id; also the name of its lock. */
export async function sessionStorageName(session: string): Promise<string> {
  return `sessions/${(await sha256(session)).slice(0, 32)}`;
}

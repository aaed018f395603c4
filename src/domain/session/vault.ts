import { Coalesce } from '../../core/async.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { parseStored, storedTexts } from '../../core/storage.ts';
import type { SessionSecrets } from './sessionSecrets.ts';
import { parseSession, sessionId, type Session } from './session.ts';

const indexKey = 'sessions';
const prefix = 'session:';

/** Runs `work` under a lock, so that no other window changes the index of sessions. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** Each session is its own secret, so that two windows do not overwrite each other; in memory if the storage fails. */
export class Vault {
  readonly #secrets: SessionSecrets;
  readonly #exclusively: Exclusively;
  readonly #log: Log;
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<void>();
  readonly #memory = new Map<string, Session>();
  readonly #ended = new Set<string>();
  readonly #loading = new Coalesce<'', ReadonlyMap<string, Session>>();
  readonly #listening: { dispose(): void };
  #stored: ReadonlyMap<string, Session> | undefined;
  #generation = 0;

  constructor(secrets: SessionSecrets, exclusively: Exclusively, log: Log) {
    this.#secrets = secrets;
    this.#exclusively = exclusively;
    this.#log = log;
    this.#listening = secrets.onDidChange((key) => {
      if (key === indexKey || key.startsWith(prefix)) void this.refresh();
    });
  }

  readonly onDidChange: Event<void> = this.#changed.event;
  /** Fires when secret storage cannot be read or cannot store a session. */
  readonly onDidFail: Event<void> = this.#failed.event;

  /** All sessions by id. If secret storage fails: the sessions of this window. */
  async sessions(): Promise<ReadonlyMap<string, Session>> {
    const stored = this.#stored ?? (await this.#load());
    if (this.#memory.size + this.#ended.size === 0) return stored;
    const all = new Map([...stored, ...this.#memory]);
    for (const [id, session] of all) if (this.#ended.has(session.token)) all.set(id, { ...session, ended: true });
    return all;
  }

  async get(id: string): Promise<Session | undefined> {
    return (await this.sessions()).get(id);
  }

  /** Reads secret storage again, because another window may have changed it. */
  async refresh(): Promise<void> {
    const before = this.#stored;
    this.#generation += 1;
    const now = await this.#load();
    if (before !== undefined && !sameSessions(before, now)) this.#changed.fire();
  }

  /** Marks a session as ended in this window. Not stored, because another window may have a newer session. */
  end(session: Session): void {
    this.#ended.add(session.token);
    this.#changed.fire();
  }

  async put(newSession: Session): Promise<void> {
    const session: Session = { ...newSession, ended: undefined };
    const id = sessionId(session);
    this.#ended.delete(session.token);
    try {
      await this.#storeChecked(prefix + id, JSON.stringify(session));
      await this.#changeIndex((ids) => [...new Set([...ids, id])]);
      this.#memory.delete(id);
      this.#replaceKnown(new Map([...(this.#stored ?? (await this.#load())), [id, session]]));
    } catch (error) {
      this.#log.warn(`secret storage failed, the session stays in memory: ${messageOf(error)}`);
      this.#memory.set(id, session);
      this.#failed.fire();
    }
    this.#changed.fire();
  }

  async remove(id: string): Promise<void> {
    this.#memory.delete(id);
    try {
      await this.#changeIndex((ids) => ids.filter((other) => other !== id));
      await this.#secrets.delete(prefix + id);
    } catch (error) {
      this.#log.warn(`secret storage failed, the session could not be removed from it: ${messageOf(error)}`);
    }
    if (this.#stored !== undefined) this.#replaceKnown(new Map([...this.#stored].filter(([other]) => other !== id)));
    this.#changed.fire();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
    this.#failed.dispose();
  }

  #load(): Promise<ReadonlyMap<string, Session>> {
    return this.#loading.run('', async () => {
      for (;;) {
        const generation = this.#generation;
        try {
          const stored = await this.#read();
          // If the secrets changed during the read, read them again.
          if (generation === this.#generation) return (this.#stored = stored);
        } catch (error) {
          this.#log.warn(`secret storage cannot be read: ${messageOf(error)}`);
          this.#failed.fire();
          return this.#stored ?? new Map();
        }
      }
    });
  }

  #replaceKnown(sessions: ReadonlyMap<string, Session>): void {
    this.#generation += 1;
    this.#stored = sessions;
  }

  async #read(): Promise<ReadonlyMap<string, Session>> {
    const ids = idsOf(await this.#secrets.get(indexKey));
    const texts = await Promise.all(ids.map((id) => this.#secrets.get(prefix + id)));
    const sessions = texts.map((text) => (text === undefined ? undefined : parseSession(text)));
    return new Map(sessions.flatMap((session) => (session === undefined ? [] : [[sessionId(session), session]])));
  }

  /** Stores a secret and reads it back, because some keyrings accept a secret without storing it. */
  async #storeChecked(key: string, value: string): Promise<void> {
    await this.#secrets.store(key, value);
    if ((await this.#secrets.get(key)) !== value) throw new Error('the secret was not kept');
  }

  async #changeIndex(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    await this.#exclusively(async () => {
      const before = await this.#secrets.get(indexKey);
      const after = JSON.stringify(change(idsOf(before)));
      if (after !== before) await this.#storeChecked(indexKey, after);
    });
  }
}

const idsOf = (text: string | undefined): readonly string[] => parseStored(storedTexts, text) ?? [];

function sameSessions(one: ReadonlyMap<string, Session>, other: ReadonlyMap<string, Session>): boolean {
  return (
    one.size === other.size &&
    [...one].every(([id, session]) => JSON.stringify(other.get(id)) === JSON.stringify(session))
  );
}

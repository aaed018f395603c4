import { EventEmitter } from 'vscode';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { isObject, foldCase } from '../../core/text.ts';
import type { Host } from '../../domain/hosts/hosts.ts';
import {
  builtIn,
  checkEntry,
  readHosts,
  type HostEntry,
  type HostProblem,
  type PartialEntry,
} from '../../domain/session/hostSettings.ts';
import type { Settings } from './settings.ts';

export interface HostForm {
  /** Asks for missing fields, checks and adds the host. `back`: a first Back button, which rejects with `Back`. */
  ask(entry?: PartialEntry, back?: boolean): Promise<Host>;
}

export class Hosts {
  readonly #settings: Settings;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: { dispose(): void };
  /** Undefined until the hosts are used for the first time: activation needs none. */
  #lastRead: ReturnType<typeof readHosts> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#listening = settings.onDidChange((affects) => {
      if (affects('hosts')) this.#reread();
    });
  }

  readonly onDidChange = this.#changed.event;

  all(): readonly Host[] {
    return this.#read.hosts;
  }

  get(id: string): Host | undefined {
    return this.#read.hosts.find((host) => host.id === id);
  }

  removable(): readonly Host[] {
    const ids = this.#entries().map((entry) => idOf(entry));
    return this.all().filter(({ id }) => ids.includes(id));
  }

  problems(): readonly HostProblem[] {
    return this.#read.problems;
  }

  /** An entry with the same id is replaced. @throws Failure `invalid` */
  async add(entry: HostEntry): Promise<Host> {
    const { id } = checkEntry(entry);
    const defined = Object.fromEntries(Object.entries({ ...entry, id }).filter(([, value]) => value !== undefined));
    await this.#settings.set('hosts', [...this.#others(id), defined]);
    this.#reread();
    const host = this.get(id);
    if (host === undefined)
      throw new Failure('refused', 'the editor did not take the setting', { reason: 'settingNotTaken' });
    return host;
  }

  /** @throws Failure `missing`, or `invalid` for a host outside of the user settings */
  async remove(id: string): Promise<void> {
    if (this.get(id) === undefined)
      throw new Failure('missing', `there is no host ${id}`, { field: 'host', reason: 'noHost', about: [id] });
    const entries = this.#entries();
    const others = this.#others(id);
    if (others.length === entries.length) {
      throw wrongValue('host', requires(builtIn.some((one) => one.id === id) ? 'removable' : 'userSetting'));
    }
    await this.#settings.set('hosts', others);
    this.#reread();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** The entries of the user setting, valid or not, so that a write preserves the invalid ones. */
  #entries(): readonly unknown[] {
    const value = this.#settings.user('hosts');
    return Array.isArray(value) ? value : [];
  }

  #others(id: string): readonly unknown[] {
    return this.#entries().filter((entry) => idOf(entry) !== id);
  }

  get #read(): ReturnType<typeof readHosts> {
    this.#lastRead ??= readHosts(this.#settings.get('hosts'));
    return this.#lastRead;
  }

  #reread(): void {
    if (this.#lastRead === undefined) return;
    const before = JSON.stringify(this.#lastRead);
    this.#lastRead = readHosts(this.#settings.get('hosts'));
    if (JSON.stringify(this.#lastRead) !== before) this.#changed.fire();
  }
}

function idOf(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.id === 'string' ? foldCase(entry.id.trim()) : undefined;
}

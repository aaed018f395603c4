import type { Storage } from '../../src/core/storage.ts';
import type { CommittedPath } from '../../src/domain/sourceControl/commit/committer.ts';
import type { CommitMethod } from '../../src/domain/sourceControl/commit/commitPlan.ts';
import { endOf, Killed, type CommitWorld, type Version, type WriteFault } from './commitModel.ts';
import { commitNow } from './commitNow.ts';
import { progress, text, Window } from './commitWindow.ts';
import type { FakeBranch } from './fakeBranch.ts';
import { memoryStorage, type MemoryDisk } from './memoryStorage.ts';

/** Git needs an author. */
const authored = { message: 'Change', author: { name: 'Alice Winter', email: 'alice@example.com' } };

/** Drives the committer against a branch in memory. */
export class MemoryWorld implements CommitWorld {
  readonly #remote: FakeBranch;
  readonly #disk: MemoryDisk;
  readonly #method: CommitMethod | undefined;
  #person: Window;

  /** `method` undefined: git cannot be used. */
  constructor(
    { remote, disk, window }: { remote: FakeBranch; disk: MemoryDisk; window: Window },
    method?: CommitMethod,
  ) {
    this.#method = method;
    this.#remote = remote;
    this.#disk = disk;
    this.#person = window;
  }

  async seen(path: string): Promise<string | undefined> {
    const { drafts } = this.#person;
    if (drafts.effective(path)?.kind === 'removed') return undefined;
    return text(await drafts.read(path)) ?? this.#remote.text(path);
  }

  async save(path: string, content: string): Promise<void> {
    await this.#person.save(path, content);
  }

  async remove(path: string): Promise<void> {
    await this.#person.remove(path);
  }

  async move(from: string, to: string): Promise<void> {
    await this.#person.drafts.renameAll([
      { from, to, base: this.#person.base(from), targetBase: this.#person.base(to) },
    ]);
  }

  async stage(path: string, back: boolean): Promise<void> {
    await (back ? this.#person.drafts.unstage([path]) : this.#person.drafts.stage([path]));
  }

  async push(path: string, content: string | undefined): Promise<void> {
    await this.#remote.change(path, content);
  }

  served(path: string): Promise<string | undefined> {
    return Promise.resolve(this.#remote.text(path));
  }

  async attempt(act: 'commit' | 'resume', faults: readonly WriteFault[], killAt: number | undefined): Promise<void> {
    const [remote, disk] = [this.#remote, this.#disk];
    remote.faults = [...faults];
    const run = new Window(remote, killedAfter(memoryStorage(disk), remote, killAt), this.#method);
    const work = async (): Promise<readonly CommittedPath[]> => {
      await run.drafts.load();
      return await (act === 'commit' ? commitNow(run.committer, authored, progress) : run.committer.resume(progress));
    };
    await endOf(work());
    remote.faults = [];
    remote.step = () => {};
    disk.locks.clear();
    this.#person = new Window(remote, memoryStorage(disk), this.#method);
    await this.#person.drafts.load();
  }

  async drafted(path: string): Promise<readonly string[]> {
    const { drafts } = this.#person;
    const held = [await drafts.content('working', path), await drafts.content('staged', path)];
    return held.flatMap((draft) => (draft === undefined ? [] : [text(draft.bytes) ?? '']));
  }

  history(): Promise<readonly Version[]> {
    const { log, blobs } = this.#remote;
    return Promise.resolve(
      log.map(({ path, sha, by }) => ({
        path,
        text: sha === undefined ? undefined : text(blobs.get(sha)),
        byPerson: by === 'person',
      })),
    );
  }
}

/** Counts the accesses to disk and service, and throws Killed for every access after `count`. */
function killedAfter(storage: Storage, remote: FakeBranch, count: number | undefined): Storage {
  let left = count ?? Infinity;
  const step = (): void => {
    left -= 1;
    if (left < 0) throw new Killed('killed');
  };
  remote.step = step;
  return {
    ...storage,
    read: (name) => (step(), storage.read(name)),
    write: (name, content, options) => (step(), storage.write(name, content, options)),
    remove: (name) => (step(), storage.remove(name)),
  };
}

import fc from 'fast-check';
import type { Fetch } from '../../../src/api/http/fetch.ts';
import type { Storage } from '../../../src/core/storage.ts';
import type { CommitMethod } from '../../../src/domain/sourceControl/commit/commitPlan.ts';
import type { PushingGit, PushingRepository } from '../../../src/domain/sourceControl/commit/gitBranchPushes.ts';
import type { Checkout, Pushing } from '../../../src/domain/sourceControl/workingTree/checkout.ts';
import { bytes } from '../../kit/bytes.ts';
import {
  commitActions,
  endOf,
  Killed,
  playCommits,
  startFiles,
  type CommitAction,
  type CommitWorld,
  type Version,
  type WriteFault,
} from '../../kit/commitModel.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { gitOfAlice, type TestGit } from '../../kit/localGit.ts';
import { MemoryDisk, memoryStorage } from '../../kit/memoryStorage.ts';
import { plainFetch } from '../../kit/remoteFiles.ts';
import { runs } from '../../kit/runs.ts';
import type { Fault } from '../../service/faults.ts';
import type { Service } from '../../service/handle.ts';
import { suiteService } from '../kit/suiteService.ts';
import { editingWindow, progress, read, request, written, type EditingWindow } from '../kit/editing.ts';

const repository = 'alice/website';
/** Git needs an author. */
const authored = { ...request, author: { name: 'Alice Winter', email: 'alice@example.com' } };

describe('commits at the service', () => {
  const service = suiteService();
  let git: TestGit;
  let branches = 0;

  before(async () => {
    await service.act({ do: 'push', repository, branch: 'start', files: startFiles });
    git = await gitOfAlice(service);
  });
  after(() => git[Symbol.asyncDispose]());

  const play = async (actions: readonly CommitAction[], method: CommitMethod): Promise<void> => {
    const world = new ServedWorld(service, `run-${(branches += 1)}`, { git, method });
    try {
      await playCommits(world, actions);
    } finally {
      await world.end();
    }
  };

  for (const [method, usual] of [
    ['rest', 10],
    ['git', 2],
    ['auto', 2],
  ] as const)
    it(`lose no text and are not repeated under random faults, foreign commits and kills: ${method}`, async function () {
      this.timeout(3_600_000);
      await fc.assert(
        fc.asyncProperty(commitActions, (actions) => play(actions, method)),
        runs(usual),
      );
    });
});

/** Drives the committer against a separate branch of the local service. */
class ServedWorld implements CommitWorld {
  readonly #service: Service;
  readonly #branch: string;
  readonly #pushing: Pushing;
  readonly #disk = new MemoryDisk();
  #started = '';
  #window: EditingWindow | undefined;

  constructor(service: Service, branch: string, { git, method }: { git: PushingGit; method: CommitMethod }) {
    this.#service = service;
    this.#branch = branch;
    this.#pushing = { git, method: () => method };
  }

  async seen(path: string): Promise<string | undefined> {
    return await read(await this.#edited(), path).catch(() => undefined);
  }

  async save(path: string, text: string): Promise<void> {
    const { workingTree: editable } = await this.#edited();
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    await editable.stat(folder).catch(() => editable.createFolder(folder));
    await editable.write(path, bytes(text), written);
  }

  async remove(path: string): Promise<void> {
    await (await this.#edited()).workingTree.remove(path, false).catch(() => undefined);
  }

  async move(from: string, to: string): Promise<void> {
    const { workingTree: editable } = await this.#edited();
    const folder = to.slice(0, Math.max(0, to.lastIndexOf('/')));
    await editable.stat(folder).catch(() => editable.createFolder(folder));
    await editable.rename(from, to, false);
  }

  async stage(path: string, back: boolean): Promise<void> {
    const { drafts } = await this.#edited();
    await (back ? drafts.unstage([path]) : drafts.stage([path]));
  }

  async push(path: string, text: string | undefined): Promise<void> {
    if (text === undefined && (await this.served(path)) === undefined) return;
    await this.#ensure();
    await this.#service.act({
      do: 'push',
      repository,
      branch: this.#branch,
      files: { [path]: text ?? null },
      as: 'bob',
    });
  }

  async served(path: string): Promise<string | undefined> {
    await this.#ensure();
    return await this.#git('show', `${this.#branch}:${path}`).then(
      (text) => `${text}\n`,
      () => undefined,
    );
  }

  async attempt(act: 'commit' | 'resume', faults: readonly WriteFault[], killAt: number | undefined): Promise<void> {
    await this.#ensure();
    const life = new Life(this.#service, faults, killAt);
    const window = this.#sit(life);
    const work = async (): ReturnType<Checkout['committer']['commit']> => {
      const { committer } = await window.at(repository, this.#branch);
      return await (act === 'commit' ? commitNow(committer, authored, progress) : committer.resume(progress));
    };
    await endOf(work());
    life.end();
    window.checkouts.dispose();
    this.#disk.locks.clear();
    this.#window?.checkouts.dispose();
    this.#window = undefined;
  }

  async drafted(path: string): Promise<readonly string[]> {
    const { drafts } = await this.#edited();
    const held = [await drafts.content('working', path), await drafts.content('staged', path)];
    return held.flatMap((draft) => (draft === undefined ? [] : [new TextDecoder().decode(draft.bytes)]));
  }

  async history(): Promise<readonly Version[]> {
    const log = await this.#git(
      'log',
      '--reverse',
      '-p',
      '--no-renames',
      '-U1000',
      '--format=commit %an',
      `${this.#started}..${this.#branch}`,
    );
    return log === '' ? [] : log.split(/^(?=commit )/m).flatMap(versionsOf);
  }

  async end(): Promise<void> {
    this.#window?.checkouts.dispose();
    await this.#service.act({ do: 'deleteBranch', repository, branch: this.#branch });
  }

  async #git(...args: string[]): Promise<string> {
    return await (await this.#service.repository(repository)).git(args);
  }

  async #ensure(): Promise<void> {
    if (this.#started !== '') return;
    this.#started = await this.#git('rev-parse', 'start');
    const params = { owner: 'alice', repo: 'website', refs: this.#started, branch_name: this.#branch };
    await this.#service.act({ do: 'call', operation: 'branches.create', params, as: 'alice' });
  }

  #sit(life?: Life): EditingWindow {
    const storage = memoryStorage(this.#disk);
    return editingWindow(
      this.#service,
      life === undefined
        ? { storage, pushing: this.#pushing }
        : { storage: life.storage(storage), fetch: life.fetch, pushing: life.pushing(this.#pushing) },
    );
  }

  async #edited(): Promise<Checkout> {
    await this.#ensure();
    this.#window ??= this.#sit();
    return await this.#window.at(repository, this.#branch);
  }
}

const faults: Readonly<Record<WriteFault, Fault | undefined>> = {
  none: undefined,
  refused: { kind: 'error', status: 422 },
  broken: { kind: 'error', status: 500 },
  'cut before': { kind: 'reset', at: 'headers' },
  'cut after': { kind: 'reset', at: 'headers', done: true },
  'signed out': { kind: 'error', status: 401 },
};
const writing: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'remove' };

/** A process that counts its accesses to disk and service, and throws Killed after `killAt` of them. */
class Life {
  readonly #service: Service;
  readonly #faults: WriteFault[];
  #left: number;

  constructor(service: Service, wanted: readonly WriteFault[], killAt = Infinity) {
    this.#service = service;
    this.#faults = [...wanted];
    this.#left = killAt;
  }

  readonly fetch: Fetch = async (url, init) => {
    this.#step();
    const fault = init.method === 'GET' ? undefined : faults[this.#faults.shift() ?? 'none'];
    const operation = `files.${writing[init.method] ?? ''}`;
    if (fault !== undefined) this.#service.fail({ operation, fault, times: 1 });
    const reply = await plainFetch()(url, init);
    this.#step();
    return reply;
  };

  pushing({ git, method }: Pushing): Pushing {
    return { method, git: { problem: (host) => git.problem(host), of: (name) => this.#repository(git.of(name)) } };
  }

  #repository(repository: PushingRepository): PushingRepository {
    return {
      files: (commit) => repository.files(commit),
      remoteRefs: (refs, signal) => repository.remoteRefs(refs, signal),
      fetch: (commit, options) => this.#stepping(() => repository.fetch(commit, options)),
      createCommit: (commit, signal) => this.#stepping(() => repository.createCommit(commit, signal)),
      push: async (updates, signal) => {
        const wanted = this.#faults.shift() ?? 'none';
        // The token is sent after a request without it; the third request is the push.
        const skip = wanted === 'signed out' ? 0 : 2;
        const fault = faults[wanted];
        if (wanted === 'refused') this.#service.set({ habits: { pushRule: 'refuses' } });
        else if (fault !== undefined)
          this.#service.fail({ operation: 'git', fault, skip, times: wanted === 'signed out' ? 4 : 2 });
        try {
          await this.#stepping(() => repository.push(updates, signal));
        } finally {
          this.#service.calm();
        }
      },
    };
  }

  async #stepping<T>(work: () => Promise<T>): Promise<T> {
    this.#step();
    const result = await work();
    this.#step();
    return result;
  }

  /** Makes every later access throw. */
  end(): void {
    this.#left = 0;
    this.#service.calm();
  }

  storage(storage: Storage): Storage {
    return {
      ...storage,
      read: (name) => (this.#step(), storage.read(name)),
      write: (name, content, options) => (this.#step(), storage.write(name, content, options)),
      remove: (name) => (this.#step(), storage.remove(name)),
    };
  }

  #step(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Killed('killed');
  }
}

/** The versions of files in one commit of `git log -p`. */
function versionsOf(commit: string): Version[] {
  const byPerson = !commit.startsWith('commit Bob');
  const [, ...files] = commit.split(/^(?=diff --git )/m);
  if (files.length === 0) return byPerson ? [{ path: 'nothing', text: undefined, byPerson }] : [];
  return files.map((file) => {
    const path = /^diff --git a\/(\S+) /.exec(file)?.[1] ?? '';
    if (file.includes('\n+++ /dev/null')) return { path, text: undefined, byPerson };
    const lines = file.slice(file.indexOf('\n@@')).split('\n').slice(2);
    const now = lines.filter((line) => /^[ +]/.test(line)).map((line) => line.slice(1));
    return { path, text: `${now.join('\n')}\n`, byPerson };
  });
}

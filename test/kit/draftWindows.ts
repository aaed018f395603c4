import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { Failure } from '../../src/core/errors.ts';
import { Committer } from '../../src/domain/sourceControl/commit/committer.ts';
import { decodeDraft, type DraftBranch, type StoredDraft } from '../../src/domain/sourceControl/drafts/draft.ts';
import { Drafts, type BaseFile } from '../../src/domain/sourceControl/drafts/drafts.ts';
import { commitNow } from './commitNow.ts';
import { FakeBranch } from './fakeBranch.ts';
import { StepDisk, type Mutation } from './stepDisk.ts';
import { bytes } from './bytes.ts';
import { noRules } from './noRules.ts';

const names = ['main', 'topic'] as const;
const paths = ['a.txt', 'dir/b.txt'] as const;
const labels = { mine: 'yours', theirs: 'server' };
const progress = { signal: new AbortController().signal };

type Name = (typeof names)[number];
interface AtPath {
  readonly do: 'save' | 'remove' | 'discard' | 'stage' | 'unstage';
  readonly branch: Name;
  readonly path: string;
}
interface OfBranch {
  readonly do: 'commit' | 'move' | 'follow' | 'load';
  readonly branch: Name;
}
/** An action of a user in a window; the actions of one lane run in sequence. */
type Action = (AtPath | OfBranch) & { readonly window: 0 | 1; readonly lane: 0 | 1 };

/** The actions, the order of the disk accesses, and the moments when a window is killed. */
export interface Story {
  readonly actions: readonly Action[];
  readonly order: number;
  readonly kills: readonly { readonly window: 0 | 1; readonly step: number }[];
}

const place = {
  window: fc.constantFrom<0 | 1>(0, 1),
  lane: fc.constantFrom<0 | 1>(0, 1),
  branch: fc.constantFrom(...names),
};
const at = (act: AtPath['do']): fc.Arbitrary<Action> =>
  fc.record({ ...place, do: fc.constant(act), path: fc.constantFrom(...paths) });
const of = (act: OfBranch['do']): fc.Arbitrary<Action> => fc.record({ ...place, do: fc.constant(act) });

export const stories: fc.Arbitrary<Story> = fc.record({
  actions: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: at('save') },
      { weight: 3, arbitrary: of('move') },
      { weight: 3, arbitrary: of('follow') },
      { weight: 1, arbitrary: at('remove') },
      { weight: 1, arbitrary: at('discard') },
      { weight: 1, arbitrary: at('stage') },
      { weight: 1, arbitrary: at('unstage') },
      { weight: 2, arbitrary: of('commit') },
      { weight: 1, arbitrary: of('load') },
    ),
    { minLength: 2, maxLength: 9 },
  ),
  order: fc.nat(),
  kills: fc.array(fc.record({ window: fc.constantFrom<0 | 1>(0, 1), step: fc.nat(80) }), { maxLength: 2 }),
});

/** A process: the memory of one window. */
interface Process {
  readonly id: number;
  readonly drafts: Record<Name, Drafts>;
  readonly committers: Record<Name, Committer>;
}

const branchOf = (name: Name): DraftBranch => ({
  host: 'local',
  owner: 'alice',
  repo: 'notes',
  account: 'alice',
  branch: name,
});
/** Numbers of the saves whose text is in `content`; a later save has a greater one. */
const savesIn = (content: Uint8Array | undefined): number[] =>
  [...new TextDecoder().decode(content).matchAll(/save (\d+);/g)].map(([, number]) => Number(number));

/** Two windows over one disk and two branches. Fails if a saved text is gone although no action removed it. */
export class DraftWindows {
  readonly #story: Story;
  readonly #disk = new StepDisk<Action>((mutation) => this.#check(mutation));
  readonly #remotes: Record<Name, FakeBranch> = { main: new FakeBranch(), topic: new FakeBranch() };
  readonly #processes: [Process, Process] = [this.#start(0), this.#start(1)];
  readonly #lost: string[] = [];
  /** Numbers of saves in the order of their disk writes. */
  readonly #saved: number[] = [];
  #random: number;
  #saves = 0;
  #started = 2;

  constructor(story: Story) {
    this.#story = story;
    this.#random = story.order;
  }

  async play(): Promise<void> {
    for (const remote of Object.values(this.#remotes)) for (const path of paths) await remote.change(path, 'at first');
    const lanes = [0, 1].flatMap((window) =>
      [0, 1].map((lane) => this.#story.actions.filter((one) => one.window === window && one.lane === lane)),
    );
    const rest = lanes.map((actions) => [...actions]);
    const busy = new Set<number>();
    for (let step = 0; ; step += 1) {
      for (const { window } of this.#story.kills.filter((kill) => kill.step === step)) {
        this.#disk.kill(this.#processes[window].id);
        this.#processes[window] = this.#start((this.#started += 1));
        for (const lane of [0, 1]) busy.delete(window * 2 + lane);
      }
      for (const [lane, actions] of rest.entries()) {
        const action = busy.has(lane) ? undefined : actions.shift();
        if (action === undefined) continue;
        busy.add(lane);
        const { id } = this.#processes[action.window];
        void this.#do(action).finally(() => {
          if (this.#processes[action.window].id === id) busy.delete(lane);
        });
      }
      await turn();
      if (this.#disk.step((count) => this.#choose(count))) continue;
      if (busy.size === 0 && rest.every(({ length }) => length === 0)) break;
      assert.ok(
        busy.size < rest.length && rest.some(({ length }, lane) => length > 0 && !busy.has(lane)),
        'waits for good',
      );
    }
    assert.deepEqual(this.#lost, []);
    await this.#agree();
  }

  /** Every window sees the same drafts as a new window. */
  async #agree(): Promise<void> {
    const fresh = this.#start((this.#started += 1));
    const told = async ({ drafts }: Process): Promise<unknown> => {
      const loading = new Set<Name>(names);
      for (const name of names) void drafts[name].load().finally(() => loading.delete(name));
      while (loading.size > 0) {
        this.#disk.step(() => 0);
        await turn();
      }
      return names.map((name) => ['working', 'staged'].map((layer) => drafts[name].changes(layer as 'working')));
    };
    const expected = await told(fresh);
    for (const process of this.#processes) assert.deepEqual(await told(process), expected);
  }

  #start(id: number): Process {
    const storage = this.#disk.storage(id);
    const drafts = (name: Name): Drafts =>
      new Drafts(storage, branchOf(name), (sha) => Promise.resolve(this.#remotes[name].blobs.get(sha) ?? bytes('')));
    const own = { main: drafts('main'), topic: drafts('topic') };
    const committer = (name: Name): Committer =>
      new Committer({
        drafts: own[name],
        remoteBranch: this.#remotes[name].connect(),
        storage,
        labels,
        rules: noRules,
      });
    return { id, drafts: own, committers: { main: committer('main'), topic: committer('topic') } };
  }

  async #do(action: Action): Promise<void> {
    const process = this.#processes[action.window];
    await this.#disk
      .during(action, () => ('path' in action ? this.#doAt(action, process) : this.#doOf(action, process)))
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
      });
  }

  async #doAt({ do: act, branch, path }: AtPath, { drafts: { [branch]: drafts } }: Process): Promise<void> {
    if (act === 'save') await drafts.write(path, bytes(`save ${(this.#saves += 1)};`), this.#base(branch, path));
    else if (act === 'remove') await drafts.removeAll([{ path, base: this.#base(branch, path) }]);
    else await drafts[act]([path]);
  }

  async #doOf({ do: act, branch }: OfBranch, { drafts, committers }: Process): Promise<void> {
    const other = branch === 'main' ? 'topic' : 'main';
    if (act === 'commit') await commitNow(committers[branch], { message: 'x', author: undefined }, progress);
    else if (act === 'load') await drafts[branch].load();
    else {
      const moved = await drafts[branch].moveTo(drafts[other]);
      if (act === 'follow') await drafts[branch].moveRest(drafts[other], moved);
    }
  }

  #base(branch: Name, path: string): BaseFile | undefined {
    const sha = this.#remotes[branch].files.get(path);
    return sha === undefined ? undefined : { sha, mode: '100644', size: 0 };
  }

  /** The next pseudorandom number from 0, below `count`. */
  #choose(count: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * count);
  }

  #check({ name, before, after, cause }: Mutation<Action>): void {
    this.#saved.push(...savesIn(after).filter((save) => !this.#saved.includes(save)));
    const draft = before === undefined || !/-[0-9a-f]{40}$/.test(name) ? undefined : decodeDraft(before);
    if (draft === undefined) return;
    const kept = new Set([...this.#disk.files.values()].flatMap(({ bytes: whole }) => savesIn(whole)));
    for (const save of savesIn(before)) {
      if (!kept.has(save) && !this.#isWanted(save, draft, after, cause))
        this.#lost.push(`save ${save} of ${draft.change.path} by ${JSON.stringify(cause)}`);
    }
  }

  /** Whether a text may be gone: it was replaced, removed or committed, or replaced by a text that was saved later. */
  #isWanted(save: number, { branch, change }: StoredDraft, after: Uint8Array | undefined, cause?: Action): boolean {
    if (cause === undefined) return false;
    if ('path' in cause) return cause.path === change.path && cause.branch === branch.branch;
    if (cause.do === 'commit') {
      const { log, blobs } = this.#remotes[cause.branch];
      const committed = log.flatMap(({ path, sha }) => (path === change.path ? savesIn(blobs.get(sha ?? '')) : []));
      return committed.some((one) => one === save || this.#isLater(one, save));
    }
    if (cause.do !== 'follow') return false;
    const there = [...this.#disk.files].flatMap(([, file]) => {
      const draft = decodeDraft(file.bytes);
      const isOfPath = draft?.change.path === change.path && draft.branch.branch === branch.branch;
      return isOfPath ? [draft] : [];
    });
    const isRemoved = there.some((draft) => draft.change.kind === 'removed');
    return (
      isRemoved ||
      [after, ...there.map((draft) => draft.bytes)].some((one) => savesIn(one).some((n) => this.#isLater(n, save)))
    );
  }

  #isLater(save: number, than: number): boolean {
    return this.#saved.indexOf(save) > this.#saved.indexOf(than);
  }
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CommittedPath } from '../../src/domain/sourceControl/commit/committer.ts';
import { Failure } from '../../src/core/errors.ts';

/** The fate of a write request. */
export type WriteFault = 'none' | 'refused' | 'broken' | 'cut before' | 'cut after' | 'signed out';

/** Thrown in place of a kill of the process: no code runs afterwards. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A commit to a path; without text, it removes the file. */
export interface Version {
  readonly path: string;
  readonly text: string | undefined;
  readonly byPerson: boolean;
}

/** One user, one branch, and another user: over the local service, or over a service in memory. */
export interface CommitWorld {
  /** The content that the user sees at a path. */
  seen(path: string): Promise<string | undefined>;
  save(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  stage(path: string, back: boolean): Promise<void>;
  /** Another user commits; undefined removes the file. */
  push(path: string, text: string | undefined): Promise<void>;
  served(path: string): Promise<string | undefined>;
  /** Commits or continues, in a process that is killed after `killAt` steps; then a new process takes over. */
  attempt(act: 'commit' | 'resume', faults: readonly WriteFault[], killAt: number | undefined): Promise<void>;
  /** Every text of a path that is stored as a draft. */
  drafted(path: string): Promise<readonly string[]>;
  history(): Promise<readonly Version[]>;
}

const start = '0\n1\n2\n3\n4\n5\n';
/** The initial content of the branch. */
export const startFiles = { 'a.txt': start, 'b.txt': start };

const path = fc.constantFrom('a.txt', 'b.txt', 'dir/c.txt');
const fault = fc.constantFrom<WriteFault>(
  'none',
  'none',
  'none',
  'refused',
  'broken',
  'cut before',
  'cut after',
  'signed out',
);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('save' as const), path, line: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stage' as const), back: fc.boolean(), path }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('push' as const),
      path,
      line: fc.nat(5),
      remove: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<'commit' | 'resume'>('commit', 'resume'),
      faults: fc.array(fault, { maxLength: 4 }),
      killAt: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    }),
  },
);
/** One event on a branch. */
export const commitActions = fc.array(action, { minLength: 1, maxLength: 14 });
export type CommitAction = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Executes all events. Fails if a saved text is neither a draft nor committed, or is committed twice. */
export async function playCommits(world: CommitWorld, actions: readonly CommitAction[]): Promise<void> {
  let serial = 0;
  /** The text that was saved last at a path, and its other paths: a committed text may be moved later. */
  const lastSaved = new Map<string, { readonly token: string; readonly paths: readonly string[] }>();
  /** Number of changes of a path by the user. */
  const wanted = new Map<string, number>();
  const want = (at: string): void => void wanted.set(at, (wanted.get(at) ?? 0) + 1);
  for (const step of actions) {
    if (step.do === 'save') {
      const token = `person ${(serial += 1)}`;
      await world.save(step.path, withLine((await world.seen(step.path)) ?? start, step.line, token));
      lastSaved.set(step.path, { token, paths: [step.path] });
      want(step.path);
    } else if (step.do === 'remove') {
      await world.remove(step.path);
      lastSaved.delete(step.path);
      want(step.path);
    } else if (step.do === 'move') {
      // An overwrite by the user removes the text on purpose.
      const taken = (await world.seen(step.to)) !== undefined || lastSaved.has(step.to);
      if (taken || (await world.seen(step.path)) === undefined) continue;
      await world.move(step.path, step.to);
      const saved = lastSaved.get(step.path);
      if (saved !== undefined) lastSaved.set(step.to, { ...saved, paths: [...saved.paths, step.to] });
      lastSaved.delete(step.path);
      want(step.path);
      want(step.to);
    } else if (step.do === 'stage') await world.stage(step.path, step.back);
    else if (step.do === 'push') {
      const text = withLine((await world.served(step.path)) ?? start, step.line, `server ${(serial += 1)}`);
      await world.push(step.path, step.remove === 0 ? undefined : text);
    } else await world.attempt(step.do, step.faults, step.killAt);
  }
  await world.attempt('commit', [], undefined);
  const history = await world.history();
  for (const [at, { token, paths }] of lastSaved) {
    const committed = history.flatMap(({ path: one, text }) => (paths.includes(one) ? [text ?? ''] : []));
    const kept = [...(await world.drafted(at)), ...committed];
    assert.ok(
      kept.some((text) => text.split('\n').includes(token)),
      `${token} of ${at} is lost`,
    );
  }
  const before = new Map<string, string | undefined>();
  for (const { path: at, text, byPerson } of history) {
    if (byPerson) assert.ok(!before.has(at) || before.get(at) !== text, `${at} was committed twice`);
    before.set(at, text);
  }
  const killed = actions.some((step) => (step.do === 'commit' || step.do === 'resume') && step.killAt !== undefined);
  for (const at of new Set(history.map((version) => version.path))) {
    const versions = history.filter((version) => version.path === at);
    const again = killed
      ? versions.filter((version, index) => isMadeAgain(versions.slice(0, index), version)).length
      : 0;
    const made = versions.filter(({ byPerson }) => byPerson).length - again;
    assert.ok(made <= (wanted.get(at) ?? 0), `${at} was committed ${made} times`);
  }
}

/**
 * Whether a version was committed, then reverted to exactly the previous content, and now is committed again. A process
 * that was killed before the response cannot distinguish this from a commit that never arrived, because the API shows
 * no history. A moved file is merged with what others changed where it was, so its text, and what is removed, can differ.
 */
function isMadeAgain(before: readonly Version[], { path: at, text, byPerson }: Version): boolean {
  const first = before.findLastIndex((version) => version.byPerson);
  const last = before.at(-1);
  if (!byPerson || first < 0 || last === undefined || last.byPerson) return false;
  const base = first > 0 ? before[first - 1]?.text : new Map(Object.entries(startFiles)).get(at);
  return last.text === base || (text === undefined && before[first]?.text === undefined);
}

/** Waits for a commit that may be refused, cut off or killed. */
export async function endOf(work: Promise<readonly CommittedPath[]>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Killed || error instanceof Failure)) throw error;
  });
}

function withLine(text: string, line: number, content: string): string {
  const lines = text.split('\n');
  lines[Math.min(line, lines.length - 1)] = content;
  return lines.join('\n');
}

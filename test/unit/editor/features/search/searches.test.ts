import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Emitter } from '../../../../../src/core/emitter.ts';
import type { RemoteRef } from '../../../../../src/domain/repositories/remoteRef.ts';
import type { FileMatches, SearchEvent, TextQuery } from '../../../../../src/domain/search/textQuery.ts';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import type { DraftsChanged } from '../../../../../src/domain/sourceControl/workingTree/checkoutRegistry.ts';
import { Searches, type SearchesChange } from '../../../../../src/editor/features/search/searches.ts';
import { until } from '../../../../kit/until.ts';

const target = { host: 'local', owner: 'alice', repo: 'website', ref: undefined };
const query: TextQuery = {
  query: 'needle',
  isRegex: false,
  isCaseSensitive: false,
  matchWholeWord: false,
  include: [],
  exclude: [],
  limit: 10,
};
const coverage = { searched: 2, skipped: 0, skippedPaths: [], lfs: 0, coming: 0, total: 2 };
const fileOf = (path: string): FileMatches => ({
  path,
  lines: [{ preview: 'needle', ranges: [{ line: 1, column: 1, length: 6 }] }],
});

/** A search whose answers the test gives, at a branch that the test moves. */
function setUp() {
  const stateChanged = new Emitter<RemoteRef>();
  const draftsChanged = new Emitter<DraftsChanged>();
  const head = { kind: 'branch', name: 'main', commit: 'one' };
  const remote = { name: target, ref: undefined, state: { head } } as unknown as RemoteRef;
  const checkout = { remote, branch: { account: 'alice' } } as unknown as Checkout;
  const world = {
    shown: remote,
    found: ['a', 'b'],
    failure: undefined as unknown,
    isHeld: false,
    signals: [] as AbortSignal[],
  };
  const searches = new Searches({
    repositories: {
      at: () => world.shown,
      isShown: (one) => one === world.shown,
      onDidChangeState: stateChanged.event,
    },
    checkouts: {
      of: (at) => Promise.resolve(at === remote ? checkout : undefined),
      as: () => Promise.resolve(checkout),
      onDidChange: draftsChanged.event,
    },
    search: async function* (_at, _query, signal): AsyncGenerator<SearchEvent> {
      world.signals.push(signal);
      for (const path of world.found) yield { kind: 'file', file: fileOf(path) };
      await until(() => !world.isHeld || signal.aborted);
      if (world.failure !== undefined) throw world.failure as Error;
      yield { kind: 'end', coverage, limitHit: false };
    },
  });
  searches.setVisible(true);
  const changes: SearchesChange[] = [];
  searches.onDidChange((change) => changes.push(change));
  const paths = (): string[] => searches.run?.files.map(({ path }) => path) ?? [];
  const save = (): void => draftsChanged.fire({ checkout, paths: ['a'], changes: [] });
  const move = (commit: string): void => {
    Object.assign(head, { commit });
    stateChanged.fire(remote);
  };
  return { searches, world, changes, paths, save, move, stateChanged };
}

describe('the search of the view', () => {
  it('shows results as they are found', async () => {
    const { searches, changes, paths } = setUp();
    const run = searches.start(target, query);
    assert.equal(searches.isBusy, true);
    await run.ended;
    assert.deepEqual(paths(), ['a', 'b']);
    assert.deepEqual(
      changes.flatMap(({ results }) => results.map(({ path }) => path)),
      ['a', 'b'],
    );
    assert.deepEqual([run.matches, run.coverage, searches.isBusy], [2, coverage, false]);
  });

  it('ends when another search starts, unless a program waits for its result', async () => {
    const { searches, world } = setUp();
    world.isHeld = true;
    const first = searches.start(target, query);
    const shared = searches.start(target, query, { isShared: true });
    await first.ended;
    assert.equal(first.failure?.kind, 'cancelled');
    await until(() => shared.count === 2);
    searches.start(target, query);
    world.isHeld = false;
    await shared.ended;
    assert.equal(shared.failure, undefined);
  });

  it('is repeated after a draft was saved; its results stay until the new ones are complete', async () => {
    const { searches, world, changes, paths, save } = setUp();
    await searches.start(target, query).ended;
    Object.assign(world, { found: ['b', 'c'], isHeld: true });
    changes.length = 0;
    save();
    await until(() => searches.isBusy);
    assert.deepEqual(paths(), ['a', 'b']);
    world.isHeld = false;
    await until(() => !searches.isBusy);
    assert.deepEqual(paths(), ['b', 'c']);
    const [all, ...others] = changes.filter(({ isNew }) => isNew);
    assert.deepEqual([all?.isOther, all?.results.length, others.length], [false, 2, 0]);
  });

  it('is not repeated for a draft that was saved before it began', async () => {
    const { searches, world, save } = setUp();
    await searches.start(target, query).ended;
    save();
    world.isHeld = true;
    const run = searches.start(target, query);
    await pause(400);
    assert.deepEqual([searches.run, world.signals.length], [run, 2]);
    world.isHeld = false;
    await run.ended;
  });

  it('waits with the repetition until the view is visible', async () => {
    const { searches, world, paths, save } = setUp();
    await searches.start(target, query).ended;
    searches.setVisible(false);
    world.found = ['c'];
    save();
    assert.equal(world.signals.length, 1);
    searches.setVisible(true);
    await until(() => paths().join() === 'c');
  });

  it('says that the branch moved, until the search is repeated', async () => {
    const { searches, move } = setUp();
    await searches.start(target, query).ended;
    assert.equal(searches.outdated, undefined);
    move('two');
    assert.equal(searches.outdated, 'moved');
    await searches.again();
    assert.equal(searches.outdated, undefined);
  });

  it('follows a switch of the branch', async () => {
    const { searches, world, stateChanged } = setUp();
    await searches.start(target, query).ended;
    const other = { name: target, ref: undefined, state: { head: { commit: 'x' } } } as unknown as RemoteRef;
    world.shown = other;
    stateChanged.fire(other);
    assert.equal(searches.outdated, 'switched');
    await until(() => searches.run?.at?.remote === other);
    assert.equal(searches.run?.at?.checkout, undefined);
  });

  it('keeps its results when it is cancelled', async () => {
    const { searches, world, paths } = setUp();
    world.isHeld = true;
    const run = searches.start(target, query);
    await until(() => run.count === 2);
    searches.cancel();
    world.failure = new DOMException('stopped', 'AbortError');
    await run.ended;
    assert.deepEqual([paths(), run.failure?.kind, searches.isBusy], [['a', 'b'], 'cancelled', false]);
  });

  it('starts anew when it is repeated after a failure', async () => {
    const { searches, world, paths } = setUp();
    Object.assign(world, { failure: new Error('no'), found: [] });
    await searches.start(target, query).ended;
    assert.notEqual(searches.run?.failure, undefined);
    Object.assign(world, { failure: undefined, found: ['a'] });
    await searches.again();
    assert.deepEqual([paths(), searches.run?.failure], [['a'], undefined]);
  });

  it('has no results after it was cleared', async () => {
    const { searches, changes } = setUp();
    await searches.start(target, query).ended;
    searches.clear();
    assert.equal(searches.run, undefined);
    assert.deepEqual(changes.at(-1), { results: [], isNew: true, isOther: true });
  });
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { RequestOptions } from '../../../../src/domain/hosts/source.ts';
import { RefPoller } from '../../../../src/domain/repositories/refPoller.ts';
import type { RefState } from '../../../../src/domain/refs/refTracker.ts';
import { Emitter } from '../../../../src/core/emitter.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { silent } from '../../../../src/core/log.ts';

const minute = 60_000;

/** An open branch with one open file. */
class Watched {
  readonly checks: { readonly open: readonly string[]; readonly priority: RequestOptions['priority'] }[] = [];
  readonly changed = new Emitter<Watched>();
  isDue = true;
  online = true;
  state: RefState = {
    head: { kind: 'branch', name: 'main', commit: 'c' },
    checked: 0,
    problem: undefined,
    moved: undefined,
    formerName: undefined,
  };

  checkAll(open: readonly string[], options: RequestOptions = {}): Promise<boolean> {
    return this.check([...open, 'everything read'], options);
  }

  check(open: readonly string[], { priority }: RequestOptions = {}): Promise<boolean> {
    this.checks.push({ open, priority });
    const problem = this.online ? undefined : new Failure('unreachable', 'the network is gone', { reason: 'offline' });
    this.state = { ...this.state, problem };
    this.changed.fire(this);
    return problem === undefined ? Promise.resolve(false) : Promise.reject(problem);
  }
}

describe('RefPoller', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  function follow(focused = true) {
    const branch = new Watched();
    const closed = new Watched();
    const focus = new Emitter<void>();
    const window = { focused };
    const follower = new RefPoller({
      inUse: () => [{ remote: branch, open: ['README.md'] }],
      all: () => [branch, closed],
      onDidChangeState: branch.changed.event,
      window: { isFocused: () => window.focused, onDidFocus: focus.event },
      log: silent,
    });
    return { branch, closed, focus, window, follower };
  }

  /** Advances the clock and runs the due callbacks. */
  async function pass(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  it('checks the branches in the background when the window gets the focus', async () => {
    const { branch, focus, follower } = follow();
    let looks = 0;
    follower.onDidLook(() => (looks += 1));
    focus.fire();
    assert.equal(looks, 1);
    assert.deepEqual(branch.checks, [{ open: ['README.md'], priority: 'background' }]);
    branch.isDue = false;
    await pass(0);
    focus.fire();
    assert.equal(branch.checks.length, 1, 'not again so soon');
  });

  it('checks every few minutes while the window has the focus, and never without the focus', async () => {
    const { branch, window } = follow();
    for (let passed = 0; passed < 12; passed += 1) await pass(minute);
    assert.equal(branch.checks.length, 4);
    assert.ok(branch.checks.every(({ priority }) => priority === 'background'));
    window.focused = false;
    for (let passed = 0; passed < 60; passed += 1) await pass(minute);
    assert.equal(branch.checks.length, 4);
  });

  it('checks at once on refresh, and throws the failure', async () => {
    const { branch, follower } = follow();
    branch.isDue = false;
    await follower.refresh();
    assert.deepEqual(branch.checks, [{ open: ['README.md'], priority: 'interactive' }]);
    branch.online = false;
    await assert.rejects(follower.refresh(), { kind: 'unreachable' });
  });

  it('checks all files that were read, also of closed repositories, on refreshAll', async () => {
    const { branch, closed, follower } = follow();
    await follower.refresh();
    assert.deepEqual(closed.checks, [], 'open files only');
    closed.online = false;
    await follower.refreshAll();
    assert.deepEqual(branch.checks.at(-1)?.open, ['README.md', 'everything read']);
    assert.deepEqual(closed.checks, [{ open: ['everything read'], priority: 'interactive' }]);
  });

  it('retries with growing pauses until the service can be reached, also without the focus', async () => {
    const { branch, focus } = follow(false);
    branch.online = false;
    focus.fire();
    await pass(0);
    const at: number[] = [];
    for (let second = 1; second <= 240; second += 1) {
      const before = branch.checks.length;
      await pass(1000);
      if (branch.checks.length > before) at.push(second);
    }
    const pauses = at.map((second, index) => second - (at[index - 1] ?? 0));
    assert.deepEqual(pauses.slice(0, 6), [5, 10, 20, 40, 60, 60]);
    branch.online = true;
    await pass(minute);
    const { length } = branch.checks;
    assert.equal(branch.state.problem, undefined);
    await pass(2 * minute);
    assert.equal(branch.checks.length, length);
  });

  it('stops on dispose', async () => {
    const { branch, focus, follower } = follow();
    follower.dispose();
    focus.fire();
    await pass(10 * minute);
    assert.deepEqual(branch.checks, []);
  });
});

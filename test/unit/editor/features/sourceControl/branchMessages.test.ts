import assert from 'node:assert/strict';
import { silent } from '../../../../../src/core/log.ts';
import { BranchMessages } from '../../../../../src/editor/features/sourceControl/branchMessages.ts';

const at = (branch: string) => ({ host: 'local', owner: 'alice', repo: 'website', account: 'alice', branch });

function memoryOf(values = new Map<string, unknown>()) {
  return {
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => Promise.resolve(values.set(key, value)).then(() => undefined),
  };
}

describe('the commit messages of branches', () => {
  it('are stored for the window, each for its branch, and taken once', () => {
    const [memory, shared] = [memoryOf(), memoryOf()];
    const messages = new BranchMessages(memory, shared, silent);
    messages.store(at('main'), 'About main');
    messages.store(at('work'), '');
    const later = new BranchMessages(memory, shared, silent);
    assert.deepEqual([later.take(at('work')), later.take(at('main'))], [undefined, 'About main']);
    assert.equal(later.take(at('main')), undefined);
    assert.equal(new BranchMessages(memory, shared, silent).take(at('main')), undefined);
    // The editor can have stored an older message of a branch whose message was deleted.
    assert.equal(messages.take(at('work')), '');
  });

  it('are none if the stored value is damaged', () => {
    const memory = { get: () => ({ 'local/alice/website@main': 1 }), update: () => Promise.resolve() };
    assert.equal(new BranchMessages(memory, memory, silent).take(at('main')), undefined);
  });

  it('are prepared for a branch that another window opens, and taken once', async () => {
    const shared = memoryOf();
    const here = new BranchMessages(memoryOf(), shared, silent);
    const there = new BranchMessages(memoryOf(), shared, silent);
    await here.prepare(at('work'), (message) => `${message}prepared`);
    await here.prepare(at('work'), (message) => `${message} twice`);
    assert.deepEqual([there.take(at('main')), there.take(at('work'))], [undefined, 'prepared twice']);
    assert.equal(here.take(at('work')), undefined);
  });

  it('are prepared in what was typed before the window was switched from the branch', async () => {
    const shared = memoryOf();
    const messages = new BranchMessages(memoryOf(), shared, silent);
    messages.store(at('work'), 'typed');
    await messages.prepare(at('work'), (message) => `${message} and prepared`);
    assert.equal(new BranchMessages(memoryOf(), shared, silent).take(at('work')), undefined);
    assert.equal(messages.take(at('work')), 'typed and prepared');
  });

  it('are prepared for the last 50 branches', async () => {
    const messages = new BranchMessages(memoryOf(), memoryOf(), silent);
    for (let number = 1; number <= 60; number += 1) await messages.prepare(at(`b${number}`), () => 'text');
    assert.deepEqual(
      [1, 10, 11, 60].map((number) => messages.take(at(`b${number}`))),
      [undefined, undefined, 'text', 'text'],
    );
  });
});

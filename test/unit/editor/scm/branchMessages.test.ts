import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { BranchMessages } from '../../../../src/editor/scm/branchMessages.ts';

const at = (branch: string) => ({ host: 'local', owner: 'alice', repo: 'website', account: 'alice', branch });

describe('the commit messages of branches', () => {
  it('are stored for the window, each for its branch, and taken once', () => {
    const values = new Map<string, unknown>();
    const memory = {
      get: (key: string) => values.get(key),
      update: (key: string, value: unknown) => Promise.resolve(values.set(key, value)).then(() => undefined),
    };
    const messages = new BranchMessages(memory, silent);
    messages.store(at('main'), 'About main');
    messages.store(at('work'), '');
    const later = new BranchMessages(memory, silent);
    assert.deepEqual([later.take(at('work')), later.take(at('main'))], [undefined, 'About main']);
    assert.equal(later.take(at('main')), undefined);
    assert.equal(new BranchMessages(memory, silent).take(at('main')), undefined);
    // The editor can have stored an older message of a branch whose message was deleted.
    assert.equal(messages.take(at('work')), '');
  });

  it('are none if the stored value is damaged', () => {
    const memory = { get: () => ({ 'local/alice/website@main': 1 }), update: () => Promise.resolve() };
    assert.equal(new BranchMessages(memory, silent).take(at('main')), undefined);
  });
});

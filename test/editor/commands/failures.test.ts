import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const at = { host: 'local', repository: 'alice/website' };

describe('the message of a failed command', () => {
  const service = suiteWindow();
  const person = new Person();
  const runOn = async (id: string, row: Readonly<Record<string, unknown>>): Promise<void> =>
    await person.waitsFor(Promise.resolve(commands.executeCommand(id, { [target]: { ...at, ...row } })));

  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.heal();
  });

  it('names the command, what it was for, the account and the way to get access', async () => {
    await service.fail({ operation: 'issues.edit', fault: { kind: 'error', status: 403, words: 'not yours' } });
    await runOn('sourcehost.issue.close', { number: 12 });
    const { text, kind } = await person.tells(/^Close Issue failed/);
    assert.equal(kind, 'error');
    assert.equal(
      text,
      'Close Issue failed for “#12” of alice/website: alice has no permission for this. Ask an owner or administrator for access, or sign in with another account. The host says: not yours',
    );
  });

  it('offers to try again after a failure that passes', async () => {
    await service.fail({ operation: 'issues.edit', fault: { kind: 'error', status: 503 } });
    await runOn('sourcehost.issue.close', { number: 12 });
    const { actions } = await person.tells(
      /^Close Issue failed for “#12” of alice\/website: The host failed to process/,
    );
    assert.deepEqual(actions, ['Try Again', 'Show Log']);
  });
});

import assert from 'node:assert/strict';
import type { AnyCommand } from '../../../../../src/editor/kit/command.ts';
import { CommandContributions } from '../../../../../src/editor/kit/commands/commandContributions.ts';

const command = (): AnyCommand => ({ does: '', result: '', fields: {}, ask: {}, run: () => Promise.resolve() });

describe('the commands that features contribute', () => {
  it('are loaded together, when they are used', async () => {
    const commands = new CommandContributions();
    let loaded = 0;
    for (const id of ['tag.create', 'branch.create'])
      commands.add(() => Promise.resolve({ [id]: command() }).finally(() => (loaded += 1)));
    assert.equal(loaded, 0);
    assert.deepEqual(Object.keys(await commands.load()), ['tag.create', 'branch.create']);
    await commands.load();
    assert.equal(loaded, 2);
  });

  it('are refused with the id if two features contribute the same one', async () => {
    const commands = new CommandContributions();
    for (const ids of [['tag.create', 'tag.remove'], ['tag.remove']])
      commands.add(() => Promise.resolve(Object.fromEntries(ids.map((id) => [id, command()]))));
    await assert.rejects(commands.load(), /tag\.remove/);
  });
});

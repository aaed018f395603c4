import assert from 'node:assert/strict';
import { inboxCommands } from '../../../src/editor/features/inbox/inboxCommands.ts';
import type { Pages } from '../../../src/editor/pages/register.ts';
import type { Inboxes } from '../../../src/domain/inbox/inboxes.ts';
import { explain } from '../../../src/editor/kit/messages/explain.ts';
import { Prompt } from '../../../src/editor/kit/prompts/prompt.ts';
import { rejection } from '../../kit/rejection.ts';
import { Person } from '../kit/person.ts';
import { invocationOf } from '../kit/invocation.ts';

describe('A command of the inbox from the palette', () => {
  const person = new Person();
  beforeEach(() => person.sit());
  afterEach(() => person.leave());

  it('says that the inbox is empty, and shows no empty list', async () => {
    const inboxes = { entries: () => [], all: () => [] } as unknown as Inboxes;
    const declared = inboxCommands(() => Promise.resolve(inboxes), undefined as unknown as Pages['pages']);
    for (const [id, { ask }] of Object.entries(declared)) {
      if (ask.entry === undefined) continue;
      const asked = ask.entry(new Prompt({ title: id }), {}, invocationOf(id));
      assert.equal(explain(await rejection(Promise.resolve(asked), 'missing')), 'The inbox is empty.', id);
    }
    assert.equal(person.asked, 0);
  });
});

import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode';
import { createTools, type ToolParts } from '../../../src/editor/features/tools/createTools.ts';
import type { ToolChangeEntry } from '../../../src/editor/features/tools/toolChanges.ts';
import type { Answering } from '../../kit/fakeFetch.ts';
import { apiServices } from '../../kit/toolServices.ts';
import { Person } from '../kit/person.ts';

const repository = { host: 'local', owner: 'alice', repo: 'samples' };
const { token } = new CancellationTokenSource();

describe('The entries of changes by tools', () => {
  const person = new Person();
  beforeEach(() => person.sit());
  afterEach(() => person.leave());

  const entriesOf = async (answer: Answering, name: string, input: object): Promise<readonly ToolChangeEntry[]> => {
    const { services } = apiServices(answer);
    const noted: ToolChangeEntry[] = [];
    const parts = {
      ...services,
      connections: { ...services.connections, host: () => undefined, hosts: () => [] },
      opened: () => [{ name: repository, account: undefined }],
      pinned: () => [],
      toolChanges: { add: (entries: readonly ToolChangeEntry[]) => Promise.resolve(void noted.push(...entries)) },
      titleOf: () => 'A tool',
      showDiff: () => Promise.resolve(),
      changes: { report: () => {} },
      settings: { get: () => undefined, approvesTools: () => false, toolSets: () => ['issues'] },
    };
    const called = createTools(parts as unknown as ToolParts).invoke(
      name,
      { input: { repository: 'alice/samples', ...input }, toolInvocationToken: undefined },
      token,
    );
    await person.answers(/^Allow a tool to /, 'Allow');
    await called.catch(() => {});
    return noted;
  };

  const denied = 'No permission for this.';

  it('tell each issue that a call changed, and each that it did not change, with the reason', async () => {
    const entries = await entriesOf(
      ({ method, url }) => {
        const number = /\/issues\/(\d+)/.exec(url)?.[1] ?? '';
        if (number === '') return { body: [] };
        if (method === 'GET') return { body: { number, state: 'open', title: `Issue ${number}`, labels: [] } };
        if (url.includes('/1')) return { status: 403, body: {} };
        return { body: { number, state: 'closed', title: `Issue ${number}`, labels: [] } };
      },
      'sourcehost_edit_issues',
      { numbers: [1, 2], state: 'closed' },
    );
    assert.deepEqual(
      entries.map(({ change, failure }) => [change?.id, change?.title, failure?.startsWith(denied)]),
      [
        ['1', 'Issue 1', true],
        ['2', 'Issue 2', undefined],
      ],
    );
  });

  it('tell why a whole call failed with the sentence of the editor, not that of the log', async () => {
    const [entry, ...others] = await entriesOf(() => ({ status: 403, body: {} }), 'sourcehost_create_issue', {
      title: 'New',
    });
    assert.deepEqual([entry?.change, others], [undefined, []]);
    assert.ok(entry?.failure?.startsWith(denied), entry?.failure);
  });
});

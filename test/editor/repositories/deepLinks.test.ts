import assert from 'node:assert/strict';
import { commands, EventEmitter, Uri, window } from 'vscode';
import type { Disposable } from '../../../src/core/emitter.ts';
import type { Failure } from '../../../src/core/errors.ts';
import type { Failures } from '../../../src/editor/kit/messages/failures.ts';
import { openDeepLink } from '../../../src/editor/features/repositories/deepLinks.ts';
import { RepositoryTrust } from '../../../src/editor/kit/repositoryTrust.ts';
import { until } from '../../kit/until.ts';
import { memento, Sidebar } from '../sidebar/sidebar.ts';

const extension = 'vscode://sourcehost.sourcehost';

describe('links of other programs', () => {
  const { connections, service } = new Sidebar();
  const { showWarningMessage } = window;
  const { executeCommand } = commands;
  const trust = new RepositoryTrust(
    memento(),
    { foreignRoot: ({ ref }) => ref, confirm: () => Promise.resolve() },
    () => 'https://one.example',
  );
  const opened = new EventEmitter<Uri>();
  let following: Disposable;
  let asked: string[];
  let ran: unknown[][];
  let failed: Failure[];
  let answer: string | undefined;

  beforeEach(() => {
    [asked, ran, failed, answer] = [[], [], [], undefined];
    // A modal question cannot be answered here.
    const ask = (message: string, { detail = '' }: { detail?: string }): Promise<string | undefined> => {
      asked.push(`${message} ${detail}`);
      return Promise.resolve(answer);
    };
    const run = (...call: unknown[]): Promise<void> => Promise.resolve(void ran.push(call));
    Object.assign(window, { showWarningMessage: ask });
    Object.assign(commands, { executeCommand: run });
    const failures = { show: (failure: Failure) => void failed.push(failure) };
    following = opened.event((uri) => openDeepLink(uri, connections, trust, failures as unknown as Failures));
  });
  afterEach(() => {
    following.dispose();
    Object.assign(window, { showWarningMessage });
    Object.assign(commands, { executeCommand });
  });

  /** The URI as the editor passes it: decoded once. */
  const arrive = async (address: string): Promise<void> => {
    const before = asked.length + failed.length;
    opened.fire(Uri.parse(address));
    // The question of an accepted link, or its failure; other paths are ignored at once.
    if (Uri.parse(address).path === '/open') await until(() => asked.length + failed.length > before);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const link = (url: string): string => `${extension}/open?url=${encodeURIComponent(url)}`;

  it('open only the confirmed place, and only after the user confirms', async () => {
    const url = `${service.url}/alice/website/issues/1`;
    await arrive(link(url));
    assert.deepEqual(asked, [`Open alice/website of Local service? ${url}`]);
    assert.deepEqual(
      ran.filter(([id]) => id !== 'setContext'),
      [],
      'it was dismissed',
    );
    assert.deepEqual(
      failed.filter(({ kind }) => kind !== 'cancelled'),
      [],
    );
    answer = 'Open';
    await arrive(link(url));
    assert.deepEqual(
      ran.filter(([id]) => id !== 'setContext'),
      [['sourcehost.link.open', { url }]],
    );
  });

  it('show whether the editor uses the configuration of the repository', async () => {
    const url = `${service.url}/alice/website/blob/main/README.md`;
    await arrive(link(url));
    await trust.set({ host: 'local', owner: 'Alice', repo: 'Website' }, true, undefined);
    await arrive(link(url));
    await arrive(link(`${service.url}/alice/samples`));
    const sha = '1'.repeat(40);
    await arrive(link(`${service.url}/alice/website/tree/${sha}`));
    await trust.set({ host: 'local', owner: 'alice', repo: 'website', ref: sha }, true, sha);
    await arrive(link(`${service.url}/alice/website/tree/${sha}`));
    assert.deepEqual(
      asked.map((question) => question.split('\n\n')[1]),
      [
        'It opens in Restricted Mode: its configuration is not applied.',
        'You trust the branches and tags of this repository: their configuration is applied.',
        'It opens in Restricted Mode: its configuration is not applied.',
        'No branch or tag is known to have this commit. It opens in Restricted Mode: its configuration is not applied.',
        'You trust this commit: its configuration is applied.',
      ],
    );
  });

  it('are refused without a question if their host is not configured', async () => {
    answer = 'Open';
    for (const url of [
      'https://evil.example/alice/website',
      `${service.url.replace('//', '//evil@')}.evil.example/alice/website`,
      'command:sourcehost.repository.archive',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '',
    ])
      await arrive(link(url));
    assert.deepEqual(asked, []);
    assert.deepEqual(
      ran.filter(([id]) => id !== 'setContext'),
      [],
    );
    assert.deepEqual(
      failed.map(({ kind, field }) => `${kind} ${field ?? ''}`),
      Array.from({ length: 6 }, () => 'invalid url'),
    );
  });

  it('never run a command', async () => {
    answer = 'Open';
    for (const path of ['/', '/delete', '/command/sourcehost.repository.archive', '/open/', '/Open', '//open'])
      await arrive(`${extension}${path}?url=${encodeURIComponent(`${service.url}/alice/website`)}`);
    assert.deepEqual(asked, []);
    assert.deepEqual(
      ran.filter(([id]) => id !== 'setContext'),
      [],
    );
  });
});

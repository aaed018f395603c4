import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';
import { longestTurn } from '../kit/longestTurn.ts';

/** A view whose list can come in one answer. */
export interface ManyRows {
  readonly view: string;
  readonly operation: string;
  /** The answer of the service. */
  readonly record: (number: number) => object;
}

const user = { id: '1', login: 'alice', name: 'Alice', avatar_url: '', html_url: 'http://x.test/alice', type: 'User' };
const when = (number: number): string => new Date(1.7e12 + number * 1e7).toISOString();

export const manyRows: readonly ManyRows[] = [
  {
    view: 'releases',
    operation: 'releases.list',
    record: (number) => ({
      tag_name: `v${number}`,
      name: `Release ${number}`,
      body: 'What is new. '.repeat(40),
      created_at: when(number),
      author: user,
      assets: [{ name: 'source.zip', browser_download_url: 'http://x.test/a', type: 'source' }],
    }),
  },
  {
    view: 'issues',
    operation: 'issues.list',
    record: (number) => ({
      id: String(number),
      number: String(number),
      title: `Issue ${number}`,
      state: 'open',
      body: 'What is wrong. '.repeat(40),
      created_at: when(number),
      user,
      labels: [{ id: 1, name: 'bug', color: '#ff0000' }],
    }),
  },
];

const website = { host: 'local', repository: 'alice/website' };

/** Shows the views, of alice's repository; she is signed in. */
export async function showLists(service: RemoteService): Promise<void> {
  await commands.executeCommand('sourcehost.repository.lock', website);
  for (const { view, operation } of manyRows) {
    await commands.executeCommand(`sourcehost.${view}.focus`);
    while ((await service.requests(operation)).length === 0);
  }
}

export async function hideLists(): Promise<void> {
  await commands.executeCommand('sourcehost.repository.unpin', website);
  await commands.executeCommand('sourcehost.repository.follow', {});
  await commands.executeCommand('workbench.view.explorer');
}

/** Refreshes the list of a view. */
export async function refreshList(service: RemoteService, { view, operation }: ManyRows): Promise<void> {
  await service.clear();
  await commands.executeCommand(`sourcehost.${view}.refresh`);
  while ((await service.requests(operation)).length === 0);
}

/** 1,000 rows in one answer, three times. @returns the longest turn of the event loop each time, in processor time. */
export async function longestTurns(service: RemoteService, list: ManyRows): Promise<number[]> {
  const json = Array.from({ length: 1000 }, (_, index) => list.record(index + 1));
  await service.fail({ operation: list.operation, fault: { kind: 'answer', status: 200, json } });
  const turns: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    turns.push(await longestTurn(() => refreshList(service, list)));
    // The view can load a second time: its repository became the active one just before.
    const requests = await service.requests(list.operation);
    assert.ok(requests.length === 1 || (time === 0 && requests.length === 2), `${requests.length} requests`);
  }
  await service.heal();
  return turns;
}

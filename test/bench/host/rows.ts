// Inside an extension host: what 1,000 rows take that arrive in one answer.
import { extensions } from 'vscode';
import { list } from '../../../src/api/contract/reader.ts';
import { Issue } from '../../../src/api/record/issue.ts';
import { jsonOf, type Reply } from '../../../src/api/contract/reply.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import { issueNode } from '../../../src/editor/kit/rows/issueRow.ts';
import { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import { longestTurns, manyRows, showLists } from '../../editor/sidebar/manyRows.ts';
import { Sidebar } from '../../editor/sidebar/sidebar.ts';
import { signIn } from '../../editor/kit/signIn.ts';
import { median } from '../kit/median.ts';
import { answer } from './kit.ts';

/** Milliseconds. */
export interface Rows {
  /** The text of the answer becomes records. */
  readonly decode: number;
  /** The records become rows of the editor. */
  readonly render: number;
  /** The longest turn of the event loop while the extension does it all, in processor time, by view. */
  readonly blocked: readonly (readonly [view: string, longest: number])[];
}

const rounds = 30;

async function decodeAndRender(): Promise<Pick<Rows, 'decode' | 'render'>> {
  const record = manyRows.find(({ view }) => view === 'issues')?.record;
  const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => record?.(index + 1)));
  const reader = list(Issue, () => '');
  const place = await new Sidebar().place('alice/website');
  const root = new RowEntry('root', { id: 'root', row: { label: '', context: '' } }, undefined);
  const [decode, render]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const reply: Reply = { operation: '', status: 200, headers: new Headers(), text, json: jsonOf(text) };
    const { items } = await reader.read(reply);
    const decoded = performance.now();
    const made = items.map((issue) => itemOf(new RowEntry(issue.number, issueNode(place, issue), root)));
    render.push(performance.now() - decoded);
    decode.push(decoded - started);
    if (made.length !== 1000) throw new Error(`${made.length} rows`);
  }
  return { decode: median(decode), render: median(render) };
}

async function measured(): Promise<Rows> {
  const times = await decodeAndRender();
  await extensions.getExtension('sourcehost.sourcehost')?.activate();
  const { service } = new Sidebar();
  await signIn(service, 'alice');
  await showLists(service);
  const blocked: [string, number][] = [];
  for (const one of manyRows) blocked.push([one.view, Math.min(...(await longestTurns(service, one)))]);
  return { ...times, blocked };
}

export const run = (): Promise<void> => answer(measured);

// Inside an extension host: what stays on the heap of an hour of work.
import assert from 'node:assert/strict';
import { commands, extensions, Uri, workspace } from 'vscode';
import { edit, open } from '../../editor/documents/documents.ts';
import { hideLists, manyRows, refreshList, showLists } from '../../editor/sidebar/manyRows.ts';
import { signIn } from '../../editor/kit/signIn.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { answer, given, settledHeap } from './kit.ts';

/** Bytes of the heap while nothing is open. */
export interface Memory {
  readonly activated: number;
  readonly warm: number;
  readonly after: number;
  readonly seconds: number;
}

const service = new RemoteService();
const project = { host: 'local', repository: 'alice/project', ref: 'main' };

const command = async (id: string, args: object): Promise<unknown> =>
  await commands.executeCommand(`sourcehost.${id}`, args);

/** Every fifth is an issue, the others are files. */
async function openOne(turn: number, paths: readonly string[]): Promise<void> {
  if (turn % 5 === 0)
    await command('issue.open', { host: 'local', repository: 'alice/website', number: 1 + (turn % 40) });
  else await command('file.open', { ...project, path: paths[turn % paths.length] });
}

/** Every fourth is an issue, the others are files, which are committed now and then. */
async function saveOne(turn: number): Promise<void> {
  if (turn % 4 === 0) {
    const document = await open(`issues/${1 + (turn % 12)}.md`);
    await edit(document, /^title: .*/m, `title: Saved in turn ${turn}`);
    assert.ok(await document.save());
    return;
  }
  const path = `/${project.repository}@${project.ref}/notes/${turn % 30}.md`;
  const uri = Uri.from({ scheme: 'sourcehost', authority: project.host, path });
  await workspace.fs.writeFile(uri, new TextEncoder().encode(`Turn ${turn}\n`.repeat(100)));
  if (turn % 25 === 1) await command('commit.create', { ...project, message: `Turn ${turn}` });
}

/** Opens something in every turn, refreshes a view or all that is open in every second, and saves in every fifth. */
async function work(turns: number, paths: readonly string[]): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) {
    await openOne(turn, paths);
    const list = manyRows[(turn / 2) % 3];
    if (list !== undefined) await refreshList(service, list);
    else if (turn % 2 === 0) await command('view.refresh', {});
    if (turn % 5 === 0) await saveOne(turn / 5);
    if (turn % 50 === 0) await commands.executeCommand('workbench.action.closeAllEditors');
  }
}

async function measured(): Promise<Memory> {
  const { turns } = given() as { readonly turns: number };
  await extensions.getExtension('sourcehost.sourcehost')?.activate();
  const activated = await settledHeap();
  const paths = (await service.git(project.repository, 'ls-tree', '-r', '--name-only', 'main')).split('\n');
  await signIn(service, 'alice');
  await showLists(service);
  await work(turns / 10, paths);
  const warm = await settledHeap();
  const started = performance.now();
  await work(turns, paths);
  const seconds = (performance.now() - started) / 1000;
  const after = await settledHeap();
  assert.deepEqual(await service.violations(), []);
  await hideLists();
  return { activated, warm, after, seconds };
}

export const run = (): Promise<void> => answer(measured);

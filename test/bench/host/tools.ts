// Inside an extension host: how long a user waits for a file that was read before, while an agent calls tools.
import { setTimeout as pause } from 'node:timers/promises';
import { commands, extensions, lm, Uri, workspace } from 'vscode';
import { signIn } from '../../editor/kit/signIn.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { answer } from './kit.ts';

/** Milliseconds from a click to the bytes, by what the agent does meanwhile. */
export interface ToolDelays {
  readonly delays: readonly (readonly [calls: string, delays: readonly number[]])[];
}

const repository = 'alice/website';
const readme = Uri.parse(`sourcehost://local/${repository}/README.md`);
/** Calls of each tool, and milliseconds between two: thrice as many as 1,000 in a minute. */
const [calls, betweenCalls] = [1_000, 20];
/** Milliseconds between two clicks. */
const betweenClicks = 50;

const floods: readonly (readonly [tool: string, input: object])[] = [
  ['sourcehost_read_file', { path: 'README.md' }],
  ['sourcehost_find_text', { query: 'menu' }],
  ['sourcehost_list_issues', {}],
];

/** Clicks until `end`. */
async function click(end: Promise<unknown>): Promise<number[]> {
  const ended = { value: false };
  void end.finally(() => (ended.value = true));
  const delays: number[] = [];
  while (!ended.value) {
    const started = performance.now();
    await workspace.fs.readFile(readme);
    delays.push(performance.now() - started);
    await pause(betweenClicks);
  }
  return delays;
}

async function measured(): Promise<ToolDelays> {
  await extensions.getExtension('sourcehost.sourcehost')?.activate();
  await signIn(new RemoteService(), 'alice');
  await commands.executeCommand('sourcehost.repository.pin', { host: 'local', repository });
  await workspace.fs.readFile(readme);
  const delays: [string, readonly number[]][] = [['nothing', await click(pause(3_000))]];
  for (const [tool, input] of floods) {
    const call = async (): Promise<unknown> =>
      await lm.invokeTool(tool, { input: { host: 'local', repository, ...input }, toolInvocationToken: undefined });
    await call();
    const all = Array.from({ length: calls }, async (_, index) => {
      await pause(index * betweenCalls);
      await call();
    });
    delays.push([`${calls} calls of ${tool}`, await click(Promise.all(all))]);
  }
  return { delays };
}

export const run = (): Promise<void> => answer(measured);

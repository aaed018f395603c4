// Inside an extension host: how long a comparison takes whose objects are on this computer.
import { commands, extensions } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../../editor/kit/signIn.ts';
import { median } from '../kit/median.ts';
import { answer, given } from './kit.ts';

export interface ComparisonTimes {
  /** Milliseconds until the command resolved with this number of files, and the list was in the view. */
  readonly list: number;
  /** The same with the files in their folders. */
  readonly tree: number;
  readonly files: number;
}

const rounds = 5;

async function measured(): Promise<ComparisonTimes> {
  await extensions.getExtension('sourcehost.sourcehost')?.activate();
  await signIn(new RemoteService(), 'alice');
  const refs = given() as { readonly repository: string; readonly base: string; readonly head: string };
  let files = 0;
  const compare = async (): Promise<number> => {
    const started = performance.now();
    const found = await commands.executeCommand<unknown[]>('sourcehost.ref.compare', { host: 'local', ...refs });
    files = found.length;
    return performance.now() - started;
  };
  const times = async (arrange: string): Promise<number> => {
    await commands.executeCommand(`sourcehost.comparison.${arrange}`, {});
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await compare());
    return median(taken);
  };
  // Fetches the objects, and opens the view.
  await compare();
  const list = await times('showAsList');
  const tree = await times('showAsTree');
  return { list, tree, files };
}

export const run = (): Promise<void> => answer(measured);

// Inside an extension host: what activating one extension takes.
import { extensions } from 'vscode';
import { processorTime } from '../../kit/processorTime.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { answer, given, settledHeap } from './kit.ts';

/** Of one extension, in milliseconds and bytes. */
export interface Activation {
  /** Loading its code, and `activate` until it is done, as the extension host measures them. */
  readonly load: number;
  readonly activate: number;
  /** From asking for it until it is active, with what the editor does for it. */
  readonly asked: number;
  /** Of that time, what this thread worked. */
  readonly worked: number;
  /** The memory in use afterwards, minus the memory in use before. */
  readonly heap: number;
  readonly requests: number;
}

interface Mark {
  readonly name: string;
  readonly startTime: number;
}

/** The editor's own marks, which its "Startup Performance" and "Running Extensions" show. */
function marked(from: string, to: string): number {
  const { MonacoPerformanceMarks: marks } = globalThis as unknown as {
    readonly MonacoPerformanceMarks: { getMarks(): readonly Mark[] };
  };
  const at = (name: string): number =>
    marks.getMarks().find((mark) => mark.name === `code/extHost/${name}`)?.startTime ?? NaN;
  return at(to) - at(from);
}

async function measured(): Promise<Activation> {
  const { id } = given() as { readonly id: string };
  const extension = extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not there`);
  if (extension.isActive) throw new Error(`${id} was activated by something else`);
  // In every window of an editor it is active from the start.
  if (id !== 'vscode.git') await extensions.getExtension('vscode.git')?.activate();
  const service = new RemoteService();
  await service.clear();
  const before = await settledHeap();
  const [started, idle] = [performance.now(), processorTime()];
  await extension.activate();
  const [asked, worked] = [performance.now() - started, processorTime() - idle];
  const after = await settledHeap();
  return {
    load: marked(`willLoadExtensionCode/${id}`, `didLoadExtensionCode/${id}`),
    activate: marked(`willActivateExtension/${id}`, `didActivateExtension/${id}`),
    asked,
    worked,
    heap: after - before,
    requests: (await service.requests()).length,
  };
}

export const run = (): Promise<void> => answer(measured);

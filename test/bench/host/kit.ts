import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The inputs of the bench, as `withHosts` passes them. */
export function given(): unknown {
  return JSON.parse(process.env.SOURCEHOST_GIVEN ?? '{}');
}

/** Leaves what `work` found, or why it failed, to the bench. */
export async function answer(work: () => Promise<object>): Promise<void> {
  const answered = await work().then(
    (found) => ({ found }),
    (error: unknown) => ({ failed: error instanceof Error ? error.stack : String(error) }),
  );
  await writeFile(process.env.SOURCEHOST_RESULTS ?? '', JSON.stringify(answered));
}

/** Bytes of the heap that are in use when nothing goes on in the host any more. */
export async function settledHeap(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let now = Infinity;
  for (let quiet = 0; quiet < 3;) {
    await pause(200);
    collect();
    const { heapUsed } = process.memoryUsage();
    quiet = Math.abs(now - heapUsed) < 32 * 1024 ? quiet + 1 : 0;
    now = heapUsed;
  }
  return now;
}

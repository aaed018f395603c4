import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beat = 1000;
const dead = 10 * beat;

/**
 * Runs `work` while no other process works under the same lock file; the others wait for it.
 * The owner renews the time of the file, so that a killed owner blocks the others only for a short time.
 */
export async function locked<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  for (let told = false; !(await take(file));) {
    if (!told) onWait();
    told = true;
    await sleep(beat);
  }
  const alive = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), beat);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > dead) await rm(file, { force: true });
    return false;
  }
}

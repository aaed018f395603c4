import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cancelled, throwIfCancelled } from '../../core/errors.ts';
import { whileBusy } from './atomic.ts';
import { diskFailure, errorCode, unlessMissing } from './diskFailure.ts';
import { makePrivateFolder, privateFile } from './privateFiles.ts';

interface LockFileOptions {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds. */
  readonly staleAfter: number;
}

/**
 * Runs `work` while this process holds the lock file `path`. The holder renews the modification time. A file that did
 * not change for `staleAfter` is taken over; the file of an ended process of this computer is taken over at once.
 * Clocks are not compared, and the time that the computer sleeps does not count.
 */
export async function withLockFile<T>(path: string, options: LockFileOptions, work: () => Promise<T>): Promise<T> {
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  await acquire(path, owner, options).catch((error: unknown) => {
    throw diskFailure(error, path);
  });
  const heartbeat = setInterval(() => void renew(path), options.staleAfter / 4);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await release(path, owner);
  }
}

async function acquire(path: string, owner: string, { signal, staleAfter }: LockFileOptions): Promise<void> {
  const interval = Math.min(50, staleAfter / 10);
  let seen: string | undefined;
  let unchangedFor = 0;
  while (!(await create(path, owner))) {
    const now = await look(path);
    unchangedFor = now === seen ? unchangedFor + interval : 0;
    seen = now;
    if (seen !== undefined && (unchangedFor >= staleAfter || isOrphaned(seen)))
      await takeAway(path, seen, { signal, staleAfter });
    else await wait(interval, signal);
  }
  if (signal?.aborted) await release(path, owner);
  throwIfCancelled(signal);
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    await whileBusy(() => writeFile(path, owner, { flag: 'wx', mode: privateFile }));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (errorCode(error) !== 'ENOENT') throw error;
    await makePrivateFolder(dirname(path));
    return create(path, owner);
  }
}

/** A text that differs between two states of the lock file; undefined if it does not exist. */
async function look(path: string): Promise<string | undefined> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  const stats = await unlessMissing(stat(path));
  return text === undefined || stats === undefined ? undefined : `${text} ${stats.mtimeMs}`;
}

/** Whether the owner was a process of this computer that has ended. */
function isOrphaned(seen: string): boolean {
  const [host, pid] = seen.split(' ');
  if (host !== hostname() || !/^[1-9]\d*$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/** Removes the stale lock file, one process at a time: otherwise one could remove the fresh file of another. */
async function takeAway(path: string, seen: string, options: LockFileOptions): Promise<void> {
  await withLockFile(`${path}.taken`, options, async () => {
    if ((await look(path)) === seen) await rm(path, { force: true });
  });
}

async function renew(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

async function release(path: string, owner: string): Promise<void> {
  const currentOwner = await readFile(path, 'utf8').catch(() => undefined);
  if (currentOwner === owner) await rm(path, { force: true });
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(milliseconds, undefined, signal && { signal }).catch((error: unknown) => {
    throw cancelled(error);
  });
}

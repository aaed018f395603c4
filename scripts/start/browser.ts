import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';

/** A page that leads to the window. Other users cannot read it, but they see the arguments of every process. */
const page = join(root, 'out', 'start.html');

/** Opens the browser of the user if there is a display. @returns whether it tried. */
export async function openBrowser(address: string): Promise<boolean> {
  const opener = { darwin: 'open', linux: 'xdg-open', win32: 'explorer' }[process.platform as string];
  if (opener === undefined || !hasDisplay()) return false;
  await rm(page, { force: true });
  await writeFile(page, `<!doctype html><meta http-equiv="refresh" content="0; url=${address}">`, { mode: 0o600 });
  const child = spawn(opener, [page], { stdio: 'ignore', detached: true });
  // The address is printed, too.
  child.on('error', () => undefined);
  child.unref();
  return true;
}

/** Whether a window can be shown. */
export function hasDisplay(): boolean {
  if (process.env.CI !== undefined) return false;
  return process.platform !== 'linux' || process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
}

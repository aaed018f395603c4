import { spawn } from 'node:child_process';

/** Opens the browser of the user if there is a display. @returns whether it tried. */
export function openBrowser(address: string): boolean {
  const opener = { darwin: 'open', linux: 'xdg-open', win32: 'explorer' }[process.platform as string];
  if (opener === undefined || !hasDisplay()) return false;
  const child = spawn(opener, [address], { stdio: 'ignore', detached: true });
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

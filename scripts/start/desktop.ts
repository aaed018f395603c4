import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { mergeSettings, type Settings } from '../editor/settings.ts';
import { run } from '../kit/processes.ts';
import type { Opened } from './opened.ts';

const windows = process.platform === 'win32';

/** The `code` of a VS Code on this machine; not the one in its terminals, which only forwards to a window. */
export function findDesktop(): string | undefined {
  if (process.env.VSCODE_IPC_HOOK_CLI !== undefined) return undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, windows ? 'code.cmd' : 'code')).find((path) => existsSync(path));
}

/**
 * Opens a window with separate settings and extensions in `folder`; the everyday profile of the user is not touched.
 */
export async function openDesktop(
  code: string,
  vsix: readonly string[],
  settings: Settings,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<Opened> {
  const dataDir = join(folder, 'data');
  await mergeSettings(join(dataDir, 'User', 'settings.json'), settings);
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const own = [...asRoot, '--user-data-dir', dataDir, '--extensions-dir', join(folder, 'extensions')];
  await run(code, [...own, ...vsix.flatMap((path) => ['--install-extension', path]), '--force']);
  const ended = run(code, [...own, '--new-window', '--wait'], { env: { ...process.env, ...environment } }).then(
    () => 'The window was closed.',
    (error: unknown) => String(error),
  );
  return { where: 'Visual Studio Code', ended, stop: () => endDesktop(dataDir) };
}

/** `code` starts a process that outlives it, and whose id is in its data folder. */
async function endDesktop(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'code.lock'), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

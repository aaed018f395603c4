import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Editor } from '../editor/install.ts';
import { installExtensions } from '../editor/server.ts';
import { mergeSettings, type Settings } from '../editor/settings.ts';
import { startService } from '../kit/processes.ts';
import { openGate } from './gate.ts';
import type { Opened } from './opened.ts';

/**
 * Starts code-server, whose window opens in a browser, with settings, storage and extensions of its own in `folder`.
 * Unlike VS Code's plain server it keeps secrets over a reload and leads to other ports of this machine. It listens on a
 * socket that only this user can open, behind a gate: see `openGate`.
 */
export async function openFromNpm(
  editor: Editor,
  vsix: readonly string[],
  settings: Settings,
  folder: string,
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<Opened> {
  const dataDir = join(folder, 'data');
  const extensionsDir = join(folder, 'extensions');
  for (const scope of ['User', 'Machine']) await mergeSettings(join(dataDir, scope, 'settings.json'), settings);
  await installExtensions(editor, vsix, { dataDir: folder, extensionsDir });
  // Below the temporary folder, because the path of a socket has at most about 100 characters.
  const socketDir = await mkdtemp(join(tmpdir(), 'sourcehost-start-'));
  const socket = join(socketDir, 'editor');
  const args = [
    ...['--auth', 'none', '--socket', socket, '--socket-mode', '600', '--config', join(folder, 'config.yaml')],
    ...['--user-data-dir', dataDir, '--extensions-dir', extensionsDir],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    '--ignore-last-opened',
  ];
  // PORT would override the address, and in a terminal of VS Code code-server would only open a file there.
  const env = { ...process.env, ...environment, PORT: undefined, VSCODE_IPC_HOOK_CLI: undefined };
  const entry = join(editor.home, 'out', 'node', 'entry.js');
  const { ended, stop } = await startService(editor.node, [entry, ...args], { env, ready: /HTTP server listening on/ });
  const gate = await openGate(socket, port);
  const end = async (): Promise<void> => {
    gate.close();
    await stop();
    await rm(socketDir, { recursive: true, force: true });
  };
  return { where: gate.address, ended, stop: end };
}

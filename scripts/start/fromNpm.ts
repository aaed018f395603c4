import { join } from 'node:path';
import type { Editor } from '../editor/install.ts';
import { installExtensions } from '../editor/server.ts';
import { mergeSettings, type Settings } from '../editor/settings.ts';
import { startService } from '../kit/processes.ts';
import type { Opened } from './opened.ts';

/**
 * Starts code-server, whose window opens in a browser, with settings, storage and extensions of its own in `folder`.
 * Unlike VS Code's plain server it keeps secrets over a reload and leads to other ports of this machine.
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
  const args = [
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--config', join(folder, 'config.yaml')],
    ...['--user-data-dir', dataDir, '--extensions-dir', extensionsDir],
    ...[
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
    ],
    '--ignore-last-opened',
  ];
  // PORT would override the address, and in a terminal of VS Code code-server would only open a file there.
  const env = { ...process.env, ...environment, PORT: undefined, VSCODE_IPC_HOOK_CLI: undefined };
  const entry = join(editor.home, 'out', 'node', 'entry.js');
  const { ended, stop } = await startService(editor.node, [entry, ...args], { env, ready: /HTTP server listening on/ });
  return { where: `http://localhost:${port}/`, ended, stop };
}

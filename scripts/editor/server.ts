import { join } from 'node:path';
import { run, startService, type Service } from '../kit/processes.ts';
import type { Editor } from './install.ts';

export interface ServerOptions {
  /** `--server-data-dir`: settings, state and extensions of everyone who opens a window on this server. */
  readonly dataDir: string;
  readonly extensionsDir?: string | undefined;
  /** Instead of the extensions that the editor brings. */
  readonly builtinExtensionsDir?: string | undefined;
  readonly port?: number;
  /** Lets a test runner inside the extension host report through the page; notifications do not pop up then. */
  readonly automation?: boolean;
  /** Language of the window, as `zh-cn`. */
  readonly locale?: string;
  /** Environment of the server and of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server extends Service {
  /** `localhost:1234`: the address and, in `vscode-remote://` URIs, the authority. */
  readonly authority: string;
}

/** Starts VS Code's own server, without anything of code-server around it, on loopback. */
export async function startServer(editor: Editor, options: ServerOptions): Promise<Server> {
  const { port = 0, automation = false, locale, env = {} } = options;
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
    ...folders(options),
    ...(automation ? ['--enable-smoke-test-driver'] : []),
    ...(locale === undefined ? [] : ['--locale', locale]),
  ];
  const service = await startService(editor.node, [main(editor), ...args], {
    // No marketplace: a test must not depend on what it answers.
    env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...env },
    ready: /Extension host agent listening on (\d+)/,
  });
  return { authority: `localhost:${service.match[1] ?? ''}`, ended: service.ended, stop: service.stop };
}

/** Installs a packaged extension as a person does with "Install from VSIX". */
export async function installExtension(editor: Editor, vsix: string, options: ServerOptions): Promise<void> {
  await run(editor.node, [
    main(editor),
    ...folders(options),
    '--accept-server-license-terms',
    '--install-extension',
    vsix,
    '--force',
  ]);
}

function folders(options: ServerOptions): string[] {
  const { dataDir, extensionsDir = join(dataDir, 'extensions'), builtinExtensionsDir } = options;
  const builtin = builtinExtensionsDir === undefined ? [] : ['--builtin-extensions-dir', builtinExtensionsDir];
  return ['--server-data-dir', dataDir, '--extensions-dir', extensionsDir, ...builtin];
}

function main(editor: Editor): string {
  return join(editor.home, 'lib', 'vscode', 'out', 'server-main.js');
}

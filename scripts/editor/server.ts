import { join } from 'node:path';
import { run, startService, type Service } from '../kit/processes.ts';
import type { Editor } from './install.ts';

export interface ServerOptions {
  /** `--server-data-dir`: settings, state and extensions of all windows on this server. */
  readonly dataDir: string;
  readonly extensionsDir?: string | undefined;
  /** Replaces the built-in extensions. */
  readonly builtinExtensionsDir?: string | undefined;
  readonly port?: number;
  /** Lets a test runner in the extension host report through the page; notifications are hidden then. */
  readonly automation?: boolean;
  /** Language of the window, such as `zh-cn`. */
  readonly locale?: string;
  /** Environment of the server and of the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server extends Service {
  /** `localhost:1234`: the address and, in `vscode-remote://` URIs, the authority. */
  readonly authority: string;
}

/** Starts the server of VS Code on loopback, without code-server. */
export async function startServer(editor: Editor, options: ServerOptions): Promise<Server> {
  const { port = 0, automation = false, locale, env = {} } = options;
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
    ...folders(options),
    ...(automation ? ['--enable-smoke-test-driver'] : []),
    ...(locale === undefined ? [] : ['--locale', locale]),
  ];
  const service = await startService(editor.node, [main(editor), ...args], {
    // No marketplace, because a test must not depend on its replies. No proxy, because that of the oldest editor opens
    // addresses of this computer without their path.
    env: { ...process.env, EXTENSIONS_GALLERY: '{}', VSCODE_PROXY_URI: '', ...env },
    ready: /Extension host agent listening on (\d+)/,
  });
  return { authority: `localhost:${service.match[1] ?? ''}`, ended: service.ended, stop: service.stop };
}

/** Installs a packaged extension, as “Install from VSIX” does. */
export async function installExtensions(
  editor: Editor,
  vsix: readonly string[],
  options: ServerOptions,
): Promise<void> {
  await run(editor.node, [
    main(editor),
    ...folders(options),
    '--accept-server-license-terms',
    ...vsix.flatMap((path) => ['--install-extension', path]),
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

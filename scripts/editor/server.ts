import { writeFile } from 'node:fs/promises';
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
  /** The address of a window with these parameters. Without its token, nobody on this computer gets an answer. */
  readonly windowAt: (query: URLSearchParams) => string;
}

/** Starts the server of VS Code on loopback, without code-server. */
export async function startServer(editor: Editor, options: ServerOptions): Promise<Server> {
  const { port = 0, automation = false, locale, env = {} } = options;
  const token = crypto.randomUUID();
  const tokenFile = join(options.dataDir, 'connection-token');
  // Not an argument, because other users see the arguments of a process.
  await writeFile(tokenFile, token, { mode: 0o600 });
  const args = [
    ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile],
    '--accept-server-license-terms',
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
  const authority = `localhost:${service.match[1] ?? ''}`;
  const windowAt = (query: URLSearchParams): string => `http://${authority}/?tkn=${token}&${query.toString()}`;
  return { authority, windowAt, ended: service.ended, stop: service.stop };
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

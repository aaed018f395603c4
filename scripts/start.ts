import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localHost } from '../test/kit/localHost.ts';
import type { Service, ServiceOptions } from '../test/service/handle.ts';
import { startService } from '../test/service/service.ts';
import { installEditor } from './editor/install.ts';
import { quietButCareful } from './editor/settings.ts';
import { root } from './kit/paths.ts';
import { onInterrupt } from './kit/processes.ts';
import { packageExtension } from './kit/vsix.ts';
import { hasDisplay, openBrowser } from './start/browser.ts';
import { findDesktop, openDesktop } from './start/desktop.ts';
import { openFromNpm } from './start/fromNpm.ts';
import { guideEnvironment, writeGuide } from './start/guide.ts';
import type { Opened } from './start/opened.ts';
import { readOptions, type StartOptions } from './start/options.ts';
import { choosePorts } from './start/ports.ts';

const stops: (() => Promise<unknown>)[] = [];
/** Ends the started processes, the last one first. */
const end = async (): Promise<void> => {
  for (const stop of stops) await stop().catch((error: unknown) => console.error(error));
};
const interrupted = onInterrupt(end);
const how = await start(readOptions()).catch((error: unknown) => {
  process.exitCode = 1;
  return error instanceof Error ? error.message : String(error);
});
if (!interrupted.aborted) {
  console.error(`\n${how}`);
  await end();
  process.exit();
}

/** @returns a description of the end of the editor. */
async function start({ repositories, latency, port, desktop }: StartOptions): Promise<string> {
  const code = desktop || hasDisplay() ? findDesktop() : undefined;
  if (desktop && code === undefined) {
    throw new Error(
      'There is no `code` on PATH. In VS Code run "Shell Command: Install \'code\' command in PATH", then try again.',
    );
  }
  const ports = await choosePorts(port);
  say('Packaging the extension and starting the local service …');
  const [editor, vsix, service] = await Promise.all([
    code === undefined ? installEditor('newest', say) : undefined,
    packageAll(),
    serve({ repositories, latency, port: ports.service, editorPort: ports.window }),
  ]);
  const settings = { ...quietButCareful, ...localHost(service) };
  const logins = [...service.state.accounts.keys()].slice(0, 4);

  say('Starting the editor …');
  const folder = ports.lasting ? join(root, '.cache', 'start', String(ports.window)) : await temporaryFolder();
  const opened: Opened =
    editor === undefined
      ? await openDesktop(code ?? '', vsix, settings, folder, guideEnvironment(service))
      : await openFromNpm(editor, vsix, settings, folder, ports.window, guideEnvironment(service));
  stops.unshift(opened.stop);
  const shown = editor === undefined || (await openBrowser(opened.where));

  say(`
  Window          ${opened.where}${shown ? '' : '  (open it in a browser)'}
  Local service   ${service.url}
                  Both answer on this computer only; the window opens only at this address, which changes at each start.

  The window shows how to begin: “Sign In as alice”, then “Open the Sample Repository”.

  Sign in with    Sourcehost: Sign In; its page lets you be ${logins.join(', ')} … without a password
  Client secret   ${service.clientSecret}  (asked for once)
  or with token   ${service.token(logins[0] ?? '')}  (of ${logins[0] ?? ''})

Ctrl-C ends the editor and the service.`);
  return await opened.ended;
}

async function serve(options: ServiceOptions): Promise<Service> {
  const service = await startService(options);
  stops.unshift(() => service.close());
  return service;
}

/** @returns the paths of the extension and of the guide. */
async function packageAll(): Promise<readonly string[]> {
  const guide = await writeGuide();
  return [await packageExtension([guide]), `${guide}.vsix`];
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sourcehost-start-'));
  stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function say(line: string): void {
  console.log(line);
}

import Mocha from 'mocha';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import { mochaHooks } from '../budgets.ts';
import { localHost } from '../kit/localHost.ts';
import { clientId } from '../service/oauth.ts';
import Results from '../kit/reporter.ts';
import { windowOf } from '../kit/windows.ts';

/** Tests that take a minute or more; they run only if they are named, as in `npm test -- editor palette`. */
const long = ['palette', 'release/', 'reliability', 'soak'];

/**
 * Runs every bundled `*.test.ts` in this folder.
 * SOURCEHOST_MARK is the prefix of every line of the tests, which separates them from the log of the editor;
 * SOURCEHOST_WINDOW names the window whose tests run; unset: those of all windows without a folder;
 * SOURCEHOST_FILES and SOURCEHOST_GREP select the files and titles that contain them.
 */
export async function run(): Promise<void> {
  const { SOURCEHOST_WINDOW, SOURCEHOST_FILES = '', SOURCEHOST_GREP, SOURCEHOST_MARK = '' } = process.env;
  Mocha.reporters.Base.consoleLog = (...line: unknown[]) => console.log(`${SOURCEHOST_MARK}${format(...line)}`);
  // A random fault that was found once must not pass unseen.
  const retries = long.some((part) => SOURCEHOST_FILES.includes(part)) ? 0 : 1;
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, retries, reporter: Results });
  mocha.rootHooks(mochaHooks);
  if (SOURCEHOST_GREP !== undefined) mocha.fgrep(SOURCEHOST_GREP);
  await addLocalHost();
  const wanted = SOURCEHOST_FILES.split(' ');
  const files = await readdir(import.meta.dirname, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.test.mjs')).sort()) {
    if (long.some((part) => file.includes(part) && !SOURCEHOST_FILES.includes(part))) continue;
    const home = windowOf(file);
    if (SOURCEHOST_WINDOW === undefined ? home === 'editorInFolder' : home !== SOURCEHOST_WINDOW) continue;
    if (wanted.some((part) => file.includes(part))) mocha.addFile(join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  // Visible views and open documents send requests after every change, so they are closed before the next tests.
  for (const suite of mocha.suite.suites)
    for (const what of ['closeAllEditors', 'closeSidebar'])
      suite.afterAll(async () => await commands.executeCommand(`workbench.action.${what}`));
  const failed = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failed > 0) throw new Error(`${failed} failed`);
}

/** Defines the host `local` in a window that F5 opened: its profile has no settings. */
async function addLocalHost(): Promise<void> {
  const configuration = workspace.getConfiguration('sourcehost');
  const hosts = configuration.get<readonly { id?: string }[]>('hosts', []);
  const { SOURCEHOST_SERVICE: control = '' } = process.env;
  if (control === '' || hosts.some(({ id }) => id === 'local')) return;
  const url = new URL(control).origin;
  for (const [key, value] of Object.entries(localHost({ url, clientId })))
    await workspace.getConfiguration().update(key, value, ConfigurationTarget.Global);
}

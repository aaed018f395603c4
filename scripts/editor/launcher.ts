#!/usr/bin/env node
// Takes the arguments with which @vscode/test-electron starts a desktop VS Code and serves them with the one from npm:
// a server, and Chromium as its window; SOURCEHOST_WINDOWS: several of them, with an extension host each, that share
// their data. Ends with the exit code of the tests; SOURCEHOST_MINUTES is how long they may take.
import { chromium } from 'playwright-core';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithParent, onInterrupt } from '../kit/processes.ts';
import { leakIn, leakingFiles } from '../test/leaks.ts';
import { newProfile } from './browser.ts';
import { findChromium, flags } from './chromium.ts';
import { installEditor } from './install.ts';
import { startServer } from './server.ts';
import { writeServerSettings, type Settings } from './settings.ts';

/** Prefix of the lines of the tests; the log of the window uses the same stream. */
const mark = '[test] ';
const say = (line: string): void => console.log(line);
const { values } = parseArgs({
  strict: false,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    'builtin-extensions-dir': { type: 'string' },
    'folder-uri': { type: 'string' },
  },
});
const given = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);

const dataDir = await mkdtemp(join(tmpdir(), 'sourcehost-editor-'));
const settings = await readFile(join(given('user-data-dir') ?? dataDir, 'User', 'settings.json'), 'utf8').catch(
  () => '{}',
);
await writeServerSettings(dataDir, JSON.parse(settings) as Settings);

const editor = await installEditor(process.env.SOURCEHOST_RELEASE === 'oldest' ? 'oldest' : 'newest', say);
const executablePath = await findChromium(say);
const server = await startServer(editor, {
  dataDir,
  extensionsDir: given('extensions-dir'),
  builtinExtensionsDir: given('builtin-extensions-dir'),
  automation: true,
  env: { SOURCEHOST_MARK: mark, SOURCEHOST_DATA: dataDir },
});
const browser = await chromium.launch({
  executablePath,
  args: flags,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
});
const leaks: string[] = [];
const end = async (): Promise<void> => {
  await Promise.all([browser.close(), server.stop()]);
  leaks.push(...(await leakingFiles(dataDir)));
  await rm(dataDir, { recursive: true, force: true });
};
onInterrupt(end);
endWithParent(() => end().finally(() => process.exit(1)));

// Nobody looks at this window: a small one without animations takes less time to draw.
const context = await newProfile(browser, { reducedMotion: 'reduce', viewport: { width: 800, height: 600 } });
const minutes = Number(process.env.SOURCEHOST_MINUTES ?? 15);
const inEditor = (path: string): string => `vscode-remote://${server.authority}${path}`;
const payload = [
  ['extensionDevelopmentPath', inEditor(given('extensionDevelopmentPath') ?? process.cwd())],
  ['extensionTestsPath', inEditor(given('extensionTestsPath') ?? '')],
  ['skipWelcome', 'true'],
];
const folder = given('folder-uri');
const query = new URLSearchParams({
  ...(folder === undefined ? { ew: 'true' } : { folder: folder.replace('file://', '') }),
  payload: JSON.stringify(payload),
});
const windows = Array.from({ length: Number(process.env.SOURCEHOST_WINDOWS ?? 1) }, () => openWindow());
const result = await Promise.race([Promise.all(windows).then((codes) => Math.max(...codes)), server.ended]);
if (typeof result === 'string') console.error(result);
await end();
if (leaks.length > 0) console.error(`Secrets of the local service are in\n  ${leaks.join('\n  ')}`);
process.exit(typeof result === 'string' ? 1 : result);

/** Runs the tests in a new window. @returns the exit code. */
async function openWindow(): Promise<number> {
  const page = await context.newPage();
  const code = Promise.withResolvers<number>();
  const everything = process.env.SOURCEHOST_LOG !== undefined;
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
    const [text] = args;
    const leak = leakIn(args.map(String).join(' '));
    if (leak !== undefined) leaks.push(`the log of the window: ${leak}`);
    if (typeof text === 'string' && text.startsWith(mark)) console.log(text.slice(mark.length));
    else if (everything) console.log(...args);
  });
  await page.exposeFunction('codeAutomationExit', (result: number) => code.resolve(result));
  const late = setTimeout(() => {
    console.error(`The tests inside the editor have not ended in ${minutes} minutes.`);
    const path = join('out', 'screenshots', 'failed', `${process.env.SOURCEHOST_WINDOW ?? 'editor'}.png`);
    page
      .screenshot({ path, timeout: 10_000 })
      .then(
        () => console.error(`What the window shows: ${path}`),
        () => console.error('The window does not answer.'),
      )
      .finally(() => code.resolve(1));
  }, minutes * 60_000);
  page.on('crash', () => code.resolve(1));
  browser.on('disconnected', () => code.resolve(1));
  await page.goto(server.windowAt(query));
  return await code.promise.finally(() => clearTimeout(late));
}

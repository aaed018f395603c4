import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { locked } from '../kit/locked.ts';
import { cache } from '../kit/paths.ts';
import { run } from '../kit/processes.ts';
import { debian } from './debian.ts';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const macintosh = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windows = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Flags with which Chromium runs in any environment, also in containers, and sends no requests of its own. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The executable of an installed Chromium, Chrome or Edge. On Debian, installs it if no password is needed. */
export async function findChromium(say: (line: string) => void): Promise<string> {
  const found = await installed();
  if (found !== undefined) return found;
  const wait = (): void => say('Another process is installing Chromium; waiting for it …');
  // The font shows Chinese.
  const did = await locked(join(cache, 'chromium.lock'), wait, () => debian(['chromium', 'fonts-wqy-microhei'], say));
  const now = did ? await installed() : undefined;
  if (now !== undefined) return now;
  throw new Error(
    'The window of the tests needs Chromium, Chrome or Edge. Install one of them, ' +
      'or run `node_modules/.bin/playwright-core install chromium`, or name its executable in SOURCEHOST_CHROMIUM.',
  );
}

async function installed(): Promise<string | undefined> {
  for (const path of candidates().filter((candidate) => existsSync(candidate))) {
    // Some distributions put a script on PATH that only prints how to install the browser.
    const runs =
      process.platform === 'win32' ||
      (await run(path, ['--version']).then(
        () => true,
        () => false,
      ));
    if (runs) return path;
  }
  return undefined;
}

function candidates(): string[] {
  const given = process.env.SOURCEHOST_CHROMIUM;
  if (given !== undefined && given !== '') return [given];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const programs = [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].filter(
    (folder) => folder !== undefined,
  );
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macintosh.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    ...programs.flatMap((folder) => windows.map((path) => join(folder, path))),
    chromium.executablePath(),
  ];
}

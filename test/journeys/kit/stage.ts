import { chromium, type Browser } from 'playwright-core';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, flags } from '../../../scripts/editor/chromium.ts';
import { installEditor, type Editor } from '../../../scripts/editor/install.ts';
import { installExtensions } from '../../../scripts/editor/server.ts';
import { vsix } from '../../../scripts/kit/vsix.ts';

/** The shared parts of all journeys of a process: VS Code, a browser, and a folder with the packaged extension. */
export interface Stage {
  readonly editor: Editor;
  readonly browser: Browser;
  readonly extensionsDir: string;
}

let set: Promise<Stage> | undefined;

/** The shared parts, set up at the first call. They are removed when the process ends. */
export function stage(): Promise<Stage> {
  return (set ??= setUp());
}

async function setUp(): Promise<Stage> {
  const say = (line: string): void => console.log(line);
  const editor = await installEditor(process.env.SOURCEHOST_RELEASE === 'oldest' ? 'oldest' : 'newest', say);
  const executablePath = await findChromium(say);
  const folder = await mkdtemp(join(tmpdir(), 'sourcehost-stage-'));
  const extensionsDir = join(folder, 'extensions');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await installExtensions(editor, [vsix], { dataDir: join(folder, 'data'), extensionsDir });
  const headless = process.env.SOURCEHOST_SHOW === undefined;
  const browser = await chromium.launch({ executablePath, headless, args: flags });
  return { editor, browser, extensionsDir };
}

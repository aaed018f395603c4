// media/icon.svg → media/icon.png of 256 pixels, as the marketplace requires.
import { chromium } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium, flags } from './editor/chromium.ts';
import { root } from './kit/paths.ts';

const browser = await chromium.launch({ executablePath: await findChromium(console.log), args: flags });
const page = await browser.newPage({ viewport: { width: 128, height: 128 }, deviceScaleFactor: 2 });
await page.setContent(`<style>body { margin: 0 }</style>${await readFile(join(root, 'media', 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: join(root, 'media', 'icon.png'), omitBackground: true });
await browser.close();

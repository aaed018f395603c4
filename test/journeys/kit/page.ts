import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { allThemes, themeOfRun } from './theme.ts';
import type { Window } from './window.ts';

/** The document of the active page. */
export async function frameOf(window: Window): Promise<Frame> {
  await window.webview.locator('main').waitFor({ timeout: 30_000 });
  const frames = window.page.frames();
  for (const frame of frames) {
    const shown = await frame.evaluate('document.body?.dataset.target !== undefined').catch(() => false);
    if (shown === true && (await (await frame.frameElement()).isVisible().catch(() => false))) return frame;
  }
  throw new Error('There is no page.');
}

/** Waits until all sections are loaded. */
export async function isComplete(window: Window): Promise<void> {
  await window.webview.locator('main').waitFor({ timeout: 30_000 });
  await window.webview.locator('[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 30_000 });
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** The violations that axe reports for a document. */
export async function violations(frame: Frame): Promise<string[]> {
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await frame.evaluate(await readFile(source, 'utf8'));
  const result = await frame.evaluate<AxeResult>('axe.run(document)');
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Checks the page with axe in every theme, checks the widths, and takes pictures. */
export async function look(window: Window, name: string, widths: readonly number[] = [300, 1600]): Promise<void> {
  const found: string[] = [];
  for (const width of widths) {
    await window.page.setViewportSize({ width, height: 1000 });
    await window.page.screenshot({ path: join('out', 'screenshots', `page-${name}-${width}-${themeOfRun}.png`) });
    const frame = await frameOf(window);
    const wide = await frame.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    if (wide > 0) found.push(`${width}: ${wide} px too wide`);
  }
  await window.page.setViewportSize({ width: 1280, height: 1000 });
  for (const theme of allThemes) {
    await window.theme(theme);
    await window.page.screenshot({ path: join('out', 'screenshots', `page-${name}-${theme}.png`) });
    found.push(...(await violations(await frameOf(window))).map((one) => `${theme}: ${one}`));
  }
  await window.theme(themeOfRun);
  await window.page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(found, []);
}

// Opens every screen in every look, and writes one page of pictures, out/walk/index.html: npm run walk [-- --look NAME] [PART-OF-A-NAME …]
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { endJourney, sitDown } from '../test/journeys/kit/desk.ts';
import { violations } from '../test/journeys/kit/page.ts';
import { signedInAs } from '../test/journeys/kit/signIn.ts';
import { stage } from '../test/journeys/kit/stage.ts';
import { allThemes, themes, type Theme } from '../test/journeys/kit/theme.ts';
import type { Window } from '../test/journeys/kit/window.ts';
import { localHost } from '../test/kit/localHost.ts';
import { temporaryFolder } from '../test/kit/temporaryFolder.ts';
import { startService } from '../test/service/service.ts';
import { root } from './kit/paths.ts';
import { packageExtension } from './kit/vsix.ts';
import { Driver } from './walk/driver.ts';
import { screens, type Screen } from './walk/screens.ts';

/** One window in which the screens of `kinds` are opened, each photographed in all `themes`. */
interface Look {
  readonly name: string;
  readonly themes: readonly Theme[];
  readonly kinds: readonly Screen['kind'][];
  readonly locale?: string;
  /** Pixels of the sidebar. */
  readonly sidebar?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
}

const shown = ['view', 'page', 'document', 'menu'] as const;
const looks: readonly Look[] = [
  { name: 'english', themes: allThemes, kinds: shown },
  { name: 'questions', themes: ['light'], kinds: ['question'] },
  { name: 'chinese', themes: ['light'], kinds: [...shown, 'question'], locale: 'zh-cn' },
  { name: 'narrow', themes: ['dark'], kinds: ['view', 'menu'], sidebar: 200 },
  // The layout of a window of 1280 × 800 at 150 %.
  { name: 'zoomed', themes: ['light'], kinds: shown, viewport: { width: 853, height: 533 } },
];

const { values, positionals } = parseArgs({
  options: { look: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const folder = join(root, 'out', 'walk');
/** What axe finds in pages and in the form of the search. */
const flaws = new Set<string>();

const question = '.quick-input-widget:visible, .monaco-dialog-box:visible';
const said = `${question}, .notifications-toasts:visible .notification-list-item`;
const busy = `.monaco-progress-container.active:visible, .monaco-list-row .codicon-loading:visible`;

/** The state of a page in a frame: empty if the frame is none. */
const pageState = `document.body?.dataset.target === undefined ? '' : document.querySelector('[aria-busy="true"]') === null ? 'whole' : 'part'`;

/** Waits until nothing loads and the window looks the same twice. */
async function settled({ page }: Window, kind: Screen['kind']): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for (const until = Date.now() + 12_000; Date.now() < until;) {
    const states = await Promise.all(page.frames().map((frame) => frame.evaluate(pageState).catch(() => '')));
    const loads = states.includes('part') || (kind === 'page' && !states.includes('whole'));
    const next = await page.screenshot({ animations: 'disabled' });
    if (!loads && (await page.locator(busy).count()) === 0 && next.equals(last)) break;
    last = next;
    await sleep(200);
  }
  return last;
}

const ignored = (clicking: Promise<void>): Promise<void> => clicking.catch(() => undefined);

class Walk {
  readonly #window: Window;
  readonly #driver: Driver;
  readonly #look: Look;
  #count = 0;
  #kind: Screen['kind'] = 'view';

  constructor(window: Window, driver: Driver, look: Look) {
    this.#window = window;
    this.#driver = driver;
    this.#look = look;
  }

  get #page(): Page {
    return this.#window.page;
  }

  async open(screen: Screen): Promise<void> {
    const { kind, command, args, name } = screen;
    this.#count += 1;
    this.#kind = kind;
    await this.#page.mouse.move(1, 1);
    if (kind === 'page') await this.#driver.run('workbench.action.closeAllEditors');
    const ended = this.#driver.run(command, args);
    const asked = this.#page
      .locator(question)
      .first()
      .waitFor({ timeout: kind === 'question' ? 4_000 : 15_000 });
    const failure = await Promise.race([
      ended,
      asked.then(
        () => '',
        () => 'Nothing is shown.',
      ),
    ]);
    if (kind === 'question') await this.#answer(name);
    else {
      if (kind === 'view' || kind === 'menu') await this.#unfold();
      if (kind === 'menu') await this.#openMenu();
      await this.#take(`${name} ${failure}`);
    }
    for (let i = 0; i < 3; i++) await this.#page.keyboard.press('Escape');
    await this.#driver.run('notifications.clearAll');
  }

  /** Leaves one view of the container open, and expands its first rows. */
  async #unfold(): Promise<void> {
    const page = this.#page;
    const own = page.locator('.part.sidebar .pane:focus-within > .pane-header');
    const name = (await own.count()) === 1 ? await own.getAttribute('aria-label') : null;
    const others = page.locator(`.part.sidebar .pane-header[aria-expanded=true]:not([aria-label="${name ?? ''}"])`);
    for (let i = 0; i < 14 && name !== null && (await others.count()) > 0; i++)
      await ignored(others.first().click({ position: { x: 12, y: 10 }, timeout: 1_000 }));
    await settled(this.#window, this.#kind);
    const rows = this.#page.locator(
      '.part.sidebar .pane.expanded .monaco-list-row[aria-expanded=false] .monaco-tl-twistie',
    );
    for (let i = 0; i < 4 && (await rows.count()) > 0; i++) {
      await ignored(rows.first().click({ timeout: 2_000 }));
      await settled(this.#window, this.#kind);
    }
  }

  /** Opens the menu of the first row that has one. */
  async #openMenu(): Promise<void> {
    const rows = this.#page.locator('.part.sidebar .pane.expanded .monaco-list-row');
    for (const at of [1, 0, 2]) {
      await ignored(rows.nth(at).click({ button: 'right', timeout: 2_000 }));
      if (await this.#window.shows(this.#page.locator('.monaco-menu'), 500)) return;
    }
  }

  /** Takes a picture of each step of the questions of a command; answers none that is in a dialog. */
  async #answer(name: string): Promise<void> {
    let last: Buffer = Buffer.alloc(0);
    for (let step = 1; step <= 4; step++) {
      const next = await settled(this.#window, this.#kind);
      if (next.equals(last) || !(await this.#window.shows(this.#page.locator(said), 100))) return;
      last = next;
      await this.#take(`${name} ${step}`);
      if ((await this.#page.locator('.quick-input-widget:visible').count()) === 0) return;
      const { quickInput } = this.#window;
      if (
        (await this.#page.locator('.quick-input-list:visible .monaco-list-row').count()) === 0 &&
        (await quickInput.inputValue()) === ''
      )
        await quickInput.fill('sample');
      await this.#page.keyboard.press('Enter');
    }
  }

  async #take(title: string): Promise<void> {
    for (const theme of this.#look.themes) {
      if (this.#look.themes.length > 1) {
        await this.#driver.set('workbench.colorTheme', themes[theme][2]);
        await this.#page.locator(`.monaco-workbench[class*="${themes[theme][1]}"]`).waitFor();
      }
      const file = `${this.#look.name}-${String(this.#count).padStart(3, '0')}-${title.slice(0, 60).replaceAll(/[^\w.]+/g, '-')}-${theme}.png`;
      await writeFile(join(folder, file), await settled(this.#window, this.#kind));
      await this.#judge(theme);
    }
  }

  async #judge(theme: Theme): Promise<void> {
    for (const frame of this.#page.frames()) {
      const owned = `document.body?.dataset.target !== undefined || document.querySelector('#query') !== null`;
      if ((await frame.evaluate(owned).catch(() => false)) !== true) continue;
      // A page gets the colours of a theme a little later than the window.
      if ((await violations(frame)).length === 0) continue;
      await sleep(1_000);
      for (const one of await violations(frame)) flaws.add(`${theme}: ${one}`);
    }
  }
}

async function walk(look: Look, temporary: string): Promise<void> {
  await using service = await closing();
  const quote = {
    number: 12,
    body: '> See [the guide](https://example.org/) and #1.\n\n[So](https://example.org/) it is.',
  };
  const params = { owner: 'alice', repo: 'website', ...quote };
  await service.act({ do: 'call', operation: 'issueComments.create', params, as: 'bob' });
  const driver = new Driver(temporary, look.name);
  const desk = await sitDown({
    settings: {
      ...localHost(service),
      'workbench.colorTheme': themes[look.themes[0] ?? 'light'][2],
      'editor.cursorBlinking': 'solid',
    },
    env: { ...signedInAs(service), ...driver.env },
    extensions: [await driver.pack()],
    ...(look.locale === undefined ? {} : { locale: look.locale }),
  });
  const window = await desk.open('sourcehost://local/alice/website');
  await driver.ready();
  for (const folder of ['website', 'website@feature:login'])
    await driver.write(`sourcehost://local/alice/${folder}/src/draft.ts`);
  await window.openSidebar();
  await window.page.locator('.monaco-list-row').first().waitFor({ timeout: 60_000 });
  if (look.viewport !== undefined) await window.page.setViewportSize(look.viewport);
  if (look.sidebar !== undefined) await window.resizeSidebar(look.sidebar);
  const walk = new Walk(window, driver, look);
  const wanted = ({ kind, name }: Screen): boolean =>
    look.kinds.includes(kind) &&
    (positionals.length === 0 || positionals.some((part) => `${kind} ${name}`.includes(part)));
  for (const screen of screens.filter(wanted)) {
    console.log(`${look.name}: ${screen.name}`);
    await walk.open(screen).catch((error: unknown) => console.error(`${screen.name}:`, error));
  }
  await endJourney(undefined);
}

async function closing() {
  const service = await startService();
  return Object.assign(service, { [Symbol.asyncDispose]: () => service.close() });
}

await packageExtension();
await mkdir(folder, { recursive: true });
await using temporary = await temporaryFolder();
try {
  for (const look of looks.filter(({ name }) => values.look?.includes(name) ?? true)) await walk(look, temporary.path);
} finally {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  );
  const style = 'body{display:flex;flex-wrap:wrap;font:13px sans-serif}figure{width:600px;margin:8px}img{width:100%}';
  const page = join(folder, 'index.html');
  await writeFile(page, `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('\n')}`);
  for (const flaw of flaws) console.error(flaw);
  if (flaws.size > 0) process.exitCode = 1;
  console.log(`${files.length} pictures: ${page}`);
  await endJourney(undefined);
  await (await stage()).browser.close();
}

import type { BrowserContext } from 'playwright-core';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newProfile } from '../../../scripts/editor/browser.ts';
import { writeLanguagePack } from '../../../scripts/editor/locale.ts';
import { installExtensions, startServer, type Server } from '../../../scripts/editor/server.ts';
import { cache } from '../../../scripts/kit/paths.ts';
import { run } from '../../../scripts/kit/processes.ts';
import { vsix } from '../../../scripts/kit/vsix.ts';
import { quiet, writeServerSettings, type Settings } from '../../../scripts/editor/settings.ts';
import { leakingFiles } from '../../../scripts/test/leaks.ts';
import { stage, type Stage } from './stage.ts';
import { themeOfRun, themes } from './theme.ts';
import { Window } from './window.ts';

export interface DeskOptions {
  /** User settings by their full names, in addition to those that keep the editor quiet. */
  readonly settings?: Settings;
  /** Language of the window, such as `zh-cn`; the texts of the editor stay English. */
  readonly locale?: string;
  /** Environment of the editor. */
  readonly env?: Readonly<Record<string, string>>;
  /** Packaged extensions that only this user has. */
  readonly extensions?: readonly string[];
}

const desks = new Set<Desk>();

/**
 * Creates a user with fresh settings, storage and secrets; opens no window. Closed automatically at the end of the
 * journey.
 */
export async function sitDown(options: DeskOptions = {}): Promise<Desk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sourcehost-desk-'));
  const shared = await stage();
  const context = await newProfile(shared.browser, {
    viewport: { width: 1280, height: 800 },
    // Animations are disabled, because rendering them takes time.
    reducedMotion: 'reduce',
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  const desk = new Desk(shared, context, dataDir, options);
  desks.add(desk);
  await desk.start();
  return desk;
}

/** Closes every desk. If the journey failed, pictures of the windows are saved in out/screenshots/failed. */
export async function endJourney(failed: string | undefined): Promise<void> {
  for (const desk of desks) {
    if (failed !== undefined) await desk.photograph(failed);
    await desk.leave();
  }
  desks.clear();
}

/** The editor of one user: a server with its own data folder, and a browser profile. */
export class Desk {
  readonly #stage: Stage;
  readonly #context: BrowserContext;
  /** All files of the editor on disk. */
  readonly dataDir: string;
  readonly #locale: string | undefined;
  readonly #env: Readonly<Record<string, string>>;
  readonly #extensions: readonly string[];
  readonly #settings: Settings;
  #server: Server | undefined;
  #port = 0;

  constructor(
    stage: Stage,
    context: BrowserContext,
    dataDir: string,
    { settings = {}, locale, env = {}, extensions = [] }: DeskOptions,
  ) {
    this.#stage = stage;
    this.#context = context;
    this.dataDir = dataDir;
    this.#locale = locale;
    this.#env = env;
    this.#extensions = extensions;
    this.#settings = { ...quiet, 'workbench.colorTheme': themes[themeOfRun][2], ...settings };
  }

  /**
   * The browser profile, for pages of other sites: `context.waitForEvent('page')` waits for a page that a link opens.
   */
  get context(): BrowserContext {
    return this.#context;
  }

  async start(): Promise<void> {
    const locale = this.#locale;
    if (locale !== undefined) await writeLanguagePack(this.dataDir, locale);
    await writeServerSettings(this.dataDir, this.#settings);
    const { editor } = this.#stage;
    const extensionsDir = await this.#installed();
    this.#server = await startServer(editor, {
      dataDir: this.dataDir,
      extensionsDir,
      port: this.#port,
      // Every desk starts the same editor.
      env: { NODE_COMPILE_CACHE: join(cache, 'compiled'), ...this.#env },
      ...(locale === undefined ? {} : { locale }),
    });
    this.#port = Number(this.#server.authority.split(':')[1]);
    await this.#context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: `http://${this.#server.authority}`,
    });
  }

  /** @returns the folder with the extensions of this user. */
  async #installed(): Promise<string> {
    if (this.#extensions.length === 0) return this.#stage.extensionsDir;
    const extensionsDir = join(this.dataDir, 'extensions');
    const { editor } = this.#stage;
    await installExtensions(editor, [vsix, ...this.#extensions], { dataDir: this.dataDir, extensionsDir });
    return extensionsDir;
  }

  /**
   * Opens a window: empty, on a folder or `.code-workspace` of this machine (a path), or on a remote folder
   * (`sourcehost://…`). `file`: the address of a file that it shows.
   */
  async open(folder?: string, file?: string): Promise<Window> {
    const page = await this.#context.newPage();
    const kind = folder?.endsWith('.code-workspace') === true ? 'workspace' : 'folder';
    const query = new URLSearchParams(folder === undefined ? { ew: 'true' } : { [kind]: folder });
    if (file !== undefined) query.set('payload', JSON.stringify([['openFile', file]]));
    await page.goto(this.#server?.windowAt(query) ?? '');
    const window = new Window(page);
    await window.ready();
    return window;
  }

  /** Files in which the editor stores unsaved documents of `scheme`. */
  async backups(scheme: 'sourcehost' | 'sourcehost-record'): Promise<string[]> {
    const folder = join(this.dataDir, 'data', 'User', 'Backups');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((one) => one.isFile() && one.parentPath.endsWith(scheme)).map(({ name }) => name);
  }

  /** Closes every window and ends the editor; its data stays. */
  async quit(): Promise<void> {
    await Promise.all(this.#context.pages().map((page) => page.close()));
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Ends the editor as after a power failure, and starts it again with its stored data. */
  async restart(): Promise<void> {
    await this.quit();
    await this.start();
  }

  /** Kills the extension hosts of all windows at once, so that they cannot write anything. */
  async killExtensionHosts(): Promise<void> {
    const processes = (await run('ps', ['-eo', 'pid=,ppid=,args='])).split('\n').map((line) => {
      const [pid, parent, ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), args: args.join(' ') };
    });
    const servers = new Set(processes.filter(({ args }) => args.includes(this.dataDir)).map(({ pid }) => pid));
    const hosts = processes.filter(({ parent, args }) => servers.has(parent) && args.includes('--type=extensionHost'));
    if (hosts.length === 0) throw new Error('no extension host runs');
    for (const { pid } of hosts) process.kill(pid, 'SIGKILL');
  }

  /** Pictures of failures; a window that hangs has none. */
  async photograph(title: string): Promise<void> {
    const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    for (const [index, page] of this.#context.pages().entries()) {
      const path = join('out', 'screenshots', 'failed', `${name}-${index + 1}.png`);
      await page.bringToFront();
      await page.screenshot({ path }).catch((error: unknown) => console.error(`No picture ${path}:`, error));
    }
  }

  async leave(): Promise<void> {
    await this.#context.close();
    await this.#server?.stop();
    const leaks = await leakingFiles(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
    if (leaks.length > 0) throw new Error(`Secrets of the local service are in\n  ${leaks.join('\n  ')}`);
  }
}

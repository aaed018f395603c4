import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as extension from '../../src/extension.ts';
import type { CommandDescription } from '../../src/editor/kit/commands/describe.ts';
import { readManifest } from '../contributions/manifest.ts';
import { root } from '../kit/paths.ts';

/** What an editor has in which nothing is open, set or stored. */
const empty: Readonly<Record<string | symbol, unknown>> = {
  activeTextEditor: undefined,
  workspaceFolders: undefined,
  get: () => undefined,
  // It is no promise, and an empty list.
  then: undefined,
  [Symbol.iterator]: () => [][Symbol.iterator](),
};

/** Stands for all else of the editor, which no description reads: each property and each result is the same again. */
const anything: unknown = new Proxy(function () {}, {
  get: (_, key) => (Object.hasOwn(empty, key) ? empty[key] : typeof key === 'symbol' ? undefined : anything),
  set: () => true,
  apply: () => anything,
  construct: () => anything as object,
});

/** The commands as `SourcehostApi.commands()` describes them, without the editor. */
export async function describedCommands(): Promise<readonly CommandDescription[]> {
  const { contributes, english } = await readManifest();
  const titles = new Map(
    (contributes.commands ?? []).map(({ command, title }) => [command, title.replaceAll('%', '')]),
  );
  const { activate } = await loadExtension();
  // An account of the environment would sign in.
  delete process.env.SOURCEHOST_TOKEN;
  const subscriptions: { dispose: () => void }[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'sourcehost-commands-'));
  const own: Record<string | symbol, unknown> = { subscriptions, globalStorageUri: { fsPath: folder } };
  const context = new Proxy(own, { get: (_, key) => own[key] ?? anything });
  const described = await activate(context as never)
    .getApi(1)
    .commands();
  for (const one of subscriptions) one.dispose();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return described.map((command) => ({ ...command, title: english[titles.get(command.id) ?? ''] ?? command.id }));
}

async function loadExtension(): Promise<typeof extension> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/extension.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const own = createRequire(import.meta.url);
  // The bundle copies the own properties of a module, but still finds inherited ones.
  const load = (name: string): unknown => (name === 'vscode' ? Object.create(anything as object) : own(name));
  const module = { exports: {} };
  Reflect.apply(compileFunction(outputFiles[0]?.text ?? '', ['require', 'module']), undefined, [load, module]);
  return module.exports as typeof extension;
}

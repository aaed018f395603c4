import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { commandTable, CommandServices } from '../../src/commandTable.ts';
import { describeCommands, type CommandDescription } from '../../src/editor/kit/commands/describe.ts';
import { readManifest } from '../contributions/manifest.ts';
import { root } from '../kit/paths.ts';

/** Stands for the editor and the services, which no description reads: each property and each result is the same again. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_, key) => (typeof key === 'symbol' ? undefined : anything),
  apply: () => anything,
});

/** The commands as `SourcehostApi.commands()` describes them, without the editor. */
export async function describedCommands(): Promise<readonly CommandDescription[]> {
  const { contributes, english } = await readManifest();
  const titles = new Map(
    (contributes.commands ?? []).map(({ command, title }) => [command, title.replaceAll('%', '')]),
  );
  const composed = (await loadTable())(anything as CommandServices);
  return describeCommands(composed, (id) => english[titles.get(id) ?? ''] ?? id);
}

async function loadTable(): Promise<typeof commandTable> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/commandTable.ts'],
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
  return (module.exports as { readonly commandTable: typeof commandTable }).commandTable;
}

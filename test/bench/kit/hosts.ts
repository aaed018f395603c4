import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { findChromium } from '../../../scripts/editor/chromium.ts';
import { installEditor } from '../../../scripts/editor/install.ts';
import { installExtensions } from '../../../scripts/editor/server.ts';
import { quiet, writeDesktopSettings } from '../../../scripts/editor/settings.ts';
import { root } from '../../../scripts/kit/paths.ts';
import { run } from '../../../scripts/kit/processes.ts';
import { packageExtension } from '../../../scripts/kit/vsix.ts';
import { localHost } from '../../kit/localHost.ts';
import type { RemoteService } from '../../kit/remoteService.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** An extension that does nothing. */
export const empty = 'sourcehost.empty';

/** The built-in extensions of the comparison. */
const builtin = ['git-base', 'git', 'github-authentication'];

/** Opens a window of a new editor and answers what `run()` of the entry returns in its extension host. */
export type InHost = <T>(given?: object) => Promise<T>;

/**
 * Does `work` with new extension hosts, in which Sourcehost is installed from its VSIX and an empty extension stands
 * beside it; `service` is the host `local` of the settings. Each runs `test/bench/host/<entry>.ts`. Of the editor's own
 * extensions only those are there that are compared with, and nothing but the entry activates them.
 */
export async function withHosts(
  entry: string,
  service: RemoteService,
  work: (inHost: InHost) => Promise<void>,
): Promise<void> {
  const say = (line: string): void => console.log(line);
  const editor = await installEditor('newest', say);
  await findChromium(say);
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const extensionsDir = at('extensions');
  await installExtensions(editor, [await packageExtension()], { dataDir: at('installing'), extensionsDir });
  await writeEmpty(at('empty'));
  await copyBuiltin(join(editor.home, 'lib', 'vscode', 'extensions'), at('builtin'));
  const source = join(import.meta.dirname, '..', 'host', `${entry}.ts`);
  await build({
    entryPoints: [source],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    outfile: at('entry.cjs'),
  });
  const userDataDir = at('user');
  await writeDesktopSettings(userDataDir, { ...quiet, ...localHost({ url: service.url, clientId: 'bench' }) });
  const results = at('results.json');
  await work(async <T>(given: object = {}) => {
    await rm(results, { force: true });
    const args = [
      join(root, 'scripts', 'editor', 'launcher.ts'),
      `--extensionDevelopmentPath=${at('empty')}`,
      `--extensionTestsPath=${at('entry.cjs')}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${extensionsDir}`,
      `--builtin-extensions-dir=${at('builtin')}`,
    ];
    const env = {
      ...process.env,
      SOURCEHOST_SERVICE: service.controlUrl,
      SOURCEHOST_RESULTS: results,
      SOURCEHOST_GIVEN: JSON.stringify(given),
    };
    const shown = await run(process.execPath, args, { cwd: root, env });
    if (process.env.SOURCEHOST_LOG !== undefined) console.log(shown);
    const { failed, found } = JSON.parse(await readFile(results, 'utf8')) as { failed?: string; found?: T };
    if (found === undefined) throw new Error(`In the extension host: ${failed ?? 'nothing was found'}`);
    return found;
  });
}

async function writeEmpty(folder: string): Promise<void> {
  const [publisher, name] = empty.split('.');
  const manifest = { name, publisher, version: '1.0.0', engines: { vscode: '^1.103.0' }, main: './extension.cjs' };
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  await writeFile(join(folder, 'extension.cjs'), 'exports.activate = () => {};\n');
}

/** Without what would activate them by themselves: "*", and that the editor asks GitHub for an account at its start. */
async function copyBuiltin(from: string, to: string): Promise<void> {
  for (const name of builtin) {
    const [source, target] = [join(from, name), join(to, name)];
    await cp(source, target, { recursive: true });
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { contributes?: object };
    const contributes = { ...manifest.contributes, authentication: [] };
    const changed = JSON.stringify({ ...manifest, contributes, activationEvents: [] });
    await writeFile(join(target, 'package.json'), changed);
  }
  await symlink(join(dirname(from), 'node_modules'), join(to, 'node_modules'));
}

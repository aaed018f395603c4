import { join } from 'node:path';
import { root } from './paths.ts';
import { run } from './processes.ts';

/** The files of the package. */
export const packageFolder = join(root, 'out', 'package');
export const vsix = join(root, 'out', 'sourcehost.vsix');

/**
 * Builds and packages the extension without output, after installing what that needs; and as `FOLDER.vsix` the generated
 * extensions in `folders`. @returns the path of the VSIX.
 */
export async function packageExtension(folders: readonly string[] = []): Promise<string> {
  await run(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), 'scripts/package.ts', ...folders]);
  return vsix;
}

const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');

/** Packages the generated extension in `folder` as `packagePath`, without output. */
export async function packageGenerated(folder: string, packagePath: string): Promise<void> {
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await run(process.execPath, [vsce, 'package', ...options, '--out', packagePath], { cwd: folder });
}

import { join } from 'node:path';
import { root } from './paths.ts';
import { run } from './processes.ts';

export const vsix = join(root, 'out', 'sourcehost.vsix');

/** Builds and packages the extension without output. @returns the path of the VSIX. */
export async function packageExtension(): Promise<string> {
  await run(process.execPath, [join(root, 'scripts', 'package.ts')]);
  return vsix;
}

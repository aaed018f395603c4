import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageGenerated } from './vsix.ts';

/** Packages an extension of one CommonJS file into `folder`. @returns the path of the VSIX. */
export async function packageTestExtension(
  folder: string,
  { name, program, manifest }: { readonly name: string; readonly program: string; readonly manifest: object },
): Promise<string> {
  const base = { name, publisher: 'example', version: '1.0.0', engines: { vscode: '^1.103.0' } };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...base, main: './main.js', files: ['main.js'], ...manifest }),
  );
  await writeFile(join(folder, 'main.js'), program);
  const packagePath = join(folder, `${name}.vsix`);
  await packageGenerated(folder, packagePath);
  return packagePath;
}

// Packages the extension in a folder of its own, so that a window of the tests can use dist at the same time; and the
// generated extensions in the folders of the arguments, because to load vsce takes longer than to package.
import { createVSIX } from '@vscode/vsce';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thirdPartyNotices } from './kit/bundledPackages.ts';
import { root } from './kit/paths.ts';
import { run } from './kit/processes.ts';
import { packageFolder, vsix } from './kit/vsix.ts';

// With it, the times in the VSIX are that of the commit: the same commit gives the same bytes.
process.env.SOURCE_DATE_EPOCH ??= (await run('git', ['log', '-1', '--format=%ct'], { cwd: root })).trim();

const dist = join(packageFolder, 'dist');
await rm(packageFolder, { recursive: true, force: true });
// vsce would compare every file of the checkout with every pattern.
const rules = (await readFile(join(root, '.vscodeignore'), 'utf8')).split('\n');
const shipped = rules.filter((rule) => rule.startsWith('!') && !rule.startsWith('!dist/')).map((rule) => rule.slice(1));
for await (const file of glob(['.vscodeignore', ...shipped], { cwd: root }))
  await cp(join(root, file), join(packageFolder, file), { recursive: true });
await run(process.execPath, ['esbuild.mjs', '--production', `--outdir=${dist}`], { cwd: root });
await writeFile(join(dist, 'ThirdPartyNotices.txt'), await thirdPartyNotices());
const baseImagesUrl = 'https://raw.gitcode.com/sourcehost/sourcehost/raw/main';
// vsce leads pictures to the project, but not the dark ones.
const readme = join(packageFolder, 'README.md');
await writeFile(readme, (await readFile(readme, 'utf8')).replaceAll('srcset="', `srcset="${baseImagesUrl}/`));
await createVSIX({
  cwd: packageFolder,
  packagePath: vsix,
  dependencies: false,
  baseContentUrl: 'https://gitcode.com/sourcehost/sourcehost/blob/main',
  baseImagesUrl,
});
for (const cwd of process.argv.slice(2))
  await createVSIX({
    cwd,
    packagePath: `${cwd}.vsix`,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });

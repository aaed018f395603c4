import { createVSIX } from '@vscode/vsce';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { root } from './kit/paths.ts';
import { run } from './kit/processes.ts';
import { vsix } from './kit/vsix.ts';

await run(process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
await mkdir(dirname(vsix), { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: vsix,
  dependencies: false,
  baseContentUrl: 'https://gitcode.com/sourcehost/sourcehost/blob/main',
  baseImagesUrl: 'https://raw.gitcode.com/sourcehost/sourcehost/raw/main',
});

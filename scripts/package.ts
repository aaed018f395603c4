import { createVSIX } from '@vscode/vsce';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { thirdPartyNotices } from './kit/notices.ts';
import { root } from './kit/paths.ts';
import { run } from './kit/processes.ts';
import { vsix } from './kit/vsix.ts';

await run(process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
await writeFile(join(root, 'dist', 'ThirdPartyNotices.txt'), await thirdPartyNotices());
await mkdir(dirname(vsix), { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: vsix,
  dependencies: false,
  baseContentUrl: 'https://gitcode.com/sourcehost/sourcehost/blob/main',
  baseImagesUrl: 'https://raw.gitcode.com/sourcehost/sourcehost/raw/main',
});

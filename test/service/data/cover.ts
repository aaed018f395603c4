import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SeedStep } from '../git/fastImport.ts';
import type { GitSource } from '../repositories.ts';
import { logo } from './png.ts';

const cover = logo(256);
const oid = createHash('sha256').update(cover).digest('hex');

/** A picture of Git LFS. */
export const coverStep = (author: { readonly name: string; readonly email: string }): SeedStep => ({
  branch: 'main',
  message: 'Add the cover\n',
  author,
  time: 1_768_500_000,
  files: {
    '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
    'assets/cover.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${cover.length}\n`,
  },
});

/** The repository of `source`, and the content of its cover in the storage of Git LFS. */
export const withCover =
  (source: GitSource): GitSource =>
  async (directory) => {
    await source(directory);
    const folder = join(dirname(directory), 'lfs', basename(directory, '.git'));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, oid), cover);
  };

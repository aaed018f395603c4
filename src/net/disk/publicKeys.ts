import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface PublicKeyFile {
  readonly file: string;
  readonly text: string;
}

const longest = 16 * 1024;

/** The public SSH keys of the user. Unreadable files are left out. */
export async function publicKeys(folder = join(homedir(), '.ssh')): Promise<readonly PublicKeyFile[]> {
  const names = await readdir(folder).catch(() => []);
  const keys = names
    .filter((name) => name.endsWith('.pub'))
    .map(async (file): Promise<PublicKeyFile> => ({
      file,
      text: await readFile(join(folder, file), 'utf8').catch(() => ''),
    }));
  return (await Promise.all(keys)).filter(({ text }) => text !== '' && text.length <= longest);
}

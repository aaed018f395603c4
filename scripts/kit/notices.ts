import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.ts';

/** The licences of the bundled packages, and of those that they need. */
export async function thirdPartyNotices(): Promise<string> {
  const names = new Set(Object.keys((await manifestOf(root)).dependencies ?? {}));
  const parts: string[] = [];
  // The set grows while it is read.
  for (const name of names) {
    const folder = join(root, 'node_modules', name);
    const { version, license, dependencies } = await manifestOf(folder);
    for (const needed of Object.keys(dependencies ?? {})) names.add(needed);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text.`);
    const text = await readFile(join(folder, file), 'utf8');
    parts.push(`${name} ${version ?? ''} (${license ?? ''})\n\n${text.trim()}\n`);
  }
  return `Sourcehost contains the following libraries.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

interface Manifest {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

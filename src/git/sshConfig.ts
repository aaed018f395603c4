import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { matchesAll } from '../domain/text/wildcards.ts';

/** Bytes of a file that is read. */
const longest = 1_000_000;

/** An address of ssh: what stands before the name of the host, the name, and what follows it. */
const sshAddress = /^(ssh:\/\/(?:[^@/]*@)?|git\+ssh:\/\/(?:[^@/]*@)?|(?:[^@:/\s]+@)?)([^@:/\s]+)([:/].*)$/;

/**
 * `address` with the name of the host that ssh connects to, by the user's configuration in `folder` (`~/.ssh`); as it
 * is without an alias. Reads `Host`, `HostName` and `Include`. `Match` is left out: it can start programs.
 */
export async function withoutAlias(address: string, folder: string): Promise<string> {
  const [, before = '', alias, after = ''] = sshAddress.exec(address) ?? [];
  if (alias === undefined || /^\w+:\/\//.test(alias + after)) return address;
  const name = await hostNameIn(join(folder, 'config'), alias, folder, []);
  return before + (name?.replaceAll('%h', alias) ?? alias) + after;
}

/** The first name that applies, as ssh takes it; `above`: the files that include this one. */
async function hostNameIn(
  file: string,
  alias: string,
  folder: string,
  above: readonly string[],
): Promise<string | undefined> {
  if (above.includes(file)) return undefined;
  let applies = true;
  for (const [keyword = '', ...values] of linesOf(await textOf(file))) {
    if (keyword === 'match') applies = false;
    if (keyword === 'host') applies = isNamed(alias, values);
    if (applies && keyword === 'hostname') return values[0];
    if (!applies || keyword !== 'include') continue;
    for (const pattern of values)
      for (const included of await filesAt(resolve(folder, pattern.replace(/^~(?=\/)/, dirname(folder))))) {
        const name = await hostNameIn(included, alias, folder, [...above, file]);
        if (name !== undefined) return name;
      }
  }
  return undefined;
}

/** The keyword of each line in small letters, and its values without quotes. */
function linesOf(text: string): string[][] {
  return text.split('\n').flatMap((line) => {
    const [, keyword, rest = ''] = /^(\w+)[\s=]+(.*)/.exec(line.trim()) ?? [];
    const values = [...rest.matchAll(/"([^"]*)"|\S+/g)].map(([all, quoted]) => quoted ?? all);
    const comment = values.findIndex((value) => value.startsWith('#'));
    return keyword === undefined
      ? []
      : [[keyword.toLowerCase(), ...values.slice(0, comment < 0 ? undefined : comment)]];
  });
}

/** Whether a pattern fits, and none of those that exclude. */
function isNamed(alias: string, patterns: readonly string[]): boolean {
  const fits = (pattern: string): boolean => matches(pattern, alias);
  return patterns.some(fits) && !patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)));
}

const matches = (pattern: string, name: string): boolean =>
  matchesAll(Array.from(pattern), Array.from(name), (part, character) => part === '?' || part === character);

/** The files of a pattern, in the order of their names. */
async function filesAt(pattern: string): Promise<string[]> {
  const [folder, last] = [dirname(pattern), basename(pattern)];
  if (!/[*?]/.test(pattern) || folder === pattern) return [pattern];
  const found: string[] = [];
  for (const inside of await filesAt(folder)) {
    const names = await readdir(inside).catch(() => []);
    const isShown = (name: string): boolean => !name.startsWith('.') || last.startsWith('.');
    found.push(
      ...names
        .filter((name) => isShown(name) && matches(last, name))
        .toSorted()
        .map((name) => join(inside, name)),
    );
  }
  return found;
}

/** Empty if it cannot be read, and for a pipe or a device, which may never end. */
async function textOf(file: string): Promise<string> {
  try {
    const about = await stat(file);
    return about.isFile() && about.size <= longest ? await readFile(file, 'utf8') : '';
  } catch {
    return '';
  }
}

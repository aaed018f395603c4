import { createHash } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface TreeEntry {
  /** As `100644`, `040000`, `120000`, `160000`. */
  readonly mode: string;
  /** The raw bytes of the name as UTF-8 text. */
  readonly name: string;
  readonly sha: string;
}

/** An entry of a tree without its name. */
export type Place = Omit<TreeEntry, 'name'>;

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** As `+0800`. */
  readonly zone: string;
}

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const nobody: Signature = { name: '', email: '', time: 0, zone: '+0000' };

export function parseTree(data: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(0x20, at);
    const end = data.indexOf(0, space);
    entries.push({
      mode: data.toString('latin1', at, space).padStart(6, '0'),
      name: data.toString('utf8', space + 1, end),
      sha: data.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** The headers and the message of a commit or an annotated tag. */
export function parseHeaders(data: Buffer): { headers: [string, string][]; message: string } {
  const text = data.toString('utf8');
  const gap = text.indexOf('\n\n');
  const head = gap < 0 ? text : text.slice(0, gap);
  const headers = head
    .split('\n')
    .filter((line) => !line.startsWith(' '))
    .map((line): [string, string] => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1)];
    });
  return { headers, message: gap < 0 ? '' : text.slice(gap + 2) };
}

export function parseSignature(value: string | undefined): Signature {
  const match = /^(.*?) ?<(.*)> (-?\d+) ([+-]\d{4})$/.exec(value ?? '');
  if (match === null) return nobody;
  const [, name = '', email = '', seconds = '0', zone = '+0000'] = match;
  return { name, email, time: Number(seconds) * 1000, zone };
}

export function parseCommit(sha: string, data: Buffer): Commit {
  const { headers, message } = parseHeaders(data);
  const value = (name: string): string | undefined => headers.find(([header]) => header === name)?.[1];
  return {
    sha,
    tree: value('tree') ?? '',
    parents: headers.filter(([name]) => name === 'parent').map(([, parent]) => parent),
    author: parseSignature(value('author')),
    committer: parseSignature(value('committer')),
    message,
  };
}

export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const key = ({ name, mode }: TreeEntry): Buffer => Buffer.from(mode === '040000' ? `${name}/` : name);
  const sorted = entries
    .map((entry) => ({ entry, key: key(entry) }))
    .sort((one, other) => Buffer.compare(one.key, other.key));
  return Buffer.concat(
    sorted.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode.replace(/^0/, '')} ${entry.name}\0`),
      Buffer.from(entry.sha, 'hex'),
    ]),
  );
}

const formatSignature = ({ name, email, time, zone }: Signature): string =>
  `${name.replace(/[<>\n]/g, '')} <${email.replace(/[<>\n]/g, '')}> ${Math.floor(time / 1000)} ${zone}`;

export function formatCommit(commit: Omit<Commit, 'sha'>): Buffer {
  return Buffer.from(
    [
      `tree ${commit.tree}`,
      ...commit.parents.map((parent) => `parent ${parent}`),
      `author ${formatSignature(commit.author)}`,
      `committer ${formatSignature(commit.committer)}`,
      '',
      commit.message.replaceAll('\0', ''),
    ].join('\n'),
  );
}

export function hashObject(type: ObjectType, data: Uint8Array): string {
  return createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex');
}

const compress = promisify(deflate);

/** Stores a loose object in a repository, as `git hash-object -w` does, and returns its sha. */
export async function storeObject(directory: string, type: ObjectType, data: Uint8Array): Promise<string> {
  const sha = hashObject(type, data);
  const file = join(directory, 'objects', sha.slice(0, 2), sha.slice(2));
  if (await stat(file).catch(() => undefined)) return sha;
  await mkdir(dirname(file), { recursive: true });
  const bytes = await compress(Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]));
  const partial = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(partial, bytes, { mode: 0o444 });
  await rename(partial, file);
  return sha;
}

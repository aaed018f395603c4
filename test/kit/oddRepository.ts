import { git } from '../service/git/command.ts';
import { makeBare } from '../service/git/fastImport.ts';

/** A repository with what git can hold and few people have seen. */
export interface OddRepository {
  readonly directory: string;
  /** The commit of `main`: a merge of three branches without a common commit. */
  readonly tip: string;
  /** Path of 4,000 bytes. */
  readonly longPath: string;
}

export const submoduleCommit = '2'.repeat(40);
/** Files in the folder `wide`. */
export const wideFiles = 10_000;
/** The file `café.txt` whose name is Latin-1, as text. */
export const latinName = 'caf\ufffd.txt';
/** Files of the root with control characters, and with U+FFFD in their place. */
export const controlNames = { 'line\nbreak.txt': 'line\ufffdbreak.txt', 'tab\there.txt': 'tab\ufffdhere.txt' } as const;

type Entry = readonly [mode: string, name: string | Buffer, sha: string];

/** Creates it as a bare repository, with the commands of git. */
export async function createOddRepository(directory: string): Promise<OddRepository> {
  await makeBare(directory, 'main');
  const store = async (type: string, content: string | Buffer): Promise<string> =>
    (await git(directory, ['hash-object', '--literally', '-w', '-t', type, '--stdin'], Buffer.from(content)))
      .toString()
      .trim();
  const tree = async (entries: readonly Entry[]): Promise<string> => {
    const types: Readonly<Record<string, string>> = { '40000': 'tree', '160000': 'commit' };
    const lines = entries.flatMap(([mode, name, sha]) => [
      Buffer.from(`${mode} ${types[mode] ?? 'blob'} ${sha}\t`),
      Buffer.from(name),
      Buffer.from('\0'),
    ]);
    return (await git(directory, ['mktree', '-z', '--missing'], Buffer.concat(lines))).toString().trim();
  };
  const text = await store('blob', 'text\n');
  const names = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(199, 'x'));
  let deep = text;
  for (const [at, name] of names.toReversed().entries())
    deep = await tree([[at === 0 ? '100644' : '40000', name, deep]]);
  const wide = Array.from({ length: wideFiles }, (_, at): Entry => ['100644', `file-${at}.txt`, text]);
  // Git itself writes `100644` and `40000`.
  const oldEntry = Buffer.concat([Buffer.from('0100664 old.txt\0'), Buffer.from(text, 'hex')]);
  const longTree = (await git(directory, ['rev-parse', `${deep}:${names[0] ?? ''}`])).toString().trim();
  const root = await tree([
    ['100644', '.gitmodules', await store('blob', '[submodule "m"]\n\tpath = module\n\turl = ../../tools/m.git\n')],
    ['160000', 'module', submoduleCommit],
    ['120000', 'link', await store('blob', 'README.md')],
    ['100644', 'README.md', text],
    ['100755', 'run.sh', await store('blob', '#!/bin/sh\n')],
    [
      '100644',
      'large.psd',
      await store('blob', `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`),
    ],
    ...[...Object.keys(controlNames), 'quo"te\\.txt', '文件.txt'].map((name): Entry => ['100644', name, text]),
    ['100644', Buffer.from('caf\xe9.txt', 'latin1'), text],
    ['40000', 'old', await store('tree', oldEntry)],
    ['40000', 'wide', await tree(wide)],
    ['40000', names[0] ?? '', longTree],
  ]);
  const person = (zone: string): string => `Ann <ann@example.org> 1700000000 ${zone}`;
  const commit = async (of: string, parents: readonly string[], end: Buffer, zone = '+0800'): Promise<string> => {
    const header = [`tree ${of}`, ...parents.map((sha) => `parent ${sha}`), `author ${person(zone)}`];
    return await store(
      'commit',
      Buffer.concat([Buffer.from(`${header.join('\n')}\ncommitter ${person('+0000')}\n`), end]),
    );
  };
  const said = (message: string): Buffer => Buffer.from(`\n${message}\n`);
  const small = await tree([['100644', 'README.md', text]]);
  const roots: string[] = [];
  for (const name of ['one', 'two', 'three']) roots.push(await commit(small, [], said(`Root ${name}`), '+051800'));
  const gbk = Buffer.from('encoding GB18030\n\n\xd0\xde\xb8\xb4\n', 'latin1');
  const encoded = await commit(small, roots.slice(0, 1), gbk);
  const cut = await commit(small, roots.slice(1, 2), said('Before\0 after NUL'));
  const tip = await commit(root, [encoded, cut, ...roots.slice(2)], said('Merge three roots'));
  const tag = async (type: string, object: string, name: string): Promise<string> =>
    await store('tag', `object ${object}\ntype ${type}\ntag ${name}\ntagger ${person('+0000')}\n\nTag\n`);
  const refs = {
    'heads/main': tip,
    'tags/of-commit': await tag('commit', tip, 'of-commit'),
    'tags/of-blob': text,
    'tags/of-tree': await tag('tree', small, 'of-tree'),
    'tags/of-tag': await tag('tag', await tag('commit', tip, 'inner'), 'of-tag'),
  };
  for (const [name, sha] of Object.entries(refs)) await git(directory, ['update-ref', `refs/${name}`, sha]);
  return { directory, tip, longPath: names.join('/') };
}

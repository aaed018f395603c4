import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './command.ts';

/** A file of a commit: its bytes, or an entry that is not a plain file; null removes it. */
export type SeedFile =
  | string
  | Uint8Array
  | null
  | { readonly executable: string | Uint8Array }
  | { readonly link: string }
  | { readonly submodule: string };

export interface SeedCommit {
  /** The branch of the commit, or a full ref. */
  readonly branch: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** Seconds since 1970. */
  readonly time: number;
  readonly files: Readonly<Record<string, SeedFile>>;
  /** The start of a branch: another branch; only for its first commit. */
  readonly from?: string;
  readonly merge?: string;
}

export interface SeedTag {
  readonly tag: string;
  /** The branch or commit-ish of the tag. */
  readonly at: string;
  /** Defined for an annotated tag. */
  readonly message?: string;
  readonly author?: SeedCommit['author'];
  readonly time?: number;
}

export interface SeedBranch {
  readonly newBranch: string;
  readonly at: string;
}

interface SeedRef {
  /** Full names. */
  readonly newRef: string;
  readonly at: string;
}

export type SeedStep = SeedCommit | SeedTag | SeedBranch | SeedRef;

/** Creates an empty bare repository without starting git. */
export async function makeBare(directory: string, defaultBranch: string): Promise<void> {
  await mkdir(join(directory, 'objects', 'info'), { recursive: true });
  await mkdir(join(directory, 'refs', 'heads'), { recursive: true });
  await mkdir(join(directory, 'refs', 'tags'), { recursive: true });
  await writeFile(join(directory, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await writeFile(
    join(directory, 'config'),
    '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[http]\n\treceivepack = true\n[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n[gc]\n\tauto = 0\n[receive]\n\tautogc = false\n',
  );
}

/** Writes a history into a bare repository with one git process. */
export async function importHistory(directory: string, steps: Iterable<SeedStep>): Promise<void> {
  await git(directory, ['fast-import', '--quiet', '--force', '--date-format=raw'], stream(steps));
}

async function* stream(steps: Iterable<SeedStep>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for (const step of steps) {
    for (const part of describe(step)) {
      parts.push(part);
      length += part.length;
    }
    if (length < 1 << 20) continue;
    yield Buffer.concat(parts);
    [parts, length] = [[], 0];
    await Promise.resolve();
  }
  yield Buffer.concat(parts);
}

function data(content: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(content);
  return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')];
}

function* describe(step: SeedStep): Generator<Buffer> {
  if ('newBranch' in step) {
    yield Buffer.from(`reset refs/heads/${step.newBranch}\nfrom ${refOf(step.at)}\n\n`);
  } else if ('newRef' in step) {
    yield Buffer.from(`reset ${step.newRef}\nfrom ${step.at}\n\n`);
  } else if ('tag' in step) {
    if (step.message === undefined) {
      yield Buffer.from(`reset refs/tags/${step.tag}\nfrom ${refOf(step.at)}\n\n`);
      return;
    }
    yield Buffer.from(`tag ${step.tag}\nfrom ${refOf(step.at)}\n`);
    yield Buffer.from(`tagger ${step.author?.name ?? ''} <${step.author?.email ?? ''}> ${step.time ?? 0} +0800\n`);
    yield* data(step.message);
  } else {
    yield* describeCommit(step);
  }
}

const refOf = (name: string): string => (/^[0-9a-f]{40}$/.test(name) ? name : `refs/heads/${name}`);

function* describeCommit(step: SeedCommit): Generator<Buffer> {
  const { author, time } = step;
  yield Buffer.from(`commit ${step.branch.startsWith('refs/') ? step.branch : `refs/heads/${step.branch}`}\n`);
  yield Buffer.from(`author ${author.name} <${author.email}> ${time} +0800\n`);
  yield Buffer.from(`committer ${author.name} <${author.email}> ${time} +0800\n`);
  yield* data(step.message);
  if (step.from !== undefined) yield Buffer.from(`from ${refOf(step.from)}\n`);
  if (step.merge !== undefined) yield Buffer.from(`merge ${refOf(step.merge)}\n`);
  for (const [path, file] of Object.entries(step.files)) yield* describeFile(path, file);
  yield Buffer.from('\n');
}

function* describeFile(path: string, file: SeedFile): Generator<Buffer> {
  if (file === null) {
    yield Buffer.from(`D ${path}\n`);
    return;
  }
  if (typeof file === 'object' && 'submodule' in file) {
    yield Buffer.from(`M 160000 ${file.submodule} ${path}\n`);
    return;
  }
  const [mode, content] =
    typeof file === 'string' || file instanceof Uint8Array
      ? ['100644', file]
      : 'link' in file
        ? ['120000', file.link]
        : ['100755', file.executable];
  yield Buffer.from(`M ${mode} inline ${path}\n`);
  yield* data(content);
}

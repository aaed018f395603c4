import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../core/errors.ts';
import type { GitChange, GitPerson, NewGitCommit } from '../domain/git/gitPush.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import type { RunGit } from './processes/runGit.ts';
import { textOf } from './history/historyFormat.ts';

/** More loose objects than any commit has: `fast-import` then writes no pack. */
const neverPack = '1000000000';

/** See `GitPushes.createCommit`. `path`: folder of the repository, in which the parent is complete. */
export async function writeCommit(
  run: RunGit,
  path: string,
  { parent, changes, message, person, date }: NewGitCommit,
  signal?: AbortSignal,
): Promise<string> {
  // Git adds another `.lock` to the name for its own lock. The next `prepare` removes both after a crash.
  const index = join(path, `${randomUUID()}.index.lock`);
  const environment = { GIT_INDEX_FILE: index };
  try {
    const blobs = await writeBlobs(run, changes, signal);
    await textOf(run(['read-tree', parent], { signal, environment }));
    const input = entriesOf(changes, blobs, '0'.repeat(parent.length));
    const report = await textOf(
      run(['update-index', '--verbose', '-z', '--index-info'], { input, signal, environment }),
    );
    // Git leaves out the paths that it does not allow, and goes on.
    if ([...report.matchAll(/^add '/gm)].length !== blobs.length)
      throw new Failure('refused', 'git does not allow one of the paths', {
        reason: 'unusableName',
        about: changes
          .flatMap(({ kind, path }) => (kind === 'file' ? [path] : []))
          .filter((path) => !report.includes(`add '${path}'`)),
      });
    // The fetch may have left out blobs.
    const tree = shaIn(await textOf(run(['write-tree', '--missing-ok'], { signal, environment })));
    const written = run(['commit-tree', tree, '-p', parent], {
      input: messageOf(message),
      signal,
      environment: personVariables(person, date),
    });
    return shaIn(await textOf(written));
  } finally {
    await Promise.all([index, `${index}.lock`].map((file) => rm(file, { force: true })));
  }
}

async function writeBlobs(run: RunGit, changes: readonly GitChange[], signal?: AbortSignal): Promise<string[]> {
  const files = changes.flatMap((change) => (change.kind === 'file' ? [change] : []));
  if (files.length === 0) return [];
  const parts = files.flatMap(({ bytes }, at) => [
    Buffer.from(`blob\nmark :${at + 1}\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from(`\nget-mark :${at + 1}\n`),
  ]);
  const input = Buffer.concat([...parts, Buffer.from('done\n')]);
  const args = ['-c', `fastimport.unpackLimit=${neverPack}`, 'fast-import', '--quiet', '--done'];
  const shas = (await textOf(run(args, { input, signal }))).split('\n').filter((line) => line !== '');
  if (shas.length !== files.length || !shas.every(isSha)) throw unexpected();
  return shas;
}

/** The input of `git update-index --index-info`. Removals come first: a file may become a folder. */
function entriesOf(changes: readonly GitChange[], blobs: readonly string[], noSha: string): string {
  const removed = changes.flatMap(({ kind, path }) => (kind === 'removed' ? [`0 ${noSha}\t${path}\0`] : []));
  let at = 0;
  const files = changes.flatMap((change) =>
    change.kind === 'file' ? [`${change.mode} ${blobs[at++] ?? noSha}\t${change.path}\0`] : [],
  );
  return [...removed, ...files].join('');
}

/** Git neither accepts NUL in a message nor ends it with a line break. */
function messageOf(message: string): string {
  const text = message.replaceAll('\0', '');
  return text.endsWith('\n') ? text : `${text}\n`;
}

function personVariables({ name, email }: GitPerson, date: number): Record<string, string> {
  const time = `${Math.floor(date / 1000)} ${offsetAt(date)}`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: time,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: time,
  };
}

function offsetAt(date: number): string {
  const minutes = -new Date(date).getTimezoneOffset();
  const digits = (count: number): string => `${Math.floor(count)}`.padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}${digits(Math.abs(minutes) % 60)}`;
}

function shaIn(output: string): string {
  const sha = output.trim();
  if (!isSha(sha)) throw unexpected();
  return sha;
}

const unexpected = (): Failure => new Failure('refused', 'git did not print a sha', { reason: 'gitEnded' });

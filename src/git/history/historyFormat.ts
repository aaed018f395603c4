import { Failure } from '../../core/errors.ts';
import type { BlamedLines, CommittedChange, HistoryCommit } from '../../domain/git/gitHistory.ts';

/** Each record ends with NUL. Only the message, its last field, can contain line breaks. */
const commitFormat = '--format=%H%n%P%n%an%n%ae%n%aI%n%B';

/** The arguments of a call that `readCommits` reads. */
export const logCommits = [
  '--literal-pathspecs',
  'log',
  '-z',
  '--no-color',
  '--no-decorate',
  '--encoding=UTF-8',
  commitFormat,
];

const statuses: Readonly<Record<string, CommittedChange['status']>> = {
  A: 'added',
  M: 'modified',
  T: 'modified',
  D: 'removed',
  R: 'renamed',
  C: 'copied',
};

/** The commits of the output of `git log -z`, with the file that each changed if it was called with `--raw`. */
export async function readCommits(output: AsyncIterable<Uint8Array>): Promise<HistoryCommit[]> {
  const commits: HistoryCommit[] = [];
  for await (const commit of eachCommit(output)) commits.push(commit);
  return commits;
}

/** As `readCommits`, one by one: the commits before an error of git are there. */
export async function* eachCommit(output: AsyncIterable<Uint8Array>): AsyncGenerator<HistoryCommit, void, void> {
  let last: HistoryCommit | undefined;
  const fields = separated(output, '\0');
  try {
    for await (const field of fields) {
      if (isRaw(field)) {
        const file = await changeOf(field, fields);
        if (last !== undefined) last = { ...last, file: last.file ?? file };
        continue;
      }
      if (last !== undefined) yield last;
      last = commitOf(field);
    }
  } catch (error) {
    if (last !== undefined) yield last;
    throw error;
  }
  if (last !== undefined) yield last;
}

/** Bytes of a list of paths, enough for the largest repositories: a small pack can name a folder without end. */
const longestList = 100_000_000;

export const tooManyFiles = (): Failure =>
  new Failure('refused', 'there are more files than git can list', { reason: 'tooManyFiles' });

export async function* limitedList(
  output: AsyncIterable<Uint8Array>,
  most = longestList,
): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  for await (const bytes of output) {
    length += bytes.length;
    if (length > most) throw tooManyFiles();
    yield bytes;
  }
}

/** The changes of the output of `git diff-tree -r -z --raw`. @throws Failure of `limitedList` */
export async function readChanges(output: AsyncIterable<Uint8Array>): Promise<CommittedChange[]> {
  const changes: CommittedChange[] = [];
  const fields = separated(limitedList(output), '\0');
  for await (const field of fields) {
    const change = isRaw(field) ? await changeOf(field, fields) : undefined;
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

export async function readBlame(output: AsyncIterable<Uint8Array>): Promise<BlamedLines[]> {
  const groups: BlamedLines[] = [];
  let head: Omit<BlamedLines, 'path'> | undefined;
  for await (const line of separated(output, '\n')) {
    if (head === undefined) head = headOf(line);
    else if (line.startsWith('filename ')) {
      groups.push({ ...head, path: unquoted(line.slice('filename '.length)) });
      head = undefined;
    }
  }
  return groups.sort((a, b) => a.line - b.line);
}

/** `<sha> <line in the commit> <line> <count>` */
function headOf(text: string): Omit<BlamedLines, 'path'> | undefined {
  const [, sha, line, count] = /^([0-9a-f]{40,64}) \d+ (\d+) (\d+)$/.exec(text) ?? [];
  return sha === undefined ? undefined : { sha, line: Number(line), count: Number(count) };
}

function commitOf(record: string): HistoryCommit {
  const [sha = '', parents = '', authorName = '', authorEmail = '', authoredDate = '', ...message] = record
    .replace(/^\n/, '')
    .split('\n');
  return {
    sha,
    parents: parents.split(' ').filter(Boolean),
    message: message.join('\n').trimEnd(),
    authorName,
    authorEmail,
    authoredDate,
  };
}

const isRaw = (field: string): boolean => /^\n?:\d/.test(field);

/** `:<mode> <mode> <sha> <sha> <status>`; one path follows, two after a rename or copy. */
async function changeOf(field: string, fields: AsyncIterator<string, void>): Promise<CommittedChange | undefined> {
  const status = statuses[field.split(' ')[4]?.[0] ?? ''];
  const next = async (): Promise<string> => {
    const field = await fields.next();
    return field.done === true ? '' : field.value;
  };
  const first = await next();
  const isMoved = status === 'renamed' || status === 'copied';
  const path = isMoved ? await next() : first;
  return status === undefined || path === '' ? undefined : { status, path, oldPath: isMoved ? first : undefined };
}

/** Characters of a field that are kept: a commit message can have any length. */
const longestField = 1_000_000;
/** Characters of all fields after which only `longestLateField` of each is kept; a path is shorter. */
const longestOutput = 32_000_000;
const longestLateField = 10_000;

/** Also what follows the last separator. Long parts are cut: a small pack cannot fill the memory. */
export async function* separated(
  output: AsyncIterable<Uint8Array>,
  separator: string,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest: string[] = [];
  let [length, total] = [0, 0];
  const keep = (part: string): void => {
    const prefix = part.slice(0, Math.max(0, (total > longestOutput ? longestLateField : longestField) - length));
    if (prefix !== '') rest.push(prefix);
    length += prefix.length;
    total += prefix.length;
  };
  for await (const bytes of output) {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split(separator);
    keep(first);
    for (const other of others) {
      yield rest.join('');
      [rest, length] = [[], 0];
      keep(other);
    }
  }
  const last = rest.join('');
  if (last !== '') yield last;
}

const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A path that git wrote as a literal of C, because it has special characters. */
function unquoted(path: string): string {
  if (!path.startsWith('"') || !path.endsWith('"') || path.length < 2) return path;
  const bytes: number[] = [];
  for (const [part] of path.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    if (!part.startsWith('\\')) bytes.push(...Buffer.from(part));
    else bytes.push(part.length === 4 ? Number.parseInt(part.slice(1), 8) : (escapes[part[1] ?? ''] ?? 0x3f));
  }
  return Buffer.from(bytes).toString('utf8');
}

export async function textOf(output: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of output) text += decoder.decode(bytes, { stream: true });
  return text;
}

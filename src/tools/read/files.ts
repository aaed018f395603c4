import { flag, name, optional, range } from '../../api/contract/field.ts';
import { Failure } from '../../core/errors.ts';
import type { RequestOptions } from '../../domain/hosts/source.ts';
import { decodeText, encodingOf } from '../../domain/text/encoding.ts';
import { PathFinder } from '../../domain/text/pathFinder.ts';
import { endingOf, splitLines } from '../../domain/text/lines.ts';
import { readableTree, type ReadableTree } from '../../domain/sourceControl/workingTree/readableTree.ts';
import { quotedName } from '../kit/fence.ts';
import { readAsTool } from '../kit/fileBytes.ts';
import { gather, gatherRecords } from '../kit/output.ts';
import { inBackground, openFiles, type ToolFiles } from '../kit/place.ts';
import { cursorFields, filePath, folderPath, readTool, refFields } from '../kit/tool.ts';
import { blamedRows } from './blameRows.ts';

export const listFolder = readTool({
  name: 'sourcehost_list_folder',
  title: 'List Folder',
  description: 'Lists the entries of a folder. With query, finds files below it, the best match first.',
  fields: {
    ...refFields,
    path: optional(folderPath),
    depth: optional(range(1, 20)),
    query: optional(name),
    ...cursorFields,
  },
  texts: {
    depth: 'Levels of folders. Default: 1.',
    query: 'A part of the path, or letters of it.',
  },
  record: ['kind', 'path'],
  async run(services, input, signal) {
    const { path = '', query } = input;
    const opened = await openFiles(services, input, signal);
    const { remote, checkout, title } = opened;
    const record = (entry: EntryRow): EntryRow => entry;
    if (query !== undefined) {
      const paths = await foundFiles(opened, path, query, inBackground(signal));
      const best = paths.length < mostFiles ? '' : ', the best matches: use a longer query to find others';
      const found = paths.map((one) => ({ kind: 'file', path: one }));
      const page = await gatherRecords(found, input.cursor, { row: (entry) => entry.path, record });
      return { summary: `${paths.length} files of ${title}${best}`, ...page };
    }
    const entries = await entryRows(readableTree(remote, checkout), path, input.depth ?? 1, inBackground(signal));
    const summary = `${entries.length} entries of ${path === '' ? 'the root' : quotedName(path)} of ${title}`;
    return {
      summary,
      ...(await gatherRecords(entries, input.cursor, { row: (one) => `${one.kind} ${one.path}`, record })),
    };
  },
});

type EntryRow = Readonly<Record<'kind' | 'path', string>>;

const mostFiles = 500;

/** The paths of files in and below `folder` that match, the best one first, with the drafts applied. */
async function foundFiles(
  { remote, checkout }: ToolFiles,
  folder: string,
  query: string,
  options: RequestOptions,
): Promise<readonly string[]> {
  const all = new Set(await remote.paths(options));
  const changes = checkout?.workingTree.changes;
  for (const path of changes?.paths() ?? []) {
    const kind = changes?.effective(path)?.kind;
    if (kind === 'file') all.add(path);
    else if (kind === 'removed') all.delete(path);
  }
  const below = [...all].filter((path) => folder === '' || path.startsWith(`${folder}/`));
  return new PathFinder(below).find(query, mostFiles);
}

/** The entries in and below `folder`, with their paths from it: those of a folder follow its own row. */
async function entryRows(
  tree: Pick<ReadableTree, 'list'>,
  folder: string,
  depth: number,
  options: RequestOptions,
): Promise<EntryRow[]> {
  const rows: EntryRow[] = [];
  const add = async (below: string, levels: number): Promise<void> => {
    const entries = await tree.list([folder, below].filter((part) => part !== '').join('/'), options);
    for (const [entry, { kind }] of [...entries].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const path = below === '' ? entry : `${below}/${entry}`;
      rows.push({ kind, path });
      if (kind === 'folder' && levels > 1) await add(path, levels - 1);
    }
  };
  await add('', depth);
  return rows;
}

export const readFile = readTool({
  name: 'sourcehost_read_file',
  title: 'Read File',
  description:
    'Reads a text file. The number and colon before each line are not part of the file. blame adds the commits of the lines.',
  fields: {
    ...refFields,
    path: filePath,
    start_line: optional(range(1)),
    end_line: optional(range(1)),
    blame: optional(flag),
    ...cursorFields,
  },
  async run(services, input, signal) {
    const { path, start_line: start = 1, end_line: end = Infinity } = input;
    const opened = await openFiles(services, input, signal);
    const bytes = await readAsTool(opened, path, signal);
    const encoding = encodingOf(bytes);
    if (encoding === undefined)
      throw new Failure('invalid', `${path} is not a text file`, { field: 'path', reason: 'noText', about: [path] });
    const text = decodeText(bytes, encoding);
    const lines = splitLines(text);
    const selection = lines.slice(start - 1, end);
    const file = `${quotedName(path)} of ${opened.title}`;
    if (selection.length === 0 && lines.length > 0)
      return {
        summary: `${file} has ${lines.length} lines: give start_line up to that, and end_line not below it`,
        entries: [],
      };
    const isWhole = selection.length === lines.length;
    const range = isWhole
      ? `All ${lines.length}`
      : `Lines ${start} to ${start + selection.length - 1} of the ${lines.length}`;
    const summary = `${range} lines of ${file}`;
    const numbered = numberedRows(selection, start);
    const rows =
      input.blame === true
        ? await blamedRows(services, opened, { path, text, encoding }, { rows: numbered, start }, signal)
        : numbered;
    return { summary, ...(await gather(rows, input.cursor)) };
  },
});

/** The lines without their endings, each with its number, computed as they are consumed. */
function* numberedRows(lines: readonly string[], start: number): Generator<string, void, void> {
  for (const [index, line] of lines.entries())
    yield `${start + index}: ${line.slice(0, line.length - endingOf(line).length)}`;
}

import { flag, name, optional, type Inputs } from '../../api/contract/field.ts';
import { Failure } from '../../core/errors.ts';
import { fullName } from '../../domain/hosts/address.ts';
import { isSha } from '../../domain/objects/gitSha.ts';
import { changedMode, compare, TooManyRequests, type Difference } from '../../domain/repositories/compare.ts';
import { fetchCommits } from '../../domain/repositories/refComparison.ts';
import { quotedName } from '../kit/fence.ts';
import { gather, type ToolOutput } from '../kit/output.ts';
import { inBackground, namedBy, openFiles, type ToolFiles, type ToolServices } from '../kit/place.ts';
import { cursorFields, folderPath, placeFields, readTool } from '../kit/tool.ts';
import { refDiff, refDiffs } from './versions.ts';
import { commitChanges } from './commitChanges.ts';

const fields = {
  ...placeFields,
  base: optional(name),
  head: name,
  path: optional(folderPath),
  diff: optional(flag),
  ...cursorFields,
};

export const compareRefs = readTool({
  name: 'sourcehost_compare',
  title: 'Compare',
  description:
    'Lists the files that differ between base and head; of one file, or with diff, the unified diff. Without base: the message and diff of the commit head.',
  fields,
  texts: { path: 'Only this file or folder.' },
  async run(services, input, signal) {
    const { base, path = '' } = input;
    if (base === undefined) return await commitChanges(services, input, signal);
    const refs = { base, head: input.head };
    const side = async (field: 'base' | 'head'): Promise<ToolFiles> =>
      await openFiles(services, { ...input, ref: refs[field] }, signal).catch(namedBy(field));
    const sides = await Promise.all([side('base'), side('head')]);
    if (await isFolder(sides, path, signal)) return await listDifferences(services, sides, input, signal);
    const rows = (await refDiff(...sides, { path }, signal)).split('\n');
    return { summary: `Difference between ${titleOf(sides)}`, ...(await gather(rows, input.cursor)) };
  },
});

type Sides = readonly [base: ToolFiles, head: ToolFiles];

const titleOf = ([base, head]: Sides): string => `${shortRef(base)} and ${shortRef(head)} of ${fullName(head.name)}`;

const shortRef = ({ head: { name: ref } }: ToolFiles): string => quotedName(isSha(ref) ? ref.slice(0, 10) : ref);

/** Whether `path` is a folder on either side. @throws Failure `missing` if there is nothing on both */
async function isFolder(sides: Sides, path: string, signal: AbortSignal): Promise<boolean> {
  if (path === '') return true;
  const options = inBackground(signal);
  const kinds = await Promise.all(
    sides.map(async ({ remote }) => (await (await remote.snapshot(options)).exact(path, options))?.kind),
  );
  if (kinds.every((kind) => kind === undefined))
    throw new Failure('missing', `there is no ${path}`, { field: 'path', reason: 'noFile', about: [path] });
  return kinds.includes('folder');
}

/** Requests of a comparison without git. A call is answered within a minute. */
const mostRequests = 20;

async function listDifferences(
  { fetcher }: Pick<ToolServices, 'fetcher'>,
  sides: Sides,
  { path: folder = '', cursor, diff }: Pick<Inputs<typeof fields>, 'path' | 'cursor' | 'diff'>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const options = inBackground(signal);
  const [base, head] = sides;
  const commits = sides.map((one) => one.head.commit);
  const fetchBoth = (): Promise<boolean> => fetchCommits(fetcher, base.name, commits, { signal, background: true });
  const [was, is] = await Promise.all([base.remote.snapshot(options), head.remote.snapshot(options)]);
  try {
    const differences = await compare(was, is, { ...options, folder, fetchBoth, mostRequests });
    const rows = diff === true ? refDiffs(base, head, differences, signal) : differences.map(differenceRow);
    return { summary: `${differences.length} files differ between ${titleOf(sides)}`, ...(await gather(rows, cursor)) };
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    const { requests, folders, differences } = error;
    const rows = [...folders.map((path) => `differs ${path}/`), ...differences.map(differenceRow)];
    const summary = `Without git, comparing ${titleOf(sides)} needs at least ${requests} requests, so it is not complete. Call the tool again with one of the folders that differ as the path.`;
    return { summary, ...(await gather(rows, cursor)) };
  }
}

function differenceRow(difference: Difference): string {
  const { path, base: before, head: after } = difference;
  if (before === undefined || after === undefined) return `${after === undefined ? 'removed' : 'added'} ${path}`;
  const mode = changedMode(difference);
  return mode === undefined ? `changed ${path}` : `changed ${path} (mode ${mode.join(' → ')})`;
}

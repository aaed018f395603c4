import { name, optional } from '../../api/contract/field.ts';
import { isFailure } from '../../core/errors.ts';
import { CommitList, openCommits } from '../../domain/history/commitList.ts';
import { subjectOf } from '../../domain/history/commitMessage.ts';
import { changedMode, compare } from '../../domain/remote/compare.ts';
import { parseCursor } from '../kit/cursor.ts';
import { fileDiff } from '../kit/diff.ts';
import { committedFile } from '../kit/draftDiff.ts';
import {
  cursorFields,
  cursorTexts,
  filePath,
  folderPath,
  refFields,
  refTexts,
  placeFields,
  placeTexts,
} from '../kit/inputs.ts';
import { gather } from '../kit/output.ts';
import { openFiles, type ToolFiles } from '../kit/place.ts';
import { inBackground } from '../kit/services.ts';
import { readTool } from '../kit/tool.ts';

const commitsPerCall = 50;

export const history = readTool({
  name: 'sourcehost_history',
  title: 'History',
  description:
    'Lists the commits of a branch, or those that changed a file or folder, newest first. Each row is: sha, date, author, first line of the message.',
  fields: { ...refFields, path: optional(folderPath), ...cursorFields },
  texts: { ...refTexts, path: 'A file or folder. Default: all commits.', ...cursorTexts },
  async run(services, input, signal) {
    const { path = '' } = input;
    const cursor = parseCursor(input.cursor);
    const { files, name: repository, title } = await openFiles(services, input, signal);
    const list =
      cursor.commit === undefined
        ? await openCommits(services.history, files, path, inBackground(signal))
        : new CommitList(services.history(repository), cursor.commit, path);
    if (list === undefined) return { summary: `${title} has no commits`, entries: [] };
    const { commits, hasMore } = await list.page(cursor.index, commitsPerCall, { signal });
    const entries = commits.map(
      ({ sha, authoredDate, authorName, message }) => `${sha} ${authoredDate} ${authorName}: ${subjectOf(message)}`,
    );
    const next = hasMore ? cursor.index + entries.length : undefined;
    return { summary: `${entries.length} commits of ${title}`, entries, next, commit: list.tip };
  },
});

export const compareRefs = readTool({
  name: 'sourcehost_compare',
  title: 'Compare',
  description:
    'Lists the files that differ between two branches, tags or commits; with a path, the difference of this file as a unified diff.',
  fields: { ...placeFields, base: name, head: name, path: optional(filePath), ...cursorFields },
  texts: {
    ...placeTexts,
    base: 'The branch, tag or commit before.',
    head: 'The branch, tag or commit after.',
    path: 'A file, to read its difference.',
    ...cursorTexts,
  },
  async run(services, input, signal) {
    const asking = inBackground(signal);
    const side = async (field: 'base' | 'head'): Promise<ToolFiles> =>
      await openFiles(services, { ...input, ref: input[field] }, signal).catch((error: unknown) => {
        throw isFailure(error) && error.field === 'ref' ? error.with({ field }) : error;
      });
    const [base, head] = await Promise.all([side('base'), side('head')]);
    const { index } = parseCursor(input.cursor);
    const between = `${base.title} and ${head.title}`;
    if (input.path !== undefined) {
      const [before, after] = await Promise.all(
        [base, head].map((one) => committedFile(one, input.path ?? '', signal)),
      );
      const rows = fileDiff(input.path, before, after).split('\n');
      return { summary: `Difference between ${between}`, ...(await gather(rows, index)) };
    }
    const differences = await compare(await base.files.snapshot(asking), await head.files.snapshot(asking), asking);
    const rows = differences.map((difference) => {
      const { path, base: before, head: after } = difference;
      if (before === undefined || after === undefined) return `${after === undefined ? 'removed' : 'added'} ${path}`;
      const mode = changedMode(difference);
      return mode === undefined ? `changed ${path}` : `changed ${path} (mode ${mode.join(' → ')})`;
    });
    return { summary: `${rows.length} files differ between ${between}`, ...(await gather(rows, index)) };
  },
});

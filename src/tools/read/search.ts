import { flag, optional, range, text } from '../../api/contract/field.ts';
import { isFailure, throwIfCancelled } from '../../core/errors.ts';
import { splitGlobs } from '../../domain/search/globs.ts';
import { withoutReturn } from '../../domain/search/lineMatches.ts';
import type { FileMatches, SearchCoverage, SearchEvent } from '../../domain/search/textQuery.ts';
import { decodeText, encodingOf } from '../../domain/text/encoding.ts';
import { readAsTool } from '../kit/fileBytes.ts';
import { gather } from '../kit/output.ts';
import { inBackground, openFiles, type ToolFiles } from '../kit/place.ts';
import { cursorFields, readTool, refFields } from '../kit/tool.ts';
import { foundRows } from './foundRows.ts';

const mostLines = 1_000;
/** Milliseconds from the first searched file: clients give up after a minute. Only a search without git takes so long. */
const longestSearch = 40_000;

export const findText = readTool({
  name: 'sourcehost_find_text',
  title: 'Find Text',
  description: 'Searches a text within lines of all files.',
  fields: {
    ...refFields,
    query: text,
    is_regex: optional(flag),
    is_case_sensitive: optional(flag),
    match_whole_word: optional(flag),
    include: optional(text),
    exclude: optional(text),
    context_lines: optional(range(1, 10)),
    ...cursorFields,
  },
  texts: { include: 'Globs, such as src/**/*.ts,*.md.' },
  async run(services, input, signal) {
    const opened = await openFiles(services, input, signal);
    const { remote, checkout, title } = opened;
    const query = {
      query: input.query,
      isRegex: input.is_regex ?? false,
      isCaseSensitive: input.is_case_sensitive ?? false,
      matchWholeWord: input.match_whole_word ?? false,
      include: splitGlobs(input.include ?? ''),
      exclude: splitGlobs(input.exclude ?? ''),
      limit: mostLines,
    };
    const files: FileMatches[] = [];
    let end = '';
    const searched = { remote, workingTree: checkout?.workingTree };
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const either = AbortSignal.any([signal, stop.signal]);
      for await (const event of services.search.search(searched, query, inBackground(either))) {
        if (event.kind === 'file') files.push(event.file);
        else if (event.kind === 'end') end = endText(event);
        else {
          timer ??= setTimeout(() => stop.abort(), longestSearch);
          end = cutText(event.coverage);
        }
      }
    } catch (error) {
      throwIfCancelled(signal);
      if (!stop.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    // The order in which files are found differs from call to call.
    files.sort((one, other) => (one.path < other.path ? -1 : 1));
    const count = files.reduce((sum, { lines }) => sum + lines.length, 0);
    const rows = foundRows(files, input.context_lines ?? 0, (path) => textLines(opened, path, signal));
    const summary = `${count} matching lines in ${files.length} files of ${title}; ${end}`;
    return { summary, ...(await gather(rows, input.cursor)) };
  },
});

function endText({ coverage, limitHit }: Extract<SearchEvent, { kind: 'end' }>): string {
  const { searched, skipped, lfs } = coverage;
  const skip =
    (skipped === 0 ? '' : `, ${skipped} skipped (binary or above 20 MB)`) +
    (lfs === 0 ? '' : `, ${lfs} in Git LFS not searched`);
  if (limitHit) return 'there are more matches: use a longer query, or include';
  return `${searched} files searched${skip}`;
}

/** What was read stays on this computer, so that another call comes further. */
function cutText({ searched, skipped, total }: SearchCoverage): string {
  const seconds = longestSearch / 1_000;
  return `only ${searched + skipped} of ${total} files searched in ${seconds} s: call again to go on, or search fewer files with include`;
}

/** As the search divides them; undefined if the file is too large for a tool. */
async function textLines(opened: ToolFiles, path: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
  try {
    const bytes = await readAsTool(opened, path, signal);
    const text = decodeText(bytes, encodingOf(bytes) ?? 'utf-8');
    return text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => withoutReturn(line));
  } catch (error) {
    if (isFailure(error, 'refused')) return undefined;
    throw error;
  }
}

import { splitGlobs } from '../../domain/search/globs.ts';
import { flag, optional, text } from '../../api/contract/field.ts';
import { parseCursor } from '../kit/cursor.ts';
import { cursorFields, refFields } from '../kit/inputs.ts';
import { gather } from '../kit/output.ts';
import { openFiles } from '../kit/place.ts';
import { inBackground } from '../kit/services.ts';
import { readTool } from '../kit/tool.ts';

/** Matching lines of one search. */
const mostLines = 1_000;
const previewLength = 240;

interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly preview: string;
}

export const findText = readTool({
  name: 'sourcehost_find_text',
  title: 'Find Text',
  description: 'Searches a text within lines of all files, with the drafts of the user applied.',
  fields: {
    ...refFields,
    query: text,
    is_regex: optional(flag),
    is_case_sensitive: optional(flag),
    match_whole_word: optional(flag),
    include: optional(text),
    exclude: optional(text),
    ...cursorFields,
  },
  texts: { include: 'Globs, separated by commas, such as src/**/*.ts.', exclude: 'Globs.' },
  async run(services, input, signal) {
    const { remote, checkout, title } = await openFiles(services, input, signal);
    const query = {
      query: input.query,
      isRegex: input.is_regex ?? false,
      isCaseSensitive: input.is_case_sensitive ?? false,
      matchWholeWord: input.match_whole_word ?? false,
      include: splitGlobs(input.include ?? ''),
      exclude: splitGlobs(input.exclude ?? ''),
      limit: mostLines,
    };
    const found: FoundLine[] = [];
    let end = '';
    const searched = { remote, workingTree: checkout?.workingTree };
    for await (const event of services.search.search(searched, query, inBackground(signal))) {
      if (event.kind === 'file') {
        const { path, lines } = event.file;
        found.push(...lines.map(({ ranges, preview }) => ({ path, line: ranges[0]?.line ?? 0, preview })));
      } else if (event.kind === 'end') {
        const { searched: files_, skipped } = event.coverage;
        end = `${files_} files searched, ${skipped} skipped${event.limitHit ? ', and there are more matches: narrow the query or the files to search' : ''}`;
      }
    }
    // The order in which files are found differs from call to call.
    found.sort((one, other) => compareTexts(one.path, other.path) || one.line - other.line);
    const rows = found.map(({ path, line, preview }) => `${path}:${line}: ${preview.slice(0, previewLength)}`);
    const summary = `${rows.length} matching lines in ${title}; ${end}`;
    return { summary, ...(await gather(rows, parseCursor(input.cursor).index)) };
  },
});

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

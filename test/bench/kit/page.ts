import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

/** A table in Markdown: the first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** The rows of a table with a figure above its limit, which stands behind it as in `5 (≤ 3)`. */
export function rowsAboveLimit(markdown: string): readonly string[] {
  return markdown.split('\n').filter((line) => {
    const figures = [...line.matchAll(/(\S+) \(≤ ([^)]+)\)/g)];
    return figures.some(([, figure, limit]) => !(Number(figure) <= Number(limit)));
  });
}

/** Lets the process fail if a figure of `markdown` is above its limit, and says which. */
export function judge(markdown: string): void {
  for (const row of rowsAboveLimit(markdown)) {
    console.error(`Above its limit: ${row}`);
    process.exitCode = 1;
  }
}

/**
 * Replaces what stands in a page of docs between `<!-- NAME -->` and `<!-- /NAME -->`. `markdown` can depend on it, and
 * is judged.
 */
export async function writeSection(
  name: string,
  markdown: string | ((before: string) => string),
  of = 'performance.md',
): Promise<void> {
  const page = join(docs, of);
  const text = await readFile(page, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${of} has no section ${name}`);
  const written = typeof markdown === 'string' ? markdown : markdown(text.slice(from + begin.length, to).trim());
  judge(written);
  const changed = `${text.slice(0, from + begin.length)}\n\n${written}\n\n${text.slice(to)}`;
  await writeFile(page, await format(changed, { ...(await resolveConfig(page)), parser: 'markdown' }));
}

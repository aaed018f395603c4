/** Tasks of a text in Markdown: `- [ ] …`. Those in code are text. */
const task = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=[ \t])/;
const fence = /^(?:[ \t]*>)*[ \t]*(`{3,}|~{3,})/;

/** The text with its task `index` (from 0) done or not; undefined if it has not `count` tasks, as the reader saw. */
export function withTask(
  text: string,
  { index, count }: { readonly index: number; readonly count: number },
  isDone: boolean,
): string | undefined {
  const lines = text.split('\n');
  const tasks: number[] = [];
  let open: string | undefined;
  for (const [at, line] of lines.entries()) {
    const [, mark] = fence.exec(line) ?? [];
    if (mark !== undefined && (open === undefined || mark.startsWith(open)))
      open = open === undefined ? mark : undefined;
    else if (open === undefined && task.test(line)) tasks.push(at);
  }
  const at = tasks[index];
  if (at === undefined || tasks.length !== count) return undefined;
  const line = lines[at] ?? '';
  const box = line.indexOf('[');
  lines[at] = `${line.slice(0, box + 1)}${isDone ? 'x' : ' '}${line.slice(box + 2)}`;
  return lines.join('\n');
}

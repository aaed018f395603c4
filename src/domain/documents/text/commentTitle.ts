const ends = ['*/', '-->'];

/** The task in a comment: `mend it` for `// TODO(ann): mend it`. Empty if there is none. */
export function titleOfComment(line: string): string {
  const mark = /\b(?:TODO|FIXME|BUG|HACK|XXX)\b/.exec(line);
  if (mark === null) return '';
  const rest = line.slice(mark.index + mark[0].length).trimEnd();
  const end = ends.find((one) => rest.endsWith(one)) ?? '';
  return rest
    .slice(0, rest.length - end.length)
    .replace(/^[:\s-]+/, '')
    .replace(/^\([^)]*\)[:\s-]*/, '')
    .trim();
}

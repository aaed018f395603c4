const ends = ['*/', '-->'];

/** What a comment like `// TODO(ann): mend it` asks for: `mend it`. Empty where nothing is asked for. */
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

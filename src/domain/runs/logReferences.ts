/** A file and line that a line of a log names; columns of the text, the end excluded. */
export interface LogReference {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
}

const place = /(?<![\p{L}\p{N}_./@+:-])([\p{L}\p{N}_./@+-]{1,300})(?::(\d{1,7})|\((\d{1,7})[,)])/gu;

/** The files of the repository that `text` names as `path:line` or `path(line,…)`. `repository`: its name, in a path of the runner. */
export function referencesIn(text: string, repository: string): readonly LogReference[] {
  return Array.from(text.matchAll(place)).flatMap(({ 0: whole, 1: given = '', 2: colon, 3: bracket, index }) => {
    const path = pathOf(given, repository);
    const line = Number(colon ?? bracket);
    return path === undefined || line === 0
      ? []
      : [{ start: index, end: index + whole.length - (bracket === undefined ? 0 : 1), path, line }];
  });
}

/** The path in the repository; undefined for another file, or none. */
function pathOf(given: string, repository: string): string | undefined {
  const inside = given.lastIndexOf(`/${repository}/`);
  const path = given.startsWith('/')
    ? inside < 0
      ? ''
      : given.slice(inside + repository.length + 2)
    : given.replace(/^(\.\/)+/, '');
  const parts = path.split('/');
  const isPath = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isPath && /\.[A-Za-z]\w{0,9}$/.test(path) ? path : undefined;
}

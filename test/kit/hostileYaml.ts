import fc from 'fast-check';

/** Characters and texts with a special meaning in YAML. */
const signs = [
  ...['? ', '?\n', '- ', '-\n', '- ? ', '- : ', ': ', ':\n', '[', '{', '[{', '{[', '{? ', '[? ', '{a: ', '[a: ', '- ['],
  ...[']\n', '}', ',', '[]: ', '{} ', 'a: b: ', 'a: "b" c\n', '"a": ', '"a\n', '<<: {}\n', '? a\n', '- @\n', '`'],
  ...['&a ', '*a ', '- &a 1\n', '!a ', '!<a> ', '!!str ', '%a\n', '%TAG !a! b\n', '---\n', '--- ', '...\n'],
  ...['#\n', ' #', '\n', '\r', '\r\n', ' ', '\t', ' \n', '\n b', '\ufeff', "'", '"', '\\x', '|\n', '>\n', ' a\n\n'],
  ...['a', 'k: v\n', '- a\n  b\n', '\u2028', '😀'],
];
const starts = ['', 'a: ', 'a: "', "a: '", 'a: |\n', 'a: >\n ', '? ', '[', '{', '- &a x\n- '];

const fill = (start: string, pump: string, length: number): string =>
  (start + pump.repeat(Math.ceil(length / pump.length))).slice(0, length);

/** Numbered lines: `line(0)`, `line(1)` and so on, up to `length` characters. */
function lines(length: number, line: (at: number) => string): string {
  const all: string[] = [];
  for (let at = 0, written = 0; written < length; at += 1) {
    all.push(line(at));
    written += line(at).length;
  }
  return all.join('').slice(0, length);
}

/** YAML of `length` characters that makes a careless parser slow. */
export function hostileYaml(length: number): readonly string[] {
  return [
    ...signs.flatMap((sign) => ['', 'a: ', 'a: "'].map((start) => fill(start, sign, length))),
    lines(length, (at) => `k${at}: 1\n`),
    `{${lines(length - 1, (at) => `k${at}: 1, `)}`,
    lines(length, (at) => `- &a${at} *a${Math.max(0, at - 1)}\n`),
    lines(length, (at) => `${' '.repeat(at)}a:\n`),
    lines(length, (at) => `${' '.repeat(at)}- \n`),
    lines(length, (at) => `a${at}: &a${at} [*a${Math.max(0, at - 1)}, *a${Math.max(0, at - 1)}]\n`),
  ];
}

const part = fc.record({
  start: fc.constantFrom(...starts),
  pump: fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }).map((pumped) => pumped.join('')),
  length: fc.constantFrom(200, 2_000, 6_000, 60_000),
});
/** The parts of a YAML text of up to 180,000 characters; `joined` is the text. */
export const anyHostileParts = fc.array(part, { minLength: 1, maxLength: 3 });

export const joined = (parts: readonly { start: string; pump: string; length: number }[]): string =>
  parts.map(({ start, pump, length }) => fill(start, pump, length)).join('');

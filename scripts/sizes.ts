// Finds files, classes and functions that are too long: npm run lint:sizes
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from './kit/paths.ts';

/** Maximum number of lines, with comments and blank lines. */
const limits = { file: 400, class: 250, function: 60 } as const;

/** Exceptions with the reason: `path`, or `path name` of a class or function. */
const exceptions: Readonly<Record<string, string>> = {
  'src/extension.ts compose': 'composes all parts in the order of their dependencies, without logic',
};

interface Size {
  readonly kind: keyof typeof limits;
  /** The key in `exceptions`. */
  readonly name: string;
  readonly lines: number;
}

const tooLong = globSync('src/**/*.ts', { cwd: root })
  .flatMap((path) => sizesIn(path))
  .filter(({ kind, lines }) => lines > limits[kind])
  .sort((one, other) => other.lines - one.lines);
const problems = [
  ...tooLong
    .filter(({ name }) => !(name in exceptions))
    .map(({ kind, name, lines }) => `${name}: a ${kind} of ${lines} lines; at most ${limits[kind]}`),
  ...Object.keys(exceptions)
    .filter((name) => !tooLong.some((one) => one.name === name))
    .map((name) => `${name} is an exception of scripts/sizes.ts, but is not too long`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function sizesIn(path: string): Size[] {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sizes: Size[] = [{ kind: 'file', name: path, lines: text.split('\n').length - 1 }];
  const lineAt = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line;
  const visit = (node: ts.Node): void => {
    const kind = ts.isClassLike(node) ? 'class' : ts.isFunctionLike(node) ? 'function' : undefined;
    if (kind !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      sizes.push({ kind, name: `${path} ${nameOf(node)}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sizes;
}

/** The declared name; for an anonymous function or class, the name of its variable or property. */
function nameOf(node: ts.Node): string {
  for (const one of [node, node.parent]) {
    const { name } = one as ts.NamedDeclaration;
    if (name !== undefined) return name.getText();
  }
  return 'anonymous';
}

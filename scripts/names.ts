// Finds types with two usual variable names: npm run lint:names
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from './kit/paths.ts';

/** Types with two usual variable names, with the reason. */
const twoNames: Readonly<Record<string, string>> = {
  RepositoryName: '`repository` beside another name: of a branch, of an issue, of a file',
  Repository: '`record` where `repository` is the open one',
  RemoteAccess: '`remote` in callbacks inside a function with an `access`',
  AccountPlace: '`account` beside the place of a row',
  OpenedClone: '`repository` as the built-in git extension names it',
  RecordDocument: '`document` beside the record that it holds',
  Span: 'named after the part of the text: `at`, `body`, `front`',
  RepositoryList: 'named after what it lists: `pinned`, `recent`',
  WindowMemory: '`memory` of one window beside the memory of all windows',
  CommitText: '`commit` in the calls of the API',
};
/** Names for the part that a value plays, beside the usual name of its type. */
const roles = new Set(
  'after base before current first from head last left mine next now old one other own previous right root source target theirs to'.split(
    ' ',
  ),
);

const files = globSync('src/**/*.ts', { cwd: root });
const problems = typesWithTwoNames(files);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Exported types that have a second variable name in a tenth of at least eight declarations. */
function typesWithTwoNames(paths: readonly string[]): string[] {
  const homes: { readonly name: string; readonly isExported: boolean }[] = [];
  const declarations: { readonly name: string; readonly type: string }[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined)
      homes.push({ name: node.name.text, isExported: isExported(node) });
    const declared = declaration(node);
    if (declared !== undefined && !roles.has(declared.name)) declarations.push(declared);
    ts.forEachChild(node, visit);
  };
  for (const path of paths)
    visit(ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest));
  const byHome = Map.groupBy(homes, ({ name }) => name);
  return [...Map.groupBy(declarations, ({ type }) => type)].flatMap(([type, uses]) => {
    const [home, ...others] = byHome.get(type) ?? [];
    if (home?.isExported !== true || others.length > 0 || type in twoNames || uses.length < 8) return [];
    const byCount = [...Map.groupBy(uses, ({ name }) => name)].toSorted((a, b) => b[1].length - a[1].length);
    const [usual, second] = byCount.map(([name, all]) => ({ name, count: all.length }));
    return usual !== undefined && second !== undefined && second.count >= 3 && second.count * 10 >= uses.length
      ? [`${type} has two usual names: ${usual.name} and ${second.name}`]
      : [];
  });
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** The name and the type of a parameter, field or variable whose type is a name. */
function declaration(node: ts.Node): { readonly name: string; readonly type: string } | undefined {
  const isDeclaration =
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node);
  if (!isDeclaration || node.type === undefined || !ts.isTypeReferenceNode(node.type)) return undefined;
  const { typeName } = node.type;
  if (!ts.isIdentifier(typeName) || !(ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)))
    return undefined;
  return { name: node.name.text.replace(/^#/, ''), type: typeName.text };
}

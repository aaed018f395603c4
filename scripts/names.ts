// Finds exported names that are not unique, and folders with too many files: npm run lint:names
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { root } from './kit/paths.ts';

/** Names that two files may export, with the reason. */
const shared: Readonly<Record<string, string>> = {
  date: 'inputs and records are described with the same words: api/contract/field.ts and api/record/decode.ts',
  flag: 'as `date`',
  text: 'as `date`',
  time: 'as `date`',
};
/** Maximum number of files in a folder, without its sub-folders. */
const mostFiles = 20;

const files = globSync('src/**/*.ts', { cwd: root });
const problems = [...namesakes(files), ...fullFolders(files)];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function namesakes(paths: readonly string[]): string[] {
  const homes = new Map<string, Set<string>>();
  for (const path of paths)
    for (const name of exportsOf(path)) homes.set(name, (homes.get(name) ?? new Set()).add(path));
  const twice = [...homes].filter(([name, { size }]) => size > 1 && !(name in shared));
  const unused = Object.keys(shared).filter((name) => (homes.get(name)?.size ?? 0) < 2);
  return [
    ...twice.map(([name, all]) => `${name} is exported by ${[...all].join(' and ')}`),
    ...unused.map((name) => `${name} is an exception of scripts/names.ts, and is exported once`),
  ];
}

/** The names that the file at `path` exports. */
function exportsOf(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (isExported !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement;
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}

function fullFolders(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths, (path) => dirname(path));
  return [...folders].flatMap(([folder, { length }]) =>
    length > mostFiles ? [`${folder} holds ${length} files: at most ${mostFiles} are found at a glance`] : [],
  );
}

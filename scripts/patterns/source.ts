import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../kit/paths.ts';

export interface Pattern {
  /** `src/core/text.ts: /…/` */
  readonly name: string;
  readonly source: string;
  readonly flags: string;
}

export interface Patterns {
  readonly literals: readonly Pattern[];
  /** `src/core/text.ts: new RegExp(…)` of each pattern that is known only at run time. */
  readonly built: readonly string[];
}

/** Every regular expression of `src`. */
export function patternsOfSource(): Patterns {
  const literals: Pattern[] = [];
  const built: string[] = [];
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    const code = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        literals.push({ name: `${file}: ${node.text}`, source, flags });
      }
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp')
        built.push(`${file}: ${node.getText(code)}`);
      ts.forEachChild(node, visit);
    };
    visit(code);
  }
  return { literals, built };
}

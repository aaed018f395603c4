import { CodeAction, CodeActionKind, l10n, type Diagnostic, type TextDocument } from 'vscode';
import { nearest } from '../../../domain/documents/assist/nearest.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { readScalar, writeName } from '../../../domain/documents/text/frontMatter.ts';
import { rangeOf } from '../documents/addresses.ts';
import type { RecordText } from '../documents/texts.ts';
import { fixesOf, replacement } from './problemFixes.ts';

export async function quickFixes(
  vocabulary: Vocabulary,
  document: TextDocument,
  text: RecordText,
  diagnostics: readonly Diagnostic[],
): Promise<CodeAction[]> {
  const own = diagnostics.filter(({ source }) => source === 'Sourcehost');
  const fixes = await Promise.all(
    own.map(async (diagnostic) => {
      const problem = text.reading.problems.find(
        ({ code, at }) => code === diagnostic.code && rangeOf(document, at).isEqual(diagnostic.range),
      );
      const actions = problem ? fixesOf(document, text, problem) : await others(vocabulary, document, text, diagnostic);
      for (const action of actions) action.diagnostics = [diagnostic];
      const [first] = actions;
      if (first !== undefined && actions.length === 1) first.isPreferred = true;
      return actions;
    }),
  );
  return fixes.flat();
}

async function others(
  vocabulary: Vocabulary,
  document: TextDocument,
  { address }: RecordText,
  { code, range }: Diagnostic,
): Promise<CodeAction[]> {
  const run = (title: string, command: string, args: unknown[] = [document.uri]): CodeAction => {
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { title, command, arguments: args };
    return action;
  };
  const written = readScalar(document.getText(range));
  const instead = (names: readonly string[]): CodeAction[] =>
    nearest(written, names).map((name) =>
      replacement(document, range, l10n.t('Change to “{0}”', name), writeName(name)),
    );
  switch (code) {
    case 'conflict':
      return [
        run(l10n.t('Compare with Theirs'), 'sourcehost.record.compare'),
        run(l10n.t('Keep Mine'), 'sourcehost.record.keepMine'),
        run(l10n.t('Take Theirs'), 'sourcehost.record.takeTheirs'),
      ];
    case 'signedOut':
      return [run(l10n.t('Sign In'), 'sourcehost.account.signIn', [])];
    case 'unknownLabel':
      return instead((await vocabulary.labels(address)).map(({ name }) => name));
    case 'unknownPerson':
      return instead((await vocabulary.people(address)).map(({ login }) => login));
    case 'unknownMilestone':
      return instead((await vocabulary.milestones(address)).flatMap(({ title }) => title ?? []));
    case 'unknownBranch':
      return instead((await vocabulary.branches(address)).names);
    default:
      return [];
  }
}

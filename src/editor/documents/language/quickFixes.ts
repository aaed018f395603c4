import {
  CodeAction,
  CodeActionKind,
  l10n,
  type CodeActionContext,
  type CodeActionProvider,
  type Diagnostic,
  type Range,
  type TextDocument,
} from 'vscode';
import { nearest } from '../../../domain/documents/assist/nearest.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { readScalar, writeName } from '../../../domain/documents/text/frontMatter.ts';
import { rangeOf } from '../documents/addresses.ts';
import type { RecordText, Texts } from '../documents/texts.ts';
import { fixesOf, replacement } from './problemFixes.ts';

export class QuickFixes implements CodeActionProvider {
  static readonly metadata = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  readonly #texts: Texts;
  readonly #vocabulary: Vocabulary;

  constructor(texts: Texts, vocabulary: Vocabulary) {
    this.#texts = texts;
    this.#vocabulary = vocabulary;
  }

  async provideCodeActions(
    document: TextDocument,
    _: Range,
    { diagnostics }: CodeActionContext,
  ): Promise<CodeAction[]> {
    const text = this.#texts.of(document);
    if (text === undefined) return [];
    const own = diagnostics.filter(({ source }) => source === 'Sourcehost');
    const fixes = await Promise.all(
      own.map(async (diagnostic) => {
        const problem = text.reading.problems.find(
          ({ code, at }) => code === diagnostic.code && rangeOf(document, at).isEqual(diagnostic.range),
        );
        const actions = problem ? fixesOf(document, text, problem) : await this.#others(document, text, diagnostic);
        for (const action of actions) action.diagnostics = [diagnostic];
        const [first] = actions;
        if (first !== undefined && actions.length === 1) first.isPreferred = true;
        return actions;
      }),
    );
    return fixes.flat();
  }

  async #others(document: TextDocument, { address }: RecordText, { code, range }: Diagnostic): Promise<CodeAction[]> {
    const run = (title: string, command: string): CodeAction => {
      const action = new CodeAction(title, CodeActionKind.QuickFix);
      action.command = { title, command, arguments: [document.uri] };
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
      case 'signedOut': {
        const action = run(l10n.t('Sign In'), 'sourcehost.account.signIn');
        action.command = { title: action.title, command: 'sourcehost.account.signIn' };
        return [action];
      }
      case 'unknownLabel':
        return instead((await this.#vocabulary.labels(address)).map(({ name }) => name));
      case 'unknownPerson':
        return instead((await this.#vocabulary.people(address)).map(({ login }) => login));
      case 'unknownMilestone':
        return instead(
          (await this.#vocabulary.milestones(address)).flatMap(({ title }) => (title === undefined ? [] : [title])),
        );
      case 'unknownBranch':
        return instead((await this.#vocabulary.branches(address)).names);
      default:
        return [];
    }
  }
}

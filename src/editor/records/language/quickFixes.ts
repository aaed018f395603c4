import {
  CodeAction,
  CodeActionKind,
  l10n,
  WorkspaceEdit,
  type CodeActionContext,
  type CodeActionProvider,
  type Diagnostic,
  type Range,
  type TextDocument,
} from 'vscode';
import { fieldsOf } from '../../../domain/records/kinds/kind.ts';
import { nearest } from '../../../domain/records/assist/nearest.ts';
import type { CompletionSource } from '../../../domain/records/assist/completionSource.ts';
import type { Problem } from '../../../domain/records/text/problem.ts';
import { writeField } from '../../../domain/records/text/write.ts';
import { writeScalar } from '../../../domain/records/text/yamlText.ts';
import { hasId, rangeOf } from '../documents/addresses.ts';
import { describeField } from './descriptions.ts';
import type { RecordText, Texts } from '../documents/texts.ts';

/** Repairs of what is marked in a text. */
export class QuickFixes implements CodeActionProvider {
  static readonly metadata = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  readonly #texts: Texts;
  readonly #vocabulary: CompletionSource;

  constructor(texts: Texts, vocabulary: CompletionSource) {
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
        const found = problem ? fixesOf(document, text, problem) : await this.#others(document, text, diagnostic);
        for (const action of found) action.diagnostics = [diagnostic];
        const [first] = found;
        if (first !== undefined && found.length === 1) first.isPreferred = true;
        return found;
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
    const written = document.getText(range).replace(/^(["'])(.*)\1$/, '$2');
    const instead = (names: readonly string[]): CodeAction[] =>
      nearest(written, names).map((name) =>
        replace(document, range, l10n.t('Change to “{0}”', name), writeScalar(name)),
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
      default:
        return [];
    }
  }
}

function fixesOf(document: TextDocument, text: RecordText, problem: Problem): CodeAction[] {
  const { address, kind, reading } = text;
  const { code, key = '', value = '', allowed = [] } = problem;
  const range = rangeOf(document, problem.at);
  const fields = fieldsOf(kind, !hasId(address));
  const line = document.lineAt(range.start.line);
  switch (code) {
    case 'unknownKey': {
      const free = fields.filter((field) => !reading.entries.some((entry) => entry.key.text === field.key));
      const instead = nearest(
        key,
        free.map((field) => field.key),
      );
      return [
        ...instead.map((name) => replace(document, range, l10n.t('Change to “{0}”', name), name)),
        replace(document, line.rangeIncludingLineBreak, l10n.t('Remove This Line'), ''),
      ];
    }
    case 'onlyNew':
    case 'duplicateKey':
      return [replace(document, line.rangeIncludingLineBreak, l10n.t('Remove This Line'), '')];
    case 'badChoice':
      return allowed.map((one) =>
        replace(document, range, l10n.t('Change to “{0}” ({1})', one, describeField(key, one)), one),
      );
    case 'badDate': {
      const day = dayIn(value);
      return day === undefined ? [] : [replace(document, range, l10n.t('Change to “{0}”', day), day)];
    }
    case 'comma': {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const inBlock = /^\s*-\s/.test(line.text);
      const written = names.map(writeScalar).join(inBlock ? '\n  - ' : ', ');
      return names.length === 0
        ? []
        : [replace(document, range, l10n.t('Make Them {0} Labels', names.length), written)];
    }
    case 'noList': {
      const [first] = reading.entries.find((entry) => entry.key.text === key)?.words ?? [];
      return first === undefined
        ? []
        : [replace(document, range, l10n.t('Change to “{0}”', first.text), writeScalar(first.text))];
    }
    case 'required': {
      if (reading.entries.some((entry) => entry.key.text === key)) return [];
      const field = writeField(key, 'text', undefined).join('\n');
      return [insert(document, range.start.line + 1, l10n.t('Add “{0}”', key), `${field} \n`)];
    }
    case 'noBlank': {
      const behind = line.text.indexOf(':') + 1;
      const action = new CodeAction(l10n.t('Add the Blank'), CodeActionKind.QuickFix);
      action.edit = new WorkspaceEdit();
      action.edit.insert(document.uri, line.range.start.translate(0, behind), ' ');
      return [action];
    }
    case 'yaml': {
      const [, name, written] = /^(\w+):\s+(\S.*)$/.exec(line.text) ?? [];
      if (name === undefined || written === undefined || !fields.some((field) => field.key === name)) return [];
      return [replace(document, line.range, l10n.t('Put the Value in Quotes'), `${name}: ${JSON.stringify(written)}`)];
    }
    case 'endless':
      return [insert(document, endOfFields(document), l10n.t('Add the Line “---”'), '---\n')];
    case 'noMarker': {
      const shown = text.record?.shown?.comments;
      if (shown === undefined) return [];
      return [insert(document, document.lineCount, l10n.t('Show the Comments Again'), `\n\n${shown}`)];
    }
    case 'typedBelow': {
      const { sections } = reading;
      const shown = text.record?.shown?.comments;
      if (sections?.comments === undefined || shown === undefined) return [];
      const below = rangeOf(document, { from: sections.body.to, to: sections.comments.to });
      const typed = document.getText(range);
      return [
        replace(document, below, l10n.t('Move It above the Comments'), `\n\n${typed}\n\n${shown}`),
        replace(document, below, l10n.t('Remove It'), `\n\n${shown}`),
      ];
    }
    default:
      return [];
  }
}

/** The first line that is neither a field, an item of a list nor a note. */
function endOfFields(document: TextDocument): number {
  for (let line = 1; line < document.lineCount; line += 1) {
    if (!/^(\w+\s*:|\s*-\s|\s*#|\s+\S)/.test(document.lineAt(line).text)) return line;
  }
  return document.lineCount;
}

/** `2026/1/5`, `2026.1.5`, `2026-1-5` or `2026-01-05T…` as `2026-01-05`. */
function dayIn(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D|$)/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 ? date.toISOString().slice(0, 10) : undefined;
}

function replace(document: TextDocument, range: Range, title: string, text: string): CodeAction {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}

function insert(document: TextDocument, line: number, title: string, text: string): CodeAction {
  const at =
    line < document.lineCount ? document.lineAt(line).range.start : document.lineAt(document.lineCount - 1).range.end;
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.insert(document.uri, at, text);
  return action;
}

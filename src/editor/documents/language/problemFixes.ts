import { CodeAction, CodeActionKind, l10n, Range, WorkspaceEdit, type TextDocument, type TextLine } from 'vscode';
import { oneLine, withoutEnd } from '../../../core/text.ts';
import { nearest } from '../../../domain/documents/assist/nearest.ts';
import { fieldsOf } from '../../../domain/documents/kinds/kind.ts';
import type { RecordField } from '../../../domain/documents/text/recordField.ts';
import { formSections } from '../../../domain/documents/text/form.ts';
import type { Problem } from '../../../domain/documents/text/problem.ts';
import { writeField } from '../../../domain/documents/text/write.ts';
import { writeName, writeScalar } from '../../../domain/documents/text/frontMatter.ts';
import { hasId, rangeOf } from '../documents/addresses.ts';
import type { RecordText } from '../documents/texts.ts';
import { describeField } from './descriptions.ts';

/** Choices of a form that are offered as quick fixes; completion offers all. */
const mostAnswers = 10;

interface LocatedProblem {
  readonly document: TextDocument;
  readonly text: RecordText;
  readonly problem: Problem;
  readonly range: Range;
  readonly line: TextLine;
}

const fixes: Readonly<Partial<Record<Problem['code'], (at: LocatedProblem) => CodeAction[]>>> = {
  unknownKey: renameOrRemoveKey,
  onlyNew: removeLine,
  duplicateKey: removeLine,
  badChoice: chooseValue,
  badDate: rewriteDate,
  comma: splitNames,
  noList: takeFirstValue,
  required: addField,
  openList: closeListOrQuote,
  endless: addEndOfFields,
  badAnswer: chooseAnswer,
  unanswered: addAnswer,
  unticked: tickBox,
};

export function fixesOf(document: TextDocument, text: RecordText, problem: Problem): CodeAction[] {
  const range = rangeOf(document, problem.at);
  return fixes[problem.code]?.({ document, text, problem, range, line: document.lineAt(range.start.line) }) ?? [];
}

function renameOrRemoveKey(at: LocatedProblem): CodeAction[] {
  const { document, range, problem, text } = at;
  const free = fieldsIn(text).filter(({ key }) => !hasKey(text, key));
  const names = nearest(
    problem.key ?? '',
    free.map(({ key }) => key),
  );
  return [
    ...names.map((name) => replacement(document, range, l10n.t('Change to “{0}”', name), name)),
    ...removeLine(at),
  ];
}

function removeLine({ document, line }: LocatedProblem): CodeAction[] {
  return [replacement(document, line.rangeIncludingLineBreak, l10n.t('Remove This Line'), '')];
}

function chooseValue({ document, range, problem: { key = '', allowed = [] } }: LocatedProblem): CodeAction[] {
  return allowed.map((value) =>
    replacement(document, range, l10n.t('Change to “{0}” ({1})', value, describeField(key, value)), value),
  );
}

function rewriteDate({ document, range, problem: { value = '' } }: LocatedProblem): CodeAction[] {
  const day = dayIn(value);
  return day === undefined ? [] : [replacement(document, range, l10n.t('Change to “{0}”', day), day)];
}

function splitNames({ document, range, line, problem: { value = '' } }: LocatedProblem): CodeAction[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return [];
  const isInBlock = /^\s*-\s/.test(line.text);
  const written = names.map(writeName).join(isInBlock ? '\n  - ' : ', ');
  return [replacement(document, range, l10n.t('Split into {0} Labels', names.length), written)];
}

function takeFirstValue({ document, text, problem }: LocatedProblem): CodeAction[] {
  const { key, at, values = [] } = text.reading.entries.find((entry) => entry.key.text === problem.key) ?? {};
  const [first] = values;
  if (key === undefined || at === undefined || first === undefined) return [];
  const field = rangeOf(document, { from: key.at.from, to: at.to });
  const written = `${key.text}: ${writeScalar(first.text)}`;
  return [replacement(document, field, l10n.t('Change to “{0}”', first.text), written)];
}

function addField({ document, range, text, problem: { key = '' } }: LocatedProblem): CodeAction[] {
  if (hasKey(text, key)) return [];
  const field = writeField(key, 'text', undefined).join('\n');
  return [insertion(document, range.start.line + 1, l10n.t('Add “{0}”', key), `${field} \n`)];
}

function closeListOrQuote({ document, range }: LocatedProblem): CodeAction[] {
  const written = document.getText(range);
  return [
    replacement(document, range, l10n.t('Insert “]”'), `${withoutEnd(written, ' \t,')}]`),
    replacement(document, range, l10n.t('Quote the Value'), JSON.stringify(written)),
  ];
}

function addEndOfFields({ document }: LocatedProblem): CodeAction[] {
  return [insertion(document, endOfFields(document), l10n.t('Insert “---”'), '---\n')];
}

function chooseAnswer({ document, range, problem: { allowed = [] } }: LocatedProblem): CodeAction[] {
  return allowed.slice(0, mostAnswers).map((value) => {
    const title = l10n.t('Change to “{0}”', oneLine(value, 100));
    return replacement(document, range, title, value);
  });
}

function addAnswer({ document, text, problem: { at, allowed = [] } }: LocatedProblem): CodeAction[] {
  const { body } = text.reading.sections ?? {};
  const sections = body === undefined ? [] : formSections(document.getText(), body);
  const section = sections.find(({ heading }) => heading.from === at.from);
  if (section === undefined) return [];
  const { line } = document.positionAt(section.start);
  return allowed
    .slice(0, mostAnswers)
    .map((value) => insertion(document, line, l10n.t('Answer “{0}”', oneLine(value, 100)), `${value}\n`));
}

function tickBox({ document, line }: LocatedProblem): CodeAction[] {
  const at = line.text.indexOf('[ ]');
  if (at < 0) return [];
  const box = line.range.with(line.range.start.translate(0, at), line.range.start.translate(0, at + 3));
  return [replacement(document, box, l10n.t('Tick This Box'), '[x]')];
}

function fieldsIn({ address, kind }: RecordText): readonly RecordField[] {
  return fieldsOf(kind, !hasId(address));
}

function hasKey({ reading }: RecordText, name: string): boolean {
  return reading.entries.some(({ key }) => key.text === name);
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

export function replacement(document: TextDocument, range: Range, title: string, text: string): CodeAction {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, range, text);
  return action;
}

/** A quick fix that inserts `text` at the start of `line`, or at the end of the document. */
function insertion(document: TextDocument, line: number, title: string, text: string): CodeAction {
  const at =
    line < document.lineCount ? document.lineAt(line).range.start : document.lineAt(document.lineCount - 1).range.end;
  return replacement(document, new Range(at, at), title, text);
}

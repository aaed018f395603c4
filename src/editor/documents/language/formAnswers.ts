import { CompletionItem, CompletionItemKind, CompletionList, l10n, type Position, type TextDocument } from 'vscode';
import { oneLine } from '../../../core/text.ts';
import { formSections } from '../../../domain/documents/text/form.ts';
import type { ParsedRecord } from '../../../domain/documents/text/read.ts';
import { rangeOf } from '../documents/addresses.ts';

/** The choices of the form section at a position; undefined outside of such a section, and in its comments. */
export function formChoices(
  document: TextDocument,
  position: Position,
  { sections }: ParsedRecord,
): CompletionList | undefined {
  if (sections === undefined) return undefined;
  const offset = document.offsetAt(position);
  const section = formSections(document.getText(), sections.body).find(
    ({ start, whole, rule }) => rule.choices.length > 0 && offset >= start && offset <= whole.to,
  );
  if (section === undefined) return undefined;
  const { label, rule, answers } = section;
  const { range } = document.lineAt(position.line);
  const written = answers.find(({ at }) => rangeOf(document, at).start.line === position.line);
  const chosen = new Set(answers.filter((one) => one !== written).map(({ text }) => text));
  const free = rule.many ? rule.choices.filter((choice) => !chosen.has(choice)) : rule.choices;
  const replaced = written === undefined ? range : rangeOf(document, written.at);
  return new CompletionList(
    free.map((choice, index) => {
      const item = new CompletionItem(oneLine(choice, 200), CompletionItemKind.EnumMember);
      item.insertText = choice;
      item.range = replaced;
      // A complete answer can be replaced by each other one.
      item.filterText = `${rule.choices.includes(written?.text ?? '') ? (written?.text ?? '') : ''}${choice}`;
      item.sortText = String(index).padStart(5, '0');
      item.detail = rule.many ? l10n.t('{0}: one answer in each line', oneLine(label, 100)) : oneLine(label, 100);
      return item;
    }),
  );
}

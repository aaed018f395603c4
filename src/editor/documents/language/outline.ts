import { DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind, type TextDocument } from 'vscode';
import { oneLine } from '../../../core/text.ts';
import { rangeOf } from '../documents/addresses.ts';
import { nameOf } from '../documents/messages.ts';
import type { RecordText } from '../documents/texts.ts';

export function titleOf({ reading }: RecordText): string {
  const { title, name } = reading.snapshot.values;
  const written = title ?? name;
  return typeof written === 'string' ? oneLine(written, 120) : '';
}

/** The record and its fields. The Markdown extension of the editor adds the headings of the text. */
export function symbolsIn(document: TextDocument, text: RecordText): DocumentSymbol[] {
  if (text.reading.sections === undefined) return [];
  const front = rangeOf(document, { from: 0, to: text.reading.sections.front.to + 3 });
  const title = titleOf(text);
  const label = title === '' ? nameOf(text.address) : `${nameOf(text.address)}: ${title}`;
  const root = new DocumentSymbol(label, '', SymbolKind.File, front, front.with({ end: document.lineAt(0).range.end }));
  root.children = text.reading.entries.map(({ key, at, values }) => {
    const selection = rangeOf(document, key.at);
    const value = values.map((word) => oneLine(word.text, 80)).join(', ');
    const whole = rangeOf(document, { from: key.at.from, to: Math.max(key.at.to, at.to) });
    return new DocumentSymbol(key.text === '' ? '?' : key.text, value, SymbolKind.Property, whole, selection);
  });
  return [root];
}

export function foldsIn(document: TextDocument, { reading: { sections } }: RecordText): FoldingRange[] {
  if (sections === undefined) return [];
  const end = document.positionAt(sections.front.to).line;
  const ranges = [new FoldingRange(0, end)];
  for (let line = 1; line < end; line += 1) {
    if (!document.lineAt(line).text.startsWith('#')) continue;
    if (end - 1 > line) ranges.push(new FoldingRange(line, end - 1, FoldingRangeKind.Comment));
    break;
  }
  return ranges;
}

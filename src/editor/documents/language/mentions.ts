import { CompletionItem, CompletionItemKind, CompletionList, Range, type Position, type TextDocument } from 'vscode';
import type { CallOptions } from '../../../api/http/send.ts';
import { oneLine } from '../../../core/text.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import { describeIssue } from './descriptions.ts';

const begun = /(?<![\p{L}\p{N}_&/#@.-])([#@])([\p{L}\p{N}_.-]{0,60})$/u;

/** Completes `#` by the newest issues (by number or words of the title) and `@` by people. */
export async function mentionItems(
  vocabulary: Vocabulary,
  repository: RepositoryName,
  document: TextDocument,
  position: Position,
  options: CallOptions,
): Promise<CompletionList | undefined> {
  const before = document.lineAt(position.line).text.slice(Math.max(0, position.character - 100), position.character);
  const [whole, sign, written = ''] = begun.exec(before) ?? [];
  // A Markdown heading starts with the same character.
  if (whole === undefined || (sign === '#' && written === '' && before.trim() === '#')) return undefined;
  const range = new Range(position.translate(0, -whole.length), position);
  if (sign === '@') {
    const people = await vocabulary.people(repository, options);
    return new CompletionList(
      people.map(({ login, name }) => {
        const item = new CompletionItem(
          { label: `@${login}`, description: oneLine(name ?? '', 80) },
          CompletionItemKind.User,
        );
        [item.range, item.filterText] = [range, `@${login} ${name ?? ''}`];
        return item;
      }),
    );
  }
  const issues = await vocabulary.issues(repository, options);
  return new CompletionList(
    issues.map((issue, index) => {
      const title = oneLine(issue.title ?? '', 120);
      const item = new CompletionItem({ label: `#${issue.number}`, description: title }, CompletionItemKind.Issue);
      [item.range, item.filterText, item.insertText] = [range, `#${issue.number} #${title}`, `#${issue.number}`];
      [item.documentation, item.sortText] = [describeIssue(issue), String(index).padStart(5, '0')];
      return item;
    }),
  );
}

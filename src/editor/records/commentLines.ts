import {
  CodeAction,
  CodeActionKind,
  l10n,
  type CodeActionProvider,
  type CodeActionProviderMetadata,
  type DocumentFilter,
  type Range,
  type Selection,
  type TextDocument,
} from 'vscode';
import { fileScheme } from '../../domain/address.ts';

/** Offers an issue for the line at the cursor where it holds a comment like TODO. */
export class CommentLines implements CodeActionProvider {
  static readonly selector: readonly DocumentFilter[] = ['file', fileScheme, 'vscode-vfs'].map((scheme) => ({
    scheme,
  }));
  static readonly metadata: CodeActionProviderMetadata = { providedCodeActionKinds: [CodeActionKind.QuickFix] };

  provideCodeActions(document: TextDocument, { start }: Range | Selection): CodeAction[] {
    const text = document.lineAt(start.line).text;
    if (text.length > 2_000 || !/(?:\/\/|\/\*|#|--|;|%|<!--|\*)\s*(?:TODO|FIXME|BUG|HACK|XXX)\b/.test(text)) return [];
    const title = l10n.t('Create Issue from Comment');
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { command: 'sourcehost.issue.createFromComment', title, arguments: [document.uri] };
    return [action];
  }
}

import {
  CodeAction,
  CodeActionKind,
  l10n,
  Selection,
  type CodeActionProvider,
  type CodeActionProviderMetadata,
  type DocumentFilter,
  type Range,
  type TextDocument,
  type Uri,
} from 'vscode';
import { fileScheme } from '../../../domain/hosts/address.ts';

/** Offers, in files of known repositories, to create an issue from a line with a comment like TODO. */
export class CommentLines implements CodeActionProvider {
  static readonly selector: readonly DocumentFilter[] = ['file', fileScheme, 'vscode-vfs'].map((scheme) => ({
    scheme,
  }));
  static readonly metadata: CodeActionProviderMetadata = { providedCodeActionKinds: [CodeActionKind.QuickFix] };

  readonly #isKnown: (uri: Uri) => boolean;

  constructor(isKnown: (uri: Uri) => boolean) {
    this.#isKnown = isKnown;
  }

  provideCodeActions(document: TextDocument, at: Range | Selection): CodeAction[] {
    // The command uses the line of the cursor. A Range instead of a Selection belongs to a problem under the mouse
    // pointer.
    if (!(at instanceof Selection)) return [];
    const { text } = document.lineAt(at.active.line);
    if (text.length > 2_000 || !/(?:\/\/|\/\*|#|--|;|%|<!--|\*)\s*(?:TODO|FIXME|BUG|HACK|XXX)\b/.test(text)) return [];
    if (!this.#isKnown(document.uri)) return [];
    const title = l10n.t('Create Issue from Comment');
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { command: 'sourcehost.issue.createFromComment', title, arguments: [document.uri] };
    return [action];
  }
}

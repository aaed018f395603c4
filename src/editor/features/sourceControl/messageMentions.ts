import { Uri, type CompletionItemProvider, type CompletionList, type Position, type TextDocument } from 'vscode';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { signalOf } from '../../kit/signal.ts';
import { fileAddressOf } from '../../kit/uri.ts';

export type MentionItems = (
  repository: RepositoryName,
  document: TextDocument,
  position: Position,
  options: { readonly signal: AbortSignal },
) => Promise<CompletionList | undefined>;

export const messageMentions = (items: MentionItems): CompletionItemProvider => ({
  provideCompletionItems: async (document, position, token) => {
    // The address of a message box contains the folder of its source control.
    const root = new URLSearchParams(document.uri.query).get('rootUri');
    const address = root === null ? undefined : fileAddressOf(Uri.parse(root));
    return address && (await items(address, document, position, { signal: signalOf(token) }));
  },
});

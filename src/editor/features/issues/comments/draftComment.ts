import { l10n, type Comment, type CommentAuthorInformation, type CommentMode, type MarkdownString } from 'vscode';
import { ownMarkdown } from '../../../kit/messages/markdown.ts';
import { target } from '../../../kit/prompts/target.ts';

/** What the commands of a draft do with it. */
export interface DraftBox {
  readonly draft: DraftComment | undefined;
  preview(text: string): Promise<void>;
  write(text: string): Promise<void>;
  discard(): Promise<void>;
  send(text: string, signal?: AbortSignal): Promise<void>;
}

export type DraftState = 'draft' | 'notSent' | 'sending';

/** A comment that the host does not have yet: as Markdown, or while it is edited. Its menus depend on `contextValue`. */
export class DraftComment implements Comment {
  readonly box: DraftBox;
  readonly author: CommentAuthorInformation;
  /** The editor replaces it by the text of its input when it runs a command of this comment. */
  body: MarkdownString;
  readonly mode: CommentMode;
  readonly label: string;
  readonly contextValue: DraftState;

  constructor(box: DraftBox, login: string, text: string, mode: CommentMode, state: DraftState) {
    this.box = box;
    this.author = { name: login };
    this.body = ownMarkdown(text);
    this.mode = mode;
    this.contextValue = state;
    this.label = labels[state]();
  }

  get text(): string {
    return this.body.value;
  }

  /** The arguments of a command that the menu of this comment runs. */
  get [target](): Readonly<Record<string, unknown>> {
    return { draft: this };
  }
}

const labels: Readonly<Record<DraftState, () => string>> = {
  draft: () => l10n.t('Draft'),
  notSent: () => l10n.t('Not sent'),
  sending: () => l10n.t('Sending…'),
};

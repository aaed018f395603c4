import { CommentMode, l10n, type Comment, type CommentAuthorInformation, type MarkdownString } from 'vscode';
import { isUndecided } from '../../../../domain/hosts/creations.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import { foreignMarkdown, ownMarkdown } from '../../../kit/messages/markdown.ts';
import { target } from '../../../kit/prompts/target.ts';

/** What the commands of a draft do with it. */
export interface DraftBox {
  readonly text: string;
  preview(text: string): Promise<void>;
  write(text?: string): Promise<void>;
  discard(): Promise<void>;
  send(text: string, options?: RequestOptions): Promise<void>;
}

type DraftState = 'draft' | 'maybeSent' | 'notSent' | 'sending';

/** What a draft becomes after `error`. */
export const unsentState = (error: unknown): DraftState => (isUndecided(error) ? 'maybeSent' : 'notSent');

/** A comment that the host does not have yet: as Markdown, or while it is edited. Its menus depend on `contextValue`. */
export class DraftComment implements Comment {
  readonly box: DraftBox;
  readonly author: CommentAuthorInformation;
  /** The editor replaces it by the text of its input when it runs a command of this comment. */
  body: MarkdownString;
  readonly mode: CommentMode;
  label = '';
  contextValue = '';
  readonly #kind: string;

  /** `kind`: the end of `contextValue`, for menus of its own. */
  constructor(box: DraftBox, login: string, text: string, mode: CommentMode, kind = '') {
    this.#kind = kind;
    this.box = box;
    this.author = { name: login };
    // The comment can quote another person.
    this.body = mode === CommentMode.Editing ? ownMarkdown(text) : foreignMarkdown(text);
    this.mode = mode;
    this.become('draft');
  }

  get text(): string {
    return this.mode === CommentMode.Preview || this.body.value === '' ? this.box.text : this.body.value;
  }

  /** Changes the label and the menus; the input stays. */
  become(state: DraftState): void {
    const isEditing = this.mode === CommentMode.Editing;
    this.contextValue = `${state === 'sending' ? 'sending' : isEditing ? 'editing' : 'preview'}${this.#kind}`;
    this.label = labels[state]();
  }

  /** The arguments of a command that the menu of this comment runs. */
  get [target](): Readonly<Record<string, unknown>> {
    return { draft: this };
  }
}

const labels: Readonly<Record<DraftState, () => string>> = {
  draft: () => l10n.t('Draft'),
  maybeSent: () => l10n.t('Perhaps sent'),
  notSent: () => l10n.t('Not sent'),
  sending: () => l10n.t('Sending…'),
};

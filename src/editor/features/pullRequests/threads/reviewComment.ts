import { CommentMode, l10n, type Comment, type CommentAuthorInformation, type MarkdownString } from 'vscode';
import type { Comment as Told } from '../../../../domain/conversation/conversation.ts';
import { foreignMarkdown } from '../../../kit/messages/markdown.ts';
import { target } from '../../../kit/prompts/target.ts';

export interface CommentOwner {
  isOwn(record: Told): boolean;
  edit(record: Told): Promise<void>;
  remove(record: Told, signal: AbortSignal): Promise<void>;
}

export class ReviewComment implements Comment {
  readonly review: CommentOwner;
  readonly record: Told;
  readonly mode = CommentMode.Preview;
  readonly author: CommentAuthorInformation;
  /** The editor may replace it when it runs a command of this comment. */
  body: MarkdownString;
  readonly contextValue: 'other' | 'own';
  readonly timestamp?: Date;

  constructor(review: CommentOwner, record: Told) {
    this.review = review;
    this.record = record;
    const { user, body, created_at } = record;
    this.author = { name: user?.name ?? user?.login ?? l10n.t('unknown') };
    this.body = foreignMarkdown(body);
    this.contextValue = review.isOwn(record) ? 'own' : 'other';
    const time = Date.parse(created_at ?? '');
    if (!Number.isNaN(time)) this.timestamp = new Date(time);
  }

  get [target](): Readonly<Record<string, unknown>> {
    return { comment: this };
  }
}

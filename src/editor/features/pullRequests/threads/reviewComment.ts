import { CommentMode, l10n, type Comment, type CommentAuthorInformation, type MarkdownString } from 'vscode';
import type { PullRequestComment } from '../../../../domain/pullRequests/discussions.ts';
import { foreignMarkdown } from '../../../kit/messages/markdown.ts';
import { target } from '../../../kit/prompts/target.ts';

export interface CommentOwner {
  isOwn(record: PullRequestComment): boolean;
  edit(record: PullRequestComment): Promise<void>;
  remove(record: PullRequestComment, signal: AbortSignal): Promise<void>;
}

export class ReviewComment implements Comment {
  readonly review: CommentOwner;
  readonly record: PullRequestComment;
  readonly mode = CommentMode.Preview;
  readonly author: CommentAuthorInformation;
  /** The editor may replace it when it runs a command of this comment. */
  body: MarkdownString;
  readonly contextValue: 'other' | 'own';
  readonly label?: string;
  readonly timestamp?: Date;

  constructor(review: CommentOwner, record: PullRequestComment) {
    this.review = review;
    this.record = record;
    const { user, body = '', created_at, updated_at } = record;
    this.author = { name: user?.name ?? user?.login ?? l10n.t('unknown') };
    this.body = foreignMarkdown(body);
    this.contextValue = review.isOwn(record) ? 'own' : 'other';
    const time = Date.parse(created_at ?? '');
    if (!Number.isNaN(time)) this.timestamp = new Date(time);
    if (updated_at !== undefined && Date.parse(updated_at) > time) this.label = l10n.t('edited');
  }

  get [target](): Readonly<Record<string, unknown>> {
    return { comment: this };
  }
}

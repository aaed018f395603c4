import { l10n } from 'vscode';
import { Emitter, type Event } from '../../../../core/emitter.ts';
import { isFailure, messageOf } from '../../../../core/errors.ts';
import type { Log } from '../../../../core/log.ts';
import { foldCase } from '../../../../core/text.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { Account } from '../../../../domain/hosts/hosts.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/issues/commentDrafts.ts';
import type { CommentPlace, Comments } from '../../../../domain/issues/comments.ts';
import {
  discussionsOf,
  type Discussion,
  type PullRequestComment,
} from '../../../../domain/pullRequests/discussions.ts';
import type { PullRequests } from '../../../../domain/pullRequests/pullRequests.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import { TypedText } from '../../../kit/comments/typedText.ts';
import { ReviewComment, type CommentOwner } from './reviewComment.ts';
import {
  draftIdOf,
  placeOf,
  UnsentComment,
  type FilePlace,
  type TextOwner,
  type UnsentPlace,
} from './unsentComment.ts';

export interface ReviewParts {
  readonly place: CommentPlace;
  readonly account: Account;
  readonly number: string;
  readonly pullRequests: PullRequests;
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly onWritten: () => void;
  /** The line (from 1) of a text on a file. @throws Failure `cancelled` */
  readonly askLine: (path: string) => Promise<number>;
  readonly failures: Failures;
  readonly log: Log;
}

/** The comments of a pull request, and the texts that the host does not have yet. */
export class Review implements CommentOwner, TextOwner {
  readonly #parts: ReviewParts;
  readonly #emitter = new Emitter<void>();
  readonly #commentCache = new WeakMap<PullRequestComment, ReviewComment>();
  /** The comments that were written here, and their files: a host may not name the author or the file. */
  readonly #written = new Map<string, string | undefined>();
  /** The ids of the texts that are in an input of the editor. */
  readonly #followed = new Set<string>();
  #comments: readonly PullRequestComment[] = [];
  #unsent: readonly UnsentComment[] = [];

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  readonly onDidChange: Event<void> = this.#emitter.event;

  get login(): string {
    return this.#parts.account.login;
  }

  get unsent(): readonly UnsentComment[] {
    return this.#unsent;
  }

  discussions(): readonly Discussion[] {
    return discussionsOf(this.#comments, (id) => this.#written.get(id));
  }

  isOwn({ id, user }: PullRequestComment): boolean {
    return user === undefined ? this.#written.has(id) : foldCase(user.login) === foldCase(this.login);
  }

  reviewComment(record: PullRequestComment): ReviewComment {
    const comment = this.#commentCache.get(record) ?? new ReviewComment(this, record);
    this.#commentCache.set(record, comment);
    return comment;
  }

  async read(signal?: AbortSignal): Promise<void> {
    const { drafts, failures, number } = this.#parts;
    const comments: PullRequestComment[] = [];
    try {
      for await (const one of this.#listed(signal)) comments.push(one);
    } catch (error) {
      if (!isFailure(error) || error.reason !== 'listTooLarge') throw error;
      failures.show(error, { task: l10n.t('Comments on {0}', `!${number}`) });
    }
    this.#comments = comments;
    const unsentIds = new Set(this.#unsent.map((one) => draftIdOf(one.place)));
    for (const [id, text] of await drafts.of(this.#draftPlace())) {
      const at = placeOf(id);
      if (at !== undefined && !unsentIds.has(id) && !this.#followed.has(id))
        this.#unsent = [...this.#unsent, new UnsentComment(this, at, text)];
    }
    this.changed();
  }

  #listed(signal: AbortSignal | undefined): AsyncIterable<PullRequestComment> {
    const { pullRequests, place, number } = this.#parts;
    return pullRequests.comments(place, number, { priority: 'background', signal });
  }

  changed(): void {
    this.#emitter.fire();
  }

  /** A new text on a line, which is stored. */
  async comment(path: string, line: number, text: string): Promise<UnsentComment> {
    this.#dropEmpty();
    const { length } = this.#unsent.filter(
      ({ place: at }) => at.kind === 'line' && at.path === path && at.line === line,
    );
    return await this.#add({ kind: 'line', path, line, count: length }, text);
  }

  askLine(path: string): Promise<number> {
    return this.#parts.askLine(path);
  }

  /** Stores the text of an input of the editor, and does not show it as long as the input does. */
  follow(place: FilePlace, text: string): TypedText {
    this.#followed.add(draftIdOf(place));
    const isSame = (one: UnsentComment): boolean =>
      one.place.kind === 'file' && one.place.path === place.path && one.text === text;
    // The editor opens the input of a file again that was not visible.
    void this.#unsent.find(isSame)?.discard();
    return new TypedText('', async (typed) => await this.store(place, typed));
  }

  /** The input is gone. A text that is left is shown with the next comments. */
  unfollow(place: FilePlace, text: string): void {
    this.#followed.delete(draftIdOf(place));
    if (text.trim() !== '') this.#unsent = [...this.#unsent, new UnsentComment(this, place, text)];
  }

  /** The reply that is not sent yet, else a new one. */
  async reply(discussion: string): Promise<UnsentComment> {
    this.#dropEmpty();
    const earlier = this.#unsent.find(({ place: at }) => at.kind === 'reply' && at.discussion === discussion);
    return earlier ?? (await this.#add({ kind: 'reply', discussion }, ''));
  }

  async edit({ id, body = '' }: PullRequestComment): Promise<void> {
    const unsent = this.#unsent.find(({ place }) => place.kind === 'edit' && place.id === id);
    await (unsent ?? (await this.#add({ kind: 'edit', id }, body))).write();
  }

  async store(place: UnsentPlace, text: string): Promise<void> {
    await this.#parts.drafts.set(this.#draftPlace(draftIdOf(place)), text);
  }

  drop(unsent: UnsentComment): void {
    this.#unsent = this.#unsent.filter((one) => one !== unsent);
    this.changed();
  }

  /** The file was closed, and with it the inputs of its texts. */
  rest(path: string): void {
    this.#dropEmpty();
    for (const unsent of this.#unsent) if (this.#pathOf(unsent.place) === path) unsent.rest();
  }

  async send(unsent: UnsentComment, options: RequestOptions): Promise<void> {
    this.changed();
    await this.#write(unsent, options);
    this.#parts.onWritten();
    await unsent.discard();
  }

  async remove(record: PullRequestComment, signal: AbortSignal): Promise<void> {
    const { comments, place, number } = this.#parts;
    await comments.removeFromPullRequest(place, { id: record.id, number }, { signal });
    this.#comments = this.#comments.filter(({ id }) => id !== record.id);
    this.#parts.onWritten();
    this.changed();
  }

  async resolve(discussion: string, resolved: boolean, signal: AbortSignal): Promise<void> {
    const { pullRequests, place, number } = this.#parts;
    await pullRequests.resolve(place, number, { discussion, resolved }, { signal });
    this.#comments = this.#comments.map((one) => (one.discussion_id === discussion ? { ...one, resolved } : one));
    this.#parts.onWritten();
    this.changed();
  }

  async #write({ place: at, text: body }: UnsentComment, options: RequestOptions): Promise<void> {
    const { comments, place, number } = this.#parts;
    switch (at.kind) {
      case 'edit': {
        await comments.editOnPullRequest(place, { id: at.id, number }, body, options);
        const updated_at = new Date().toISOString();
        this.#comments = this.#comments.map((one) => (one.id === at.id ? { ...one, body, updated_at } : one));
        return;
      }
      case 'reply': {
        const created = await comments.reply(place, number, { body, discussion: at.discussion }, options);
        await this.#created(created && { ...created, discussion_id: at.discussion }, undefined);
        return;
      }
      // It is moved to a line before.
      case 'file':
        return;
      case 'line': {
        const line = { path: at.path, position: at.line };
        const created = await comments.addToPullRequest(place, number, { body, line }, options);
        await this.#created(created, at.path);
        // Only the list of a host may have the place.
        if (created?.path === undefined) await this.#readAgain();
      }
    }
  }

  /** `path`: the file of a new comment on a line. */
  async #created(comment: PullRequestComment | undefined, path: string | undefined): Promise<void> {
    if (comment === undefined) {
      await this.#readAgain();
      return;
    }
    this.#written.set(comment.id, path);
    // The answer may name neither the author nor the time.
    const { user = this.#self(), created_at = new Date().toISOString() } = comment;
    const created = { ...comment, user, created_at };
    this.#comments = [...this.#comments.filter(({ id }) => id !== created.id), created];
  }

  #self(): NonNullable<PullRequestComment['user']> {
    const { login } = this;
    const ownUser = this.#comments.find(({ user }) => foldCase(user?.login ?? '') === foldCase(login))?.user;
    const unknown = { name: undefined, id: undefined, avatar_url: undefined, html_url: undefined, accept: undefined };
    return ownUser ?? { login, ...unknown };
  }

  /** The host has the comment: a failure here must not look as if it was not sent. */
  async #readAgain(): Promise<void> {
    await this.read().catch((error: unknown) => this.#parts.log.info(`the place is not known: ${messageOf(error)}`));
  }

  async #add(place: UnsentPlace, text: string): Promise<UnsentComment> {
    const unsent = new UnsentComment(this, place, text);
    const id = draftIdOf(place);
    this.#unsent = [...this.#unsent.filter((one) => draftIdOf(one.place) !== id), unsent];
    await unsent.keep();
    this.changed();
    return unsent;
  }

  #pathOf(place: UnsentPlace): string | undefined {
    if (place.kind === 'line' || place.kind === 'file') return place.path;
    const isOf = ({ id, comments }: Discussion): boolean =>
      place.kind === 'reply' ? id === place.discussion : comments.some((one) => one.id === place.id);
    return this.discussions().find(isOf)?.path;
  }

  /** An input without text closes when another input opens. */
  #dropEmpty(): void {
    this.#unsent = this.#unsent.filter(({ text }) => text.trim() !== '');
  }

  /** An issue can have the same number. */
  #draftPlace(id?: string): DraftPlace {
    const { account, place, number } = this.#parts;
    return { account: account.id, name: place.name, number: `!${number}`, id };
  }
}

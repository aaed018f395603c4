import * as v from 'valibot';
import { l10n } from 'vscode';
import { Person } from '../../../../api/record/person.ts';
import { Emitter, type Event } from '../../../../core/emitter.ts';
import { isFailure, messageOf } from '../../../../core/errors.ts';
import type { Log } from '../../../../core/log.ts';
import { foldCase } from '../../../../core/text.ts';
import { withChange, withComment } from '../../../../domain/conversation/changedDiscussions.ts';
import { withEarlier } from '../../../../domain/conversation/entries.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/conversation/commentDrafts.ts';
import {
  isElsewhere,
  type Comments,
  type CommentTarget,
  type WrittenComment,
} from '../../../../domain/conversation/comments.ts';
import {
  commentsIn,
  type Comment,
  type ConversationPlace,
  type Discussion,
} from '../../../../domain/conversation/conversation.ts';
import type { Conversations } from '../../../../domain/conversation/conversations.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { Account } from '../../../../domain/hosts/hosts.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import { showMessage } from '../../../kit/messages/show.ts';
import { TypedText } from '../../../kit/typedText.ts';
import { ReviewComment, type CommentOwner } from './reviewComment.ts';
import {
  draftIdOf,
  placeOf,
  UnsentComment,
  type FilePlace,
  type TextOwner,
  type UnsentLines,
  type UnsentPlace,
} from './unsentComment.ts';

export interface ReviewParts {
  readonly place: ConversationPlace;
  readonly account: Account;
  readonly conversations: Conversations;
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly onWritten: () => void;
  /** Those of the lowest rank are shown first. */
  readonly rank: (one: Discussion) => number;
  /** The line (from 1) of a text on a file. @throws Failure `cancelled` */
  readonly askLine: (path: string) => Promise<number>;
  readonly failures: Failures;
  readonly log: Log;
}

/** The comments of a pull request, and the texts that the host does not have yet. */
export class Review implements CommentOwner, TextOwner {
  readonly #parts: ReviewParts;
  readonly #emitter = new Emitter<void>();
  /** By id: an equal comment is not drawn again. */
  readonly #shown = new Map<string, ReviewComment>();
  /** The comments that were written here, and their files: a host may not name the author or the file. */
  readonly #written = new Map<string, string | undefined>();
  /** The ids of the texts that are in an input of the editor. */
  readonly #followed = new Set<string>();
  #discussions: readonly Discussion[] = [];
  #unsent: readonly UnsentComment[] = [];

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  readonly onDidChange: Event<void> = this.#emitter.event;

  get login(): string {
    return this.#parts.account.login;
  }

  get name(): RepositoryName {
    return this.#parts.place.name;
  }

  get unsent(): readonly UnsentComment[] {
    return this.#unsent;
  }

  discussions(): readonly Discussion[] {
    return this.#discussions.map((one) => {
      const { id = '', place } = one;
      const path = place?.path ?? this.#written.get(id);
      return place === undefined || path === place.path ? one : { ...one, place: { ...place, path } };
    });
  }

  /** Only these can be edited. */
  isOwn({ id, user }: Comment): boolean {
    if (id === undefined) return false;
    return user === undefined ? this.#written.has(id) : foldCase(user.login) === foldCase(this.login);
  }

  reviewComment(record: Comment): ReviewComment {
    const { id, body, user, created_at } = record;
    const earlier = id === undefined ? undefined : this.#shown.get(id);
    const { record: was } = earlier ?? {};
    if (earlier !== undefined && was?.body === body && was.user?.login === user?.login && was.created_at === created_at)
      return earlier;
    const comment = new ReviewComment(this, record);
    if (id !== undefined) this.#shown.set(id, comment);
    return comment;
  }

  async read(signal?: AbortSignal): Promise<void> {
    const { conversations, drafts, failures, place, rank } = this.#parts;
    const before = this.#discussions;
    try {
      const options = { priority: 'background', signal, rank } as const;
      for await (const { discussions, isWhole } of conversations.read(place, options)) {
        this.#discussions = isWhole ? discussions : withEarlier(discussions, before);
        this.changed();
      }
    } catch (error) {
      if (!isFailure(error) || error.reason !== 'listTooLarge') throw error;
      failures.show(error, { task: l10n.t('Comments on {0}', `!${place.number}`) });
    }
    const stored = await drafts.of(this.#draftPlace());
    // After the reading: a text can be typed meanwhile.
    const unsentIds = new Set(this.#unsent.map((one) => draftIdOf(one.place)));
    for (const [id, text] of stored) {
      const at = placeOf(id);
      if (at !== undefined && !unsentIds.has(id) && !this.#followed.has(id))
        this.#unsent = [...this.#unsent, new UnsentComment(this, at, text)];
    }
    this.changed();
  }

  changed(): void {
    this.#emitter.fire();
  }

  /** A new text on lines or a file, which is stored. */
  async comment(path: string, lines: UnsentLines, text: string): Promise<UnsentComment> {
    this.#dropEmpty();
    const { length } = this.#unsent.filter(
      ({ place: at }) => at.kind === 'line' && at.path === path && at.line === lines.line,
    );
    return await this.#add({ kind: 'line', path, ...lines, count: length }, text);
  }

  /** Sends a text about the whole. Until the host has it, it stands in the box at the end of the conversation. */
  async sendOnWhole(text: string, options: RequestOptions): Promise<void> {
    const { comments, drafts, place } = this.#parts;
    const box = this.#draftPlace('');
    const earlier = (await drafts.get(box)) ?? '';
    await drafts.set(box, [earlier, text].filter(Boolean).join('\n\n'));
    const written = await comments.add(place, { body: text }, options);
    await drafts.set(box, earlier);
    if (written !== undefined) this.#discussions = withComment(this.#discussions, written, false);
    this.#parts.onWritten();
    this.changed();
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

  async edit({ id = '', body }: Comment): Promise<void> {
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

  async remove({ id = '' }: Comment, signal: AbortSignal): Promise<void> {
    const { comments, place } = this.#parts;
    const hasReplies = this.#discussions.some((one) => one.id === id && one.replies.length > 0);
    await comments.remove(place, id, { signal });
    this.#discussions = withChange(this.#discussions, id, undefined);
    // What becomes of the replies, only the host knows.
    if (hasReplies) await this.#readAgain();
    this.#parts.onWritten();
    this.changed();
  }

  async resolve(discussion: string, resolved: boolean, signal: AbortSignal): Promise<void> {
    const { comments, place } = this.#parts;
    await comments.resolve(place, { discussion, resolved }, { signal });
    this.#discussions = this.#discussions.map((one) => (one.discussionId === discussion ? { ...one, resolved } : one));
    this.#parts.onWritten();
    this.changed();
  }

  async #write({ place: at, text: body }: UnsentComment, options: RequestOptions): Promise<void> {
    const { comments, place } = this.#parts;
    switch (at.kind) {
      case 'edit':
        this.#discussions = withChange(this.#discussions, at.id, await comments.edit(place, at.id, body, options));
        return;
      case 'reply':
        await this.#created(await comments.reply(place, { body, discussion: at.discussion }, options), undefined);
        return;
      // It is moved to a line before.
      case 'file':
        return;
      case 'line':
        await this.#created(await comments.add(place, { body, at }, options), at);
    }
  }

  /** `at`: where a new discussion was sent to; undefined: a reply. */
  async #created(written: WrittenComment | undefined, at: CommentTarget | undefined): Promise<void> {
    if (written === undefined) {
      await this.#readAgain();
      return;
    }
    if (written.id !== undefined) this.#written.set(written.id, at?.path);
    // The host may name neither the author nor the time.
    const { user = this.#self(), created_at = new Date().toISOString() } = written;
    this.#discussions = withComment(this.#discussions, { ...written, user, created_at }, at === undefined);
    if (at !== undefined && isElsewhere(written, at)) void this.#tellElsewhere(written, at);
  }

  async #tellElsewhere(written: WrittenComment, { line, startLine }: CommentTarget): Promise<void> {
    const { id, body, place } = written;
    const isShort = id !== undefined && startLine !== undefined && line !== undefined && place?.line === line;
    if (!isShort) {
      await showMessage('information', elsewhereText(written));
      return;
    }
    const add = l10n.t('Add the Lines to the Text');
    const text = l10n.t('The host put the comment on line {0} only.', line);
    if ((await showMessage('information', text, [add])) !== add) return;
    const lines = l10n.t('Lines {0}–{1}', startLine, line);
    const edit = async (): Promise<void> => {
      const { comments, place: on, onWritten } = this.#parts;
      this.#discussions = withChange(this.#discussions, id, await comments.edit(on, id, `${lines}:\n\n${body}`, {}));
      onWritten();
      this.changed();
    };
    const task = l10n.t('The comment was not changed');
    await edit().catch((error: unknown) => this.#parts.failures.show(error, { task, retry: edit }));
  }

  #self(): Person {
    const { login } = this;
    const all = this.#discussions.flatMap(commentsIn);
    const own = all.find(({ user }) => foldCase(user?.login ?? '') === foldCase(login))?.user;
    return own ?? v.parse(Person, login);
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
    const isOf = (one: Discussion): boolean =>
      place.kind === 'reply'
        ? one.discussionId === place.discussion
        : commentsIn(one).some((comment) => comment.id === place.id);
    return this.discussions().find(isOf)?.place?.path;
  }

  /** An input without text closes when another input opens. */
  #dropEmpty(): void {
    this.#unsent = this.#unsent.filter(({ text }) => text.trim() !== '');
  }

  /** An issue can have the same number. */
  #draftPlace(id?: string): DraftPlace {
    const { account, place } = this.#parts;
    return { account: account.id, name: place.name, number: `!${place.number}`, id };
  }
}

function elsewhereText({ place }: WrittenComment): string {
  if (place === undefined) return l10n.t('The host put the comment on the whole pull request.');
  const at = [place.path, place.line].filter((part) => part !== undefined).join(':');
  return l10n.t('The host put the comment elsewhere: {0}', at);
}

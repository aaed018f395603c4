import {
  comments as api,
  CommentThreadCollapsibleState,
  l10n,
  Range,
  window,
  workspace,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { cancelled, isFailure, messageOf } from '../../../../core/errors.ts';
import type { Log } from '../../../../core/log.ts';
import { repositoryKey } from '../../../../domain/hosts/address.ts';
import type { HostFeatures } from '../../../../domain/hosts/hostFeatures.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { CommentDrafts } from '../../../../domain/conversation/commentDrafts.ts';
import type { Comments } from '../../../../domain/conversation/comments.ts';
import type { CheckoutRegistry } from '../../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import type { Conversations } from '../../../../domain/conversation/conversations.ts';
import { isVisible, type CommentInputs } from '../../../kit/comments/commentInputs.ts';
import type { DraftBox } from '../../../kit/comments/draftComment.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { askLine, EditorInputs } from './editorInputs.ts';
import { FileThreads } from './fileThreads.ts';
import { Review } from './review.ts';
import type { ReviewedFile, ReviewedHeads } from './reviewedHeads.ts';
import type { Services } from '../../../services/services.ts';

export interface ThreadParts extends Pick<Services, 'connections' | 'changes' | 'failures'> {
  readonly heads: ReviewedHeads;
  readonly checkouts: Pick<CheckoutRegistry, 'at'>;
  readonly features: HostFeatures;
  readonly conversations: Conversations;
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly inputs: CommentInputs;
  readonly log: Log;
}

const controllerId = 'sourcehost-review';

export const createReviewThreads = (parts: ThreadParts): ReviewThreads => new ReviewThreads(parts);

/** The comments of pull requests as threads on the lines of the files that are shown at their heads. */
export class ReviewThreads extends Lifetime {
  readonly #parts: ThreadParts;
  /** By head. Undefined: nobody is signed in, or the host lists no comments. */
  readonly #reviews = new Map<string, Promise<Review | undefined>>();
  /** By head. */
  readonly #readings = new Map<string, AbortController>();
  readonly #files = new Map<TextDocument, FileThreads>();
  #controller: CommentController | undefined;
  #isReporting = false;

  constructor(parts: ThreadParts) {
    super();
    this.#parts = parts;
    this.add(workspace.onDidCloseTextDocument((document) => this.#close(document)));
    this.add(new EditorInputs(controllerId, (document) => document && this.#files.get(document)));
    parts.inputs.follow(() => {
      const visible = [...this.#files.values()].filter(({ document }) => isVisible(document));
      const reviews = new Set(visible.map(({ review }) => review));
      return [...reviews].flatMap(({ unsent }) => unsent).filter(({ isWriting }) => isWriting);
    });
    this.add(parts.connections.onDidChange(() => this.#begin()));
    this.add(
      parts.changes.onDidChange(({ subject }) => {
        if (subject === 'pullRequests' && !this.#isReporting) void this.refresh();
      }),
    );
  }

  /** Shows the comments of the files that became visible. */
  look(): void {
    for (const { document } of window.visibleTextEditors)
      if (!this.#files.has(document))
        this.#show(document).catch((error: unknown) =>
          this.#parts.log.warn(`no comments are shown: ${messageOf(error)}`),
        );
  }

  async refresh(): Promise<void> {
    const open = new Set([...this.#files.values()].map(({ review }) => review));
    for (const [key, loading] of this.#reviews) {
      const review = await loading.catch(() => undefined);
      if (review === undefined || !open.has(review)) this.#reviews.delete(key);
      else
        await this.#reading(key, (signal) => review.read(signal)).catch((error: unknown) =>
          this.#parts.log.info(messageOf(error)),
        );
    }
    this.look();
  }

  async reply(thread: CommentThread): Promise<void> {
    for (const file of this.#files.values()) {
      const discussion = file.discussionOf(thread);
      if (discussion === undefined) continue;
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      await (await file.review.reply(discussion)).write();
    }
  }

  /** Sends what was typed in the thread of a new comment. The text is stored before. */
  async write(thread: CommentThread, text: string): Promise<void> {
    const file = [...this.#files.values()].find(({ document: { uri } }) => uri.toString() === thread.uri.toString());
    if (file === undefined || text.trim() === '') return;
    const unsent = await file.review.comment(file.path, (thread.range?.end.line ?? 0) + 1, text);
    // The editor made this thread for its input.
    thread.dispose();
    await this.send(unsent, text);
  }

  /** A failure is shown, and the text stays. */
  async send(box: DraftBox, text: string, options?: RequestOptions): Promise<void> {
    await box.send(text, options).catch((error: unknown) => {
      const retry = (how?: RequestOptions): Promise<void> => this.send(box, box.text, how);
      this.#parts.failures.show(error, { task: l10n.t('The comment was not sent'), retry });
    });
  }

  async resolve(thread: CommentThread, resolved: boolean, signal: AbortSignal): Promise<void> {
    for (const file of this.#files.values()) {
      const discussion = file.discussionOf(thread);
      if (discussion !== undefined) await file.review.resolve(discussion, resolved, signal);
    }
  }

  override dispose(): void {
    this.#end();
    super.dispose();
  }

  async #show(document: TextDocument): Promise<void> {
    const file = this.#parts.heads.fileOf(document.uri);
    if (file === undefined || (await this.#isChanged(document, file))) return;
    const review = await this.#reviewOf(file);
    if (review === undefined || document.isClosed || this.#files.has(document)) return;
    this.#controller ??= this.#createController();
    const threads = new FileThreads(this.#controller, document, file.path, review);
    this.#files.set(document, threads);
    await threads.draw();
  }

  /** Whether the lines can differ from those of the head: only the file of a branch can. */
  async #isChanged(document: TextDocument, { name, ref, path }: ReviewedFile): Promise<boolean> {
    if (isSha(ref)) return false;
    if (document.isDirty) return true;
    const checkout = await this.#parts.checkouts.at({ ...name, ref }, path);
    return checkout?.workingTree.changes.effective(path) !== undefined;
  }

  #createController(): CommentController {
    const controller = api.createCommentController(controllerId, l10n.t('Comments on pull requests'));
    controller.options = { placeHolder: l10n.t('Write a comment in Markdown') };
    controller.commentingRangeProvider = {
      provideCommentingRanges: async (document) => {
        const file = this.#parts.heads.fileOf(document.uri);
        if (file === undefined || (await this.#isChanged(document, file))) return undefined;
        const review = await this.#reviewOf(file).catch(() => undefined);
        return review && [new Range(0, 0, document.lineCount - 1, 0)];
      },
    };
    return controller;
  }

  async #reviewOf(file: ReviewedFile): Promise<Review | undefined> {
    const key = headKey(file);
    const review = this.#reviews.get(key) ?? this.#reading(key, (signal) => this.#read(file, signal));
    this.#reviews.set(key, review);
    review.catch(() => this.#reviews.delete(key));
    return await review;
  }

  /** `read` ends when no file of the head is open any more. */
  async #reading<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const reading = new AbortController();
    this.#readings.set(key, reading);
    try {
      return await read(reading.signal);
    } finally {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    }
  }

  async #read({ name, number }: ReviewedFile, signal: AbortSignal): Promise<Review | undefined> {
    const { connections, features, changes } = this.#parts;
    const connection = await connections.connect(name.host);
    const { host, account } = connection;
    if (account === undefined || (await features.lacks(host, 'pullRequestComments.list'))) return undefined;
    const onWritten = (): void => {
      this.#isReporting = true;
      changes.report({ subject: 'pullRequests', host: host.id, repository: name, reveal: [number], comments: true });
      this.#isReporting = false;
    };
    const place = { connection, name, kind: 'pullRequests', number } as const;
    const askLineIn = async (path: string): Promise<number> => {
      const file = [...this.#files.values()].find((one) => one.review === review && one.path === path);
      if (file === undefined) throw cancelled();
      return await askLine(file);
    };
    const review: Review = new Review({ ...this.#parts, place, account, onWritten, askLine: askLineIn });
    try {
      await review.read(signal);
      return review;
    } catch (error) {
      if (isFailure(error, 'unsupported')) return undefined;
      throw error;
    }
  }

  #begin(): void {
    this.#end();
    this.look();
  }

  #end(): void {
    for (const document of [...this.#files.keys()]) this.#close(document);
    this.#reviews.clear();
    for (const reading of this.#readings.values()) reading.abort();
    this.#controller?.dispose();
    this.#controller = undefined;
  }

  #close(document: TextDocument): void {
    const file = this.#files.get(document);
    file?.dispose();
    file?.review.rest(file.path);
    this.#files.delete(document);
    const open = new Set(workspace.textDocuments.map(({ uri }) => this.#parts.heads.fileOf(uri)).map(headKey));
    for (const [key, reading] of this.#readings) if (!open.has(key)) reading.abort();
  }
}

const headKey = (file: ReviewedFile | undefined): string =>
  file === undefined ? '' : `${repositoryKey(file.name)} ${file.number} ${file.ref}`;

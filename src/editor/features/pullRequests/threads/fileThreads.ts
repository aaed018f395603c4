import {
  CommentThreadCollapsibleState,
  CommentThreadState,
  l10n,
  Range,
  type Comment,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { delay } from '../../../../core/async.ts';
import type { Disposable } from '../../../../core/emitter.ts';
import { commentsIn, type Discussion } from '../../../../domain/conversation/conversation.ts';
import { target } from '../../../kit/prompts/target.ts';
import type { Review } from './review.ts';
import { draftIdOf } from './unsentComment.ts';

/** Threads that are drawn before the extension host continues with other work. */
const slice = 25;
/** The window needs a long time to draw more expanded threads. */
const mostExpanded = 50;

interface ThreadContent {
  /** From 1; undefined: the host says none, and the thread is at the top. */
  readonly line: number | undefined;
  readonly comments: readonly Comment[];
  readonly discussion?: Discussion;
}

export class FileThreads implements Disposable {
  readonly document: TextDocument;
  readonly path: string;
  readonly review: Review;
  readonly #controller: CommentController;
  readonly #listener: Disposable;
  readonly #threads = new Map<string, CommentThread>();
  #drawn = 0;

  constructor(controller: CommentController, document: TextDocument, path: string, review: Review) {
    this.#controller = controller;
    this.document = document;
    this.path = path;
    this.review = review;
    this.#listener = review.onDidChange(() => void this.draw());
  }

  /** The id of the discussion of a thread; undefined if it is none of this file, or takes no replies. */
  discussionOf(thread: CommentThread): string | undefined {
    const key = [...this.#threads].find(([, one]) => one === thread)?.[0];
    return this.review.discussions().find((one) => one.key === key)?.discussionId;
  }

  async draw(): Promise<void> {
    const drawing = (this.#drawn += 1);
    const visibleThreads = this.#visibleThreads();
    for (const [key, thread] of this.#threads)
      if (!visibleThreads.has(key)) {
        thread.dispose();
        this.#threads.delete(key);
      }
    let count = 0;
    for (const [key, thread] of visibleThreads) {
      if ((count += 1) % slice === 0) await delay(0);
      if (drawing !== this.#drawn) return;
      this.#draw(key, thread);
    }
  }

  dispose(): void {
    this.#drawn += 1;
    this.#listener.dispose();
    for (const thread of this.#threads.values()) thread.dispose();
    this.#threads.clear();
  }

  #visibleThreads(): ReadonlyMap<string, ThreadContent> {
    const { review, path, document } = this;
    const changed = new Map(
      review.unsent.flatMap((one) => (one.place.kind === 'edit' ? [[one.place.id, one.comment]] : [])),
    );
    const replies = (id: string): readonly Comment[] =>
      review.unsent.flatMap(({ place, comment }) =>
        place.kind === 'reply' && place.discussion === id ? [comment] : [],
      );
    const discussions = review.discussions().flatMap((discussion): [string, ThreadContent][] => {
      if (discussion.place?.path !== path) return [];
      const comments = commentsIn(discussion).map((one) => changed.get(one.id ?? '') ?? review.reviewComment(one));
      const { discussionId } = discussion;
      const all = discussionId === undefined ? comments : [...comments, ...replies(discussionId)];
      return [[discussion.key, { line: lineIn(discussion.place, document.lineCount), comments: all, discussion }]];
    });
    const unsent = review.unsent.flatMap(({ place, comment }): [string, ThreadContent][] => {
      if ((place.kind !== 'line' && place.kind !== 'file') || place.path !== path) return [];
      const line = place.kind === 'file' ? undefined : lineIn(place, document.lineCount);
      return [[draftIdOf(place), { line, comments: [comment] }]];
    });
    return new Map([...discussions, ...unsent].sort(([, one], [, other]) => (one.line ?? 0) - (other.line ?? 0)));
  }

  #draw(key: string, { line, comments, discussion }: ThreadContent): void {
    const at = (line ?? 1) - 1;
    const range = new Range(at, 0, at, 0);
    const resolved = discussion?.resolved;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = this.#controller.createCommentThread(this.document.uri, range, comments);
      const isCollapsed = resolved === true || (discussion !== undefined && this.#threads.size >= mostExpanded);
      const { Collapsed, Expanded } = CommentThreadCollapsibleState;
      thread.collapsibleState = isCollapsed ? Collapsed : Expanded;
      // The text of an input of the editor is lost when the window is loaded again.
      thread.canReply = false;
      Object.assign(thread, { [target]: { thread } });
      this.#threads.set(key, thread);
    } else {
      if (thread.range?.isEqual(range) !== true) thread.range = range;
      thread.comments = comments;
    }
    if (line === undefined) thread.label = l10n.t('Comment without a line');
    thread.contextValue =
      discussion?.discussionId === undefined ? 'draft' : resolved === true ? 'resolved' : 'unresolved';
    thread.state = resolved === true ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
  }
}

/** The line at which a place is shown in a file with `lineCount` lines, from 1; undefined: the file has no such line. */
const lineIn = ({ line }: { readonly line?: number | undefined }, lineCount: number): number | undefined =>
  line !== undefined && line <= lineCount ? line : undefined;

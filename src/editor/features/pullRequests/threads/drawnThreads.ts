import {
  CommentThreadCollapsibleState,
  CommentThreadState,
  l10n,
  Range,
  type Comment,
  type CommentController,
  type CommentThread,
  type TextDocument,
  type Uri,
} from 'vscode';
import { delay } from '../../../../core/async.ts';
import type { Disposable } from '../../../../core/emitter.ts';
import { commentsIn, type Discussion } from '../../../../domain/conversation/conversation.ts';
import type { FileVersions } from '../../../../domain/conversation/fileVersions.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { formatCount } from '../../../kit/messages/format.ts';
import { showMessage } from '../../../kit/messages/show.ts';
import { target } from '../../../kit/prompts/target.ts';
import { sideUri } from '../../../kit/uri.ts';
import type { Review } from './review.ts';
import { ReviewComment } from './reviewComment.ts';
import { draftIdOf } from './unsentComment.ts';

/** Threads that are drawn before the extension host continues with other work. */
const slice = 25;
/** The window needs a long time to draw more expanded threads. */
const mostExpanded = 50;
/** Threads of a pull request. The window does not answer for four times as long with twice as many. */
const mostDrawn = 500;

/** A document of a review. `commit`: undefined for the branch of the head. */
export interface ShownDocument {
  readonly document: TextDocument;
  readonly path: string;
  readonly side: 'new' | 'old';
  readonly commit: string | undefined;
  readonly review: Review;
}

export interface DrawnParts {
  readonly name: RepositoryName;
  readonly number: string;
  readonly review: Review;
  readonly versions: FileVersions;
  /** The newest commits of the pull request that are known. */
  readonly commits: () => { readonly head: string | undefined; readonly base: string | undefined };
  readonly documents: () => readonly ShownDocument[];
  readonly controller: () => CommentController;
}

/** Where a thread is shown. Lines count from 1; none: at the top, or on the file. */
interface ThreadPlace {
  readonly uri: Uri;
  readonly line: number | undefined;
  readonly startLine?: number | undefined;
  readonly isOnFile?: boolean;
  readonly isOutdated?: boolean;
}

interface ThreadContent extends ThreadPlace {
  readonly comments: readonly Comment[];
  readonly discussion?: Discussion;
}

/** The threads of a review: in its open documents, and at the addresses of its other files. */
export class DrawnThreads implements Disposable {
  readonly #parts: DrawnParts;
  readonly #listener: Disposable;
  readonly #threads = new Map<string, CommentThread>();
  readonly #discussions = new WeakMap<CommentThread, Discussion>();
  /** Those of `parts.commits` when the drawing began. */
  #commits: ReturnType<DrawnParts['commits']> = { head: undefined, base: undefined };
  #drawn = 0;
  #isCutTold = false;
  #isDisposed = false;

  constructor(parts: DrawnParts) {
    this.#parts = parts;
    this.#listener = parts.review.onDidChange(() => void this.draw());
  }

  /** The id of the discussion of a thread; undefined if it is none of this review, or takes no replies. */
  discussionOf(thread: CommentThread): string | undefined {
    return this.#discussions.get(thread)?.discussionId;
  }

  async draw(): Promise<void> {
    if (this.#isDisposed) return;
    const drawing = (this.#drawn += 1);
    this.#commits = this.#parts.commits();
    this.#parts.controller();
    const left = new Set(this.#threads.keys());
    let count = 0;
    for await (const [key, content] of this.#contents()) {
      count += 1;
      if (count > mostDrawn) break;
      if (count % slice === 0) await delay(0);
      if (drawing !== this.#drawn) return;
      left.delete(key);
      this.#draw(key, content);
    }
    if (drawing !== this.#drawn) return;
    for (const key of left) {
      this.#threads.get(key)?.dispose();
      this.#threads.delete(key);
    }
    if (count > mostDrawn) this.#tellCut();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#drawn += 1;
    this.#listener.dispose();
    for (const thread of this.#threads.values()) thread.dispose();
    this.#threads.clear();
  }

  #tellCut(): void {
    if (this.#isCutTold) return;
    this.#isCutTold = true;
    const { number } = this.#parts;
    const text = l10n.t('The files show {0} discussions of !{1}. Its page has all.', formatCount(mostDrawn), number);
    void showMessage('information', text);
  }

  /** Open files first, then what is not resolved; those whose version must be read come last. */
  rank(one: Discussion): number {
    const isShown = this.#parts.documents().some(({ path }) => path === one.place?.path);
    const isPresent = this.#versionOf(one) === this.#presentOf(one);
    return (isShown ? 0 : 4) + (one.resolved === true ? 2 : 0) + (isPresent ? 0 : 1);
  }

  async *#contents(): AsyncGenerator<readonly [key: string, content: ThreadContent], void, void> {
    const { review } = this.#parts;
    const changed = new Map(
      review.unsent.flatMap((one) => (one.place.kind === 'edit' ? [[one.place.id, one.comment]] : [])),
    );
    const replies = (id: string | undefined): readonly Comment[] =>
      review.unsent.flatMap(({ place, comment }) =>
        place.kind === 'reply' && place.discussion === id ? [comment] : [],
      );
    for (const { place, comment } of review.unsent)
      if (place.kind === 'line' || place.kind === 'file')
        for (const at of this.#placesOfText(place))
          yield [`${draftIdOf(place)}\n${at.uri.toString()}`, { ...at, comments: [comment] }];
    const ranked = review
      .discussions()
      .flatMap((one) => (one.place?.path === undefined ? [] : { one, rank: this.rank(one) }));
    for (const { one: discussion } of ranked.sort((some, other) => some.rank - other.rank)) {
      const shown = commentsIn(discussion).map((one) => changed.get(one.id ?? '') ?? review.reviewComment(one));
      const comments = [...shown, ...replies(discussion.discussionId)];
      for (const at of await this.#placesOf(discussion))
        yield [`${discussion.key}\n${at.uri.toString()}`, { ...at, comments, discussion }];
    }
  }

  #presentOf({ place }: Discussion): string | undefined {
    const { head, base } = this.#commits;
    return place?.side === 'old' ? base : head;
  }

  /** The commit whose lines the discussion counts. */
  #versionOf({ place, ...one }: Discussion): string | undefined {
    return (place?.side === 'old' ? place.baseSha : place?.headSha) ?? this.#presentOf({ place, ...one });
  }

  /** In each open document that has its line, else in the present version, else in the version commented on. */
  async #placesOf(discussion: Discussion): Promise<readonly ThreadPlace[]> {
    const { place, isOutdated } = discussion;
    const path = place?.path;
    if (place === undefined || path === undefined) return [];
    const present = this.#presentOf(discussion);
    const version = this.#versionOf(discussion);
    const now = present === undefined ? undefined : await this.#placeIn(discussion, path, version, present);
    const isLost = present !== undefined && now === undefined;
    const found: ThreadPlace[] = [];
    for (const { document, commit = present } of this.#open(path, place.side)) {
      const at = await this.#placeIn(discussion, path, version, commit);
      const isBehind = at?.line !== undefined && at.line > document.lineCount;
      const line = isBehind ? undefined : at?.line;
      if (at !== undefined)
        found.push({ ...at, line, uri: document.uri, isOutdated: at.isOutdated === true || isLost });
    }
    if (found.length > 0) return found;
    const { name } = this.#parts;
    if (present !== undefined && now !== undefined) return [{ ...now, uri: sideUri({ ...name, ref: present, path }) }];
    if (version === undefined) return [];
    return [{ ...place, uri: sideUri({ ...name, ref: version, path }), isOutdated: isOutdated || isLost }];
  }

  /** The place of a discussion in another version; undefined: its line is another one there. */
  async #placeIn(
    { place, isOutdated }: Discussion,
    path: string,
    from: string | undefined,
    to: string | undefined,
  ): Promise<Omit<ThreadPlace, 'uri'> | undefined> {
    const { versions, name } = this.#parts;
    if (place === undefined) return undefined;
    const { line, startLine, isOnFile } = place;
    const isToldOutdated = isOutdated && (place.headSha ?? place.baseSha) === undefined;
    if (line === undefined || from === undefined || to === undefined || from === to)
      return { line, startLine, isOnFile, isOutdated: isToldOutdated };
    const there = async (one: number | undefined): Promise<number | undefined> =>
      one === undefined ? undefined : await versions.lineIn(name, { path, from, to }, one, { priority: 'background' });
    const end = await there(line);
    return end === undefined ? undefined : { line: end, startLine: await there(startLine), isOnFile: false };
  }

  #placesOfText(place: {
    readonly path: string;
    readonly line?: number | undefined;
    readonly startLine?: number | undefined;
    readonly kind: string;
  }): readonly ThreadPlace[] {
    const { path, line, startLine, kind } = place;
    const at = { line, startLine, isOnFile: kind === 'line' && line === undefined };
    const open = this.#open(path, 'new').map(({ document: { uri } }) => ({ ...at, uri }));
    const { head } = this.#commits;
    if (open.length > 0 || head === undefined) return open;
    return [{ ...at, uri: sideUri({ ...this.#parts.name, ref: head, path }) }];
  }

  #open(path: string, side: ShownDocument['side']): readonly ShownDocument[] {
    return this.#parts.documents().filter((one) => one.path === path && one.side === side);
  }

  #draw(key: string, content: ThreadContent): void {
    const { uri, comments, discussion } = content;
    const range = rangeOf(content);
    const resolved = discussion?.resolved;
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = this.#parts.controller().createCommentThread(uri, range ?? new Range(0, 0, 0, 0), comments);
      const isCollapsed = resolved === true || (discussion !== undefined && this.#threads.size >= mostExpanded);
      const { Collapsed, Expanded } = CommentThreadCollapsibleState;
      thread.collapsibleState = isCollapsed ? Collapsed : Expanded;
      // The text of an input of the editor is lost when the window is loaded again.
      thread.canReply = false;
      Object.assign(thread, { [target]: { thread } });
      this.#threads.set(key, thread);
    } else if (!isSame(thread.comments, comments)) thread.comments = comments;
    if (range === undefined) thread.range = undefined;
    else if (thread.range?.isEqual(range) !== true) thread.range = range;
    if (discussion !== undefined) this.#discussions.set(thread, discussion);
    const label = labelOf(content);
    const kind = discussion?.discussionId === undefined ? 'draft' : resolved === true ? 'resolved' : 'unresolved';
    const state = resolved === true ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    // The editor sends a thread to the window for each value that is set.
    if (thread.label !== label) thread.label = label;
    if (thread.contextValue !== kind) thread.contextValue = kind;
    if (thread.state !== state) thread.state = state;
  }
}

/** Undefined: on the file. */
function rangeOf({ line = 1, startLine = line, isOnFile }: ThreadPlace): Range | undefined {
  return isOnFile === true ? undefined : new Range(Math.min(startLine, line) - 1, 0, line - 1, 0);
}

function labelOf({ line, startLine, isOnFile, isOutdated }: ThreadPlace): string {
  const ofLine =
    startLine === undefined ? l10n.t('Line {0}', line ?? 0) : l10n.t('Lines {0}–{1}', startLine, line ?? 0);
  const without = isOnFile === true ? l10n.t('On the file') : l10n.t('Comment without a line');
  const label = line === undefined ? without : ofLine;
  return isOutdated === true ? l10n.t('{0} · outdated', label) : label;
}

/** A draft changes without becoming another one. */
const isSame = (some: readonly Comment[], others: readonly Comment[]): boolean =>
  some.length === others.length && some.every((one, at) => one instanceof ReviewComment && one === others[at]);

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
import { repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { webLink } from '../../../../domain/hosts/links.ts';
import type { HostFeatures } from '../../../../domain/hosts/hostFeatures.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { Discussion } from '../../../../domain/conversation/conversation.ts';
import type { CommentDrafts } from '../../../../domain/conversation/commentDrafts.ts';
import type { Comments } from '../../../../domain/conversation/comments.ts';
import type { CheckoutRegistry } from '../../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import { FileVersions } from '../../../../domain/conversation/fileVersions.ts';
import type { Conversations } from '../../../../domain/conversation/conversations.ts';
import { CommentInputs, isVisible } from './commentInputs.ts';
import type { DraftBox } from './draftComment.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import type { UnsentComment, UnsentLines } from './unsentComment.ts';
import { askLine, EditorInputs } from './editorInputs.ts';
import { DrawnThreads, type ShownDocument } from './drawnThreads.ts';
import { Review } from './review.ts';
import type { ReviewedFile, ReviewedHeads } from './reviewedHeads.ts';
import type { Services } from '../../../services/services.ts';

export interface ThreadParts extends Pick<
  Services,
  'connections' | 'changes' | 'failures' | 'knownRepositories' | 'repositories'
> {
  readonly heads: ReviewedHeads;
  readonly checkouts: Pick<CheckoutRegistry, 'at'>;
  readonly features: HostFeatures;
  readonly conversations: Conversations;
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly log: Log;
}

const controllerId = 'sourcehost-review';

interface Reviewed {
  readonly review: Review;
  readonly drawn: DrawnThreads;
}

/** The comments of the reviewed pull request as threads on the lines of its files, also of those that are not open. */
export class ReviewThreads extends Lifetime {
  readonly #parts: ThreadParts;
  readonly #versions: FileVersions;
  /** By pull request. Undefined: nobody is signed in, or the host lists no comments. */
  readonly #reviews = new Map<string, Promise<Reviewed | undefined>>();
  /** By pull request. */
  readonly #drawn = new Map<string, DrawnThreads>();
  /** By pull request. */
  readonly #readings = new Map<string, AbortController>();
  readonly #documents = new Map<TextDocument, ShownDocument>();
  readonly #inputs: readonly (CommentInputs | EditorInputs)[];
  #controller: CommentController | undefined;
  #isReporting = false;

  constructor(parts: ThreadParts) {
    super();
    this.#parts = parts;
    this.#versions = new FileVersions(parts.repositories);
    this.add(workspace.onDidCloseTextDocument((document) => this.#close(document)));
    const boxes = (): readonly UnsentComment[] => {
      const visible = [...this.#documents.values()].filter(({ document }) => isVisible(document));
      const reviews = new Set(visible.map(({ review }) => review));
      return [...reviews].flatMap(({ unsent }) => unsent).filter(({ isWriting }) => isWriting);
    };
    const fileInputs = new EditorInputs(controllerId, (document) => document && this.#documents.get(document));
    this.#inputs = [this.add(fileInputs), this.add(new CommentInputs(boxes))];
    this.add(parts.connections.onDidChange(() => this.#begin()));
    this.add(parts.heads.onDidChange(() => void this.#drawAll()));
    this.add(
      parts.changes.onDidChange(({ subject }) => {
        if (subject === 'pullRequests' && !this.#isReporting) void this.refresh();
      }),
    );
  }

  /** Shows the comments of the files that became visible. */
  look(): void {
    for (const { document } of window.visibleTextEditors)
      if (!this.#documents.has(document))
        this.#show(document).catch((error: unknown) =>
          this.#parts.log.warn(`no comments are shown: ${messageOf(error)}`),
        );
  }

  /** The repository of the pull request for which an input of the editor is open. */
  repositoryOf(input: TextDocument): RepositoryName | undefined {
    return this.#inputs.map((one) => one.repositoryOf(input)).find((name) => name !== undefined);
  }

  async refresh(): Promise<void> {
    for (const [key, loading] of this.#reviews) {
      const reviewed = await loading.catch(() => undefined);
      if (reviewed === undefined) this.#reviews.delete(key);
      else
        await this.#reading(key, (signal) => reviewed.review.read(signal)).catch((error: unknown) =>
          this.#parts.log.info(messageOf(error)),
        );
    }
    this.look();
  }

  async reply(thread: CommentThread): Promise<void> {
    await this.#inDiscussion(thread, async ({ review }, discussion) => {
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      await (await review.reply(discussion)).write();
    });
  }

  /** Sends what was typed in the thread of a new comment. The text is stored before. */
  async write(thread: CommentThread, text: string): Promise<void> {
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === thread.uri.toString());
    // The comments may still be read.
    if (document !== undefined && !this.#documents.has(document)) await this.#show(document);
    const shown = document && this.#documents.get(document);
    if (shown === undefined || text.trim() === '') return;
    const { path, review } = shown;
    const lines = linesOf(thread.range);
    if (shown.side === 'old') {
      await this.#writeOnRemoved(thread, shown, lines.line ?? 1, text);
      return;
    }
    const unsent = await review.comment(path, lines, text);
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
    await this.#inDiscussion(thread, async ({ review }, discussion) => {
      await review.resolve(discussion, resolved, signal);
    });
  }

  override dispose(): void {
    this.#end();
    super.dispose();
  }

  async #inDiscussion(
    thread: CommentThread,
    work: (reviewed: Reviewed, discussion: string) => Promise<void>,
  ): Promise<void> {
    for (const loading of this.#reviews.values()) {
      const reviewed = await loading.catch(() => undefined);
      const discussion = reviewed?.drawn.discussionOf(thread);
      if (reviewed !== undefined && discussion !== undefined) await work(reviewed, discussion);
    }
  }

  /** Hosts take no comment on a removed line. A text that goes nowhere stays as a draft on the nearest line. */
  async #writeOnRemoved(thread: CommentThread, shown: ShownDocument, line: number, text: string): Promise<void> {
    const { heads, knownRepositories, failures } = this.#parts;
    const file = heads.fileOf(shown.document.uri);
    if (file === undefined) return;
    const { name, number, path, ref: from } = file;
    const { head: to = from } = heads.commits(name, number);
    const nearest = await this.#versions.nearestLine(name, { path, from, to }, line, {});
    const unsent = await shown.review.comment(path, nearest === undefined ? {} : { line: nearest }, text);
    thread.dispose();
    const chosen = await new Prompt({ title: l10n.t('Comment') }).pick({
      placeholder: l10n.t('The host takes no comments on removed lines. Where should it go?'),
      items: [
        ...(nearest === undefined
          ? []
          : [{ label: l10n.t('On line {0}, the nearest one of the new version', nearest), value: 'line' }]),
        { label: l10n.t('On the whole pull request, with a link to the line'), value: 'whole' },
      ],
    });
    if (chosen === 'line') {
      await this.send(unsent, text);
      return;
    }
    const host = this.#parts.connections.host(name.host);
    const page = host === undefined ? '' : knownRepositories.page(host, name);
    const link = webLink(page, { ref: from, path, folder: false, lines: { from: line, to: line } });
    await unsent.discard();
    const send = async (how: RequestOptions = {}): Promise<void> =>
      await shown.review.sendOnWhole(`[${path}:${line}](${link})\n\n${text}`, how);
    await send().catch((error: unknown) =>
      failures.show(error, { task: l10n.t('The comment was not sent'), retry: send }),
    );
  }

  async #show(document: TextDocument): Promise<void> {
    const file = this.#parts.heads.fileOf(document.uri);
    if (file === undefined || (await this.#isChanged(document, file))) return;
    const reviewed = await this.#reviewOf(file);
    if (reviewed === undefined || document.isClosed || this.#documents.has(document)) return;
    const { path, side, ref } = file;
    const { review, drawn } = reviewed;
    this.#documents.set(document, { document, path, side, review, commit: isSha(ref) ? ref : undefined });
    await this.#leaveOthers(review);
    await drawn.draw();
  }

  /** The threads of one pull request are shown: the one of the open files. */
  async #leaveOthers(shown: Review): Promise<void> {
    const open = new Set([...this.#documents.values()].map(({ review }) => review)).add(shown);
    for (const [key, loading] of this.#reviews) {
      const reviewed = await loading.catch(() => undefined);
      if (reviewed === undefined || open.has(reviewed.review)) continue;
      this.#reviews.delete(key);
      this.#undraw(key);
    }
  }

  async #drawAll(): Promise<void> {
    for (const drawn of [...this.#drawn.values()]) await drawn.draw();
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
        const ranges = [new Range(0, 0, document.lineCount - 1, 0)];
        return review && { enableFileComments: file.side === 'new', ranges };
      },
    };
    return controller;
  }

  /** Undefined also if the account changed during the reading. */
  async #reviewOf(file: ReviewedFile): Promise<Reviewed | undefined> {
    const key = pullKey(file);
    const loading = this.#reviews.get(key) ?? this.#reading(key, (signal) => this.#read(file, signal));
    this.#reviews.set(key, loading);
    const isCurrent = (): boolean => this.#reviews.get(key) === loading;
    try {
      const reviewed = await loading;
      return isCurrent() ? reviewed : undefined;
    } catch (error) {
      if (isCurrent()) this.#reviews.delete(key);
      throw error;
    }
  }

  /** `read` ends when no file of the pull request is open any more. */
  async #reading<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const reading = new AbortController();
    this.#readings.set(key, reading);
    try {
      return await read(reading.signal);
    } finally {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    }
  }

  #undraw(key: string): void {
    this.#drawn.get(key)?.dispose();
    this.#drawn.delete(key);
  }

  async #read(file: ReviewedFile, signal: AbortSignal): Promise<Reviewed | undefined> {
    const { name, number } = file;
    const { connections, features, changes, heads } = this.#parts;
    const connection = await connections.connect(name.host);
    const { host, account } = connection;
    if (account === undefined || (await features.lacks(host, 'pullRequestComments.list'))) return undefined;
    if (signal.aborted) throw cancelled(signal.reason);
    const onWritten = (): void => {
      this.#isReporting = true;
      changes.report({ subject: 'pullRequests', host: host.id, repository: name, reveal: [number], comments: true });
      this.#isReporting = false;
    };
    const place = { connection, name, kind: 'pullRequests', number } as const;
    const askLineIn = async (path: string): Promise<number> => {
      const shown = [...this.#documents.values()].find((one) => one.review === review && one.path === path);
      if (shown === undefined) throw cancelled();
      return await askLine(shown);
    };
    // The file opens after the reading.
    const rank = (one: Discussion): number => (one.place?.path === file.path ? 0 : drawn.rank(one));
    const review: Review = new Review({ ...this.#parts, place, account, onWritten, rank, askLine: askLineIn });
    const key = pullKey(file);
    const drawn: DrawnThreads = new DrawnThreads({
      ...{ name, number, review, versions: this.#versions },
      commits: () => heads.commits(name, number),
      documents: () => [...this.#documents.values()].filter((one) => one.review === review),
      controller: () => (this.#controller ??= this.#createController()),
    });
    this.#undraw(key);
    this.#drawn.set(key, drawn);
    try {
      await review.read(signal);
      return { review, drawn };
    } catch (error) {
      if (this.#drawn.get(key) === drawn) this.#undraw(key);
      if (isFailure(error, 'unsupported')) return undefined;
      throw error;
    }
  }

  #begin(): void {
    this.#end();
    this.look();
  }

  #end(): void {
    for (const key of [...this.#drawn.keys()]) this.#undraw(key);
    for (const document of [...this.#documents.keys()]) this.#close(document);
    this.#reviews.clear();
    for (const reading of this.#readings.values()) reading.abort();
    this.#controller?.dispose();
    this.#controller = undefined;
  }

  #close(document: TextDocument): void {
    const shown = this.#documents.get(document);
    this.#documents.delete(document);
    shown?.review.rest(shown.path);
    const open = new Set(workspace.textDocuments.map(({ uri }) => this.#parts.heads.fileOf(uri)).map(pullKey));
    for (const [key, reading] of this.#readings) if (!open.has(key)) reading.abort();
    // Its threads are shown where the file opens again.
    if (shown !== undefined) shown.review.changed();
  }
}

const pullKey = (file: ReviewedFile | undefined): string =>
  file === undefined ? '' : `${repositoryKey(file.name)} ${file.number}`;

/** The lines of a thread, from 1; none: it is on the file. */
function linesOf(range: Range | undefined): UnsentLines {
  if (range === undefined) return {};
  const { start, end } = range;
  return { line: end.line + 1, startLine: start.line === end.line ? undefined : start.line + 1 };
}

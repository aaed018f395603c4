import {
  comments as api,
  l10n,
  TextEditorRevealType,
  window,
  workspace,
  type CommentController,
  type TextDocument,
} from 'vscode';
import { Failure } from '../../../../core/errors.ts';
import type { RecordAddress } from '../../../../domain/hosts/address.ts';
import type { Connection, Connections } from '../../../../domain/hosts/connections.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { Comments } from '../../../../domain/conversation/comments.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/conversation/commentDrafts.ts';
import { headingLines, type DocumentComment } from '../../../../domain/documents/text/comments.ts';
import { splitLines } from '../../../../domain/text/lines.ts';
import { openRecord } from '../../../documents/commands/recordTools.ts';
import type { RecordDocuments } from '../../../documents/recordDocuments.ts';
import type { Changes } from '../../../kit/changes.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import { recordUri } from '../../../kit/uri.ts';
import { CommentBox } from './commentBox.ts';
import { isVisible, type CommentInputs } from '../../../kit/comments/commentInputs.ts';
import type { DraftBox } from '../../../kit/comments/draftComment.ts';

export interface CommentBoxParts extends Pick<RecordDocuments, 'actions' | 'mentions' | 'records' | 'vocabulary'> {
  readonly connections: Pick<Connections, 'onDidChange'>;
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly inputs: CommentInputs;
  readonly changes: Changes;
  readonly failures: Failures;
}

/** The issue of a box, and the comment that is changed; undefined for a new one. */
export interface BoxPlace {
  readonly connection: Connection;
  readonly address: RecordAddress & { readonly id: string };
  readonly comment?: Pick<DocumentComment, 'id' | 'text'> | undefined;
}

export class CommentBoxes extends Lifetime {
  readonly #parts: CommentBoxParts;
  /** By document and comment. */
  readonly #open = new Map<string, CommentBox>();
  #controller: CommentController | undefined;

  constructor(parts: CommentBoxParts) {
    super();
    this.#parts = parts;
    parts.inputs.follow(() =>
      [...this.#open.values()].filter(({ document, isWriting }) => isWriting && isVisible(document)),
    );
    this.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const box of this.#open.values()) if (box.document === document) box.move();
      }),
    );
    // Their texts are stored for their account.
    this.add(
      parts.connections.onDidChange((hosts) => {
        for (const [key, box] of this.#open) if (hosts.has(box.document.uri.authority)) this.#close(key);
      }),
    );
    this.add(
      workspace.onDidCloseTextDocument((document) => {
        for (const [key, box] of this.#open) if (box.document === document) this.#close(key);
      }),
    );
  }

  /** Opens the box of a new comment on an issue, or of a changed one, and focuses it. `quote`: a comment that it quotes. */
  async write(place: BoxPlace, quote?: DocumentComment): Promise<void> {
    // The editor shows a thread only if its controller was there when the editor read the comments of the document.
    const controller = this.#usedController();
    const document = await this.#show(place.address);
    const key = keyOf(place);
    const box = this.#open.get(key) ?? (await this.#create(controller, place, document, key));
    const above = box.text.trim() === '' ? '' : `${box.text.trimEnd()}\n\n`;
    await box.write(quote === undefined ? undefined : `${above}${quoteOf(quote.text)}\n\n`);
    window.visibleTextEditors
      .find((editor) => editor.document === document)
      ?.revealRange(document.lineAt(box.line).range, TextEditorRevealType.InCenter);
  }

  /** The comment was deleted, so that its changed text has no place any more. */
  async removed(issue: BoxPlace, id: string): Promise<void> {
    const place = { ...issue, comment: { id, text: '' } };
    this.#close(keyOf(place));
    await this.#parts.drafts.set(draftPlace(place), '');
  }

  /** The comment in the document of an issue, whose pages are loaded up to it. */
  async find(address: BoxPlace['address'], id: string): Promise<DocumentComment> {
    const { uri } = await this.#show(address);
    const record = this.#parts.records.document(address);
    for (let isFresh = false; ;) {
      const match = record.comments.items.find((comment) => comment.id === id);
      if (match !== undefined) return match;
      if (record.comments.hasMore) await this.#parts.actions.showMoreComments(uri);
      else if (isFresh) throw new Failure('missing', 'the issue has no such comment', { reason: 'noComment' });
      else {
        // The comment may be newer than the document.
        await record.refresh();
        isFresh = true;
      }
    }
  }

  /** Sends the text of a box. A failure is shown, and the box keeps the text. */
  async send(box: DraftBox, text: string, options?: RequestOptions): Promise<void> {
    await box.send(text, options).catch((error: unknown) => {
      const retry = (how?: RequestOptions): Promise<void> => this.send(box, box.text, how);
      this.#parts.failures.show(error, { task: l10n.t('The comment was not sent'), retry });
    });
  }

  override dispose(): void {
    for (const key of [...this.#open.keys()]) this.#close(key);
    super.dispose();
  }

  async #show(address: BoxPlace['address']): Promise<TextDocument> {
    await openRecord(this.#parts, address);
    return await workspace.openTextDocument(recordUri(address));
  }

  /** One for all boxes: the editor closes and opens all inputs when a controller is added. */
  #usedController(): CommentController {
    return (this.#controller ??= api.createCommentController('sourcehost-issue', l10n.t('Comments on issues')));
  }

  async #create(
    controller: CommentController,
    place: BoxPlace,
    document: TextDocument,
    key: string,
  ): Promise<CommentBox> {
    const { drafts, mentions } = this.#parts;
    const { account } = place.connection;
    const { comment } = place;
    const at = draftPlace(place);
    const box: CommentBox = new CommentBox({
      controller,
      document,
      place: at,
      login: account?.login ?? '',
      isChange: comment !== undefined,
      title: comment === undefined ? l10n.t('Comment') : l10n.t('Edit Comment'),
      text: (await drafts.get(at)) ?? comment?.text ?? '',
      line: this.#lineOf(place, document),
      drafts,
      complete: async (...input) => await mentions(place.address, ...input),
      send: (text, options) => this.#send(place, text, options),
      opens: (opened) => this.#parts.inputs.expect(opened),
      ended: () => this.#close(key),
    });
    this.#open.set(key, box);
    return box;
  }

  /** The line of the heading of a changed comment, else the last line. */
  #lineOf({ address, comment }: BoxPlace, document: TextDocument): () => number {
    let last = document.lineCount - 1;
    return () => {
      if (comment === undefined) return document.lineCount - 1;
      const lines = headingLines(document.getText(), this.#parts.records.document(address).comments.items);
      const heading = [...lines].find(([{ id }]) => id === comment.id);
      return (last = heading?.[1] ?? last);
    };
  }

  async #send({ connection, address, comment }: BoxPlace, text: string, options: RequestOptions): Promise<void> {
    const { comments, changes } = this.#parts;
    const { host, owner, repo, id: number } = address;
    const name = { host, owner, repo };
    const place = { connection, name, kind: 'issues', number } as const;
    if (comment === undefined) await comments.add(place, { body: text }, options);
    else await comments.edit(place, comment.id, text, options);
    const commented = comment === undefined ? { commented: number } : {};
    changes.report({ subject: 'issues', host, repository: name, reveal: [number], comments: true, ...commented });
  }

  #close(key: string): void {
    this.#open.get(key)?.dispose();
    this.#open.delete(key);
    if (this.#open.size > 0) return;
    this.#controller?.dispose();
    this.#controller = undefined;
  }
}

const keyOf = ({ address, comment }: BoxPlace): string => `${recordUri(address).toString()}\n${comment?.id ?? ''}`;

function draftPlace({ connection: { account }, address, comment }: BoxPlace): DraftPlace {
  const { host, owner, repo, id: number } = address;
  return { account: account?.id ?? '', name: { host, owner, repo }, number, id: comment?.id };
}

const quoteOf = (text: string): string =>
  splitLines(text.trim())
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

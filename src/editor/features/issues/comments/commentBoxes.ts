import {
  comments as api,
  l10n,
  languages,
  workspace,
  type TextDocument,
  type TextDocumentChangeEvent,
  type Uri,
} from 'vscode';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Log } from '../../../../core/log.ts';
import { messageOf } from '../../../../core/errors.ts';
import type { Comments } from '../../../../domain/issues/comments.ts';
import type { CommentDrafts } from '../../../../domain/issues/commentDrafts.ts';
import { addressOf, hasId } from '../../../documents/documents/addresses.ts';
import type { Changes } from '../../../kit/changes.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { signalOf } from '../../../kit/signal.ts';
import type { Failures } from '../../../kit/messages/failures.ts';
import type { RecordParts } from '../../../documents/parts.ts';
import { CommentBox } from './commentBox.ts';
import type { DraftBox } from './draftComment.ts';

/** The scheme of the inputs in which comments are written. */
const inputScheme = 'comment';

export interface CommentBoxNeeds {
  readonly comments: Comments;
  readonly drafts: CommentDrafts;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly failures: Failures;
  readonly mentions: RecordParts['mentions'];
  readonly log: Log;
}

interface OpenBox {
  readonly box: CommentBox;
  readonly name: RepositoryName;
}

/** The comment boxes of the open issues. Each has a controller of its own, because its id names the box of an input. */
export class CommentBoxes extends Lifetime {
  readonly #needs: CommentBoxNeeds;
  readonly #open = new Map<string, OpenBox>();
  /** The boxes by the ids of their controllers. */
  readonly #controllers = new Map<string, OpenBox>();
  readonly #inputs = new WeakMap<TextDocument, OpenBox>();
  #made = 0;

  constructor(needs: CommentBoxNeeds) {
    super();
    this.#needs = needs;
    this.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.add(workspace.onDidChangeTextDocument((change) => this.#changed(change)));
    this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)));
    this.add(
      languages.registerCompletionItemProvider(
        { scheme: inputScheme },
        {
          provideCompletionItems: async (document, position, token) => {
            const found = this.#boxOf(document);
            return found && (await needs.mentions(found.name, document, position, { signal: signalOf(token) }));
          },
        },
        '#',
        '@',
      ),
    );
    for (const document of workspace.textDocuments) this.#opened(document);
  }

  /** The box of a thread or of an issue's document. */
  of(uri: Uri): CommentBox | undefined {
    return this.#open.get(uri.toString())?.box;
  }

  /** Sends the text of a box. A failure is shown, and the box keeps the text. */
  async send(box: DraftBox, text: string, signal?: AbortSignal): Promise<void> {
    await box.send(text, signal).catch((error: unknown) => {
      const retry = (): Promise<void> => this.send(box, box.draft?.text ?? text);
      this.#needs.failures.show(error, { task: l10n.t('The comment was not sent'), retry });
    });
  }

  override dispose(): void {
    for (const { box } of this.#open.values()) box.dispose();
    this.#open.clear();
    super.dispose();
  }

  #opened(document: TextDocument): void {
    this.#create(document).catch((error: unknown) => this.#needs.log.info(`no comment box: ${messageOf(error)}`));
  }

  async #create(document: TextDocument): Promise<void> {
    const address = addressOf(document.uri);
    if (address?.kind !== 'issues' || !hasId(address)) return;
    const { comments, drafts, connections, changes, log } = this.#needs;
    const { host, owner, repo, id: number } = address;
    const connection = await connections.connect(host);
    const { account } = connection;
    const key = document.uri.toString();
    if (account === undefined || document.isClosed || this.#open.has(key)) return;
    if (await comments.cannotAddToIssue(connection.host)) return;
    if (this.#open.has(key)) return;
    const name = { host, owner, repo };
    const id = `sourcehost-issue-${(this.#made += 1)}`;
    const controller = api.createCommentController(id, l10n.t('Comments on issues'));
    controller.options = {
      prompt: l10n.t('Write a comment'),
      placeHolder: l10n.t('Write a comment in Markdown. # completes issues, @ completes people.'),
    };
    const place = { account: account.id, name, number };
    const box = new CommentBox({
      controller,
      document,
      place,
      login: account.login,
      drafts,
      send: async (text, signal) => {
        await comments.addToIssue({ connection, name }, number, text, { signal });
        changes.report({ subject: 'issues', host, repository: name, reveal: [number], comments: true });
      },
      log,
    });
    const open = { box, name };
    this.#open.set(key, open);
    this.#controllers.set(id, open);
    await box.restore();
  }

  #changed({ document }: TextDocumentChangeEvent): void {
    if (document.uri.scheme === inputScheme) this.#boxOf(document)?.box.typed(document.getText());
    else this.of(document.uri)?.move();
  }

  #close(uri: Uri): void {
    const key = uri.toString();
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    for (const [id, other] of this.#controllers) if (other === open) this.#controllers.delete(id);
    open.box.dispose();
  }

  /** The box of an input. The address of the input of a draft does not name its box: its first text does. */
  #boxOf(document: TextDocument): OpenBox | undefined {
    const known = this.#controllers.get(document.uri.authority) ?? this.#inputs.get(document);
    if (known !== undefined) return known;
    const text = document.getText();
    const found = [...this.#open.values()].find(({ box }) => text !== '' && box.draft?.text === text);
    if (found !== undefined) this.#inputs.set(document, found);
    return found;
  }
}

import { l10n } from 'vscode';
import { resolvable } from '../../../core/async.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { gist } from '../../../core/text.ts';
import { isOpen, type Discussion } from '../../../domain/conversation/conversation.ts';
import type { Conversations } from '../../../domain/conversation/conversations.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { described } from '../../kit/rows/group.ts';
import { repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { emptyNode, fixed, type Node, type Row } from '../../kit/tree/node.ts';

export interface ConversationRowParts {
  readonly loadConversations: () => Promise<Conversations>;
  readonly redraw: (which: (node: Node) => boolean) => void;
  readonly log: Log;
}

/** What the rows below a pull request tell of its conversation. */
export class ConversationRows {
  readonly #place: RepositoryPlace;
  readonly #number: string;
  readonly #parts: ConversationRowParts;
  /** Undefined: not read yet, or the host does not tell. */
  #discussions: readonly Discussion[] | undefined;
  #reading: Promise<void> | undefined;
  /** Before the places of lines are known. */
  #listed = resolvable<readonly Discussion[]>();

  constructor(place: RepositoryPlace, number: string, parts: ConversationRowParts) {
    this.#place = place;
    this.#number = number;
    this.#parts = parts;
  }

  /** Reads in the background, and draws the rows again. Never rejects: the other rows are useful without it. */
  async read(signal: AbortSignal): Promise<void> {
    await (this.#reading = this.#read(signal));
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { connection, name } = this.#place;
    const { loadConversations, redraw, log } = this.#parts;
    const place = { connection, name, kind: 'pullRequests', number: this.#number } as const;
    const listed = (this.#listed = resolvable());
    try {
      const conversations = await loadConversations();
      for await (const { discussions, isWhole } of conversations.read(place, { priority: 'background', signal })) {
        this.#discussions = discussions;
        if (isWhole) listed.resolve(discussions);
        redraw(({ id, row }) => id === this.#id || row.context === 'comparisonFile');
      }
    } catch (error) {
      log.info(`the conversation of a row is not known: ${messageOf(error)}`);
    } finally {
      listed.resolve([]);
    }
  }

  /** All that the host lists; nothing if it does not tell. */
  async all(): Promise<readonly Discussion[]> {
    return await this.#listed.promise;
  }

  /** How many discussions of a file are open; undefined: none. */
  openIn(path: string): string | undefined {
    return openText(this.#discussions?.filter((one) => one.place?.path === path) ?? []);
  }

  /** The row of the conversation. Below it: what is open, and what is on a line whose file nobody tells. */
  node(): Node {
    const rowOf = (): Row => this.#row();
    return {
      id: this.#id,
      get row() {
        return rowOf();
      },
      target: this.#target(),
      children: fixed(async (signal) => {
        // The places of lines come after the list.
        await this.#reading;
        if (this.#discussions === undefined) await this.read(signal);
        const all = this.#discussions ?? [];
        const shown = all.filter((one) => isOpen(one) || (one.place !== undefined && one.place.path === undefined));
        return shown.length === 0
          ? [emptyNode(l10n.t('No discussion is open.'))]
          : shown.map((one) => this.#nodeOf(one));
      }),
    };
  }

  #nodeOf({ key, id, body, user, place }: Discussion): Node {
    const line = place?.line === undefined ? undefined : l10n.t('Line {0}', place.line);
    return {
      id: key,
      row: {
        label: gist(body, 120),
        description: described(place?.path, line, user?.login),
        icon: 'comment',
        context: 'discussion',
        open: show(),
      },
      target: { ...this.#target(), ...(id === undefined ? {} : { comment: id }) },
    };
  }

  #target() {
    return { ...repositoryTarget(this.#place), number: this.#number };
  }

  #row(): Row {
    const all = this.#discussions ?? [];
    const count = all.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
    const comments = count === 1 ? l10n.t('1 comment') : l10n.t('{0} comments', formatCount(count));
    const description = this.#discussions === undefined ? undefined : described(comments, openText(all));
    return {
      label: l10n.t('Conversation'),
      description,
      icon: 'comment-discussion',
      context: 'pullRequestConversation',
      open: show(),
    };
  }

  get #id(): string {
    return `conversation:${this.#number}`;
  }
}

const show = () => ({ command: 'sourcehost.pullRequest.show', title: l10n.t('Show Pull Request') });

function openText(discussions: readonly Discussion[]): string | undefined {
  const count = discussions.filter(isOpen).length;
  return count === 0 ? undefined : l10n.t('{0} open', formatCount(count));
}

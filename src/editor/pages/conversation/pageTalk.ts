import { commands, l10n } from 'vscode';
import { LRUCache } from 'lru-cache';
import { collect, delay, resolvable } from '../../../core/async.ts';
import { Emitter } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import { entriesOf, withEarlier, type Entry, type TimelineEvent } from '../../../domain/conversation/entries.ts';
import type { Comment, Conversation, Discussion } from '../../../domain/conversation/conversation.ts';
import { withTask } from '../../../domain/conversation/tasks.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import { inApi } from '../../../domain/hosts/source.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import type { Markup, TalkUpdate } from '../../../domain/pages/update.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { copied } from '../../kit/messages/copied.ts';
import { warn } from '../../kit/prompts/prompt.ts';
import { target as rowTarget } from '../../kit/prompts/target.ts';
import { fileUri } from '../../kit/uri.ts';
import { firstRequest, laterRequest, textsOf, type PageStart, type Section, type Talk, type Turn } from '../content.ts';
import { renderMarkdown } from '../markdown.ts';
import type { TalkParts, TalkRecord, TalkSubject } from '../talkParts.ts';
import { nothingText } from '../widgets.ts';
import { draftIds } from './draftIds.ts';
import { entryHtml } from './entryHtml.ts';
import { readExcerpts } from './excerpts.ts';
import { TalkWriting } from './writing.ts';

/** Milliseconds of work after which the extension host does other work. */
const turnTime = 12;
/** Milliseconds after which lines that were read since are shown. */
const redrawTime = 300;
/** The most entries in one message. */
const slice = 25;
/** Characters of rendered texts that are kept; others are rendered again when they are shown again. */
const mostRendered = 8_000_000;

/** What is done for each message of the page. */
type Steps = Readonly<Record<string, () => unknown>>;

/** The conversation of an issue or a pull request on its page. */
export class PageTalk implements Talk {
  readonly section: Section;
  readonly #subject: TalkSubject;
  readonly #parts: TalkParts;
  readonly #updated = new Emitter<TalkUpdate>();
  readonly #writing: TalkWriting;
  readonly #rendered = new LRUCache<string, Html>({
    maxSize: mostRendered,
    sizeCalculation: ({ markup, untrusted }, key) =>
      1 + key.length + markup.length + untrusted.reduce((sum, { source }) => sum + source.length, 0),
  });
  readonly #excerpts = new Map<string, Html>();
  /** What the web view shows, by the key of the entry. */
  readonly #shown = new Map<string, string>();
  #connection: Connection | undefined;
  #record: TalkRecord | undefined;
  #discussions: readonly Discussion[] = [];
  #events: readonly TimelineEvent[] = [];
  #isWhole = false;
  #listed = resolvable<readonly Discussion[]>();
  #hasView = false;
  #start: PageStart = {};
  #drawing = 0;

  constructor(subject: TalkSubject, parts: TalkParts) {
    this.#subject = subject;
    this.#parts = parts;
    this.#writing = new TalkWriting(subject, parts, {
      post: (talk) => this.#post(talk),
      discussions: () => this.#discussions,
      labels: () => this.#record?.labels ?? [],
      page: () => this.#page,
      markdown: async (text) => await this.#markdown(text, undefined),
    });
    this.section = { id: 'conversation', title: l10n.t('Conversation'), load: (turn) => this.#load(turn) };
  }

  readonly onDidUpdate = this.#updated.event;

  /** All that the host lists, when it is read; nothing if it cannot be. */
  async listed(): Promise<readonly Discussion[]> {
    return await this.#listed.promise;
  }

  begin(): void {
    this.#shown.clear();
    this.#hasView = true;
    void this.#writing.begin();
    void this.#draw().then(() => this.#showStart());
  }

  open(at: PageStart, isShown: boolean): void {
    this.#start = at;
    if (isShown) this.#showStart();
  }

  #showStart(): void {
    const { comment, write = false } = this.#start;
    if (comment !== undefined) this.#post({ goTo: comment });
    if (write === true) this.#post({ open: { id: '' } });
    this.#start = {};
    if (write === true || write === false || comment === undefined) return;
    const begun = this.#discussions.find(({ id, replies }) => [id, ...replies.map((one) => one.id)].includes(comment));
    // The comments may not be read yet.
    if (begun === undefined) this.#start = { write, comment };
    else void this.#act(write, begun.key, comment);
  }

  forget(): void {
    this.#discussions = [];
    this.#events = [];
    this.#excerpts.clear();
    this.#rendered.clear();
    this.#isWhole = false;
    this.#connection = undefined;
    this.#record = undefined;
    this.#writing.forget();
    void this.#draw();
  }

  async receive(message: Readonly<Record<string, unknown>>): Promise<void> {
    const text = textsOf(message);
    const [action, id, ticket] = [text('do'), text('id'), Number(message.ticket)];
    const task = { index: Number(message.index), count: Number(message.count) };
    const steps: Steps = {
      typed: () => this.#writing.typed(id, text('text')),
      send: () => this.#writing.send(id, text('text')),
      discard: () => this.#writing.discard(id),
      preview: () => this.#writing.preview(id, text('text')),
      attach: () => this.#writing.attach({ id, ticket, files: message.files }),
      complete: () => this.#writing.complete(text('sign'), text('word'), ticket),
      task: () => this.#tick(text('tasksOf'), task, message.checked === true),
    };
    await (Object.hasOwn(steps, action) ? steps[action]?.() : this.#act(action, text('of'), id));
  }

  get #page(): string {
    const { kind, name, number } = this.#subject;
    const host = this.#connection?.host;
    const own = host && webAddress(host, name, kind === 'issues' ? 'issues' : 'merge_requests', number);
    return this.#record?.page ?? own ?? '';
  }

  async #load(turn: Turn): Promise<void> {
    const { kind, name, number, record } = this.#subject;
    const { connection, signal } = turn;
    const listed = (this.#listed = resolvable());
    this.#connection = connection;
    void this.#writing.connect(connection);
    const events = this.#readEvents(turn);
    const conversations = await this.#parts.loadConversations();
    const place = { connection, name, kind, number };
    const before = this.#discussions;
    let last: Conversation | undefined;
    try {
      for await (const read of conversations.read(place, firstRequest(turn))) {
        signal.throwIfAborted();
        last = read;
        this.#discussions = read.isWhole ? read.discussions : withEarlier(read.discussions, before);
        if (read.isWhole) listed.resolve(read.discussions);
        this.#record ??= await record(connection);
        await this.#draw();
        if (this.#hasView) this.#showStart();
      }
    } finally {
      listed.resolve([]);
    }
    const [now, happened] = await Promise.all([record(connection), events]);
    signal.throwIfAborted();
    [this.#record, this.#events, this.#isWhole] = [now, happened, true];
    await this.#draw();
    turn.show(notesOf(last, happened));
    void this.#readExcerpts(signal);
  }

  async #readEvents(turn: Turn): Promise<readonly TimelineEvent[]> {
    const { kind, name, number } = this.#subject;
    const { connection } = turn;
    const at = { ...inApi(name), number };
    const options = laterRequest(turn);
    const features = await this.#parts.loadHostFeatures();
    const read =
      kind === 'issues'
        ? features.call(connection, {
            operation: 'issueEvents.list',
            page: this.#page,
            send: async (api) => (await api.issueEvents.list(at, options)).items,
            find: (api) => api.issues.get(at, options),
          })
        : features.call(connection, {
            operation: 'pullRequests.events',
            page: this.#page,
            send: async (api) => await collect(api.pullRequests.events.all(at, options)),
          });
    const known = await read.catch((error: unknown) => {
      this.#parts.log.info(`what happened is not shown: ${messageOf(error)}`);
      return undefined;
    });
    return known ?? [];
  }

  async #readExcerpts(signal: AbortSignal): Promise<void> {
    const { name, kind } = this.#subject;
    const missing = this.#discussions.filter(({ key }) => !this.#excerpts.has(key));
    if (kind === 'issues' || missing.length === 0) return;
    let drawn = performance.now();
    const tips = { base: this.#record?.base, head: this.#record?.head };
    try {
      for await (const [key, excerpt] of readExcerpts(this.#parts, name, missing, tips, signal)) {
        this.#excerpts.set(key, excerpt);
        if (performance.now() - drawn < redrawTime) continue;
        await this.#draw();
        drawn = performance.now();
      }
      await this.#draw();
    } catch (error) {
      this.#parts.log.info(`lines of comments are not shown: ${messageOf(error)}`);
    }
  }

  /** Sends the entries that changed, in slices. A newer drawing replaces one that is not at its end. */
  async #draw(): Promise<void> {
    const drawing = (this.#drawing += 1);
    if (!this.#hasView) return;
    const entries = entriesOf(this.#discussions, this.#events);
    const order = entries.map(({ key }) => key);
    const known = new Set(order);
    for (const key of this.#shown.keys()) if (!known.has(key)) this.#shown.delete(key);
    let pending: [key: string, version: string, view: Markup][] = [];
    const send = (isWhole: boolean): void => {
      for (const [key, version] of pending) this.#shown.set(key, version);
      this.#post({ order, entries: Object.fromEntries(pending.map(([key, , view]) => [key, view])), isWhole });
      pending = [];
    };
    let began = performance.now();
    for (const entry of entries) {
      if (performance.now() - began > turnTime || pending.length >= slice) {
        if (pending.length > 0) send(false);
        await delay(0);
        if (drawing !== this.#drawing) return;
        began = performance.now();
      }
      const version = this.#versionOf(entry);
      if (this.#shown.get(entry.key) === version) continue;
      const { markup, untrusted } = await entryHtml(entry, this.#context());
      if (drawing !== this.#drawing) return;
      pending.push([entry.key, version, { markup, untrusted }]);
    }
    send(this.#isWhole);
  }

  #versionOf(entry: Entry): string {
    const excerpt = this.#excerpts.get(entry.key)?.markup;
    return JSON.stringify([entry, excerpt, this.#connection?.account?.login, this.#record?.author]);
  }

  #context(): Parameters<typeof entryHtml>[1] {
    const connection = this.#connection;
    if (connection === undefined) throw new Error('nothing was read');
    return {
      host: connection.host,
      login: connection.account?.login,
      author: this.#record?.author,
      render: async (text, tasksOf) => await this.#markdown(text, tasksOf),
      excerpt: (key) => this.#excerpts.get(key),
    };
  }

  async #markdown(text: string, tasksOf: string | undefined): Promise<Html> {
    const { name } = this.#subject;
    const host = this.#connection?.host;
    const key = `${tasksOf ?? ''}\n${text}`;
    const before = this.#rendered.get(key);
    if (before !== undefined || host === undefined) return before ?? nothingText('');
    const repository = { owner: name.owner, repo: name.repo, webAddress: webAddress(host, name) };
    const markup = await renderMarkdown(text, repository, tasksOf);
    this.#rendered.set(key, markup);
    return markup;
  }

  async #act(action: string, key: string, id: string): Promise<void> {
    const discussion = this.#discussions.find((one) => one.key === key);
    const comment = this.#commentOf(id) ?? discussion;
    if (discussion === undefined || comment === undefined) return;
    const { discussionId = '' } = discussion;
    const isIssue = this.#subject.kind === 'issues';
    const resolve = (resolved: boolean): Promise<void> =>
      this.#run('sourcehost.pullRequest.resolve', { discussion_id: discussionId, resolved });
    const steps: Steps = {
      reply: () => this.#post({ open: { id: draftIds.reply(discussionId), text: '' } }),
      edit: () => this.#post({ open: { id: draftIds.edit(id), text: comment.body } }),
      quote: () => {
        const quote = `${comment.body.trim().replaceAll(/^/gm, '> ')}\n\n`;
        const to = discussion.place !== undefined && discussionId !== '' ? draftIds.reply(discussionId) : '';
        this.#post({ open: { id: to, quote } });
      },
      delete: () =>
        this.#run(isIssue ? 'sourcehost.issue.deleteComment' : 'sourcehost.pullRequest.deleteComment', { id }),
      resolve: () => resolve(true),
      unresolve: () => resolve(false),
      copyLink: () => copied(`${this.#page}#note_${isIssue ? id : discussionId || id}`, { silent: false }),
      openLine: () => this.#openLine(discussion),
    };
    if (Object.hasOwn(steps, action)) await steps[action]?.();
  }

  /** Opens the version that a discussion is about, at its line. */
  async #openLine({ place }: Discussion): Promise<void> {
    const { path, line = 1, headSha, baseSha, side = 'new' } = place ?? {};
    const ref = side === 'old' ? (baseSha ?? this.#record?.base) : (headSha ?? this.#record?.head);
    if (path === undefined || ref === undefined) return;
    await this.#subject.opens?.(ref, side);
    const at = { line: line - 1, character: 0 };
    await commands.executeCommand('vscode.open', fileUri({ ...this.#subject.name, ref, path }), {
      selection: { start: at, end: at },
    });
  }

  /** As from a row of a view: the user chose it, so the command may ask questions and show failures. */
  async #run(id: `sourcehost.${string}`, more: object): Promise<void> {
    const { name, number } = this.#subject;
    const account = this.#connection?.account?.login;
    const at = { host: name.host, account, repository: fullName(name), number };
    await commands.executeCommand(id, { [rowTarget]: { ...at, ...more } });
  }

  /** `tasksOf`: the id of a comment, or `''` for the description. */
  async #tick(tasksOf: string, task: Parameters<typeof withTask>[1], isDone: boolean): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    const body = tasksOf === '' ? await this.#subject.readBody(connection) : this.#commentOf(tasksOf)?.body;
    const changed = body === undefined ? undefined : withTask(body, task, isDone);
    if (changed === undefined) void warn(l10n.t('The text has changed since. Refresh the page.'));
    else if (tasksOf === '')
      await this.#run(this.#subject.kind === 'issues' ? 'sourcehost.issue.edit' : 'sourcehost.pullRequest.edit', {
        body: changed,
      });
    else await this.#writing.write(draftIds.edit(tasksOf), changed, {});
  }

  #commentOf(id: string): Comment | undefined {
    if (id === '') return undefined;
    return this.#discussions.flatMap((one): readonly Comment[] => [one, ...one.replies]).find((one) => one.id === id);
  }

  #post(talk: TalkUpdate['talk']): void {
    if (this.#hasView) this.#updated.fire({ talk });
  }
}

/** What the list lacks. */
function notesOf(conversation: Conversation | undefined, events: readonly TimelineEvent[]): Html {
  const { discussions = [], unreadable = 0, isWhole = true } = conversation ?? {};
  return html`${unreadable === 0 ? undefined : nothingText(unreadable === 1 ? l10n.t('1 record could not be read') : l10n.t('{0} records could not be read', formatCount(unreadable)))}${
    isWhole ? undefined : nothingText(l10n.t('The host has more comments than can be shown here.'))
  }${discussions.length + events.length === 0 ? nothingText(l10n.t('No comments yet.')) : undefined}`;
}

import { commands, l10n } from 'vscode';
import { delay } from '../../../core/async.ts';
import { foldCase, isObject, oneLine } from '../../../core/text.ts';
import { unlessFailed } from '../../../core/errors.ts';
import type { DraftPlace } from '../../../domain/conversation/commentDrafts.ts';
import { commentsIn, type Discussion } from '../../../domain/conversation/conversation.ts';
import { robotCommands, seemsRunning, startsRun } from '../../../domain/conversation/robots.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import { isUndecided } from '../../../domain/hosts/creations.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { checkSize, labelIn, lacksUploads, nameIn, type Uploaded } from '../../../domain/hosts/uploadFile.ts';
import { inApi, type RequestOptions } from '../../../domain/hosts/source.ts';
import { pullRequestListCall } from '../../../domain/pullRequests/findPullRequest.ts';
import { RunList } from '../../../domain/runs/runList.ts';
import { hasEnded } from '../../../domain/runs/runState.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import type { TalkUpdate, TypedCompletion } from '../../../domain/pages/update.ts';
import { copied } from '../../kit/messages/copied.ts';
import { target } from '../../kit/prompts/target.ts';
import { withStored, type LooseFile } from '../../kit/tree/givenFiles.ts';
import { TypedText } from '../../kit/typedText.ts';
import { showMessage } from '../../kit/messages/show.ts';
import type { TalkParts, TalkSubject } from '../talkParts.ts';
import { button, externalLink } from '../widgets.ts';
import { draftIds, draftOf, type Draft } from './draftIds.ts';

interface Surroundings {
  readonly post: (talk: TalkUpdate['talk']) => void;
  readonly discussions: () => readonly Discussion[];
  readonly labels: () => readonly string[];
  /** The web page of the issue or the pull request. */
  readonly page: () => string;
  readonly markdown: (text: string) => Promise<Html>;
}

interface Attached {
  readonly id: string;
  /** Where the page inserts the links. */
  readonly ticket: number;
  /** Undefined: the user chooses one. */
  readonly files: unknown;
}

const mostCompletions = 8;
/** Milliseconds until a comment is sent although the host does not tell whether a run goes on. */
const patience = 4_000;
/** Milliseconds until a page has told that it inserted a link. */
const insertTime = 2_000;

const isBareId = (id: string): boolean => /^\d+$/.test(id);

/** What is typed on a page: a new comment, replies and changes. Each text is stored until the host has it. */
export class TalkWriting {
  readonly #subject: TalkSubject;
  readonly #parts: TalkParts;
  readonly #around: Surroundings;
  readonly #texts = new Map<string, TypedText>();
  readonly #sending = new Set<string>();
  /** Addresses of links that the page has not inserted yet. */
  readonly #unwritten = new Set<string>();
  #connection: Connection | undefined;
  #pullRequests: Promise<readonly TypedCompletion[]> | undefined;

  constructor(subject: TalkSubject, parts: TalkParts, around: Surroundings) {
    this.#subject = subject;
    this.#parts = parts;
    this.#around = around;
  }

  async connect(connection: Connection): Promise<void> {
    const before = this.#connection;
    const isKnown = before !== undefined && before.account?.id === connection.account?.id;
    this.#connection = connection;
    this.#pullRequests = undefined;
    if (!isKnown) await this.begin();
  }

  /** The account changed: its texts stay stored, and are shown to nobody else. */
  forget(): void {
    for (const text of this.#texts.values()) text.dispose();
    this.#texts.clear();
    this.#connection = undefined;
    this.#around.post({ isReset: true });
  }

  /** Shows whether something can be written, and the stored texts. */
  async begin(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    const refusal = await this.#refusal(connection);
    const offers = await this.#offers(connection);
    const writing = refusal === undefined ? offers : { refusal: { markup: refusal.markup, untrusted: [] } };
    this.#around.post({ writing });
    if (refusal !== undefined) return;
    const { drafts } = await this.#parts.loadRecords();
    const place = this.#place('');
    if (place === undefined) return;
    const stored = [...(await drafts.of(place))];
    // Those of lines are in the threads of their files. A former version named a changed comment by its id alone.
    const own = stored
      .map(([id, text]): [string, string] => [isBareId(id) ? draftIds.edit(id) : id, text])
      .filter(([id]) => draftOf(id) !== undefined);
    for (const [id, text] of stored.filter(([one]) => isBareId(one))) {
      await drafts.set({ ...place, id: draftIds.edit(id) }, text);
      await drafts.set({ ...place, id }, '');
    }
    const typed = [...this.#texts].map(([id, { text }]): [string, string] => [id, text]);
    this.#around.post({ drafts: Object.fromEntries([...own, ...typed].filter(([, text]) => text !== '')) });
  }

  typed(id: string, text: string): void {
    if (draftOf(id) === undefined || this.#place(id) === undefined) return;
    for (const url of this.#unwritten) if (text.includes(url)) this.#unwritten.delete(url);
    this.#text(id).typed(text);
  }

  async discard(id: string): Promise<void> {
    if (draftOf(id) === undefined) return;
    await this.#text(id).keep('');
    this.#texts.delete(id);
  }

  async preview(id: string, text: string): Promise<void> {
    const { markup, untrusted } = await this.#around.markdown(text);
    this.#around.post({ preview: { id, markup, untrusted } });
  }

  /** Uploads the files of a message, or one that the user chooses, and inserts their links into a text. */
  async attach({ id, ticket, files: given }: Attached): Promise<void> {
    const connection = this.#connection;
    if (draftOf(id) === undefined || connection?.account === undefined) return;
    const { host, ...name } = this.#subject.name;
    const at = { host, account: connection.account.login, repository: fullName(name) };
    const files = [given ?? []].flat().flatMap((one: unknown) => looseFile(one) ?? []);
    await withStored(files, this.#parts.context.globalStorageUri, async (uris) => {
      for (const file of given === undefined ? [undefined] : uris) {
        const args = { [target]: file === undefined ? at : { ...at, file } };
        const uploaded = await commands.executeCommand<Uploaded | undefined>('sourcehost.file.upload', args);
        // The host may have answered that it takes no files.
        if (uploaded === undefined) {
          this.#around.post({ writing: await this.#offers(connection) });
          return;
        }
        // The text of another account takes no link.
        if (this.#connection?.account?.id === connection.account?.id) void this.#insert(id, ticket, uploaded);
        else await copied(uploaded.markdown, { silent: false });
      }
    });
  }

  async #insert(id: string, ticket: number, { url, markdown }: Uploaded): Promise<void> {
    this.#unwritten.add(url);
    this.#around.post({ insert: { id, ticket, url, markdown, name: nameIn(markdown), label: labelIn(markdown) } });
    await delay(insertTime);
    // The page was closed meanwhile.
    if (!this.#unwritten.delete(url)) return;
    const typed = this.#text(id);
    await typed.keep(`${typed.text}\n${markdown}`.trim());
  }

  async #offers({ host }: Connection): Promise<{ readonly attaches: boolean }> {
    return { attaches: !(await lacksUploads(await this.#parts.loadHostFeatures(), host)) };
  }

  /** Sends a text of the user, who is asked before it cancels a run. */
  async send(id: string, text: string): Promise<void> {
    if (draftOf(id) === undefined || this.#sending.has(id) || text.trim() === '') return;
    if (this.#subject.kind === 'pullRequests' && startsRun(text) && !(await this.#confirmRun())) {
      this.#around.post({ sending: { id, state: 'failed', note: l10n.t('Not sent') } });
      return;
    }
    await this.write(id, text, {});
  }

  /** Writes a text to the host. A failure is shown, and the text stays. */
  async write(id: string, text: string, options: RequestOptions): Promise<void> {
    const draft = draftOf(id);
    const connection = this.#connection;
    if (draft === undefined || connection === undefined || this.#sending.has(id)) return;
    const typed = this.#text(id);
    await typed.keep(text);
    this.#sending.add(id);
    this.#around.post({ sending: { id, state: 'sending', note: l10n.t('Sending…') } });
    try {
      await this.#sendTo(connection, draft, text, options);
      await typed.keep('');
      this.#texts.delete(id);
      this.#around.post({ sending: { id, state: 'sent' } });
    } catch (error) {
      const note = isUndecided(error) ? l10n.t('Perhaps sent') : l10n.t('Not sent');
      this.#around.post({ sending: { id, state: 'failed', note } });
      const retry = (how: RequestOptions = {}): Promise<void> => this.write(id, this.#text(id).text, how);
      this.#parts.failures.show(error, { task: l10n.t('The comment was not sent'), retry });
      return;
    } finally {
      this.#sending.delete(id);
    }
    const { kind, name, number } = this.#subject;
    const commented = draft.kind === 'new' && kind === 'issues' ? { commented: number } : {};
    const changed = { host: name.host, repository: name, reveal: [number], comments: true, ...commented };
    this.#parts.changes.report({ subject: kind, ...changed });
  }

  /** Posts what completes `word` after `sign`: `@` people, `#` issues, `!` pull requests, `/` commands of robots. */
  async complete(sign: string, word: string, ticket: number): Promise<void> {
    const all = await unlessFailed(this.#completions(sign), 'missing', 'unsupported', 'unreachable', 'forbidden').catch(
      () => undefined,
    );
    const wanted = foldCase(word);
    const items = (all ?? []).filter(({ label, detail }) => {
      const name = foldCase(label.replace(/^[@#!/]/, ''));
      return name.startsWith(wanted) || (wanted.length > 1 && `${name} ${foldCase(detail)}`.includes(wanted));
    });
    this.#around.post({ completions: { ticket, items: items.slice(0, mostCompletions) } });
  }

  async #completions(sign: string): Promise<readonly TypedCompletion[]> {
    const { name } = this.#subject;
    const { vocabulary } = await this.#parts.loadRecords();
    switch (sign) {
      case '@':
        return await this.#people();
      case '#':
        return (await vocabulary.issues(name)).map(({ number, title }) => item(`#${number}`, title));
      case '!':
        return await (this.#pullRequests ??= this.#listPullRequests());
      case '/':
        return robotCommands(this.#around.discussions()).map((command) => ({
          label: command,
          detail: '',
          insert: command,
        }));
      default:
        return [];
    }
  }

  /** Who takes part in the conversation, then the members: a host may not list those. */
  async #people(): Promise<readonly TypedCompletion[]> {
    const { vocabulary } = await this.#parts.loadRecords();
    const talking = this.#around
      .discussions()
      .flatMap(commentsIn)
      .flatMap(({ user }) => user ?? []);
    const members = await vocabulary.people(this.#subject.name).catch(() => []);
    const all = [...talking, ...members].map(({ login, name = '' }) => [foldCase(login), { login, name }] as const);
    return [...new Map(all).values()].map(({ login, name }) => item(`@${login}`, name));
  }

  async #listPullRequests(): Promise<readonly TypedCompletion[]> {
    const connection = this.#connection;
    if (connection === undefined) return [];
    const { name } = this.#subject;
    const list = pullRequestListCall(name, {
      page: this.#around.page(),
      send: (api: Connection['api']) => api.pullRequests.list({ ...inApi(name), state: 'all', per_page: 100 }),
      options: {},
    });
    const { items } = await (await this.#parts.loadHostFeatures()).call(connection, list);
    return items.map(({ number, title }) => item(`!${number}`, title));
  }

  async #confirmRun(): Promise<boolean> {
    const isSaid = seemsRunning(this.#around.discussions(), this.#around.labels());
    if (!isSaid && !(await this.#isRunning())) return true;
    const action = l10n.t('Start Anyway');
    const detail = l10n.t(
      'The host, a label or a note of a robot says that a run goes on. A second run cancels the first one.',
    );
    return (
      (await showMessage('warning', l10n.t('A run seems to go on. Start another one?'), [action], detail)) === action
    );
  }

  /** Whether the host lists a run of the pull request that has not ended. A host that does not answer soon says nothing. */
  async #isRunning(): Promise<boolean> {
    const connection = this.#connection;
    if (connection === undefined) return false;
    const { name, number } = this.#subject;
    const list = new RunList(await this.#parts.loadHostFeatures());
    const options = { signal: AbortSignal.timeout(patience) };
    const runs = await list.first({ connection, name }, { number }, 10, options).catch(() => []);
    return runs.some((run) => !hasEnded(run));
  }

  async #sendTo(connection: Connection, draft: Draft, body: string, options: RequestOptions): Promise<void> {
    const comments = await this.#parts.loadComments();
    const { kind, name, number } = this.#subject;
    const place = { connection, name, kind, number };
    if (draft.kind === 'edit') await comments.edit(place, draft.id, body, options);
    else if (draft.kind === 'reply') await comments.reply(place, { body, discussion: draft.discussion }, options);
    else await comments.add(place, { body }, options);
  }

  /** Why nothing can be written here; undefined: it can, as far as it is known. */
  async #refusal({ host, account }: Connection): Promise<Html | undefined> {
    if (account === undefined)
      return html`<p>${button({ action: 'signIn', key: 'signIn' }, l10n.t('Sign In to Comment'))}</p>`;
    const operation = this.#subject.kind === 'issues' ? 'issueComments.create' : 'pullRequestComments.create';
    if (!(await (await this.#parts.loadHostFeatures()).lacks(host, operation))) return undefined;
    return html`<p class="quiet">
      ${l10n.t('{0} takes no comments from here.', host.name)}
      ${externalLink(this.#around.page(), l10n.t('Open on the Web'))}
    </p>`;
  }

  #text(id: string): TypedText {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const place = this.#place(id);
    const text = new TypedText('', async (typed) => {
      if (place !== undefined) await (await this.#parts.loadRecords()).drafts.set(place, typed);
    });
    this.#texts.set(id, text);
    return text;
  }

  /** An issue can have the number of a pull request. */
  #place(id: string): DraftPlace | undefined {
    const account = this.#connection?.account?.id;
    const { kind, name, number } = this.#subject;
    if (account === undefined) return undefined;
    return { account, name, number: kind === 'issues' ? number : `!${number}`, id };
  }
}

const item = (label: string, detail = ''): TypedCompletion => ({
  label,
  detail: oneLine(detail, 120),
  insert: `${label} `,
});

/** The page checks the size too, before it sends the bytes. */
function looseFile(given: unknown): LooseFile | undefined {
  if (!isObject(given) || typeof given.name !== 'string' || !(given.bytes instanceof ArrayBuffer)) return undefined;
  checkSize(given.name, given.bytes.byteLength);
  return { name: given.name, data: new Uint8Array(given.bytes) };
}

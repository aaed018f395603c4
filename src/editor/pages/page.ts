import { l10n } from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import { endsAccess, isFailure, isNetworkFailure, toFailure, type Failure } from '../../core/errors.ts';
import { html, type Html } from '../../domain/pages/html.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { PageUpdate, SectionView } from '../../domain/pages/update.ts';
import type { Connection } from '../../domain/hosts/connections.ts';
import type { PageContent, Section, Turn } from './content.ts';
import { failureBox, loading } from './widgets.ts';

const freshFor = 60_000;
const mostPictures = 50;

/** The loaded content of a page. It outlives its panel, so that the page is shown at once the next time. */
export class Page {
  readonly target: PageTarget;
  readonly content: PageContent;
  readonly #connect: () => Promise<Connection>;
  readonly #sectionHtml = new Map<string, Html>();
  readonly #failures = new Map<string, Failure>();
  readonly #busy = new Set<string>();
  readonly #pictures = new Map<string, Promise<string | undefined>>();
  readonly #updated = new Emitter<PageUpdate>();
  readonly onDidUpdate = this.#updated.event;
  #abort = new AbortController();
  #record: Promise<unknown> | undefined;
  #loadedAt = -Infinity;
  #failed = false;
  /** The account of now is not known to be allowed to read the page. */
  #isWithheld = false;

  constructor(target: PageTarget, content: PageContent, connect: () => Promise<Connection>) {
    this.target = target;
    this.content = content;
    this.#connect = connect;
  }

  get state(): PageUpdate {
    const all = [this.content.head, ...this.#sections];
    return {
      failed: this.#failed,
      sections: Object.fromEntries(all.map((section) => [section.id, this.#view(section)])),
    };
  }

  get title(): string {
    return this.#isWithheld ? l10n.t('Not Available') : this.content.title;
  }

  get #sections(): readonly Section[] {
    const { sections, talk } = this.content;
    return talk === undefined ? sections : [...sections, talk.section];
  }

  get troubled(): boolean {
    return this.#failures.size > 0;
  }

  get isOffline(): boolean {
    return [...this.#failures.values()].some((failure) => isNetworkFailure(failure));
  }

  /** The account changed: nothing is shown before it may read the page. */
  forget(): void {
    this.#isWithheld = true;
    this.#sectionHtml.clear();
    this.#failures.clear();
    this.#abort.abort();
    this.#record = undefined;
    this.content.talk?.forget();
    this.#updated.fire(this.state);
  }

  /** Reloads the page if it was not loaded in the last minute. Resolves with the record, also that of a later reload. */
  open(): Promise<unknown> {
    if (this.#record !== undefined && Date.now() - this.#loadedAt < freshFor) return this.#record;
    return this.reload();
  }

  reload(): Promise<unknown> {
    this.#abort.abort();
    this.#busy.clear();
    this.#pictures.clear();
    const abort = new AbortController();
    this.#abort = abort;
    this.#loadedAt = Date.now();
    const { head } = this.content;
    const record: Promise<unknown> = this.#run(head, head.load, abort).catch(async (error: unknown) => {
      if (!abort.signal.aborted || this.#record === record || this.#record === undefined) throw error;
      return await this.#record;
    });
    this.#record = record;
    const note = (failed: boolean, error?: unknown): void => {
      if (abort.signal.aborted) return;
      this.#isWithheld = failed && (this.#isWithheld || isFailure(error, 'signedOut'));
      this.#failed = failed && !this.#sectionHtml.has(head.id);
      if (failed) this.#loadedAt = -Infinity;
      this.#updated.fire({ failed: this.#failed, sections: {} });
    };
    record.then(
      () => note(false),
      (error: unknown) => note(true, error),
    );
    for (const section of this.#sections) void this.#quietly(section, section.load, abort);
    return record;
  }

  async retry(id: string): Promise<void> {
    const section = this.#sections.find((one) => one.id === id);
    if (section === undefined || this.#failed) await this.#settled(this.reload());
    else await this.#quietly(section, section.load, this.#abort);
  }

  async more(id: string): Promise<void> {
    const section = this.#sections.find((one) => one.id === id);
    if (section?.more !== undefined && !this.#busy.has(id)) await this.#quietly(section, section.more, this.#abort);
  }

  /** The address of a picture of the repository, with one request for each path; undefined if it does not exist. */
  picture(path: string): Promise<string | undefined> {
    const { picture } = this.content;
    const cached = this.#pictures.get(path);
    if (picture === undefined || cached !== undefined) return cached ?? Promise.resolve(undefined);
    if (this.#pictures.size >= mostPictures) return Promise.resolve(undefined);
    const { signal } = this.#abort;
    const read = async (): Promise<string | undefined> =>
      await picture(path, { connection: await this.#connect(), signal });
    // The web view asks once for each picture, so a read that a reload aborted is repeated.
    const address = read().catch(() => (signal.aborted ? this.picture(path) : undefined));
    this.#pictures.set(path, address);
    return address;
  }

  async #quietly(section: Section, load: Section['load'], abort: AbortController): Promise<void> {
    await this.#settled(this.#run(section, load, abort));
  }

  /** A failure is shown in its section, so it is not thrown. */
  async #settled(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => toFailure(error));
  }

  async #run(section: Section, load: Section['load'], { signal }: AbortController): Promise<unknown> {
    const { id } = section;
    this.#failures.delete(id);
    this.#busy.add(id);
    this.#fireUpdate(section);
    const show = (markup: Html): void => {
      if (signal.aborted) return;
      this.#sectionHtml.set(id, markup);
      this.#fireUpdate(section);
    };
    try {
      const turn: Turn = { connection: await this.#connect(), signal, show };
      return await load(turn);
    } catch (error) {
      if (!signal.aborted) {
        this.#failures.set(id, toFailure(error));
        // What the account may not read any more is not shown.
        if (endsAccess(error)) this.#sectionHtml.delete(id);
      }
      throw error;
    } finally {
      if (!signal.aborted) {
        this.#busy.delete(id);
        this.#fireUpdate(section);
      }
    }
  }

  #fireUpdate(section: Section): void {
    this.#updated.fire({ failed: this.#failed, sections: { [section.id]: this.#view(section) } });
  }

  #view({ id, title: ownTitle }: Section): SectionView {
    const title = id === this.content.head.id && this.#isWithheld ? this.title : ownTitle;
    const failure = this.#failures.get(id);
    const note = failure && failureBox(failure, { id, title });
    const busy = this.#busy.has(id);
    const heading = id === this.content.head.id && !this.#sectionHtml.has(id) ? html`<h1>${title}</h1>` : undefined;
    const body = this.#sectionHtml.get(id) ?? (busy ? loading() : undefined);
    const { markup, untrusted } = html`${heading}${note}${body}`;
    return { markup, untrusted, busy };
  }
}

import { commands, Range, Uri, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { bytes } from '../../kit/bytes.ts';
import type { Line } from '../../kit/reliability/ledger.ts';
import { sentencesOf } from '../reliability/ground.ts';

export const repository = 'alice/website';
const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const others = ['README.md', 'package.json', 'src/index.ts', 'docs/guide.md'];

/** The saved texts of one window, which must never be lost. */
export interface Saved {
  /** By path: the text that was saved last. */
  readonly files: Readonly<Record<string, string>>;
  /** By number: the title that was saved last. */
  readonly issues: Readonly<Record<string, string>>;
}

const fileAt = (path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${repository}@main/${path}` });
const issueAt = (number: number): Uri =>
  Uri.from({ scheme: 'sourcehost-record', authority: 'local', path: `/${repository}/issues/${number}.md` });

/** A user who executes one action after another in a window, whether they succeed or fail. */
export class User {
  readonly #line: Line;
  readonly #roll: () => number;
  readonly #window: number;
  readonly #issues: readonly number[];
  readonly #files = new Map<string, string>();
  readonly #titles = new Map<number, string>();
  #serial = 0;
  readonly counts: Record<string, number> = {};

  constructor(window: number, issues: readonly number[], roll: () => number, line: Line) {
    this.#window = window;
    this.#issues = issues;
    this.#roll = roll;
    this.#line = line;
  }

  get saved(): Saved {
    return { files: Object.fromEntries(this.#files), issues: Object.fromEntries(this.#titles) };
  }

  /** Executes one random action. */
  async act(): Promise<void> {
    const deeds: readonly (readonly [string, number, () => Promise<unknown>])[] = [
      ['saves', 5, () => this.#saveFile()],
      ['edits', 4, () => this.#editFile()],
      ['commits', 3, () => this.#commit()],
      ['resumes', 1, () => this.#run('commit.resume', { repository, ref: 'main' })],
      ['reads', 4, () => this.#read()],
      ['refreshes', 1, () => Promise.resolve(commands.executeCommand('sourcehost.view.refresh'))],
      ['issue edits', 2, () => this.#editIssue(this.#any(this.#issues))],
      ['searches', 1, () => this.#run('search.issues', { q: 'a', repo: repository, state: 'open' })],
      ['closes', 1, () => Promise.resolve(commands.executeCommand('workbench.action.closeActiveEditor'))],
    ];
    let left = this.#roll() * deeds.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight, deed] of deeds) {
      left -= weight;
      if (left >= 0) continue;
      this.counts[name] = (this.counts[name] ?? 0) + 1;
      this.#line.cell();
      await this.#line.ends(name, deed(), 120_000);
      return;
    }
  }

  /** Checks the messages of the extension during one action. */
  reads(told: readonly string[]): void {
    for (const words of told) this.#line.reads('a message', words);
    if (told.length > 1) this.#line.note('storms', told.join('; '));
  }

  /** Saves open documents, and commits until no draft is left. */
  async finish(): Promise<void> {
    for (const number of this.#issues) await this.#editIssue(number);
    for (const document of workspace.textDocuments.filter(({ isDirty }) => isDirty)) await this.#overwrite(document);
    let done: unknown;
    for (let tries = 0; tries < 10; tries += 1) {
      done = await this.#run('commit.create', { repository, ref: 'main', message: 'Last {path}' });
      if (done === 'missing' || (Array.isArray(done) && done.length === 0)) return;
    }
    this.#line.note('lost', `not everything could be committed: ${JSON.stringify(done)}`);
  }

  /** Answers the editor's message that a file has changed in the meantime. */
  async #overwrite(document: TextDocument): Promise<void> {
    const path = document.uri.path.split('@main/')[1];
    const saved = await this.#save(document);
    if (path === undefined) return;
    if (!saved) {
      await workspace.fs.writeFile(document.uri, bytes(document.getText()));
      await window.showTextDocument(document);
      await commands.executeCommand('workbench.action.files.revert');
    }
    this.#files.set(path, document.getText());
  }

  #any<T>(items: readonly T[]): T {
    return items[Math.floor(this.#roll() * items.length)] as T;
  }

  #new(): string {
    return `window ${this.#window}, text ${(this.#serial += 1)}`;
  }

  async #saveFile(): Promise<void> {
    const path = `window-${this.#window}/${this.#any(names)}`;
    const text = `${this.#new()}\n`;
    const written = await this.#told(
      'saving',
      workspace.fs.writeFile(fileAt(path), bytes(text)).then(() => true),
    );
    if (written === true) this.#files.set(path, text);
  }

  async #editFile(): Promise<void> {
    const path = `window-${this.#window}/${this.#any(names)}`;
    if (!this.#files.has(path)) return;
    const document = await this.#told('opening', workspace.openTextDocument(fileAt(path)));
    if (document === undefined) return;
    await replace(document, `${this.#new()}\n`);
    if (await this.#save(document)) this.#files.set(path, document.getText());
  }

  async #editIssue(number: number): Promise<void> {
    const document = await this.#told('opening', workspace.openTextDocument(issueAt(number)));
    if (document === undefined) return;
    const title = this.#new().replace(',', '');
    await replace(document, document.getText().replace(/^title: .*$/m, `title: ${title}`));
    if (await this.#save(document)) this.#titles.set(number, title);
    else if (document.isDirty) {
      // The server has another text in the meantime, possibly the own text after a lost answer: the user chooses.
      await commands.executeCommand('sourcehost.record.keepMine', document.uri);
      if (await this.#save(document)) this.#titles.set(number, title);
    }
  }

  /** Whether the service or the disk has the text; otherwise it is still in the editor. */
  async #save(document: TextDocument): Promise<boolean> {
    const written = writtenIn(document);
    const saved = await document.save();
    if (!saved && document.isDirty && writtenIn(document) !== written)
      this.#line.note('lost', `${document.uri.path} was not saved, and has become another text`);
    return saved;
  }

  async #commit(): Promise<unknown> {
    const paths = this.#roll() < 0.5 ? {} : { paths: [`window-${this.#window}`] };
    return await this.#run('commit.create', { repository, ref: 'main', message: 'Soak {path}', ...paths });
  }

  async #read(): Promise<void> {
    const path = this.#roll() < 0.5 ? this.#any(others) : this.#any([...this.#files.keys(), 'README.md']);
    await this.#told('reading', workspace.fs.readFile(fileAt(path)));
    await this.#told('listing', workspace.fs.readDirectory(fileAt(path.slice(0, path.lastIndexOf('/') + 1))));
  }

  /** Runs a command. Returns its result, or the kind of its failure. */
  async #run(id: string, args: object): Promise<unknown> {
    try {
      return await commands.executeCommand(`sourcehost.${id}`, { host: 'local', ...args });
    } catch (error) {
      const { name, message, kind } = error as Error & { readonly kind?: string };
      if (name !== 'Failure') this.#line.note('unclear', `${id}: ${name}: ${message}`);
      else this.#line.reads(id, message);
      return kind;
    }
  }

  async #told<T>(what: string, work: PromiseLike<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      const words = sentencesOf(error);
      if (words !== undefined) this.#line.reads(what, words);
      return undefined;
    }
  }
}

/** The text of the user; for a record its title, because the rest may be merged with changes of other users. */
function writtenIn(document: TextDocument): string | undefined {
  const text = document.getText();
  return document.uri.scheme === 'sourcehost' ? text : /^title: .*$/m.exec(text)?.[0];
}

async function replace(document: TextDocument, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
}

import { setTimeout as pause } from 'node:timers/promises';
import { Range, Uri, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { describeDeeds, sentencesOf, type Plot } from './ground.ts';
import { bytes } from '../../kit/bytes.ts';

type Row = Readonly<Record<string, unknown>>;

const called = /^(title|name):.*$/m;
const fresh = 'New, and once';
const mine = 'Mine, and not lost';
/** Milliseconds after which another read returns the current record. */
const outdated = 1_100;

const call = <T = Row>({ service, repo }: Plot, operation: string, params: object = {}): Promise<T> =>
  service.call<T>(operation, { repo, ...params });

const recordAt = ({ repo }: Plot, path: string): Uri =>
  Uri.from({ scheme: 'sourcehost-record', authority: 'local', path: `/alice/${repo}/${path}` });

/** Executes one action. After a failure, the user must have a message. Returns the result. */
async function tries<T>(plot: Plot, what: string, work: () => PromiseLike<T>): Promise<T | undefined> {
  const name = `${what} while ${plot.operation} fails`;
  const { value, error } = await plot.line.ends(name, work());
  const words = error === undefined ? undefined : sentencesOf(error);
  if (words !== undefined) plot.line.reads(name, words);
  return value;
}

/** A record that a user edits in an editor. */
class Writing {
  readonly #plot: Plot;
  readonly #uri: Uri;
  readonly #title: string;
  #document: TextDocument | undefined;
  #saved = false;

  constructor(plot: Plot, path: string, title: string) {
    this.#plot = plot;
    this.#uri = recordAt(plot, path);
    this.#title = title;
  }

  /** Only once, because saving a new record leaves another new one. */
  async save(): Promise<void> {
    if (this.#saved) return;
    this.#document ??= await tries(this.#plot, 'opening', () => workspace.openTextDocument(this.#uri));
    const document = this.#document;
    if (document === undefined) return;
    if (!document.getText().includes(this.#title)) {
      const text = document.getText();
      const edit = new WorkspaceEdit();
      const whole = new Range(document.positionAt(0), document.positionAt(text.length));
      edit.replace(this.#uri, whole, text.replace(called, `$1: ${this.#title}`));
      await workspace.applyEdit(edit);
    }
    const { value } = await this.#plot.line.ends('saving', document.save());
    this.#saved = value === true;
    if (this.#saved || document.getText().includes(this.#title)) return;
    this.#plot.line.note('lost', `the text of ${this.#uri.path} was not saved, and is gone`);
  }
}

/** A record that a program writes as a file. */
async function write(plot: Plot, path: string): Promise<boolean> {
  const uri = recordAt(plot, path);
  const read = await tries(plot, 'reading', () => workspace.fs.readFile(uri));
  if (read === undefined) return false;
  const text = new TextDecoder().decode(read).replace(called, `$1: ${mine}`);
  return (await tries(plot, 'writing', async () => (await workspace.fs.writeFile(uri, bytes(text)), true))) === true;
}

describe('records', () => {
  const plots = new Map<
    Plot,
    { readonly writings: readonly Writing[]; readonly paths: readonly string[]; readonly milestone: number }
  >();

  describeDeeds('records', {
    prepare: async (plot) => {
      const { number } = await call(plot, 'issues.create', { title: 'First', body: 'text' });
      const { number: milestone } = await call(plot, 'milestones.create', { title: 'First', due_on: '2028-01-31' });
      await call(plot, 'releases.create', { tag_name: 'v1', name: 'First', body: '' });
      plots.set(plot, {
        writings: [new Writing(plot, `issues/${String(number)}.md`, mine), new Writing(plot, 'issues/new.md', fresh)],
        paths: [`milestones/${String(milestone)}.md`, 'releases/v1.md'],
        milestone: Number(milestone),
      });
    },
    under: async (plot) => {
      const { writings = [], paths = [] } = plots.get(plot) ?? {};
      for (const writing of writings) await writing.save();
      for (const path of paths) await write(plot, path);
    },
    after: async (plot) => {
      const { writings = [], paths = [], milestone = 0 } = plots.get(plot) ?? {};
      for (const writing of writings) await writing.save();
      for (const path of paths) {
        if (await write(plot, path)) continue;
        await pause(outdated);
        await write(plot, path);
      }
      const issues = (await call<readonly Row[]>(plot, 'issues.list', { state: 'all' })).map(({ title }) => title);
      const others = [
        (await call(plot, 'milestones.get', { number: milestone })).title,
        (await call(plot, 'releases.byTag', { tag: 'v1' })).name,
      ];
      const held = [...issues.sort(), ...others].join(' | ');
      if (held !== [mine, fresh, mine, mine].join(' | '))
        plot.line.note('lost', `after ${plot.operation} failed: the service holds ${held}`);
      for (const document of workspace.textDocuments)
        if (document.isDirty && document.uri.path.startsWith(`/alice/${plot.repo}/`)) {
          plot.line.note('lost', `${document.uri.path} cannot be saved after ${plot.operation} failed`);
          await window.showTextDocument(document);
        }
    },
  });
});

import { l10n, scm, type Command, type SourceControl, type SourceControlResourceGroup, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { Gathering } from '../../../core/gathering.ts';
import type { Log } from '../../../core/log.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import type { Layer } from '../../../domain/sourceControl/drafts/draft.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { CommitTransport } from '../../../domain/sourceControl/commit/commitPlan.ts';
import type { Author } from '../../../domain/sourceControl/commit/journal.ts';
import type { DraftedBranch } from '../../../domain/sourceControl/drafts/draftStorage.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { target } from '../../kit/prompts/target.ts';
import { fileAddressOf, versionUri } from '../../kit/uri.ts';
import type { Authors } from './authors.ts';
import { otherBranchRows } from './otherBranches.ts';
import { addressAt, argumentsOf, draftVersionSha, isOf } from './place.ts';
import { rowsOf } from './rows.ts';
import { commitCountLabel } from './labels.ts';
import { visible } from '../../../core/text.ts';

export interface BranchControlParts {
  readonly connections: Connections;
  readonly authors: Authors;
  readonly log: Log;
  /** Called after a rendering, when the number of unfinished commits may have changed. */
  readonly onRendered: () => void;
}

/** Changes within this time (milliseconds) are shown together: "save all" causes many. */
const gather = 20;
/** Milliseconds without a change before the next rendering: the editor redraws all changes each time. */
const pauseAfter = (changeCount: number): number => 250 + Math.min(changeCount / 4, 2_000);

/** The source control of one remote folder: changed and staged files, the message box and the gutter. */
export class BranchControl {
  readonly #parts: BranchControlParts;
  readonly #control: SourceControl;
  readonly #groups: Readonly<Record<Layer, SourceControlResourceGroup>>;
  readonly #ignored: SourceControlResourceGroup;
  readonly #others: SourceControlResourceGroup;
  #checkout: Checkout;
  #unfinished = 0;
  readonly #rendering = new Gathering(
    () => this.#render().catch((error: unknown) => this.#parts.log.warn(`source control: ${messageOf(error)}`)),
    { wait: gather, pause: () => pauseAfter(this.#control.count ?? 0) },
  );
  #ended = false;

  constructor(folder: Uri, checkout: Checkout, parts: BranchControlParts) {
    this.#checkout = checkout;
    this.#parts = parts;
    const { owner, repo, branch } = checkout.branch;
    this.#control = scm.createSourceControl('sourcehost', plainLabel(`${owner}/${repo} (${branch})`), folder);
    const staged = this.#control.createResourceGroup('staged', l10n.t('Staged Changes'));
    const working = this.#control.createResourceGroup('changes', l10n.t('Changes'));
    this.#ignored = this.#control.createResourceGroup('ignored', l10n.t('Ignored'));
    this.#others = this.#control.createResourceGroup('otherBranches', l10n.t('Drafts on Other Branches'));
    staged.hideWhenEmpty = true;
    this.#ignored.hideWhenEmpty = true;
    this.#others.hideWhenEmpty = true;
    this.#groups = { staged, working };
    this.#control.quickDiffProvider = { provideOriginalResource: (uri) => this.#originalOf(uri) };
    this.#control.inputBox.placeholder = l10n.t('Message');
    this.show();
  }

  get checkout(): Checkout {
    return this.#checkout;
  }

  /** Number of commits of this branch that were started and not completed. */
  get unfinished(): number {
    return this.#unfinished;
  }

  get message(): string {
    return this.#control.inputBox.value;
  }

  set message(text: string) {
    this.#control.inputBox.value = text;
  }

  /** Renders again; called when the account or something of the branch has changed. */
  show(checkout = this.#checkout): void {
    this.#checkout = checkout;
    this.#rendering.ask();
  }

  /** Shows the other branches of the repository with drafts. `stored`: every branch with drafts on this computer. */
  showOthers(stored: readonly DraftedBranch[]): void {
    if (!this.#ended) this.#others.resourceStates = otherBranchRows(this.#checkout, stored);
  }

  dispose(): void {
    this.#ended = true;
    this.#rendering.dispose();
    this.#control.dispose();
  }

  async #render(): Promise<void> {
    const checkout = this.#checkout;
    const { branch } = checkout;
    const own = { [target]: argumentsOf(checkout) };
    // A menu passes one of these objects to its command.
    Object.assign(this.#control, own);
    Object.assign(this.#groups.staged, { [target]: { ...own[target], staged: true } });
    const ignored = await ignoredPaths(checkout);
    const [staged, all] = [rowsOf(checkout, 'staged'), rowsOf(checkout, 'working')];
    const working = all.filter((row) => !ignored.has(row[target].path));
    // What `.gitignore` ignores is not a part of the group, so its commands name the others.
    const shown = ignored.size === 0 ? {} : { paths: working.map((row) => row[target].path) };
    Object.assign(this.#groups.working, { [target]: { ...own[target], staged: false, ...shown } });
    Object.assign(this.#ignored, { [target]: { ...own[target], staged: false, paths: [...ignored] } });
    this.#ignored.resourceStates = all.filter((row) => ignored.has(row[target].path));
    this.#groups.staged.resourceStates = staged;
    this.#groups.working.resourceStates = working;
    this.#control.count = new Set([...staged, ...working].map(({ resourceUri }) => resourceUri.toString())).size;
    const title = l10n.t('Commit');
    this.#control.acceptInputCommand = { command: 'sourcehost.commit.create', title, arguments: [own] };
    const journal = await checkout.committer.interrupted();
    this.#unfinished = journal?.entries.length ?? 0;
    this.#parts.onRendered();
    const { connections, authors } = this.#parts;
    const { files, author, transport } = await checkout.committer.plan(
      { message: '', author: undefined },
      async () => await authors.of(await connections.connect(branch.host, branch.account)),
      { priority: 'background' },
    );
    if (this.#ended || checkout !== this.#checkout) return;
    this.#control.inputBox.placeholder = visible(placeholderOf(branch.branch, transport === 'git' ? 1 : files.length));
    this.#control.statusBarCommands = [
      ...authorCommands(own, author, branch.account, this.#control.count),
      ...(this.#unfinished > 0
        ? [resumeCommand(own, this.#unfinished, journal?.commit === undefined ? 'rest' : 'git')]
        : []),
    ];
  }

  async #originalOf(uri: Uri): Promise<Uri | undefined> {
    const address = fileAddressOf(uri);
    if (address === undefined || address.path === '' || !isOf(address, this.#checkout)) return undefined;
    const sha = await draftVersionSha(this.#checkout, address.path, 'staged');
    return sha === undefined ? undefined : versionUri(addressAt(this.#checkout, address.path), sha);
  }
}

/** Without a connection the rules may be unknown: then all drafts are shown as changes. */
async function ignoredPaths({ workingTree }: Checkout): Promise<ReadonlySet<string>> {
  return await workingTree.ignored({ priority: 'background' }).catch(() => new Set<string>());
}

function placeholderOf(branch: string, count: number): string {
  // The editor replaces {0} by the keyboard shortcut of the commit.
  const keys = '{0}';
  return count > 1
    ? l10n.t('Message ({0} to make {1} commits on {2})', keys, count, branch)
    : l10n.t('Message ({0} to commit on {1})', keys, branch);
}

function authorCommands(own: object, author: Author | undefined, login: string | undefined, count: number): Command[] {
  if (count === 0 || login === undefined) return [];
  const tooltip =
    author === undefined
      ? l10n.t('Commits are made by {0}. Click to change the author.', login)
      : l10n.t('Commits are made as {0}. Click to change the author.', `${author.name} <${author.email}>`);
  const title = `$(person) ${plainLabel(author?.name ?? login, 60)}`;
  return [{ command: 'sourcehost.commit.setAuthor', title, tooltip: visible(tooltip), arguments: [own] }];
}

function resumeCommand(own: object, count: number, transport: CommitTransport): Command {
  return {
    command: 'sourcehost.commit.resume',
    title: `$(debug-continue) ${l10n.t('Resume Commit')}`,
    tooltip: l10n.t('A commit was interrupted: {0}. Click to resume it.', commitCountLabel(count, transport)),
    arguments: [own],
  };
}

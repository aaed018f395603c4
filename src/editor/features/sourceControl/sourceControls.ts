import { workspace, type Uri } from 'vscode';
import { isFailure, messageOf } from '../../../core/errors.ts';
import { Gathering } from '../../../core/gathering.ts';
import type { DraftBranch } from '../../../domain/sourceControl/drafts/draft.ts';
import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { BranchControl, type BranchControlParts } from './branchControl.ts';
import type { BranchMessages } from './branchMessages.ts';

/** Milliseconds: changes of drafts within this time are read together, because all drafts are listed each time. */
const lookWait = 50;
const lookPause = 1_000;

export interface SourceControlsParts extends Omit<BranchControlParts, 'onRendered'> {
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
  readonly messages: BranchMessages;
}

/** One source control for each remote folder of the workspace that is a branch. */
export class SourceControls extends Lifetime {
  readonly #parts: SourceControlsParts & BranchControlParts;
  readonly #controls = new Map<string, BranchControl>();
  readonly #opening = new Set<string>();
  readonly #unfinished = new ContextKey<boolean>('sourcehost.unfinishedCommit');
  readonly #looking = this.add(new Gathering(() => this.#showOthers(), { wait: lookWait, pause: () => lookPause }));

  constructor(parts: SourceControlsParts) {
    super();
    const { checkouts, repositories } = parts;
    this.#parts = { ...parts, onRendered: () => void this.#unfinished.set(this.unfinished.length > 0) };
    this.add(workspace.onDidChangeWorkspaceFolders(() => this.#follow()));
    // A folder whose first read failed becomes a branch after its ref is known.
    this.add(
      repositories.onDidChangeState((remote) => {
        if (remote.state !== undefined) this.#follow();
        else this.#forget(remote);
      }),
    );
    this.add(checkouts.onDidChange(({ checkout }) => this.#show(checkout)));
    this.add(checkouts.onDidChangeStored(() => this.#looking.ask()));
    this.add(parts.authors.onDidChange(() => this.all().forEach((control) => control.show())));
    this.#follow();
  }

  all(): readonly BranchControl[] {
    return [...this.#controls.values()];
  }

  /** The source control of the checkout; undefined if its folder is not open. */
  of(checkout: Checkout): BranchControl | undefined {
    return this.all().find((control) => control.checkout.drafts === checkout.drafts);
  }

  get unfinished(): readonly BranchControl[] {
    return this.all().filter(({ unfinished }) => unfinished > 0);
  }

  refresh(checkout: Checkout): void {
    for (const control of this.all()) if (control.checkout.drafts === checkout.drafts) control.show();
  }

  /** The message of `from` becomes that of `to`, whose folder may be opened later. */
  moveMessage(from: Checkout, to: Checkout): void {
    const control = this.of(from);
    if (control === undefined) return;
    this.#parts.messages.store(to.branch, control.message);
    control.message = '';
  }

  /** Changes the message of a branch: now if its source control is open, else when it opens in any window. */
  async prepareMessage(
    branch: RepositoryName & { readonly branch: string },
    change: (message: string) => string,
  ): Promise<void> {
    const isSame = (one: DraftBranch): boolean =>
      one.branch === branch.branch && repositoryKey(one) === repositoryKey(branch);
    const open = this.all().find(({ checkout }) => isSame(checkout.branch));
    if (open === undefined) await this.#parts.messages.prepare(branch, change);
    else open.message = change(open.message);
  }

  override dispose(): void {
    super.dispose();
    for (const control of this.all()) control.dispose();
    this.#controls.clear();
  }

  #show(checkout: Checkout): void {
    this.#looking.ask();
    for (const control of this.all()) {
      if (control.checkout.drafts === checkout.drafts) control.show();
      else if (control.checkout.remote === checkout.remote) control.show(checkout);
    }
  }

  #follow(): void {
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const open = new Set(folders.map(String));
    for (const [key, control] of this.#controls) if (!open.has(key)) this.#close(key, control);
    for (const folder of folders) {
      this.#open(folder).catch((error: unknown) => {
        if (!isFailure(error, 'cancelled')) this.#parts.log.info(`no source control: ${messageOf(error)}`);
      });
    }
  }

  async #open(folder: Uri): Promise<void> {
    const key = folder.toString();
    const address = fileAddressOf(folder);
    if (address === undefined || this.#opening.has(key)) return;
    const remote = this.#parts.repositories.at(address);
    const before = this.#controls.get(key);
    if (before !== undefined && this.#shows(before.checkout)) return;
    // The editor cannot rename a source control, so another branch gets another one.
    if (before !== undefined) this.#keep(key, before);
    this.#opening.add(key);
    try {
      const checkout = await this.#parts.checkouts.of(remote, address.path);
      const stays = (workspace.workspaceFolders ?? []).some(({ uri }) => uri.toString() === key);
      if (checkout === undefined || !stays || !this.#parts.repositories.isShown(remote)) return;
      const control = new BranchControl(folder, checkout, this.#parts);
      const message = this.#parts.messages.take(checkout.branch);
      if (message !== undefined) control.message = message;
      this.#controls.set(key, control);
      this.#looking.ask();
    } finally {
      this.#opening.delete(key);
      if (!this.#parts.repositories.isShown(remote)) this.#follow();
    }
  }

  /** Not after a switch, and not if the default branch of the repository has another name now. */
  #shows({ remote, branch }: Checkout): boolean {
    return this.#parts.repositories.isShown(remote) && (remote.state?.head.name ?? branch.branch) === branch.branch;
  }

  async #showOthers(): Promise<void> {
    if (this.all().length === 0) return;
    try {
      const stored = await this.#parts.checkouts.stored();
      for (const control of this.all()) control.showOthers(stored);
    } catch (error) {
      this.#parts.log.warn(`drafts of other branches cannot be listed: ${messageOf(error)}`);
    }
  }

  /** The account changed. The source control comes back when the account of now may read the ref. */
  #forget(remote: RemoteRef): void {
    for (const [key, control] of [...this.#controls]) if (control.checkout.remote === remote) this.#keep(key, control);
  }

  /** Closes a source control whose folder is still open. Its message waits for it. */
  #keep(key: string, control: BranchControl): void {
    this.#parts.messages.store(control.checkout.branch, control.message);
    this.#close(key, control);
  }

  #close(key: string, control: BranchControl): void {
    control.dispose();
    this.#controls.delete(key);
  }
}

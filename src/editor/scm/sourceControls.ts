import { workspace, type Uri } from 'vscode';
import { isFailure, messageOf } from '../../core/errors.ts';
import type { Checkout } from '../../domain/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../domain/workingTree/checkoutRegistry.ts';
import type { RemoteRepositories } from '../../domain/remote/remoteRepositories.ts';
import { ContextKey } from '../kit/context.ts';
import { fileAddressOf } from '../kit/uri.ts';
import { BranchControl, type BranchControlNeeds } from './branchControl.ts';

/** One source control for each remote folder of the workspace that is a branch. */
export class SourceControls {
  readonly #files: RemoteRepositories;
  readonly #branches: CheckoutRegistry;
  readonly #needs: BranchControlNeeds;
  readonly #controls = new Map<string, BranchControl>();
  readonly #opening = new Set<string>();
  readonly #listeners: readonly { dispose(): void }[];
  readonly #unfinished = new ContextKey<boolean>('sourcehost.unfinishedCommit');

  constructor(files: RemoteRepositories, branches: CheckoutRegistry, needs: Omit<BranchControlNeeds, 'onRendered'>) {
    this.#branches = branches;
    this.#files = files;
    this.#needs = { ...needs, onRendered: () => void this.#unfinished.set(this.unfinished.length > 0) };
    this.#listeners = [
      workspace.onDidChangeWorkspaceFolders(() => this.#follow()),
      // A folder whose first read failed becomes a branch after its ref is known.
      files.onDidChangeState(({ state }) => state !== undefined && this.#follow()),
      branches.onDidChange(({ checkout }) => this.#show(checkout)),
      needs.authors.onDidChange(() => this.all().forEach((control) => control.show())),
    ];
    this.#follow();
  }

  all(): readonly BranchControl[] {
    return [...this.#controls.values()];
  }

  /** The source control of the checkout; undefined if its folder is not open. */
  of(checkout: Checkout): BranchControl | undefined {
    return this.all().find((control) => control.checkout.drafts === checkout.drafts);
  }

  /** The source controls with an unfinished commit. */
  get unfinished(): readonly BranchControl[] {
    return this.all().filter(({ unfinished }) => unfinished > 0);
  }

  /** Renders the source control of a branch again. */
  refresh(checkout: Checkout): void {
    for (const control of this.all()) if (control.checkout.drafts === checkout.drafts) control.show();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    for (const control of this.all()) control.dispose();
    this.#controls.clear();
  }

  #show(checkout: Checkout): void {
    for (const control of this.all()) {
      if (control.checkout.drafts === checkout.drafts) control.show();
      else if (control.checkout.files === checkout.files) control.show(checkout);
    }
  }

  #follow(): void {
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    const open = new Set(folders.map(String));
    for (const [key, control] of this.#controls) if (!open.has(key)) this.#close(key, control);
    for (const folder of folders) {
      this.#open(folder).catch((error: unknown) => {
        if (!isFailure(error, 'cancelled')) this.#needs.log.info(`no source control: ${messageOf(error)}`);
      });
    }
  }

  async #open(folder: Uri): Promise<void> {
    const key = folder.toString();
    const address = fileAddressOf(folder);
    if (address === undefined || this.#opening.has(key)) return;
    const files = this.#files.at(address);
    const before = this.#controls.get(key);
    // The editor cannot rename a source control, so another branch gets another one, which keeps the message.
    if (before !== undefined && this.#files.isShown(before.checkout.files)) return;
    const message = before?.message ?? '';
    if (before !== undefined) this.#close(key, before);
    this.#opening.add(key);
    try {
      const checkout = await this.#branches.of(files, address.path);
      const stays = (workspace.workspaceFolders ?? []).some(({ uri }) => uri.toString() === key);
      if (checkout === undefined || !stays || !this.#files.isShown(files)) return;
      const control = new BranchControl(folder, checkout, this.#needs);
      control.message = message;
      this.#controls.set(key, control);
    } finally {
      this.#opening.delete(key);
      if (!this.#files.isShown(files)) this.#follow();
    }
  }

  #close(key: string, control: BranchControl): void {
    control.dispose();
    this.#controls.delete(key);
  }
}

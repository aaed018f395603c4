import { l10n, window } from 'vscode';
import { fullName } from '../../../../domain/hosts/address.ts';
import { issueOfBranch } from '../../../../domain/clones/branchIssue.ts';
import type { LocalRepository } from '../../../kit/git.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { createStatusItem, setStatusTexts, type CleanStatusBarItem } from '../../../kit/messages/show.ts';
import { target } from '../../../kit/prompts/target.ts';
import type { LocalCloneParts } from './localCloneParts.ts';

/** Shows in the status bar the issue that the current branch of a clone is named after. It requests nothing. */
export class BranchIssueStatus extends Lifetime {
  readonly #parts: Pick<LocalCloneParts, 'connections' | 'git' | 'repositoryOf'>;
  readonly #item: CleanStatusBarItem;

  constructor(parts: Pick<LocalCloneParts, 'connections' | 'git' | 'repositoryOf'>) {
    super();
    this.#parts = parts;
    this.#item = this.add(createStatusItem('sourcehost.branchIssue', 99.8));
    this.#item.name = l10n.t('Issue of the branch');
    const show = (): void => void this.#show().catch(() => this.#item.hide());
    this.add(window.onDidChangeActiveTextEditor(show));
    this.add(parts.git.onDidChange(show));
    this.add(parts.connections.onDidChange(show));
    show();
  }

  /** Shows the issue of the clone of the active editor, else of the only clone. */
  async #show(): Promise<void> {
    const { connections, repositoryOf } = this.#parts;
    const clone = this.#clone();
    const name = clone && repositoryOf(clone.root)?.name;
    const number = clone?.branch === undefined ? undefined : issueOfBranch(clone.branch);
    const isSignedIn = name !== undefined && (await connections.accounts(name.host)).length > 0;
    if (name === undefined || number === undefined || !isSignedIn) {
      this.#item.hide();
      return;
    }
    setStatusTexts(this.#item, {
      text: `$(issues) #${number}`,
      tooltip: l10n.t('The branch {0} is named after this issue. Click to show it.', clone?.branch ?? ''),
      spoken: l10n.t('Issue {0} of the branch', number),
    });
    const args = { host: name.host, repository: fullName(name), number: `${number}` };
    this.#item.command = {
      title: l10n.t('Show Issue'),
      command: 'sourcehost.issue.show',
      arguments: [{ [target]: args }],
    };
    this.#item.show();
  }

  #clone(): LocalRepository | undefined {
    const { git } = this.#parts;
    const uri = window.activeTextEditor?.document.uri;
    const clones = git.clones();
    return uri?.scheme === 'file' ? git.at(uri) : clones.length === 1 ? clones[0] : undefined;
  }
}

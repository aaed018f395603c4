import { l10n, workspace, type Uri } from 'vscode';
import type { Event } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fullName, type FileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import { formatPullRequestRef, parsePullRequestRef } from '../../../domain/hosts/pullRequestRef.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { createStatusItem, setStatusTexts, showMessage } from '../../kit/messages/show.ts';
import { fileAddressOf, fileUri } from '../../kit/uri.ts';

/** Milliseconds between two looks at the heads, at least. */
const interval = 90_000;

/** A workspace folder that was opened for a pull request. `commit`: undefined for a branch, which follows by itself. */
interface OpenedPullRequest {
  readonly folder: Uri;
  readonly address: FileAddress;
  readonly number: string;
  readonly commit: string | undefined;
}

export interface OpenedParts {
  readonly folders: () => readonly Uri[];
  readonly readHead: (name: RepositoryName, number: string) => Promise<string>;
  readonly replace: (old: Uri, folder: Uri) => Promise<void>;
  readonly onDidLook: Event<void>;
  readonly log: Log;
}

/** Names the pull request of the workspace folder in the status bar, and asks to show the commits that are pushed to it. */
export class OpenedPullRequests extends Lifetime {
  readonly #parts: OpenedParts;
  readonly #item = this.add(createStatusItem('sourcehost.pullRequest', 99.95));
  readonly #askedCommits = new Set<string>();
  #looked = 0;

  constructor(parts: OpenedParts) {
    super();
    this.#parts = parts;
    this.#item.name = l10n.t('Pull request');
    this.add(workspace.onDidChangeWorkspaceFolders(() => this.show()));
    this.add(parts.onDidLook(() => this.#lookIfDue()));
    this.show();
  }

  show(): void {
    const [opened] = this.#opened();
    if (opened === undefined) {
      this.#item.hide();
      return;
    }
    const { address, number } = opened;
    const repository = fullName(address);
    const tooltip = l10n.t('Pull request !{0} of {1}. Click to see its changes.', number, repository);
    setStatusTexts(this.#item, { text: `$(git-pull-request) !${number}`, tooltip, spoken: tooltip });
    this.#item.command = {
      title: l10n.t('Show Changes'),
      command: 'sourcehost.pullRequest.compare',
      arguments: [{ host: address.host, repository, number }],
    };
    this.#item.show();
  }

  async look(): Promise<void> {
    this.#looked = Date.now();
    for (const { folder, address, number, commit } of this.#opened()) {
      if (commit === undefined) continue;
      const { host, owner, repo } = address;
      const latest = await this.#parts.readHead({ host, owner, repo }, number);
      if (latest === commit || this.#askedCommits.has(latest)) continue;
      this.#askedCommits.add(latest);
      const show = l10n.t('Show');
      const question = l10n.t('!{0} of {1} has new commits. Show them?', number, fullName(address));
      if ((await showMessage('information', question, [show])) !== show) continue;
      await this.#parts.replace(
        folder,
        fileUri({ ...address, ref: formatPullRequestRef({ number, ref: latest }), path: '' }),
      );
    }
  }

  #lookIfDue(): void {
    const isReadOnly = this.#opened().some(({ commit }) => commit !== undefined);
    if (!isReadOnly || Date.now() - this.#looked < interval) return;
    this.look().catch((error: unknown) => this.#parts.log.debug(`cannot look for new commits: ${messageOf(error)}`));
  }

  #opened(): OpenedPullRequest[] {
    return this.#parts.folders().flatMap((folder): OpenedPullRequest[] => {
      const address = fileAddressOf(folder);
      const head = parsePullRequestRef(address?.ref);
      if (address === undefined || head === undefined) return [];
      return [{ folder, address, number: head.number, commit: isSha(head.ref) ? head.ref : undefined }];
    });
  }
}

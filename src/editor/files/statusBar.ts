import { l10n, StatusBarAlignment, window, workspace, type MarkdownString, type StatusBarItem } from 'vscode';
import { oneLine } from '../../core/text.ts';
import { fullName } from '../../domain/hosting/address.ts';
import type { RemoteRepositories } from '../../domain/remote/remoteRepositories.ts';
import { rootSha } from '../../domain/refs/refs.ts';
import type { RemoteRef } from '../../domain/remote/remoteRef.ts';
import type { RefState } from '../../domain/refs/refTracker.ts';
import type { WriteAccess } from '../../domain/permissions/writeAccess.ts';
import { plainLabel } from '../kit/messages/labels.ts';
import { joinMarkdown, markdown } from '../kit/messages/markdown.ts';
import { explainReason } from '../kit/messages/reasons.ts';
import { createStatusItem } from '../kit/messages/show.ts';
import { shownAddress } from './inUse.ts';

const icons = { branch: 'git-branch', tag: 'tag', commit: 'git-commit' } as const;
const short = (sha: string | undefined): string => sha?.slice(0, 8) ?? '';

/**
 * Shows in the status bar the branch, tag or commit of the active remote file, its age, and a move of the ref on the
 * server.
 */
export class RefStatus {
  readonly #files: RemoteRepositories;
  readonly #rights: WriteAccess;
  readonly #ref: StatusBarItem;
  readonly #moved: StatusBarItem;
  readonly #listeners: { dispose(): void }[];
  /** Moves of refs that the user has compared already. */
  readonly #seen = new Set<string>();
  /** The move that the status bar shows now. */
  #pointed: string | undefined;

  constructor(files: RemoteRepositories, rights: WriteAccess) {
    this.#files = files;
    this.#rights = rights;
    this.#ref = createStatusItem('sourcehost.ref', StatusBarAlignment.Left, 100);
    this.#ref.name = l10n.t('Branch of the remote repository');
    this.#ref.command = 'sourcehost.ref.switch';
    this.#moved = createStatusItem('sourcehost.moved', StatusBarAlignment.Left, 99.9);
    this.#moved.name = l10n.t('Changes on the server');
    const show = (): void => this.#show();
    this.#listeners = [
      this.#ref,
      this.#moved,
      window.onDidChangeActiveTextEditor(show),
      window.tabGroups.onDidChangeTabs(show),
      workspace.onDidChangeWorkspaceFolders(show),
      files.onDidChangeState(show),
      rights.onDidChange(show),
    ];
    show();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #show(): void {
    const files = this.#active();
    const state = files?.state;
    if (files === undefined || state === undefined) {
      this.#ref.hide();
      this.#moved.hide();
      return;
    }
    this.#showRef(files, state);
    this.#showMoved(files, state);
  }

  #active(): RemoteRef | undefined {
    const address = shownAddress();
    return address && this.#files.at(address);
  }

  #showRef(files: RemoteRef, { head, checked, problem }: RefState): void {
    const name = head.kind === 'commit' ? short(head.name) : head.name;
    const when = new Date(checked).toLocaleString();
    const offline = problem !== undefined;
    const icon = offline ? 'debug-disconnect' : icons[head.kind];
    const reason = this.#rights.reason(head, files.name);
    const lock = reason === undefined ? '' : ' $(lock)';
    this.#ref.text = `$(${icon}) ${plainLabel(name, 60)}${lock}${offline ? `, ${l10n.t('as of {0}', when)}` : ''}`;
    const lines: MarkdownString[] = [];
    const line = (text: string): void => void lines.push(markdown`${oneLine(text, 500)}`);
    line(`${fullName(files.name)}, ${kindText(head.kind)} ${head.name}`);
    if (rootSha(head) === undefined) line(l10n.t('The repository is empty.'));
    else if (head.kind !== 'commit' && head.commit !== undefined) line(l10n.t('Commit {0}', head.commit));
    if (reason !== undefined) line(explainReason(reason));
    line(offline ? l10n.t('No response from the host since {0}.', when) : l10n.t('As of {0}', when));
    line(l10n.t('Click to switch to another branch, tag or commit.'));
    this.#ref.tooltip = joinMarkdown(lines, '\n\n');
    const spoken = offline ? l10n.t('{0}, offline, as of {1}', name, when) : `${kindText(head.kind)} ${name}`;
    this.#ref.accessibilityInformation = {
      label: reason === undefined ? spoken : `${spoken}. ${explainReason(reason)}`,
    };
    this.#ref.show();
  }

  #showMoved(files: RemoteRef, { head, moved }: RefState): void {
    const key = `${fullName(files.name)} ${moved?.from ?? ''} ${moved?.to ?? ''}`;
    if (moved?.from === undefined || moved.to === undefined || this.#seen.has(key)) {
      this.#moved.hide();
      return;
    }
    // The editor drops the arguments of a replaced command. A click at that moment would fail.
    const points = `${files.name.host} ${head.name} ${key}`;
    if (points !== this.#pointed) this.#pointAt(files, head.name, moved.from, moved.to);
    this.#pointed = points;
    this.#moved.show();
  }

  #pointAt(files: RemoteRef, name: string, from: string, to: string): void {
    const { host } = files.name;
    for (const commit of [from, to])
      this.#files.setResolved(files.name, commit, { kind: 'commit', name: commit, commit });
    this.#moved.text = `$(cloud-download) ${l10n.t('changed on the server')}`;
    this.#moved.tooltip = l10n.t(
      '{0} moved from {1} to {2}. Unchanged files are updated. Click to see the changes.',
      name,
      short(from),
      short(to),
    );
    this.#moved.command = {
      title: l10n.t('Show Changes'),
      command: 'sourcehost.ref.compare',
      arguments: [{ host, repository: fullName(files.name), base: from, head: to }],
    };
  }

  /** Called when the user compares `base` with `head`; the move is no longer shown. */
  markSeen(repository: string, base: string, head: string): void {
    this.#seen.add(`${repository} ${base} ${head}`);
    this.#show();
  }
}

function kindText(kind: RefState['head']['kind']): string {
  switch (kind) {
    case 'branch':
      return l10n.t('branch');
    case 'tag':
      return l10n.t('tag');
    case 'commit':
      return l10n.t('commit');
  }
}

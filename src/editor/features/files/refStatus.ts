import { l10n, window, workspace } from 'vscode';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { oneLine } from '../../../core/text.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import { parsePullRequestRef } from '../../../domain/hosts/pullRequestRef.ts';
import type { RemoteRef } from '../../../domain/repositories/remoteRef.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { RefState } from '../../../domain/refs/refTracker.ts';
import type { WriteAccess } from '../../../domain/permissions/writeAccess.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { joinMarkdown, markdown } from '../../kit/messages/markdown.ts';
import { explainReason } from '../../kit/messages/explain.ts';
import { createStatusItem, setStatusTexts } from '../../kit/messages/show.ts';
import { target } from '../../kit/prompts/target.ts';
import { branchDistance, forkText } from '../../kit/rows/forkTexts.ts';
import { described } from '../../kit/rows/group.ts';
import type { ShownRef } from '../../kit/rows/shownRef.ts';
import { shownAddress } from './inUse.ts';
import type { Services } from '../../services/services.ts';

const icons = { branch: 'git-branch', tag: 'tag', commit: 'git-commit' } as const;
/** Milliseconds after which the ages are shown again. */
const redrawEach = 60_000;
const short = (sha: string | undefined): string => sha?.slice(0, 8) ?? '';

export interface RefStatusParts extends Pick<Services, 'repositories' | 'active'> {
  readonly writeAccess: WriteAccess;
  /** Reads how far the branches of a fork are from its parent. */
  readonly look: (repository: RepositoryAt, branch: ResolvedRef | undefined) => void;
}

/** One item shows the active repository and its ref; the other one, a move of the ref on the server. */
export class RefStatus extends Lifetime {
  readonly #parts: RefStatusParts;
  readonly #item = this.add(createStatusItem('sourcehost.ref', 100));
  readonly #moved = this.add(createStatusItem('sourcehost.moved', 99.9));
  /** Moves of refs that the user has compared already. */
  readonly #seen = new Set<string>();
  readonly #shown = this.add(new Emitter<ShownRef | undefined>());
  #pointed: string | undefined;

  constructor(parts: RefStatusParts) {
    super();
    this.#parts = parts;
    const { repositories, writeAccess, active } = parts;
    this.#item.name = l10n.t('Active repository');
    this.#moved.name = l10n.t('Changes on the server');
    const show = (): void => this.#show();
    const isActive = (name: RepositoryName): boolean =>
      active.current !== undefined && repositoryKey(name) === repositoryKey(active.current.name);
    const clock = setInterval(show, redrawEach);
    this.add({ dispose: () => clearInterval(clock) });
    this.add(window.onDidChangeActiveTextEditor(show));
    this.add(window.tabGroups.onDidChangeTabs(show));
    this.add(workspace.onDidChangeWorkspaceFolders(show));
    this.add(repositories.onDidChangeState(show));
    this.add(writeAccess.onDidChange(show));
    this.add(active.onDidChange(show));
    this.add(repositories.knownRepositories.onDidChange((name) => isActive(name) && show()));
    show();
  }

  /** Also when nothing changed, once a minute. */
  readonly onDidShow: Event<ShownRef | undefined> = this.#shown.event;

  #show(): void {
    const { repositories, active, look } = this.#parts;
    const { current, locked } = active;
    const address = current && shownAddress(current.name);
    const remote = address && repositories.at(address);
    this.#shown.fire(current && remote?.state && { ...current, ref: remote.ref, head: remote.state.head });
    if (current === undefined) {
      this.#item.hide();
      this.#moved.hide();
      return;
    }
    const name = fullName(current.name);
    const ref = remote?.state && this.#refText(remote, remote.state);
    const label = `$(${locked === undefined ? 'repo' : 'lock'}) ${plainLabel(name, 40)}`;
    const fork = forkText(repositories.knownRepositories, current.name);
    const lockText = locked === undefined ? [] : [l10n.t('Locked: the active repository does not follow the editor.')];
    const branch = remote?.state?.head.kind === 'branch' ? remote.state.head : undefined;
    if (fork !== undefined) look(current, branch);
    const distance = branch && repositories.knownRepositories.distance(current.name, branch.name, branch.commit);
    const told = branch && branchDistance(branch.name, distance);
    const forkLines = fork === undefined ? [] : [described(fork, told) ?? ''];
    const lines = [
      [l10n.t('Active repository: {0}', name), ...(ref === undefined ? [] : [ref.name])].join(' · '),
      ...(ref?.lines ?? []),
      ...forkLines,
      ...lockText,
      ref === undefined
        ? l10n.t('Click to choose another repository.')
        : l10n.t('Click to switch to another branch, tag or commit, or to choose another repository.'),
    ];
    const tooltip = joinMarkdown(
      lines.map((line) => markdown`${oneLine(line, 500)}`),
      '\n\n',
    );
    const spoken = [
      l10n.t('Active repository: {0}', name),
      ...(ref === undefined ? [] : [ref.spoken]),
      ...forkLines,
      ...lockText,
    ];
    const args = { host: current.name.host, account: current.account, repository: name };
    this.#item.command =
      ref === undefined
        ? 'sourcehost.repository.choose'
        : { command: 'sourcehost.ref.switch', title: l10n.t('Switch Branch'), arguments: [{ [target]: args }] };
    const text = ref === undefined ? label : `${label} ${ref.label}`;
    setStatusTexts(this.#item, { text, tooltip, spoken: spoken.join('. ') });
    this.#item.show();
    if (remote?.state === undefined) this.#moved.hide();
    else this.#showMoved(remote, remote.state);
  }

  /** `name`: as `branch main`. */
  #refText(remote: RemoteRef, { head, checked, problem }: RefState) {
    const pullRequest = parsePullRequestRef(remote.ref);
    const commit = pullRequest === undefined ? short(head.name) : `!${pullRequest.number} ${short(head.name)}`;
    const name = head.kind === 'commit' ? commit : head.name;
    const when = formatAgo(checked) ?? '';
    const offline = problem !== undefined;
    const icon = offline ? 'debug-disconnect' : icons[head.kind];
    const reason = this.#parts.writeAccess.reason(head, remote.name);
    const readOnly = reason === undefined ? '' : ' $(eye)';
    const isTip = head.kind !== 'commit' && head.commit !== undefined;
    const at = [
      ...(head.commit === undefined ? [l10n.t('The repository is empty.')] : []),
      ...(isTip ? [l10n.t('Commit {0}', short(head.commit))] : []),
      offline ? l10n.t('No response from the host. Last checked: {0}', when) : l10n.t('As of {0}', when),
    ];
    const lines = [at.join(' · '), ...(reason === undefined ? [] : [explainReason(reason)])];
    const spoken = offline ? l10n.t('{0}, offline, as of {1}', name, when) : `${kindTexts[head.kind]()} ${name}`;
    return {
      name: `${kindTexts[head.kind]()} ${head.name}`,
      label: `$(${icon}) ${plainLabel(name, 40)}${readOnly}${offline ? `, ${l10n.t('as of {0}', when)}` : ''}`,
      lines,
      spoken: reason === undefined ? spoken : `${spoken}. ${explainReason(reason)}`,
    };
  }

  #showMoved(remote: RemoteRef, { head, moved }: RefState): void {
    const key = `${fullName(remote.name)} ${moved?.from ?? ''} ${moved?.to ?? ''}`;
    if (moved?.from === undefined || moved.to === undefined || this.#seen.has(key)) {
      this.#moved.hide();
      return;
    }
    // The editor drops the arguments of a replaced command. A click at that moment would fail.
    const points = `${remote.name.host} ${head.name} ${key}`;
    if (points !== this.#pointed) this.#pointAt(remote, head.name, moved.from, moved.to);
    this.#pointed = points;
    this.#moved.show();
  }

  #pointAt(remote: RemoteRef, name: string, from: string, to: string): void {
    const { host } = remote.name;
    for (const commit of [from, to])
      this.#parts.repositories.setResolved(remote.name, commit, { kind: 'commit', name: commit, commit });
    setStatusTexts(this.#moved, {
      text: `$(cloud-download) ${l10n.t('changed on the server')}`,
      tooltip: l10n.t(
        '{0} moved from {1} to {2}. Unchanged files are updated. Click to see the changes.',
        name,
        short(from),
        short(to),
      ),
    });
    this.#moved.command = {
      title: l10n.t('Show Changes'),
      command: 'sourcehost.ref.compare',
      arguments: [{ host, repository: fullName(remote.name), base: from, head: to }],
    };
  }

  /** Called when the user compares `base` with `head`; the move is no longer shown. */
  markSeen(repository: string, base: string, head: string): void {
    this.#seen.add(`${repository} ${base} ${head}`);
    this.#show();
  }
}

const kindTexts: Readonly<Record<RefState['head']['kind'], () => string>> = {
  branch: () => l10n.t('branch'),
  tag: () => l10n.t('tag'),
  commit: () => l10n.t('commit'),
};

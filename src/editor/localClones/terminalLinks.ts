import { commands, env, l10n, TerminalLink, Uri, type Terminal } from 'vscode';
import { sameRepository } from '../../domain/hosting/activeRepository.ts';
import { fullName, type RepositoryName } from '../../domain/hosting/address.ts';
import { webAddress } from '../../domain/hosting/webAddress.ts';
import { terminalReferences, type TerminalReference } from '../../domain/history/terminalReferences.ts';
import { target } from '../kit/prompts/target.ts';
import type { LocalCloneDependencies } from './dependencies.ts';

/** A link from a terminal to an issue, a merge request or a commit of a host. */
export class HostTerminalLink extends TerminalLink {
  readonly repository: RepositoryName;
  readonly reference: TerminalReference;

  constructor(repository: RepositoryName, reference: TerminalReference) {
    super(reference.from, reference.to - reference.from, tooltipOf(reference));
    this.repository = repository;
    this.reference = reference;
  }
}

const mostLinks = 50;

type Parts = Pick<LocalCloneDependencies, 'active' | 'connections' | 'git' | 'repositoryOf'>;

/** The links in a line. Empty if the terminal is in no clone of a configured host. */
export function terminalLinks(parts: Parts, line: string, terminal: Terminal): HostTerminalLink[] {
  const found = terminalReferences(line).slice(0, mostLinks);
  const name = found.length === 0 ? undefined : repositoryOfTerminal(parts, terminal);
  return name === undefined ? [] : found.map((reference) => new HostTerminalLink(name, reference));
}

/** The repository of the folder of a terminal. If its folder is unknown: the active one, if it is cloned. */
function repositoryOfTerminal({ active, git, repositoryOf }: Parts, terminal: Terminal): RepositoryName | undefined {
  const folder = folderOf(terminal);
  if (folder !== undefined) return repositoryOf(folder)?.name;
  const current = active();
  const isCloned = git.clones().some(({ root }) => sameRepository(repositoryOf(root), current));
  return isCloned ? current?.name : undefined;
}

function folderOf({ shellIntegration, creationOptions }: Terminal): Uri | undefined {
  const folder = shellIntegration?.cwd ?? ('cwd' in creationOptions ? creationOptions.cwd : undefined);
  return typeof folder === 'string' ? Uri.file(folder) : folder;
}

/** Opens an issue as a document, a commit in the view History, and a merge request on the web: the API has none. */
export async function openTerminalLink(
  { connections }: Pick<Parts, 'connections'>,
  { repository, reference: { kind, name } }: HostTerminalLink,
): Promise<void> {
  const at = { host: repository.host, repository: fullName(repository) };
  switch (kind) {
    case 'issue':
      await commands.executeCommand('sourcehost.issue.open', { [target]: { ...at, number: name } });
      return;
    case 'commit':
      await commands.executeCommand('sourcehost.history.show', { [target]: { ...at, ref: name } });
      return;
    case 'mergeRequest': {
      const host = connections.host(repository.host);
      if (host === undefined) return;
      await env.openExternal(Uri.parse(webAddress(host, repository, 'merge_requests', name), true));
    }
  }
}

function tooltipOf({ kind }: TerminalReference): string {
  switch (kind) {
    case 'issue':
      return l10n.t('Open Issue');
    case 'commit':
      return l10n.t('Show Commit in History');
    case 'mergeRequest':
      return l10n.t('Open Merge Request on the Web');
  }
}

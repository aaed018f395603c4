import { commands, l10n, TerminalLink, Uri, type Terminal } from 'vscode';
import { sameRepository } from '../../../../domain/hosts/activeRepository.ts';
import { fullName, type RepositoryName } from '../../../../domain/hosts/address.ts';
import { terminalReferences, type LineReference } from '../../../../domain/clones/terminalReferences.ts';
import { isSha } from '../../../../domain/objects/gitSha.ts';
import { referenceCommands, referenceTitle } from '../../../kit/messages/markdown.ts';
import { target } from '../../../kit/prompts/target.ts';
import type { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneParts } from './localCloneParts.ts';

export class HostTerminalLink extends TerminalLink {
  readonly repository: RepositoryName;
  readonly reference: LineReference;

  constructor(repository: RepositoryName, reference: LineReference) {
    super(reference.from, reference.to - reference.from, tooltipOf(reference));
    this.repository = repository;
    this.reference = reference;
  }
}

const mostLinks = 50;
const mostAskedShas = 10;

type Parts = Pick<LocalCloneParts, 'active' | 'connections' | 'git' | 'repositoryOf'> & {
  readonly commits: Pick<CloneCommits, 'find'>;
};

/** Empty outside of clones of hosts with an account. Has the abbreviated shas that the clone knows. */
export async function terminalLinks(parts: Parts, line: string, terminal: Terminal): Promise<HostTerminalLink[]> {
  const references = terminalReferences(line).slice(0, mostLinks);
  const at = references.length === 0 ? undefined : cloneOfTerminal(parts, terminal);
  if (at === undefined || (await parts.connections.accounts(at.name.host)).length === 0) return [];
  const isShort = ({ kind, name }: LineReference): boolean => kind === 'commit' && !isSha(name);
  const short = [...new Set(references.filter(isShort).map(({ name }) => name))].slice(0, mostAskedShas);
  const commits = await Promise.all(short.map((sha) => parts.commits.find(at.folder, sha)));
  return references.flatMap((reference) => {
    if (!isShort(reference)) return [new HostTerminalLink(at.name, reference)];
    const commit = commits[short.indexOf(reference.name)];
    return commit === undefined ? [] : [new HostTerminalLink(at.name, { ...reference, name: commit.sha })];
  });
}

interface CloneAt {
  readonly name: RepositoryName;
  readonly folder: Uri;
}

/** The clone with the folder of a terminal. If its folder is unknown: that of the active repository. */
function cloneOfTerminal({ active, git, repositoryOf }: Parts, terminal: Terminal): CloneAt | undefined {
  const current = active();
  const folder =
    folderOf(terminal) ?? git.clones().find(({ root }) => sameRepository(repositoryOf(root), current))?.root;
  const name = folder && repositoryOf(folder)?.name;
  return name && { folder, name };
}

function folderOf({ shellIntegration, creationOptions }: Terminal): Uri | undefined {
  const folder = shellIntegration?.cwd ?? ('cwd' in creationOptions ? creationOptions.cwd : undefined);
  return typeof folder === 'string' ? Uri.file(folder) : folder;
}

/** Shows an issue or a pull request as a page, and a commit in the view History. */
export async function openReference(
  repository: RepositoryName,
  { kind, name }: Pick<LineReference, 'kind' | 'name'>,
): Promise<void> {
  const at = { host: repository.host, repository: fullName(repository) };
  if (kind === 'commit') await commands.executeCommand('sourcehost.history.show', { [target]: { ...at, ref: name } });
  else await commands.executeCommand(referenceCommands[kind], { [target]: { ...at, number: name } });
}

function tooltipOf({ kind }: LineReference): string {
  return kind === 'commit' ? l10n.t('Show Commit in History') : referenceTitle(kind);
}

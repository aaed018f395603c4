import {
  Hover,
  type Command,
  type Position,
  type Terminal,
  type TerminalLink,
  type TextDocument,
  type Uri,
  l10n,
} from 'vscode';
import type { CallOptions } from '../../../../api/http/send.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import { referencePage } from '../../../../domain/hosts/webAddress.ts';
import { referenceInComment } from '../../../../domain/clones/commentReferences.ts';
import { withReferenceLinks, mentionedIn, type NumberedReference } from '../../../../domain/history/commitMessage.ts';
import type { OpenedClone, PushError, RemoteOfClone } from '../../../kit/gitApi.ts';
import { CloneCommits } from './cloneCommits.ts';
import type { LocalCloneParts } from './localCloneParts.ts';
import { describeLineReference } from './referenceHovers.ts';
import { offerNewBranch } from './refusedPush.ts';
import { HostTerminalLink, openReference, terminalLinks } from './terminalLinks.ts';
import { Failure } from '../../../../core/errors.ts';
import { inform, Prompt } from '../../../kit/prompts/prompt.ts';
import { shortSha } from '../../../../domain/objects/gitSha.ts';

export class LocalClones {
  readonly #parts: LocalCloneParts;
  readonly #commits: CloneCommits;

  constructor(parts: LocalCloneParts) {
    this.#parts = parts;
    this.#commits = new CloneCommits(parts.git);
  }

  /** The message of a commit with links to its issues and pull requests; undefined if it needs none. Sends no request. */
  async messageLinks(root: Uri, message: string): Promise<string | undefined> {
    const name = await this.#signedIn(root);
    const host = name && this.#parts.connections.host(name.host);
    if (name === undefined || host === undefined) return undefined;
    return withReferenceLinks(message, (reference) => referencePage(host, name, reference));
  }

  /** The commands in the hovers of the commits of a clone; undefined if it needs none. Sends no request. */
  async hoverCommands(root: Uri): Promise<Command[] | undefined> {
    return (await this.#signedIn(root)) && [mentionCommand(root)];
  }

  /** Opens the issue or the pull request that the message of a commit mentions, and asks which one if there are several. */
  async openMentioned(root: Uri, sha: string): Promise<void> {
    await openMentioned({ ...this.#parts, commits: this.#commits }, root, sha);
  }

  /** An issue or a pull request needs at most one request, none within minutes for the same one; a commit none. */
  async hover(document: TextDocument, position: Position, options: CallOptions): Promise<Hover | undefined> {
    const { text, range } = document.lineAt(position);
    const reference = referenceInComment(text, position.character, document.languageId);
    const repository = reference && (await this.#signedIn(document.uri));
    if (reference === undefined || repository === undefined) return undefined;
    const parts = { ...this.#parts, commits: this.#commits };
    const described = await describeLineReference(parts, reference, { repository, uri: document.uri }, options);
    const at = range.with(position.with({ character: reference.from }), position.with({ character: reference.to }));
    return described && new Hover(described, at);
  }

  async offerNewBranch(clone: OpenedClone, remote: RemoteOfClone, refspec: string, error: PushError): Promise<boolean> {
    return await offerNewBranch(this.#parts, { clone, remote, refspec, error });
  }

  /** Links of a line of a terminal. Sends no request. */
  async terminalLinks(line: string, terminal: Terminal): Promise<HostTerminalLink[]> {
    return await terminalLinks({ ...this.#parts, commits: this.#commits }, line, terminal);
  }

  async openTerminalLink(link: TerminalLink): Promise<void> {
    if (link instanceof HostTerminalLink) await openReference(link.repository, link.reference);
  }

  /** The repository of a file or folder on a host that an account is signed in at. */
  async #signedIn(uri: Uri): Promise<RepositoryName | undefined> {
    const name = this.#parts.repositoryOf(uri)?.name;
    const accounts = name && (await this.#parts.connections.accounts(name.host));
    return accounts === undefined || accounts.length === 0 ? undefined : name;
  }
}

type Parts = Pick<LocalCloneParts, 'repositoryOf'> & { readonly commits: Pick<CloneCommits, 'message'> };

const id = 'sourcehost.commit.openMentioned';

/** The button in the hovers of commits, also of those that mention nothing: the git extension asks once for a clone. */
function mentionCommand(root: Uri): Command {
  return {
    command: id,
    title: `$(references) ${l10n.t('Open Mention')}`,
    tooltip: l10n.t('Open the issue or pull request that the message mentions'),
    arguments: [root],
  };
}

/** Asks if it mentions several. @throws Failure `refused` if `root` is no clone of a repository of a known host */
async function openMentioned({ commits, repositoryOf }: Parts, root: Uri, sha: string): Promise<void> {
  const repository = repositoryOf(root)?.name;
  if (repository === undefined)
    throw new Failure('refused', `${root.path} is no clone`, { field: 'folder', reason: 'noClone' });
  const mentioned = mentionedIn((await commits.message(root, sha)) ?? '');
  const [first] = mentioned;
  if (first === undefined) {
    void inform(l10n.t('The message of this commit mentions no issue or pull request.'));
    return;
  }
  const { kind, number: name } = mentioned.length === 1 ? first : await ask(mentioned, sha);
  await openReference(repository, { kind, name });
}

async function ask(mentioned: readonly NumberedReference[], sha: string): Promise<NumberedReference> {
  return await new Prompt({ title: l10n.t('Commit {0}', shortSha(sha)) }).pick({
    placeholder: l10n.t('Select one to open'),
    items: mentioned.map((value) => ({ label: `${value.kind === 'issue' ? '#' : '!'}${value.number}`, value })),
  });
}

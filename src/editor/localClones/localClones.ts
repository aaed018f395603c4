import { Hover, l10n, type Position, type Terminal, type TerminalLink, type TextDocument, type Uri } from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import { webAddress } from '../../domain/hosting/webAddress.ts';
import { withIssueLinks } from '../../domain/history/commitMessage.ts';
import { issueInComment } from '../../domain/records/assist/commentReferences.ts';
import type { OpenedClone, PushError, RemoteOfClone } from '../kit/gitApi.ts';
import { markdownLink } from '../kit/messages/markdown.ts';
import type { LocalCloneDependencies } from './dependencies.ts';
import { offerNewBranch } from './refusedPush.ts';
import { HostTerminalLink, openTerminalLink, terminalLinks } from './terminalLinks.ts';

/** The features of clones of signed-in hosts. */
export class LocalClones {
  readonly #parts: LocalCloneDependencies;

  constructor(parts: LocalCloneDependencies) {
    this.#parts = parts;
  }

  /** The message of a commit with links to its issues; undefined if it needs none. Sends no request. */
  async messageLinks(root: Uri, message: string): Promise<string | undefined> {
    const name = await this.#signedIn(root);
    const host = name && this.#parts.connections.host(name.host);
    if (name === undefined || host === undefined) return undefined;
    return withIssueLinks(message, (issue) => webAddress(host, name, 'issues', `${issue}`));
  }

  /** The issue that a comment mentions at `position`. At most one request, and none for the same issue within minutes. */
  async hover(document: TextDocument, position: Position, options: CallOptions): Promise<Hover | undefined> {
    const { text, range } = document.lineAt(position);
    const found = issueInComment(text, position.character, document.languageId);
    const name = found && (await this.#signedIn(document.uri));
    if (found === undefined || name === undefined) return undefined;
    const described = await this.#parts.describeIssue(name, found.name, options).catch(() => undefined);
    if (described === undefined) return undefined;
    const at = range.with(position.with({ character: found.from }), position.with({ character: found.to }));
    const host = this.#parts.connections.host(name.host);
    const link = host && markdownLink(l10n.t('Open on the Web'), webAddress(host, name, 'issues', found.name));
    return new Hover(link === undefined ? described : [described, link], at);
  }

  async offerNewBranch(clone: OpenedClone, remote: RemoteOfClone, refspec: string, error: PushError): Promise<boolean> {
    return await offerNewBranch(this.#parts, { clone, remote, refspec, error });
  }

  /** Links of a line of a terminal. Sends no request. */
  async terminalLinks(line: string, terminal: Terminal): Promise<HostTerminalLink[]> {
    const links = terminalLinks(this.#parts, line, terminal);
    const [first] = links;
    return first !== undefined && (await this.#isSignedIn(first.repository)) ? links : [];
  }

  /** `link`: one of `terminalLinks`. */
  async openTerminalLink(link: TerminalLink): Promise<void> {
    if (link instanceof HostTerminalLink) await openTerminalLink(this.#parts, link);
  }

  /** The repository of a file or folder on a host that an account is signed in at. */
  async #signedIn(uri: Uri): Promise<RepositoryName | undefined> {
    const name = this.#parts.repositoryOf(uri)?.name;
    return name !== undefined && (await this.#isSignedIn(name)) ? name : undefined;
  }

  async #isSignedIn({ host }: RepositoryName): Promise<boolean> {
    return (await this.#parts.connections.accounts(host)).length > 0;
  }
}

import { workspace, type TextDocument } from 'vscode';
import { Coalesce } from '../../../core/async.ts';
import type { Event } from '../../../core/emitter.ts';
import type { GitHistory } from '../../../domain/git/gitHistory.ts';
import { gitProblemFailure } from '../../../domain/git/gitProblem.ts';
import type { GitRepositories } from '../../../domain/git/gitRepositories.ts';
import { commitList, type CommittedFile } from '../../../domain/history/commitList.ts';
import {
  blameVersion,
  committedVersion,
  originsOf,
  type CommittedBlame,
  type LineOrigin,
} from '../../../domain/blame/fileBlame.ts';
import { parseFileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { fileAddressOf } from '../../kit/uri.ts';

export interface DocumentBlameParts {
  readonly git: Pick<GitRepositories, 'problem'>;
  readonly historyOf: (name: RepositoryName) => GitHistory;
  readonly repositories: RemoteRepositories;
  readonly checkouts: CheckoutRegistry;
}

interface CachedBlame {
  /** The commit, path and encoding that were blamed. */
  readonly key: string;
  readonly committed: CommittedBlame;
}

interface CachedLines {
  readonly committed: CommittedBlame;
  readonly version: number;
  readonly origins: readonly LineOrigin[];
}

/** The commits of the lines of open documents. Git is asked once for each commit; edits ask nothing. */
export class DocumentBlame {
  readonly #parts: DocumentBlameParts;
  readonly #committedBlames = new WeakMap<TextDocument, CachedBlame>();
  readonly #lines = new WeakMap<TextDocument, CachedLines>();
  readonly #loading = new Coalesce<string, CommittedBlame>();

  constructor(parts: DocumentBlameParts) {
    this.#parts = parts;
  }

  get onDidChange(): Event<unknown> {
    return this.#parts.checkouts.onDidChange;
  }

  /** Of each line now. The fetch ends when all callers have aborted. @throws Failure as `GitHistory.blame` */
  async lines(document: TextDocument, signal: AbortSignal): Promise<readonly LineOrigin[]> {
    const committed = await this.#committed(document, signal);
    const { version } = document;
    const cached = this.#lines.get(document);
    if (cached?.version === version && cached.committed === committed) return cached.origins;
    const origins = originsOf(committed.blame, committed.text, document.getText());
    this.#lines.set(document, { committed, version, origins });
    return origins;
  }

  /** What the commit of `origin` did to the file; undefined for a line of a draft, or if git does not list the file. */
  async change(
    document: TextDocument,
    { commit, path = '' }: LineOrigin,
    signal: AbortSignal,
  ): Promise<CommittedFile | undefined> {
    if (commit === undefined) return undefined;
    const { historyOf, repositories } = this.#parts;
    const name = parseFileAddress(document.uri);
    const list = commitList(historyOf(repositories.at(name).name), commit.sha, path);
    const changed = (await list.filesOf(commit, { signal })).find((file) => file.path === path);
    // The comparison asks the service for no sha that git knows.
    for (const sha of [commit.sha, ...commit.parents.slice(0, 1)])
      repositories.setResolved(name, sha, { kind: 'commit', name: sha, commit: sha });
    return changed;
  }

  async #committed(document: TextDocument, signal: AbortSignal): Promise<CommittedBlame> {
    const { git, historyOf, repositories, checkouts } = this.#parts;
    const address = parseFileAddress(document.uri);
    const problem = await git.problem(address.host);
    if (problem !== undefined) throw gitProblemFailure(problem);
    const remote = repositories.at(address);
    const checkout = await checkouts.of(remote, address.path);
    const version = await committedVersion(remote, checkout?.workingTree, address.path, { signal });
    const { encoding } = document;
    const key = JSON.stringify([document.uri.toString(), version.commit, version.path, encoding]);
    const cached = this.#committedBlames.get(document);
    if (cached?.key === key) return cached.committed;
    const decode = (bytes: Uint8Array): PromiseLike<string> => workspace.decode(bytes, { encoding });
    const load = (loading: AbortSignal): Promise<CommittedBlame> =>
      blameVersion({ history: historyOf(remote.name), remote, decode }, version, { signal: loading });
    const committed = await this.#loading.run(key, load, signal);
    this.#committedBlames.set(document, { key, committed });
    return committed;
  }
}

export function isRemoteDocument({ uri }: TextDocument): boolean {
  return fileAddressOf(uri) !== undefined;
}

import { Disposable, languages, window, type MarkdownString, type Uri } from 'vscode';
import type { CallOptions } from '../../api/http/send.ts';
import { lazily } from '../../core/async.ts';
import { toFailure } from '../../core/errors.ts';
import type { RepositoryAt } from '../../domain/hosting/activeRepository.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import type { Connections } from '../../domain/hosting/connections.ts';
import type { KnownRepositories } from '../../domain/hosting/knownRepositories.ts';
import { ContextKey } from '../kit/context.ts';
import type { Git } from '../kit/git.ts';
import { Lifetime } from '../kit/lifetime.ts';
import type { Failures } from '../kit/messages/failures.ts';
import { signalOf } from '../kit/signal.ts';

export interface LocalCloneDependencies {
  readonly git: Git;
  readonly connections: Connections;
  readonly known: KnownRepositories;
  /** The repository on its host of a file or folder; undefined if there is none. */
  readonly repositoryOf: (uri: Uri) => RepositoryAt | undefined;
  readonly active: () => RepositoryAt | undefined;
  /** Describes an issue, with at most one request; undefined if it does not exist. */
  readonly describeIssue: (
    repository: RepositoryName,
    number: string,
    options: CallOptions,
  ) => Promise<MarkdownString | undefined>;
  /** Loads the function that tells why a name cannot be the name of a branch; undefined if it can. */
  readonly loadBranchNameWrong: () => Promise<(name: string) => string | undefined>;
  readonly failures: Failures;
}

const anyFile = { scheme: 'file' };
const nothing = new Disposable(() => {});

/**
 * Registers what clones of signed-in hosts have in the editor: links in commits and terminals, hovers, protected
 * branches and refused pushes. The code of each is loaded at its first use, and nothing is requested before.
 */
export function registerLocalClones(parts: LocalCloneDependencies): Lifetime {
  const { git, repositoryOf } = parts;
  const lifetime = new Lifetime();
  const load = lazily(async () => {
    const { LocalClones } = await import('./localClones.ts');
    return new LocalClones(parts);
  });
  const loadStatus = lazily(async () => {
    const { BranchIssueStatus } = await import('./branchIssueStatus.ts');
    return lifetime.add(new BranchIssueStatus(parts));
  });
  const hasClone = new ContextKey<boolean>('sourcehost.hasClone');
  const update = (): void => {
    const isThere = git.clones().some(({ root }) => repositoryOf(root) !== undefined);
    void hasClone.set(isThere);
    if (isThere) void loadStatus().then((status) => status.show());
  };
  lifetime.add(git.onDidChange(update));
  lifetime.add(parts.connections.onDidChange(update));
  git.onDidAttach(
    (api) =>
      api.registerSourceControlHistoryItemDetailsProvider?.({
        provideAvatar: () => undefined,
        provideHoverCommands: () => undefined,
        provideMessageLinks: async ({ rootUri }, message) =>
          message.includes('#') ? (await load()).messageLinks(rootUri, message) : undefined,
      }) ?? nothing,
  );
  git.onDidAttach(
    (api) =>
      api.registerPushErrorHandler?.({
        handlePushError: async (...failed) => await (await load()).offerNewBranch(...failed),
      }) ?? nothing,
  );
  git.onDidAttach((api) => {
    const protection = new Lifetime();
    import('./branchProtection.ts')
      .then(({ protectBranches }) => protectBranches(api, parts, protection))
      .catch((error: unknown) => parts.failures.log(toFailure(error)));
    return protection;
  });
  lifetime.add(
    languages.registerHoverProvider(anyFile, {
      provideHover: async (document, position, token) => {
        const { text } = document.lineAt(position);
        if (!text.includes('#') || repositoryOf(document.uri) === undefined) return undefined;
        return await (await load()).hover(document, position, { signal: signalOf(token) });
      },
    }),
  );
  lifetime.add(
    window.registerTerminalLinkProvider({
      provideTerminalLinks: async ({ line, terminal }) =>
        git.clones().length === 0 || !/[#!]\d|[\da-f]{40}/.test(line)
          ? []
          : await (await load()).terminalLinks(line, terminal),
      handleTerminalLink: async (link) => await (await load()).openTerminalLink(link),
    }),
  );
  return lifetime;
}

import { Disposable, languages, window } from 'vscode';
import { lazily } from '../../../../core/async.ts';
import { toFailure } from '../../../../core/errors.ts';
import { fileScheme } from '../../../../domain/hosts/address.ts';
import { ContextKey } from '../../../kit/contextKey.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { signalOf } from '../../../kit/signal.ts';
import type { Services } from '../../../services/services.ts';
import type { LocalCloneParts } from './localCloneParts.ts';
import type { LocalClones } from './localClones.ts';

export interface ReferenceSource {
  readonly loadRecords: () => Promise<Pick<LocalCloneParts, 'describeReference'>>;
}

/** Part of every mention of an issue or a pull request. */
const numberedReference = /[#!]\d/;
/** Part of every reference, and of few other words. */
const partOfReference = /[#!]\d|[\da-f]{7}/;
/** Characters before and after the pointer that can belong to a reference: those of the longest sha. */
const reach = 64;
const anyFile = [{ scheme: 'file' }, { scheme: fileScheme }];
const nothing = new Disposable(() => {});

/**
 * Registers what clones of signed-in hosts have in the editor. Each part is loaded, and requests, at its first use.
 * The result loads the features that commands use.
 */
export function registerLocalClones(
  services: Services & ReferenceSource,
  lifetime: Lifetime,
): () => Promise<LocalClones> {
  const { active, loadRecords } = services;
  const parts: LocalCloneParts = {
    ...services,
    git: services.builtInGit,
    repositoryOf: (uri) => active.of(uri),
    active: () => active.current,
    describeReference: async (...args) => await (await loadRecords()).describeReference(...args),
    fetchedCommit: async (name, sha) => await services.git.of(name).historyCommit(sha),
  };
  const { git, repositoryOf } = parts;
  const load = lazily(async () => {
    const { LocalClones } = await services.load();
    return new LocalClones(parts);
  });
  const loadStatus = lazily(async () => {
    const { BranchIssueStatus } = await services.load();
    lifetime.add(new BranchIssueStatus(parts));
  });
  let loadProtection: (() => Promise<void>) | undefined;
  const hasClone = new ContextKey<boolean>('sourcehost.hasClone');
  const update = (): void => {
    const isThere = git.clones().some(({ root }) => repositoryOf(root) !== undefined);
    void hasClone.set(isThere);
    if (!isThere) return;
    Promise.all([loadStatus(), loadProtection?.()]).catch((error: unknown) => parts.failures.log(toFailure(error)));
  };
  lifetime.add(git.onDidChange(update));
  lifetime.add(parts.connections.onDidChange(update));
  git.onDidAttach((api) => {
    const protection = new Lifetime();
    loadProtection = lazily(async () => {
      const { protectBranches } = await services.load();
      protectBranches(api, parts, protection);
    });
    return protection;
  });
  registerInGit(parts, load);
  registerReferences(parts, load, lifetime);
  // The git extension may have opened its clones before.
  if (git.clones().length > 0) update();
  return load;
}

function registerReferences(
  { git, repositoryOf }: LocalCloneParts,
  load: () => Promise<LocalClones>,
  lifetime: Lifetime,
): void {
  lifetime.add(
    languages.registerHoverProvider(anyFile, {
      provideHover: async (document, position, token) => {
        const { text } = document.lineAt(position);
        const near = text.slice(Math.max(0, position.character - reach), position.character + reach);
        if (!partOfReference.test(near) || repositoryOf(document.uri) === undefined) return undefined;
        return await (await load()).hover(document, position, { signal: signalOf(token) });
      },
    }),
  );
  lifetime.add(
    window.registerTerminalLinkProvider({
      provideTerminalLinks: async ({ line, terminal }) =>
        git.clones().length === 0 || !partOfReference.test(line)
          ? []
          : await (await load()).terminalLinks(line, terminal),
      handleTerminalLink: async (link) => await (await load()).openTerminalLink(link),
    }),
  );
}

function registerInGit({ git, repositoryOf }: LocalCloneParts, load: () => Promise<LocalClones>): void {
  git.onDidAttach(
    (api) =>
      api.registerSourceControlHistoryItemDetailsProvider?.({
        provideAvatar: () => undefined,
        provideHoverCommands: async ({ rootUri }) =>
          repositoryOf(rootUri) === undefined ? undefined : await (await load()).hoverCommands(rootUri),
        provideMessageLinks: async ({ rootUri }, message) =>
          numberedReference.test(message) ? (await load()).messageLinks(rootUri, message) : undefined,
      }) ?? nothing,
  );
  git.onDidAttach(
    (api) =>
      api.registerPushErrorHandler?.({
        handlePushError: async (...failed) => await (await load()).offerNewBranch(...failed),
      }) ?? nothing,
  );
}

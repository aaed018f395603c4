import { Disposable, languages, window } from 'vscode';
import { lazily } from '../../../../core/async.ts';
import { toFailure } from '../../../../core/errors.ts';
import { fileScheme } from '../../../../domain/hosts/address.ts';
import { ContextKey } from '../../../kit/context.ts';
import { Lifetime } from '../../../kit/lifetime.ts';
import { signalOf } from '../../../kit/signal.ts';
import type { LocalCloneDependencies } from './dependencies.ts';
import type { LocalClones } from './localClones.ts';
import type * as onDemand from './onDemand.ts';

/** Part of every reference, and of few other words. */
const partOfReference = /[#!]\d|[\da-f]{7}/;
/** Characters before and after the pointer that can belong to a reference: those of the longest sha. */
const reach = 64;
const anyFile = [{ scheme: 'file' }, { scheme: fileScheme }];
const nothing = new Disposable(() => {});

/**
 * Registers what clones of signed-in hosts have in the editor: links in commits and terminals, hovers (also in
 * remote files), protected branches and refused pushes. The code of each is loaded at its first use, and nothing is
 * requested before.
 */
export function registerLocalClones(parts: LocalCloneDependencies, loadCode: () => Promise<typeof onDemand>): Lifetime {
  const { git, repositoryOf } = parts;
  const lifetime = new Lifetime();
  const load = lazily(async () => {
    const { LocalClones } = await loadCode();
    return new LocalClones(parts);
  });
  const loadStatus = lazily(async () => {
    const { BranchIssueStatus } = await loadCode();
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
      const { protectBranches } = await loadCode();
      protectBranches(api, parts, protection);
    });
    return protection;
  });
  registerInGit(git, load);
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
  // The git extension may have opened its clones before.
  if (git.clones().length > 0) update();
  return lifetime;
}

/** Registers the links of commit messages and the handler of refused pushes in the built-in git extension. */
function registerInGit(git: LocalCloneDependencies['git'], load: () => Promise<LocalClones>): void {
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
}

import { Disposable, EventEmitter, type Uri } from 'vscode';
import { repositoryOfAddress } from '../../../../domain/hosts/activeRepository.ts';
import { repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
import type { BranchPatterns } from '../../../../domain/hosts/protectedBranches.ts';
import { matchesRule } from '../../../../domain/permissions/wildcard.ts';
import type { GitApi, OpenedClone, RemoteProtection } from '../../../kit/gitApi.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { LocalCloneParts } from './localCloneParts.ts';

type Parts = Pick<LocalCloneParts, 'connections' | 'knownRepositories'>;

/** So that git asks before a commit. The branches are those that answers of the host told: nothing is requested. */
export function protectBranches(api: GitApi, { connections, knownRepositories }: Parts, lifetime: Lifetime): void {
  if (api.registerBranchProtectionProvider === undefined) return;
  const changed = lifetime.add(new EventEmitter<Uri>());
  const registered = new Map<string, Disposable>();
  const nameOf = (url: string | undefined): RepositoryName | undefined =>
    url === undefined ? undefined : repositoryOfAddress(url, connections.hosts());
  const protectionOf = ({ state }: OpenedClone): RemoteProtection[] =>
    state.remotes.flatMap(({ name: remote, fetchUrl, pushUrl }) => {
      const name = nameOf(pushUrl ?? fetchUrl);
      const rules = name === undefined ? none : knownRepositories.protectedBranches.of(name);
      const include = protectedNames(rules, state.HEAD?.name).map(literalGlob);
      // Without `include`, every branch would be protected.
      return include.length === 0 ? [] : [{ remote, rules: [{ include }] }];
    });
  const open = (clone: OpenedClone): void => {
    const root = clone.rootUri;
    if (registered.has(root.toString())) return;
    const provider = { onDidChangeBranchProtection: changed.event, provideBranchProtection: () => protectionOf(clone) };
    const registration = api.registerBranchProtectionProvider?.(root, provider);
    if (registration === undefined) return;
    let branch = clone.state.HEAD?.name;
    const moved = clone.state.onDidChange(() => {
      if (clone.state.HEAD?.name === branch) return;
      branch = clone.state.HEAD?.name;
      changed.fire(root);
    });
    registered.set(root.toString(), Disposable.from(registration, moved));
  };
  const close = ({ rootUri }: OpenedClone): void => {
    registered.get(rootUri.toString())?.dispose();
    registered.delete(rootUri.toString());
  };
  for (const clone of api.repositories) open(clone);
  lifetime.add(api.onDidOpenRepository(open));
  lifetime.add(api.onDidCloseRepository(close));
  lifetime.add({
    dispose: () => {
      for (const one of registered.values()) one.dispose();
    },
  });
  lifetime.add(
    knownRepositories.protectedBranches.onDidChange((name) => {
      const isOf = (url: string | undefined): boolean => {
        const own = nameOf(url);
        return own !== undefined && repositoryKey(own) === repositoryKey(name);
      };
      for (const { rootUri, state } of api.repositories)
        if (state.remotes.some(({ fetchUrl, pushUrl }) => isOf(pushUrl ?? fetchUrl))) changed.fire(rootUri);
    }),
  );
}

const none = { include: [], exclude: [] };

/**
 * Names, not rules: the git extension makes a regular expression of a rule, and one with many stars would block all
 * extensions. `current`: the branch that it asks about before a commit.
 */
function protectedNames({ include, exclude }: BranchPatterns, current: string | undefined): readonly string[] {
  const isMatched = (name: string, rules: readonly string[]): boolean => rules.some((rule) => matchesRule(name, rule));
  const names = new Set(include.filter((rule) => !rule.includes('*')));
  if (current !== undefined && isMatched(current, include)) names.add(current);
  return [...names].filter((name) => !isMatched(name, exclude));
}

const literalGlob = (name: string): string => name.replaceAll(/[\\?*[\]{}()!+@|]/g, '\\$&');

import { Disposable, EventEmitter, type Uri } from 'vscode';
import { firstRepository, type Remote } from '../../../../domain/hosts/activeRepository.ts';
import { repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
import type { BranchPatterns } from '../../../../domain/hosts/protectedBranches.ts';
import { matchesRule } from '../../../../domain/permissions/wildcard.ts';
import type { GitApi, OpenedClone, RemoteProtection } from '../../../kit/gitApi.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { LocalCloneParts } from './localCloneParts.ts';

type Parts = Pick<LocalCloneParts, 'git' | 'connections' | 'knownRepositories'>;

/** So that git asks before a commit. The branches are those that answers of the host told: nothing is requested. */
export function protectBranches(api: GitApi, { git, connections, knownRepositories }: Parts, lifetime: Lifetime): void {
  if (api.registerBranchProtectionProvider === undefined) return;
  const changed = lifetime.add(new EventEmitter<Uri>());
  const registered = new Map<string, Disposable>();
  const nameOf = ({ pushAddresses }: Remote): RepositoryName | undefined =>
    firstRepository(pushAddresses, connections.hosts());
  const protectionOf = (clone: OpenedClone): RemoteProtection[] =>
    git.remotesOf(clone).flatMap((remote) => {
      const name = nameOf(remote);
      const rules = name === undefined ? none : knownRepositories.protectedBranches.of(name);
      const include = protectedNames(rules, clone.state.HEAD?.name).map(literalGlob);
      // Without `include`, every branch would be protected.
      return include.length === 0 ? [] : [{ remote: remote.name, rules: [{ include }] }];
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
      const isOf = (remote: Remote): boolean => {
        const own = nameOf(remote);
        return own !== undefined && repositoryKey(own) === repositoryKey(name);
      };
      for (const clone of api.repositories) if (git.remotesOf(clone).some(isOf)) changed.fire(clone.rootUri);
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

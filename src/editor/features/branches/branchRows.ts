import { l10n } from 'vscode';
import type { BranchRule } from '../../../api/record/branch.ts';
import { patternsOf } from '../../../domain/permissions/pushBlockers.ts';
import { matchesRule } from '../../../domain/permissions/wildcard.ts';
import { formatAgoAt } from '../../kit/messages/format.ts';
import { branchNode } from '../../kit/rows/branchRow.ts';
import { paged, type Children, type Node } from '../../kit/tree/node.ts';
import { apiName, denied, noteNames, repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { context, group } from '../../kit/rows/group.ts';
import type { RowRuns } from '../../kit/rows/runTexts.ts';

/** The branches of a repository, the default branch first, and below them its rules. `onNoDefault`: called for a page without a default branch. */
export function branchesOf(place: RepositoryPlace, onNoDefault: () => void, ci?: RowRuns): Children {
  let reading = AbortSignal.abort();
  return paged({
    pages: (signal) => {
      reading = signal;
      return place.connection.api.branches.list.all(apiName(place), { signal });
    },
    node: (branch) => branchNode(place, branch, ci),
    onPage: ({ items }) => {
      void ci?.read(reading);
      noteNames(place, 'branches', items);
      const { admin } = place.knownRepositories.permissionsOf(place.name, place.connection.account?.login);
      place.knownRepositories.protectedBranches.noteBranches(
        place.name,
        items.map((branch) => ({
          name: branch.name,
          isProtected: branch.protected === true && (branch.can_push ?? admin) !== true,
        })),
      );
      const first = items.find((branch) => branch.default === true);
      if (first !== undefined) place.knownRepositories.note(place.name, { defaultBranch: first.name });
      else if (items.every((branch) => branch.default === undefined)) onNoDefault();
    },
    above: () => {
      place.knownRepositories.forgetNames(place.name, 'branches');
      return [rulesNode(place)];
    },
    alone: false,
  });
}

function rulesNode(place: RepositoryPlace): Node {
  const node = group(
    'rules',
    { label: l10n.t('Protection rules'), icon: 'shield', context: context('branchRules', denied(place)) },
    paged({
      pages: (signal) => place.connection.api.branchRules.list.all(apiName(place), { signal }),
      node: (rule) => ruleNode(place, rule),
      above: () => {
        place.knownRepositories.protectedBranches.forgetRules(place.name);
        return [];
      },
      onPage: ({ items }) => {
        const login = place.connection.account?.login;
        const asker = { login, canAdmin: place.knownRepositories.permissionsOf(place.name, login).admin };
        place.knownRepositories.protectedBranches.noteRules(place.name, patternsOf(items, asker));
      },
      emptyText: () => l10n.t('No rules'),
    }),
  );
  return { ...node, order: 'last', target: repositoryTarget(place) };
}

function ruleNode(place: RepositoryPlace, rule: BranchRule): Node {
  const { name } = rule;
  const push = pushersText(rule.no_one_can_push, rule.developers_can_push, rule.push_users);
  const merge = pushersText(rule.no_one_can_merge, rule.developers_can_merge, rule.merge_users);
  return {
    id: `rule:${name}`,
    row: {
      label: name,
      description: l10n.t('push: {0} · merge: {1}', push, merge),
      icon: 'lock',
      context: context('branchRule', denied(place)),
    },
    tooltip: () => ({
      title: name,
      facts: [
        [l10n.t('May push'), push],
        [l10n.t('May merge'), merge],
        [l10n.t('Updated'), formatAgoAt(rule.updated_at)],
      ],
    }),
    target: { ...repositoryTarget(place), wildcard: name, label: name },
    children: paged({
      pages: (signal) => place.connection.api.branches.list.all(apiName(place), { signal }),
      node: (branch) => (matchesRule(branch.name, name) ? branchNode(place, branch) : undefined),
    }),
  };
}

function pushersText(
  nobody: boolean | undefined,
  developers: boolean | undefined,
  users: readonly { readonly login: string }[],
): string {
  const named = users.map(({ login }) => login).join(', ');
  if (named !== '') return named;
  if (nobody === true) return l10n.t('no one');
  return developers === true ? l10n.t('developers') : l10n.t('administrators');
}

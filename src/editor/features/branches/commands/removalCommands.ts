import { commands, l10n } from 'vscode';
import { name as text, optional } from '../../../../api/contract/field.ts';
import { wrongValue } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { movedRef } from '../../../../domain/sourceControl/commit/apiRefRemoval.ts';
import {
  readRemovableBranch,
  RefRemoval,
  type RemovableBranch,
} from '../../../../domain/sourceControl/commit/refRemoval.ts';
import type { DraftBranch } from '../../../../domain/sourceControl/drafts/draft.ts';
import { fullName, repositoryKey, type RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Source } from '../../../../domain/hosts/source.ts';
import { refNameProblem } from '../../../../domain/objects/gitNames.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { AnyCommand, Ask } from '../../../kit/command.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { target } from '../../../kit/prompts/target.ts';
import { askFrom, askRefName, asTyped, askBranchOf } from '../../../kit/commands/ask.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import { shownHead } from '../../../kit/commands/switchRef.ts';
import { gitProblem, offerWebPage, withRemoval, type GitOrApi } from './gitOrApi.ts';
import type { Services } from '../../../services/services.ts';

type RefRemovalParts = GitOrApi & Pick<Services, 'repositories' | 'checkouts' | 'changes'>;

const mostNamed = 5;

/** Commands that remove branches and tags, and rename branches, with git; where it cannot be used, removal by the API of the host. */
export function removalCommands(parts: RefRemovalParts) {
  return {
    'sourcehost.branch.remove': removeBranch(parts),
    'sourcehost.branch.rename': renameBranch(parts),
    'sourcehost.tag.remove': removeTag(parts),
  };
}

/** Without those that are refused. */
const askBranch = askBranchOf(
  () => l10n.t('Which branch?'),
  (branch) => branch.default !== true && branch.protected !== true,
);

const askTag: Ask<string> = askFrom(
  () => l10n.t('Which tag?'),
  ({ api, at }, { signal }) => api.tags.list.all(at, { signal }),
  (tag) => ({ label: tag.name, value: tag.name }),
  asTyped,
);

function removeBranch(parts: RefRemovalParts): AnyCommand {
  const { repositories, changes } = parts;
  const notify = changeNotifier(changes, 'branches');
  return onRepository({
    does: 'Removes a branch, with git or by the API of a host that has the operation. It removes neither the default branch nor a protected one. Drafts of the branch stay. `sha` is its latest commit: if it has another one, it stays.',
    needsAccount: true,
    fields: { branch: text, sha: optional(text) },
    ask: { branch: askBranch },
    run: async ({ branch: name, sha }, on, invocation) => {
      const { signal, silent, confirm } = invocation;
      const source = sourceOf(parts, on);
      const sentence = l10n.t('Branches are removed with git.');
      const offer = { operation: 'refs.removeBranch', ref: name, sentence } as const;
      const removed = await withRemoval(parts, on, offer, invocation, async (removal) => {
        const branch = await readRemovableBranch(source, name, { signal });
        if (sha !== undefined && sha !== branch.commit) throw movedRef(name);
        if (!silent) {
          const message = l10n.t('Remove the branch “{0}” of {1}?', plainLabel(name), fullName(on.name));
          await confirm(message, removalDetail(branch, await draftPathsOn(parts, on.name, name)), l10n.t('Remove'));
        }
        const isShown = isShownBranch(repositories, on.name, name);
        await removal.remove(source, branch, { signal });
        return { ...branch, isShown };
      });
      repositories.knownRepositories.forgetNames(on.name, 'branches');
      repositories.forgetResolved(on.name, name);
      if (removed.isShown && removed.defaultBranch !== undefined) await showBranch(on, removed.defaultBranch, silent);
      notify(on, { silent });
    },
  });
}

function renameBranch(parts: RefRemovalParts): AnyCommand {
  const { repositories, changes, git } = parts;
  const notify = changeNotifier(changes, 'branches');
  return onRepository({
    does: 'Renames a branch in one step, with git. `branch_name` is the new name. Its drafts move to the new name.',
    result: 'the branch',
    needsAccount: true,
    fields: { branch: text, branch_name: text },
    ask: {
      branch: askBranch,
      branch_name: askRefName(() => l10n.t('New name of the branch'), repositories, 'branches'),
    },
    run: async ({ branch: name, branch_name: to }, on, invocation) => {
      const { signal, silent, confirm } = invocation;
      if (refNameProblem(to) !== undefined) throw wrongValue('branch_name', requires('valid'));
      if (to === name) throw wrongValue('branch_name', requires('otherBranch'));
      const problem = await gitProblem(parts, on);
      const offer = { ref: name, sentence: l10n.t('Branches are renamed with git.') };
      if (problem !== undefined) return await offerWebPage(problem, on, offer, invocation);
      const removal = new RefRemoval(git);
      const source = sourceOf(parts, on);
      const branch = await readRemovableBranch(source, name, { signal });
      if (!silent) {
        const message = l10n.t(
          'Rename the branch “{0}” of {1} to “{2}”?',
          plainLabel(name),
          fullName(on.name),
          plainLabel(to),
        );
        await confirm(message, renamingDetail(branch, await draftPathsOn(parts, on.name, name)), l10n.t('Rename'));
      }
      const isShown = isShownBranch(repositories, on.name, name);
      await removal.rename(source, branch, to, { signal });
      repositories.knownRepositories.forgetNames(on.name, 'branches');
      repositories.forgetResolved(on.name, name);
      repositories.forgetAbsent(on.name);
      const moveDrafts = () => parts.checkouts.moveDrafts(isOn(on.name, name), { branch: to });
      await moveDrafts();
      if (isShown) {
        await showBranch(on, to, silent);
        // The switch saves unsaved files: they became drafts of the old name.
        await moveDrafts();
      }
      notify(on, { silent }, to);
      return await on.api.branches.get({ ...on.at, branch: to }, { signal });
    },
  });
}

function removeTag(parts: RefRemovalParts): AnyCommand {
  const { repositories, changes } = parts;
  const notify = changeNotifier(changes, 'tags');
  return onRepository({
    does: 'Removes a tag, with git or by the API of a host that has the operation.',
    needsAccount: true,
    fields: { tag_name: text },
    ask: { tag_name: askTag },
    run: async ({ tag_name: name }, on, invocation) => {
      const { signal, silent, confirm } = invocation;
      const source = sourceOf(parts, on);
      const sentence = l10n.t('Tags are removed with git.');
      const offer = { operation: 'refs.removeTag', ref: name, sentence } as const;
      await withRemoval(parts, on, offer, invocation, async (removal) => {
        const tag = await removal.readTag(source, name, { signal });
        await confirm(
          l10n.t('Remove the tag “{0}” of {1}?', plainLabel(name), fullName(on.name)),
          l10n.t('Commits that are on no branch and no other tag are lost. This cannot be undone.'),
          l10n.t('Remove'),
        );
        await removal.removeTag(source, tag, { signal });
      });
      repositories.knownRepositories.forgetNames(on.name, 'tags');
      for (const ref of [name, `refs/tags/${name}`]) repositories.forgetResolved(on.name, ref);
      notify(on, { silent });
    },
  });
}

const sourceOf = ({ repositories }: RefRemovalParts, { name, connection }: AtRepository): Source => ({
  ...name,
  connect: () => Promise.resolve(connection),
  onRecord: (record) => repositories.knownRepositories.noteRecord(name.host, record, connection.account?.login),
});

/** The paths of the drafts of a branch as a text; undefined if there are none. */
async function draftPathsOn({ checkouts }: RefRemovalParts, name: RepositoryName, branch: string) {
  const isSame = isOn(name, branch);
  const drafted = (await checkouts.stored()).filter((one) => isSame(one.branch));
  const paths = [...new Set(drafted.flatMap(({ changes }) => changes.map(({ path }) => path)))];
  if (paths.length === 0) return undefined;
  return paths.length > mostNamed ? `${listed(paths.slice(0, mostNamed))} … (${paths.length})` : listed(paths);
}

const isOn =
  (name: RepositoryName, branch: string) =>
  (one: DraftBranch): boolean =>
    one.branch === branch && repositoryKey(one) === repositoryKey(name);

const removalDetail = ({ rules }: RemovableBranch, paths: string | undefined): string =>
  [
    l10n.t('Commits that are on no other branch are lost. This cannot be undone.'),
    ...(paths === undefined ? [] : [l10n.t('Its drafts stay on this computer: {0}', paths)]),
    ...(rules.length === 0 ? [] : [l10n.t('Its branch rules stay: {0}', listed(rules))]),
  ].join('\n');

const renamingDetail = ({ rules }: RemovableBranch, paths: string | undefined): string =>
  [
    l10n.t('Links to the old name no longer work, and clones keep it.'),
    ...(paths === undefined ? [] : [l10n.t('Its drafts move to the new name: {0}', paths)]),
    ...(rules.length === 0 ? [] : [l10n.t('Branch rules for the old name stay: {0}', listed(rules))]),
  ].join('\n');

const listed = (names: readonly string[]): string => names.map((name) => plainLabel(name)).join(l10n.t(', '));

function isShownBranch(repositories: RemoteRepositories, name: RepositoryName, branch: string): boolean {
  const head = shownHead(repositories, name);
  return head?.kind === 'branch' && head.name === branch;
}

/** Switches the window. That command shows its own failures, and the branch is removed or renamed in any case. */
async function showBranch({ name, connection }: AtRepository, ref: string, silent: boolean): Promise<void> {
  const args = { host: name.host, account: connection.account?.login, repository: fullName(name), ref };
  await Promise.resolve(commands.executeCommand('sourcehost.ref.switch', silent ? args : { [target]: args })).catch(
    () => undefined,
  );
}

import { l10n, workspace, type Uri } from 'vscode';
import { fullName, repositoryKey, type FileAddress, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { RepositoryMove } from '../../../domain/hosts/knownRepositories.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { fileAddressOf, fileUri } from '../../kit/uri.ts';
import type { Services } from '../../services/services.ts';

/** Asks whether this computer uses the new name, if drafts, an open folder or a row have the old one. */
export async function offerNewName({ from, to }: RepositoryMove, parts: Services): Promise<void> {
  const { checkouts, connections, failures } = parts;
  const isOld = sameAs(from);
  try {
    if (!(await isUsed(from, parts))) return;
    const old = plainLabel(fullName(from));
    const follow = l10n.t('Use New Name');
    const question = l10n.t(
      '{0} is now {1} on {2}. Use the new name here? Drafts move to it.',
      old,
      plainLabel(fullName(to)),
      connections.host(from.host)?.name ?? from.host,
    );
    if ((await inform(question, follow)) !== follow) return;
    // They become drafts, which move too.
    for (const document of workspace.textDocuments)
      if (document.isDirty && isOld(fileAddressOf(document.uri))) await document.save();
    const stayed = await checkouts.moveDrafts(isOld, { owner: to.owner, repo: to.repo });
    if (stayed.length > 0)
      void inform(l10n.t('Files with drafts under both names: {0}. Those of {1} stay there.', stayed.join(', '), old));
    await showAs(from, to, parts);
  } catch (error) {
    failures.show(error, { task: l10n.t('The new name {0} could not be used', fullName(to)) });
  }
}

async function isUsed(from: RepositoryName, { active, checkouts, pinned }: Services): Promise<boolean> {
  const isOld = sameAs(from);
  const shown = [active.current, ...pinned.all()].some((one) => isOld(one?.name));
  return shown || foldersOf(from).length > 0 || (await checkouts.stored()).some(({ branch }) => isOld(branch));
}

async function showAs(from: RepositoryName, to: RepositoryName, parts: Services): Promise<void> {
  const { active, afterwards, changes, knownRepositories, pinned, recent, repositories } = parts;
  for (const list of [pinned, recent]) await list.rename(from, to);
  await active.rename(from, to);
  await repositories.takeSwitch(from, to);
  knownRepositories.forget(from);
  changes.report({ subject: 'repositories', host: to.host, repository: to });
  // Last: the editor can restart the extensions for it.
  for (const [uri, address] of foldersOf(from))
    await afterwards.replace(uri, fileUri({ ...address, ...to }), undefined);
}

const foldersOf = (name: RepositoryName): readonly (readonly [Uri, FileAddress])[] =>
  (workspace.workspaceFolders ?? []).flatMap(({ uri }) => {
    const address = fileAddressOf(uri);
    return address !== undefined && sameAs(name)(address) ? [[uri, address] as const] : [];
  });

const sameAs =
  (name: RepositoryName) =>
  (one: RepositoryName | undefined): boolean =>
    one !== undefined && repositoryKey(one) === repositoryKey(name);

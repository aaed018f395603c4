import { commands, l10n, Uri, workspace } from 'vscode';
import { name as text, optional } from '../../../api/contract/field.ts';
import type { Repository } from '../../../api/record/repository.ts';
import { cancelled, Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { baseName } from '../../../core/path.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { cloneAddresses } from '../../../domain/hosts/gitAddress.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { portableName } from '../../../domain/hosts/portableName.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import type { Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import type { GitConsent, PublishConsent } from '../../kit/git.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { askedRepository, atRepository, onHost, onRepository, recordOf } from '../../kit/commands/declare.ts';
import { askNew, createRepository, newRepository } from '../../kit/commands/newRepository.ts';
import { showOpenDialog } from '../../kit/messages/show.ts';

export interface Cloning {
  clone(url: string, target: Uri, head: ResolvedRef, consent: GitConsent): Promise<void>;
  /** `create` resolves with the address to push to. */
  publish(folder: Uri, consent: PublishConsent, create: () => Promise<string>): Promise<void>;
  holdsSomething(target: Uri): Promise<boolean>;
}

/** A new folder in the chosen one. The dialog is not a step of the questions. */
export const askCloneTarget = (cloning: Pick<Cloning, 'holdsSomething'>): Ask<Uri> => {
  const ask: Ask<Uri> = async (_prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const chosen = await showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: l10n.t('Choose a folder to clone {0} into', fullName(name)),
      openLabel: l10n.t('Clone Here'),
    });
    const [parent] = chosen ?? [];
    if (parent === undefined) throw cancelled();
    const folder = portableName(name.repo);
    let target = Uri.joinPath(parent, folder);
    for (let next = 1; await cloning.holdsSomething(target); next += 1) {
      target = Uri.joinPath(parent, `${folder}-${next}`);
    }
    return target;
  };
  return Object.assign(ask, { answered: () => true });
};

export function cloneCommands(cloning: Cloning, repositories: RemoteRepositories, changes: Changes) {
  return {
    'sourcehost.repository.clone': onRepository({
      does: 'Clones a repository with git. `target` is the address of the folder that becomes the clone. The folder must be empty or new. `ref` is checked out. From the palette it always asks for the repository. Git gets the token when it asks, and the token is written nowhere.',
      result: 'the repository',
      fields: { target: uri, ref: optional(text) },
      repository: askedRepository(),
      ask: { target: askCloneTarget(cloning) },
      run: async ({ target, ref }, on, invocation) => {
        const { signal } = invocation;
        const { name, connection } = on;
        const place = toFolder(target, 'target');
        const record = await recordOf(on, invocation);
        const remote = ref === undefined ? repositories.atDefault(name) : repositories.at({ ...name, ref });
        const head = await remote.head({ signal }, record.default_branch);
        const cloned = cloning.clone(cloneAddress(connection.host, record), place, head, {
          mayAsk: !invocation.silent,
        });
        await invocation.withoutProgress(cloned);
        if (!invocation.silent) void offerToOpen(record.full_name, place);
        return record;
      },
    }),
    'sourcehost.repository.publish': onHost({
      does: 'Creates a repository, and pushes the git repository in the local `folder` to it.',
      result: 'the repository',
      needsAccount: true,
      fields: { folder: optional(uri), org: optional(text), ...newRepository },
      ask: { folder: askFolder, ...askNew(repositories.knownRepositories, ({ folder }) => repositoryNameFor(folder)) },
      run: async ({ folder: folderArgument, org, ...args }, connection, invocation) => {
        const folder = await folderOf(folderArgument, invocation.silent);
        const { silent, again } = invocation;
        const agree = (): Promise<void> =>
          invocation.confirm(
            l10n.t('Commit and publish everything in “{0}”?', nameOf(folder)),
            l10n.t(
              'The folder has no commits yet. All files that .gitignore does not exclude become the first commit.',
            ),
            l10n.t('Commit and Publish'),
            'action',
          );
        const done: { record?: Repository } = {};
        const create = async (): Promise<string> => {
          done.record = await invocation.withProgress(l10n.t('Publishing {0}', args.name), (signal) =>
            createRepository(connection, org, args, changes, { signal, silent, again }),
          );
          return cloneAddress(connection.host, done.record);
        };
        await invocation.withoutProgress(cloning.publish(folder, { mayAsk: !silent, agree }, create));
        const created = done.record;
        if (!invocation.silent && created !== undefined) void offerWeb(connection.host.id, created.full_name);
        return created;
      },
    }),
  };
}

/** The https address that git clones. @throws Failure `refused` if none is safe */
export function cloneAddress(host: Host, record: Repository): string {
  const addresses = cloneAddresses(host, record);
  if (addresses !== undefined) return addresses.https;
  throw new Failure('refused', 'the service gave no address to clone from', { reason: 'noCloneAddress' });
}

/** The folder of the workspace if there is only one; else from a dialog, which is not a step of the questions. */
const askFolder: Ask<Uri> = Object.assign<Ask<Uri>, Pick<Ask<Uri>, 'answered'>>(
  async () => await folderOf(undefined, false),
  { answered: () => true },
);

const repositoryNameFor = (folder: unknown): string => nameOf(folder).replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');

const nameOf = (folder: unknown): string => (folder instanceof Uri ? baseName(folder.path) : '');

/** @throws Failure with the name of the invalid argument */
export function toFolder(value: Uri | string, field: string): Uri {
  const folder = toUri(value);
  if (folder.scheme !== 'file') throw wrongValue(field, requires('localFolder'));
  return folder;
}

async function folderOf(folderArgument: Uri | string | undefined, silent: boolean): Promise<Uri> {
  if (folderArgument !== undefined) return toFolder(folderArgument, 'folder');
  const local = (workspace.workspaceFolders ?? []).filter(({ uri: { scheme } }) => scheme === 'file');
  const [first] = local;
  if (local.length === 1 && first !== undefined) return first.uri;
  if (silent) throw wrongValue('folder', requires('given'));
  const [chosen] =
    (await showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: l10n.t('Choose a folder to publish'),
      openLabel: l10n.t('Publish'),
    })) ?? [];
  if (chosen === undefined) throw cancelled();
  return chosen;
}

async function offerToOpen(repository: string, folder: Uri): Promise<void> {
  const [open, fresh, add] = [l10n.t('Open'), l10n.t('Open in New Window'), l10n.t('Add to Workspace')];
  const chosen = await inform(l10n.t('Cloned {0}.', repository), open, fresh, add);
  if (chosen === open) await commands.executeCommand('vscode.openFolder', folder, { forceReuseWindow: true });
  if (chosen === fresh) await commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
  if (chosen !== add) return;
  // Older editors closed it after the clone, and git does not open a closed repository by itself.
  await commands.executeCommand('git.openRepository', folder.fsPath);
  workspace.updateWorkspaceFolders(workspace.workspaceFolders?.length ?? 0, 0, { uri: folder });
}

async function offerWeb(host: string, repository: string): Promise<void> {
  const web = l10n.t('Open on the Web');
  if ((await inform(l10n.t('Published as {0}.', repository), web)) === web)
    await commands.executeCommand('sourcehost.repository.openOnWeb', { host, repository });
}

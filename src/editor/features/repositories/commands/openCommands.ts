import { env, l10n, ThemeIcon, Uri, workspace } from 'vscode';
import { line, oneOf, optional } from '../../../../api/contract/field.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import { pageBelow } from '../../../../domain/hosts/webAddress.ts';
import { webLink } from '../../../../domain/hosts/links.ts';
import type { Ask, Invocation } from '../../../kit/command.ts';
import { fileAddressOf, fileUri } from '../../../kit/uri.ts';
import {
  askedRepository,
  atRepository,
  onRepository,
  recordOf,
  type AtRepository,
} from '../../../kit/commands/declare.ts';
import { workspaceFolderAt, folderOf } from '../../../kit/commands/activeEditor.ts';
import type { OpenAfterwards, OpenMode } from '../../../kit/openAfterwards.ts';
import { copied } from '../../../kit/messages/copied.ts';

const place = { ref: optional(line), path: optional(line) };

const isEmptyWindow = (): boolean => (workspace.workspaceFolders ?? []).length === 0;

const askWindow: Ask<OpenMode> = async (prompt, args, invocation) => {
  if (isEmptyWindow()) return 'thisWindow';
  const { name } = await atRepository(invocation, args);
  if (openFolder(name, typeof args.ref === 'string' ? args.ref : undefined, invocation) !== undefined) {
    return 'thisWindow';
  }
  return await prompt.pick<OpenMode>({
    placeholder: l10n.t('Where to open the repository'),
    items: [
      { label: l10n.t('This Window'), iconPath: new ThemeIcon('window'), value: 'thisWindow' },
      { label: l10n.t('New Window'), iconPath: new ThemeIcon('empty-window'), value: 'newWindow' },
      { label: l10n.t('Add to This Workspace'), iconPath: new ThemeIcon('root-folder'), value: 'addToWorkspace' },
    ],
  });
};

const askMode = Object.assign(askWindow, { answered: isEmptyWindow });

export function openCommands(repositories: RemoteRepositories, afterwards: OpenAfterwards) {
  return {
    'sourcehost.repository.open': onRepository({
      does: 'Opens a repository as a folder. `mode` is `thisWindow` (if it is left out), `newWindow` or `addToWorkspace`. If the repository is open in this window, it is shown. From the palette it always asks for the repository.',
      result: 'the repository, unless the window is reloaded',
      fields: { ...place, mode: optional(oneOf('thisWindow', 'newWindow', 'addToWorkspace')) },
      repository: askedRepository(),
      ask: { mode: askMode },
      run: async ({ ref: refArgument, path = '', mode = 'thisWindow' }, on, invocation) => {
        const { name } = on;
        const { signal } = invocation;
        const folder = mode === 'newWindow' ? undefined : openFolder(name, refArgument, invocation);
        const ref = folder === undefined ? refArgument : fileAddressOf(folder)?.ref;
        const record = await recordOf(on, invocation);
        repositories.knownRepositories.noteRecord(name.host, record);
        const repository = repositories.at({ ...name, ref });
        await repository.head({ signal }, record.default_branch);
        const status = path === '' ? undefined : await repository.stat(path, { signal });
        await repository.flush();
        const target = status && { uri: fileUri({ ...name, ref, path }), isFolder: status.kind === 'folder' };
        await afterwards.open(folder ?? fileUri({ ...name, ref, path: '' }), target, mode);
        return record;
      },
    }),
    'sourcehost.repository.openOnWeb': onRepository({
      does: 'Opens the web page of a repository.',
      result: 'the address',
      fields: { ...place, page: optional(oneOf('merge_requests')) },
      run: async ({ page, ...args }, on, invocation) => {
        const link =
          page === undefined
            ? await linkOf(repositories, args, on, invocation)
            : pageBelow(repositories.knownRepositories.page(on.connection.host, on.name), page);
        await env.openExternal(Uri.parse(link, true));
        return link;
      },
    }),
    'sourcehost.repository.copyLink': onRepository({
      does: 'Copies the web address of a repository.',
      result: 'the address',
      fields: place,
      run: async (args, on, invocation) => await copied(await linkOf(repositories, args, on, invocation), invocation),
    }),
  };
}

/** The workspace folder of the repository. For a user without a ref, the branch that is open counts. */
function openFolder(name: RepositoryName, ref: string | undefined, { origin }: Invocation): Uri | undefined {
  return ref === undefined && origin !== 'code' ? folderOf(name) : workspaceFolderAt({ ...name, ref });
}

async function linkOf(
  repositories: RemoteRepositories,
  { ref, path = '' }: { readonly ref?: string | undefined; readonly path?: string | undefined },
  { connection: { host }, name }: AtRepository,
  { signal }: Invocation,
): Promise<string> {
  const page = repositories.knownRepositories.page(host, name);
  if (ref === undefined && path === '') return page;
  const repository = repositories.at({ ...name, ref });
  const refName = ref ?? (await repository.head({ signal })).name;
  const folder = path === '' || (await repository.stat(path, { signal })).kind === 'folder';
  return webLink(page, { ref: refName, path, folder });
}

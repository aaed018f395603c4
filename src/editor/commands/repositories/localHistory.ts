import { commands, window, type Uri } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { repositoryOfAddress } from '../../../domain/hosting/activeRepository.ts';
import { fullName, repositoryKey } from '../../../domain/hosting/address.ts';
import type { Connections } from '../../../domain/hosting/connections.ts';
import type { ExplorerParts } from '../../explorer/sidebar/parts.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import { target } from '../../kit/prompts/target.ts';
import { fileAddressOf } from '../../kit/uri.ts';

interface HistoryPlace {
  readonly host: string;
  readonly repository: string;
  readonly path: string;
  readonly ref: string | undefined;
}

/** Shows the history that a local file has on its host. */
export function localHistoryCommands(
  { active, git }: Pick<ExplorerParts, 'active' | 'git'>,
  connections: Connections,
): Record<'sourcehost.file.showHistory', AnyCommand> {
  const placeOf = (file: Uri): HistoryPlace | undefined => {
    const remote = fileAddressOf(file);
    if (remote !== undefined)
      return { host: remote.host, repository: fullName(remote), path: remote.path, ref: remote.ref };
    const clone = git.at(file);
    const name = active.of(file)?.name;
    if (clone === undefined || name === undefined) return undefined;
    const root = clone.root.path.endsWith('/') ? clone.root.path : `${clone.root.path}/`;
    // Windows does not distinguish the case of drives.
    const path = file.path.length >= root.length ? file.path.slice(root.length) : '';
    // A branch that was not pushed there has no history on the host: the default branch is shown.
    const upstream = clone.remotes.find((remote) => remote.name === clone.upstream)?.url;
    const followed = upstream === undefined ? undefined : repositoryOfAddress(upstream, connections.hosts());
    const ref =
      followed !== undefined && repositoryKey(followed) === repositoryKey(name) ? clone.upstreamBranch : undefined;
    return { host: name.host, repository: fullName(name), path, ref };
  };
  return {
    'sourcehost.file.showHistory': command({
      fields: { uri: optional(uri) },
      run: async ({ uri: given }, { origin }) => {
        const file = given === undefined ? window.activeTextEditor?.document.uri : toUri(given);
        if (file === undefined) throw wrongValue('uri', requires('given'));
        const place = placeOf(file);
        if (place === undefined)
          throw new Failure('refused', `${file.path} is in no clone`, { field: 'uri', reason: 'noClone' });
        return await commands.executeCommand(
          'sourcehost.history.show',
          origin === 'code' ? place : { [target]: place },
        );
      },
    }),
  };
}

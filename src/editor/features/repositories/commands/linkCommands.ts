import { commands, l10n, workspace } from 'vscode';
import { name as text } from '../../../../api/contract/field.ts';
import { isFailure } from '../../../../core/errors.ts';
import { fullName, type RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Connections } from '../../../../domain/hosts/connections.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import { parseWebLink, partRefAndPath, type WebLink } from '../../../../domain/hosts/links.ts';
import { recordPage } from '../../../../domain/pages/target.ts';
import { milestoneOfPage } from '../../../../domain/milestones/milestones.ts';
import { command } from '../../../kit/command.ts';
import type { Pages } from '../../../pages/register.ts';
import { explain } from '../../../kit/messages/explain.ts';
import type { RepositoryTrust } from '../../../kit/repositoryTrust.ts';
import { fileUri } from '../../../kit/uri.ts';
import type { OpenAfterwards } from '../../../kit/openAfterwards.ts';
import { openRecord, type LoadRecordTools } from '../../../documents/commands/recordTools.ts';
import { target } from '../../../kit/prompts/target.ts';
import { readableUri, showFile } from '../../../kit/readableFile.ts';

export function linkCommands(
  repositories: RemoteRepositories,
  connections: Connections,
  afterwards: OpenAfterwards,
  load: LoadRecordTools,
  trust: RepositoryTrust,
  pages: Pages['pages'],
) {
  return {
    'sourcehost.link.open': command({
      does: 'Opens what a web address names. `url` is the address of a repository, file, issue, pull request, milestone or release of a known host.',
      result: '`{ host, repository }` with `ref` and `path`, `number` or `tag`',
      fields: { url: text },
      ask: {
        url: async (prompt) =>
          await prompt.input({
            prompt: l10n.t('Web address of a repository, file, issue, pull request, milestone or release'),
            placeholder: 'https://',
            validate: (value) => problemOf(value, connections),
          }),
      },
      run: async ({ url }, invocation) => {
        const { signal } = invocation;
        const link = parseWebLink(url, connections.hosts());
        if (link.kind === 'record') {
          const { host, owner, repo, record, id } = link;
          if (record === 'issues' || record === 'pullRequests') {
            const connection = await connections.connect(host);
            const kind = record === 'issues' ? 'issue' : 'pullRequest';
            return await pages.show(recordPage(connection, { host, owner, repo }, kind, id), invocation);
          }
          const tools = await load();
          try {
            return await openRecord(tools, { host, owner, repo, kind: record, id });
          } catch (error) {
            if (record !== 'milestones' || !isFailure(error, 'missing')) throw error;
            const { api } = await connections.connect(host);
            const number = await milestoneOfPage(api, { owner, repo }, id, { signal });
            if (number === undefined) throw error;
            return await openRecord(tools, { host, owner, repo, kind: record, id: number });
          }
        }
        const opened = { host: link.host, repository: fullName(link) };
        return { ...opened, ...(await openPlace(repositories, afterwards, trust, link, signal)) };
      },
    }),
  };
}

function problemOf(url: string, connections: Connections): string | undefined {
  try {
    parseWebLink(url.trim(), connections.hosts());
    return undefined;
  } catch (error) {
    if (isFailure(error)) return explain(error);
    throw error;
  }
}

/** Opens a file in an editor and anything else as a folder: in this window if it is empty, else in a new one. */
async function openPlace(
  repositories: RemoteRepositories,
  afterwards: OpenAfterwards,
  trust: RepositoryTrust,
  link: Exclude<WebLink, { kind: 'record' }>,
  signal: AbortSignal,
): Promise<{ readonly ref?: string; readonly path?: string }> {
  const name: RepositoryName = { host: link.host, owner: link.owner, repo: link.repo };
  const mode = (workspace.workspaceFolders ?? []).length === 0 ? 'thisWindow' : 'newWindow';
  if (link.kind === 'repository') {
    await repositories.at({ ...name, ref: undefined }).head({ signal });
    await afterwards.open(fileUri({ ...name, ref: undefined, path: '' }), undefined, mode);
    return {};
  }
  const { ref, path } = await partRefAndPath(name, link.rest, (names) => repositories.findRef(name, names, { signal }));
  if (link.view === 'history') {
    const place = { host: name.host, repository: fullName(name), ref, ...(path === '' ? {} : { path }) };
    await commands.executeCommand('sourcehost.history.show', { [target]: place });
    return { ref, path };
  }
  const uri = fileUri({ ...name, ref, path });
  const status = await repositories.at({ ...name, ref }).stat(path, { signal }, 'read');
  if (status.kind === 'file' || status.kind === 'symlink') {
    const file = await readableUri(repositories, trust, { ...name, ref, path }, signal);
    await showFile(file, link.lines);
    // The second call shows what the first one hid.
    const blame = async (): Promise<unknown> => await commands.executeCommand('sourcehost.blame.toggle', { uri: file });
    if (link.view === 'blame' && (await blame()) === undefined) await blame();
  } else
    await afterwards.open(fileUri({ ...name, ref, path: '' }), path === '' ? undefined : { uri, isFolder: true }, mode);
  return { ref, path };
}

import { l10n } from 'vscode';
import { name as text, optional, range } from '../../../../api/contract/field.ts';
import { isFailure } from '../../../../core/errors.ts';
import { baseName, parentOf } from '../../../../core/path.ts';
import type { RemoteRef } from '../../../../domain/repositories/remoteRef.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import { PathFinder } from '../../../../domain/text/pathFinder.ts';
import type { Ask } from '../../../kit/command.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import type { RepositoryTrust } from '../../../kit/repositoryTrust.ts';
import { activeEditorRef, repositoryOfWindow } from '../../../kit/commands/activeEditor.ts';
import { atRepository, onRepository, repositoryAt } from '../../../kit/commands/declare.ts';
import type { ActiveTarget } from '../../../kit/commands/places.ts';
import { readableUri, showFile } from '../../../kit/readableFile.ts';

/** Rows of the list. Typing more finds others. */
const mostRows = 200;

const askPath =
  (repositories: RemoteRepositories): Ask<string> =>
  async (_prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const ref = typeof args.ref === 'string' ? args.ref : activeEditorRef(name);
    const repository = repositories.at({ ...name, ref });
    let find: (typed: string) => readonly string[] = () => [];
    return await new Prompt({ title: l10n.t('Open File of {0}', plainLabel(`${name.owner}/${name.repo}`)) }).pick({
      placeholder: l10n.t('Search files by path'),
      items: async function* (signal) {
        const finder = new PathFinder(await repository.paths({ signal }), repository.recent());
        find = (typed) => finder.find(typed, mostRows);
        yield [];
      },
      // Only the best paths are rows, because a repository can have very many.
      typed: (text) => find(text).map(choiceOf),
      quickOpen: true,
    });
  };

export function fileCommands(
  repositories: RemoteRepositories,
  trust: RepositoryTrust,
  active: () => ActiveTarget | undefined,
) {
  return {
    'sourcehost.file.open': onRepository({
      does: 'Opens a remote file. `path` is relative to the repository.',
      result: '`{ path, sha, size }`',
      fields: { path: text, ref: optional(text), line: optional(range(1)) },
      repository: repositoryAt(() => repositoryOfWindow(active()?.name)),
      ask: { path: askPath(repositories) },
      run: async ({ path, ref: refArgument, line }, { name }, { origin, signal }) => {
        const ref = refArgument ?? (origin === 'code' ? undefined : activeEditorRef(name));
        const { sha, size } = await statNow(repositories.at({ ...name, ref }), path, signal);
        const uri = await readableUri(repositories, trust, { ...name, ref, path }, signal);
        await showFile(uri, line === undefined ? undefined : { from: line, to: line });
        return { path, sha, size };
      },
    }),
  };
}

/** The file, with one request if it exists. A missing one can be newer than the commit that is known: it is read again. */
async function statNow(remote: RemoteRef, path: string, signal: AbortSignal): ReturnType<RemoteRef['stat']> {
  const read = (): ReturnType<RemoteRef['stat']> => remote.stat(path, { signal }, 'read');
  return await read().catch(async (missing: unknown) => {
    if (!isFailure(missing, 'missing')) throw missing;
    await remote.checkNow({ signal }).catch(() => {
      throw missing;
    });
    return await read();
  });
}

function choiceOf(path: string): { label: string; description: string; value: string } {
  return {
    label: plainLabel(baseName(path)),
    description: plainLabel(parentOf(path)),
    value: path,
  };
}

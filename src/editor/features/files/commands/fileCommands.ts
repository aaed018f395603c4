import { l10n } from 'vscode';
import { name as text, optional, range } from '../../../../api/contract/field.ts';
import { isFailure } from '../../../../core/errors.ts';
import { baseName, parentOf } from '../../../../core/path.ts';
import type { RemoteRef } from '../../../../domain/repositories/remoteRef.ts';
import type { CheckoutRegistry } from '../../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { PathFinder } from '../../../../domain/text/pathFinder.ts';
import type { Ask } from '../../../kit/command.ts';
import { plainLabel } from '../../../kit/messages/labels.ts';
import { Prompt } from '../../../kit/prompts/prompt.ts';
import { activeEditorRef, repositoryOfWindow } from '../../../kit/commands/activeEditor.ts';
import { atRepository, onRepository, repositoryAt } from '../../../kit/commands/declare.ts';
import { readableUri, showFile } from '../../../kit/readableFile.ts';
import type { Services } from '../../../services/services.ts';

/** Rows of the list. Typing more finds others. */
const mostRows = 200;

const askPath =
  ({ repositories, checkouts }: Pick<Services, 'repositories' | 'checkouts'>): Ask<string> =>
  async (_prompt, args, invocation) => {
    const { name } = await atRepository(invocation, args);
    const ref = typeof args.ref === 'string' ? args.ref : activeEditorRef(name);
    const repository = repositories.at({ ...name, ref });
    let find: (typed: string) => readonly string[] = () => [];
    return await new Prompt({ title: l10n.t('Open File of {0}', plainLabel(`${name.owner}/${name.repo}`)) }).pick({
      placeholder: l10n.t('Search files by path'),
      items: async function* (signal) {
        const finder = new PathFinder(await pathsOf(repository, checkouts, signal), repository.recent());
        find = (typed) => finder.find(typed, mostRows);
        yield [];
      },
      // Only the best paths are rows, because a repository can have very many.
      typed: (text) => find(text).map(choiceOf),
      quickOpen: true,
    });
  };

/** The files of a ref with its drafts. `.gitignore` hides new ones, as in the editor's own list. */
async function pathsOf(
  remote: RemoteRef,
  checkouts: CheckoutRegistry,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const paths = await remote.paths({ signal });
  const tree = (await checkouts.of(remote))?.workingTree;
  if (tree === undefined || tree.changes.isEmpty) return paths;
  const ignored = await tree.ignored({ signal });
  const here = tree.changes.paths().flatMap((path) => tree.changes.effective(path) ?? []);
  const changed = new Set(here.map(({ path }) => path));
  const files = here.filter(({ kind, path }) => kind === 'file' && !ignored.has(path));
  return [...paths.filter((path) => !changed.has(path)), ...files.map(({ path }) => path)];
}

export function fileCommands(services: Pick<Services, 'repositories' | 'checkouts' | 'trust' | 'active'>) {
  const { repositories, checkouts, trust, active } = services;
  return {
    'sourcehost.file.open': onRepository({
      does: 'Opens a remote file. `path` is relative to the repository.',
      result: '`{ path, sha, size }`',
      fields: { path: text, ref: optional(text), line: optional(range(1)) },
      repository: repositoryAt(() => repositoryOfWindow(active.current?.name)),
      ask: { path: askPath(services) },
      run: async ({ path, ref: refArgument, line }, { name }, { origin, signal }) => {
        const ref = refArgument ?? (origin === 'code' ? undefined : activeEditorRef(name));
        const remote = repositories.at({ ...name, ref });
        const draft = (await checkouts.of(remote, path))?.workingTree.changes.effective(path);
        const { sha, size } = draft?.kind === 'file' ? draft : await statNow(remote, path, signal);
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

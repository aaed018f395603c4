import { env, FileType, Uri, window, workspace, type Range } from 'vscode';
import { optional } from '../../../../api/contract/field.ts';
import { Failure } from '../../../../core/errors.ts';
import { requires } from '../../../../core/requirement.ts';
import { parseFileAddress } from '../../../../domain/hosts/address.ts';
import { webLink, type Lines } from '../../../../domain/hosts/links.ts';
import type { ResolvedRef } from '../../../../domain/refs/refs.ts';
import { argument, uri } from '../../../kit/arguments.ts';
import { command } from '../../../kit/command.ts';
import { givenOrShown } from '../../../kit/commands/activeEditor.ts';
import type { LocalPlaces } from '../../../kit/commands/localPlaces.ts';
import { copied } from '../../../kit/messages/copied.ts';
import type { Services } from '../../../services/services.ts';

type FileLinkParts = Pick<Services, 'repositories' | 'connections'> & { readonly localPlaces: LocalPlaces };

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** `[from, to]`; the first line is 1. */
const lines = argument<readonly [number, number]>((value) =>
  Array.isArray(value) && value.length === 2 && value.every(isLine) ? undefined : requires('lines'),
);

/** Commands about the web page of a file or folder, remote or in a clone. A clone sends no request. */
export function fileLinkCommands(parts: FileLinkParts) {
  return {
    'sourcehost.file.copyPermalink': command({
      does: 'Copies the web address of a remote file or folder, or of one in a clone, at its commit. `lines` is `[from, to]`. Without `uri` it takes the file that is shown.',
      result: 'the address',
      fields: { uri: optional(uri), lines: optional(lines) },
      run: async ({ uri: resource, lines: lineNumbers }, invocation) => {
        const editor = window.activeTextEditor;
        const target = givenOrShown(resource);
        const selected = editor?.document.uri.toString() === target.toString() ? linesOf(editor.selection) : undefined;
        const linkedLines = lineNumbers === undefined ? selected : { from: lineNumbers[0], to: lineNumbers[1] };
        const shownLines = invocation.silent && lineNumbers === undefined ? undefined : linkedLines;
        return await copied(await linkOf(parts, target, 'commit', invocation.signal, shownLines), invocation);
      },
    }),
    'sourcehost.file.openOnWeb': command({
      does: 'Opens the web page of a remote file or folder, or of one in a clone, at its branch. Without `uri` it takes the file that is shown.',
      result: 'the address',
      fields: { uri: optional(uri) },
      run: async ({ uri: resource }, { signal }) => {
        const link = await linkOf(parts, givenOrShown(resource), 'branch', signal);
        await env.openExternal(Uri.parse(link, true));
        return link;
      },
    }),
  };
}

/** The web page of a file or folder, at its commit, or at its branch, which moves on. */
async function linkOf(
  { repositories, connections, localPlaces }: FileLinkParts,
  target: Uri,
  at: 'commit' | 'branch',
  signal: AbortSignal,
  linkedLines?: Lines,
): Promise<string> {
  if (target.scheme === 'file') {
    const { name, path, commit } = localPlaces.demand(target);
    const ref = at === 'branch' ? await localPlaces.pageRef(target) : commit;
    if (ref === undefined) throw noCommits();
    const folder = ((await workspace.fs.stat(target)).type & FileType.Directory) !== 0;
    const { host } = await connections.connect(name.host);
    return webLink(repositories.knownRepositories.page(host, name), { ref, path, folder, lines: linkedLines });
  }
  const { path, ...repository } = parseFileAddress(target);
  const { host } = await connections.connect(repository.host);
  const page = repositories.knownRepositories.page(host, repository);
  if (at === 'branch' && path === '' && repository.ref === undefined) return page;
  const remote = repositories.at(repository);
  const head = (): Promise<ResolvedRef> => remote.head({ signal });
  const ref = at === 'branch' ? (repository.ref ?? (await head()).name) : (await head()).commit;
  if (ref === undefined) throw noCommits();
  const folder = path === '' || (await remote.stat(path, { signal })).kind === 'folder';
  return webLink(page, { ref, path, folder, lines: linkedLines });
}

const noCommits = (): Failure =>
  new Failure('missing', 'the repository is empty', { field: 'uri', reason: 'noCommits' });

const linesOf = ({ start, end }: Range): Lines => ({
  from: start.line + 1,
  // A selection that ends before the first character of a line does not include that line.
  to: Math.max(start.line, end.character === 0 && end.line > start.line ? end.line - 1 : end.line) + 1,
});

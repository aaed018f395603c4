import { commands, l10n, Range, window, type Uri } from 'vscode';
import { name as text, optional, range, type Field } from '../../../api/contract/field.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { parseFileAddress } from '../../../domain/hosting/address.ts';
import type { Connections } from '../../../domain/hosting/connections.ts';
import type { RemoteRepositories } from '../../../domain/remote/remoteRepositories.ts';
import { PathFinder } from '../../../domain/text/fuzzy.ts';
import { webLink, type Lines } from '../../../domain/hosting/links.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand, type Ask } from '../../kit/command.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { textPick } from '../../kit/prompts/textPick.ts';
import type { RepositoryTrust } from '../../kit/trust.ts';
import { activeEditorRef, repositoryOfWindow } from './activeEditor.ts';
import { atRepository, onRepository, repositoryAt } from '../framework/declare.ts';
import type { ActiveTarget } from '../framework/places.ts';
import { copied } from './open.ts';
import { readableUri } from './trust.ts';

type FileCommands = 'sourcehost.file.open' | 'sourcehost.file.copyPermalink';

/** Rows of the list. Typing more finds others. */
const mostRows = 200;

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** `[from, to]`; the first line is 1. */
const lines: Field<readonly [number, number]> & { readonly optional: false } = {
  type: 'text',
  optional: false,
  check: (value) => (Array.isArray(value) && value.length === 2 && value.every(isLine) ? undefined : requires('lines')),
  encode: String,
};

/** One of all paths of the repository. */
const askPath =
  (files: RemoteRepositories): Ask<string> =>
  async (_prompt, known, invocation) => {
    const { name } = await atRepository(invocation, known);
    const ref = typeof known.ref === 'string' ? known.ref : activeEditorRef(name);
    const repository = files.at({ ...name, ref });
    return await textPick({
      title: l10n.t('Open File of {0}', plainLabel(`${name.owner}/${name.repo}`)),
      placeholder: l10n.t('Search files by path'),
      load: async (signal) => {
        const finder = new PathFinder(await repository.paths({ signal }), repository.recent());
        return (typed) => finder.find(typed, mostRows).map(choiceOf);
      },
    });
  };

/** Commands about one file of a remote repository. */
export function fileCommands(
  files: RemoteRepositories,
  connections: Connections,
  trust: RepositoryTrust,
  active: () => ActiveTarget | undefined,
): Record<FileCommands, AnyCommand> {
  return {
    'sourcehost.file.open': onRepository({
      fields: { path: text, ref: optional(text), line: optional(range(1)) },
      repository: repositoryAt(() => repositoryOfWindow(active()?.name)),
      ask: { path: askPath(files) },
      run: async ({ path, ref: given, line }, { name }, { origin, signal }) => {
        const ref = given ?? (origin === 'code' ? undefined : activeEditorRef(name));
        // One request loads the file and tells whether it exists.
        const { sha, size } = await files.at({ ...name, ref }).stat(path, { signal }, 'read');
        const shown = await readableUri(files, trust, { ...name, ref, path }, signal);
        await showFile(shown, line === undefined ? undefined : { from: line, to: line });
        return { path, sha, size };
      },
    }),
    'sourcehost.file.copyPermalink': command({
      fields: { uri: optional(uri), lines: optional(lines) },
      run: async ({ uri: given, lines: asked }, invocation) => {
        const editor = window.activeTextEditor;
        const target = given === undefined ? editor?.document.uri : toUri(given);
        if (target === undefined) throw wrongValue('uri', requires('given'));
        const { path, ...repository } = parseFileAddress(target);
        const { signal } = invocation;
        const at = files.at(repository);
        const { commit, byName, name: tag } = await at.head({ signal });
        const ref = commit ?? (byName && tag);
        if (ref === undefined)
          throw new Failure('missing', 'the repository is empty', { field: 'uri', reason: 'noCommits' });
        const folder = path === '' || (await at.stat(path, { signal })).kind === 'folder';
        const selected = editor?.document.uri.toString() === target.toString() ? linesOf(editor.selection) : undefined;
        const shown = asked === undefined ? selected : { from: asked[0], to: asked[1] };
        const { host } = await connections.connect(repository.host);
        const link = webLink(host, repository, {
          ref,
          path,
          folder,
          lines: invocation.silent && asked === undefined ? undefined : shown,
        });
        return await copied(link, invocation);
      },
    }),
  };
}

/** Opens a file and selects lines. */
export async function showFile(file: Uri, shown: Lines | undefined): Promise<void> {
  const options =
    shown === undefined ? {} : { selection: new Range(shown.from - 1, 0, shown.to - 1, Number.MAX_SAFE_INTEGER) };
  await commands.executeCommand('vscode.open', file, options);
}

function choiceOf(path: string): { label: string; description: string; value: string } {
  const slash = path.lastIndexOf('/');
  return {
    label: plainLabel(path.slice(slash + 1)),
    description: plainLabel(path.slice(0, Math.max(0, slash))),
    value: path,
  };
}

const linesOf = ({ start, end }: Range): Lines => ({
  from: start.line + 1,
  // A selection that ends before the first character of a line does not include that line.
  to: Math.max(start.line, end.character === 0 && end.line > start.line ? end.line - 1 : end.line) + 1,
});

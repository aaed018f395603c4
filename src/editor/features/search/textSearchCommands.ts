import { commands, window, workspace } from 'vscode';
import { flag, name, optional, range, text, type Field, type Inputs } from '../../../api/contract/field.ts';
import { requires } from '../../../core/requirement.ts';
import { fileScheme, type RepositoryName } from '../../../domain/hosts/address.ts';
import { globBelow, splitGlobs } from '../../../domain/search/globs.ts';
import { usualLineLimit } from '../../../domain/search/textSearch.ts';
import type { TextQuery } from '../../../domain/search/textQuery.ts';
import type { SearchForm } from '../../../domain/search/viewMessages.ts';
import { toUri, uri } from '../../kit/arguments.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import { fileAddressOf, fileUri } from '../../kit/uri.ts';
import { onRepository, repositoryAt } from '../../kit/commands/declare.ts';
import type { ActiveTarget } from '../../kit/commands/places.ts';
import { activeEditorRef, repositoryOfWindow } from '../../kit/commands/activeEditor.ts';
import type { ReplaceScope } from './resultReplacer.ts';
import type { RunningSearch } from './runningSearch.ts';
import type { TextSearchView } from './textSearchView.ts';

/** Text that is not empty; it may be blank. */
const query: typeof text = {
  ...text,
  check: (value) => text.check(value) ?? (value === '' ? requires('filled') : undefined),
};

/** Globs: one text, separated by commas, or a list. */
const globs: Field<string | readonly string[]> & { readonly optional: true } = {
  type: 'names',
  optional: true,
  check: (value) => ([value].flat().every((one) => typeof one === 'string') ? undefined : requires('names')),
  encode: String,
};

const toGlobs = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? splitGlobs(value) : (value ?? []);

const fields = {
  query,
  isRegex: optional(flag),
  isCaseSensitive: optional(flag),
  matchWholeWord: optional(flag),
  include: globs,
  exclude: globs,
  ref: optional(name),
  limit: optional(range(1)),
};

function queryOf({ query: sought, include, exclude, ...options }: Omit<Inputs<typeof fields>, 'ref'>): TextQuery {
  return {
    query: sought,
    isRegex: options.isRegex ?? false,
    isCaseSensitive: options.isCaseSensitive ?? false,
    matchWholeWord: options.matchWholeWord ?? false,
    include: toGlobs(include),
    exclude: toGlobs(exclude),
    limit: options.limit ?? usualLineLimit,
  };
}

export function textSearchCommands(load: Load, active: () => ActiveTarget | undefined) {
  const onView = commandsOn(load);
  return {
    'sourcehost.search.text': searchText(load, active),
    'sourcehost.search.inFolder': command({
      does: 'Opens the search view for the files below the folder `uri`.',
      fields: { uri: optional(uri) },
      // The query, in the view.
      runAsks: [],
      run: async ({ uri: resource }) => {
        const address = resource === undefined ? undefined : fileAddressOf(toUri(resource));
        const include = address === undefined ? {} : { include: globBelow(address.path), showsGlobs: true };
        await (await load()).open(include);
      },
    }),
    'sourcehost.search.localFolders': command({
      does: 'Opens the search of the editor. In a window with remote folders it is limited to the others.',
      fields: {},
      run: searchLocalFolders,
    }),
    'sourcehost.search.nextResult': onView('Opens the next match of the search view.', ({ model }) => model.go(1)),
    'sourcehost.search.previousResult': onView('Opens the previous match of the search view.', ({ model }) =>
      model.go(-1),
    ),
    'sourcehost.search.replace': onView('Opens the search view with the box for the replacement.', (view) =>
      view.open({ ...selected(), showsReplacement: true }),
    ),
    ...resultCommands(load),
  };
}

type Load = () => Promise<TextSearchView>;

function commandsOn(load: Load) {
  return (does: string, run: (view: TextSearchView) => unknown): AnyCommand =>
    command({
      does,
      fields: {},
      run: async () => {
        await run(await load());
      },
    });
}

/** Commands of the view of the results and its rows. */
function resultCommands(load: Load) {
  const onView = commandsOn(load);
  const onRow = (does: string, run: (view: TextSearchView, row: ReplaceScope) => Promise<void>): AnyCommand =>
    command({
      does,
      fields: { path: optional(text), line: optional(range(1)) },
      run: async (row) => await run(await load(), row),
    });
  const open = (does: string, mode: 'side' | undefined): AnyCommand =>
    onRow(does, async ({ model }, { path, line }) => {
      if (path === undefined || line === undefined) await model.openFocused(mode ?? 'focus');
      else await model.open(path, line, mode);
    });
  return {
    'sourcehost.textSearch.cancel': onView('Ends the running search. Its results stay.', ({ model }) => model.cancel()),
    'sourcehost.textSearch.clear': onView('Clears the results of the search view.', ({ model }) => model.clear()),
    'sourcehost.textSearch.open': open('Opens a result; with Enter, the row that has the focus.', undefined),
    'sourcehost.textSearch.openToSide': open(
      'Opens a result, or the row that has the focus, in the next group.',
      'side',
    ),
    'sourcehost.textSearch.refresh': onView('Searches again for what the search view shows.', ({ model }) =>
      model.refresh(),
    ),
    'sourcehost.textSearch.replace': onRow(
      'Replaces the matches of the line, or of the file.',
      async ({ model }, scope) => {
        if (scope.path !== undefined) await model.replace(scope);
      },
    ),
    'sourcehost.textSearch.replaceAll': {
      ...onView('Shows what replacing all results would change, and asks.', ({ model }) => model.replace({})),
      // The question, in the form.
      runAsks: [],
    },
  };
}

function searchText(load: Load, active: () => ActiveTarget | undefined): AnyCommand {
  const search = onRepository({
    does: 'Searches the files of `ref` with the drafts, and shows the results in the search view. `include` and `exclude` are globs, separated by commas or as an array. `limit` is the largest number of matching lines; without it, 10,000. Without `query`, a user enters it in the view.',
    result:
      '`{ matches: [{ uri, path, ranges: [{ line, column, length }], preview }], limitHit, coverage: { searched, skipped, lfs } }`; one match for each line, `line` and `column` from 1, `column` and `length` in UTF-16 units, `preview` the first 1,000 units of the line',
    fields,
    repository: repositoryAt(() => repositoryOfWindow(active()?.name)),
    run: async ({ ref: refArgument, ...args }, { name: repository, connection }, { origin, signal }) => {
      const ref = refArgument ?? (origin === 'code' ? undefined : activeEditorRef(repository));
      const view = await load();
      const result = await view.search({ ...repository, ref }, queryOf(args), connection.account?.login, signal);
      return resultOf({ ...repository, ref }, result);
    },
  });
  // Without a query it leads to the view, in place of a question.
  return { ...search, write: async () => await (await load()).open(selected()) };
}

/** The result for programs. @throws the Failure of the search */
function resultOf(at: RepositoryName & { readonly ref: string | undefined }, result: RunningSearch) {
  const { files, coverage, limitHit, failure } = result;
  if (failure !== undefined) throw failure;
  return {
    matches: files.flatMap(({ path, lines }) => {
      const address = fileUri({ ...at, path }).toString();
      return lines.map(({ ranges, preview }) => ({ uri: address, path, ranges, preview }));
    }),
    limitHit,
    coverage: { searched: coverage?.searched ?? 0, skipped: coverage?.skipped ?? 0, lfs: coverage?.lfs ?? 0 },
  };
}

/** The selected text of the active editor as a query, if it is within one line. */
function selected(): Partial<SearchForm> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty || !editor.selection.isSingleLine) return {};
  return { query: editor.document.getText(editor.selection), isRegex: false };
}

/** In remote folders that search does not end, so a window with both gets the names of the others. */
async function searchLocalFolders(): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const local = folders.filter(({ uri: { scheme } }) => scheme !== fileScheme);
  const isMixed = local.length < folders.length;
  const filesToInclude = local.map(({ name }) => `./${name}`).join(', ');
  const limits = isMixed ? { filesToInclude, showIncludesExcludes: true } : {};
  await commands.executeCommand('workbench.action.findInFiles', limits);
}

import { requires } from '../../core/requirement.ts';
import { oneOf, optional, type Field } from '../../api/contract/field.ts';
import { RowEntry } from '../kit/tree/listing.ts';
import type { Changes } from '../kit/changes.ts';
import { viewIds, type Views } from './views.ts';
import { command, type AnyCommand } from '../kit/command.ts';
import type { ViewId } from '../kit/contributions.ts';

const rows: Field<RowEntry | readonly RowEntry[]> & { readonly optional: true } = {
  type: 'choice',
  optional: true,
  check: (value) => ([value].flat().every((one) => one instanceof RowEntry) ? undefined : requires('rows')),
  encode: String,
};

const listOf = (value: RowEntry | readonly RowEntry[] | undefined): readonly RowEntry[] =>
  value === undefined ? [] : [value].flat();

/** `refreshFiles` checks the remote files of this window. */
export function viewCommands(views: Views, changes: Changes, refreshFiles: () => Promise<void>) {
  return {
    ...refreshCommands(views, changes),
    'sourcehost.view.loadMore': command({
      does: 'Loads more rows of a list.',
      fields: { entry: rows },
      run: async ({ entry }) => {
        for (const row of listOf(entry)) await views.of(row)?.more(row);
      },
    }),
    'sourcehost.view.refresh': command({
      does: 'Reads a view again. Without `view` it reads all visible views, and all remote files and folders that were read in this window.',
      fields: { view: optional(oneOf(...viewIds)), entry: rows },
      run: async ({ view, entry }) => {
        changes.refresh();
        const named =
          view === undefined ? views.all.filter(({ visible }) => visible) : views.all.filter(({ id }) => id === view);
        if (entry === undefined) {
          for (const one of named) one.refresh();
          if (named.includes(views.inbox.view)) await views.inbox.refresh();
        }
        for (const row of listOf(entry)) views.of(row)?.refresh(row);
        if (view === undefined && entry === undefined) await refreshFiles();
      },
    }),
    'sourcehost.view.retry': command({
      does: 'Reads a list again that could not be read.',
      fields: { entry: rows },
      run: async ({ entry }) => {
        for (const row of listOf(entry)) await views.of(row)?.retry(row);
      },
    }),
  };
}

function refreshCommands(views: Views, changes: Changes) {
  const refresh = (does: string, id: ViewId): AnyCommand =>
    command({
      does,
      fields: {},
      run: () => {
        changes.refresh();
        return Promise.resolve(views.view(id)?.refresh());
      },
    });
  return {
    'sourcehost.branches.refresh': refresh('Reads the view Branches again.', 'sourcehost.branches'),
    'sourcehost.drafts.refresh': refresh('Reads the view Drafts again.', 'sourcehost.drafts'),
    'sourcehost.history.refresh': refresh('Reads the view History again.', 'sourcehost.history'),
    'sourcehost.inbox.refresh': command({
      does: 'Reads the lists of the inbox again.',
      fields: {},
      run: () => views.inbox.refresh(),
    }),
    'sourcehost.issues.refresh': refresh('Reads the view Issues again.', 'sourcehost.issues'),
    'sourcehost.members.refresh': refresh('Reads the view Members again.', 'sourcehost.members'),
    'sourcehost.milestones.refresh': refresh('Reads the view Milestones again.', 'sourcehost.milestones'),
    'sourcehost.pullRequests.refresh': refresh('Reads the view Pull Requests again.', 'sourcehost.pullRequests'),
    'sourcehost.releases.refresh': refresh('Reads the view Releases again.', 'sourcehost.releases'),
    'sourcehost.repositories.refresh': refresh('Reads the view Repositories again.', 'sourcehost.repositories'),
    'sourcehost.runs.refresh': refresh('Reads the view Runs again.', 'sourcehost.runs'),
    'sourcehost.searchResults.refresh': refresh(
      'Searches again for what the view Search Results shows.',
      'sourcehost.searchResults',
    ),
    'sourcehost.tags.refresh': refresh('Reads the view Tags again.', 'sourcehost.tags'),
    'sourcehost.webhooks.refresh': refresh('Reads the view Webhooks again.', 'sourcehost.webhooks'),
  };
}

import { requires } from '../../core/requirement.ts';
import { oneOf, optional, type Field } from '../../api/contract/field.ts';
import type { RemoteRepositories } from '../../domain/repositories/remoteRepositories.ts';
import { RowEntry } from '../kit/tree/listing.ts';
import { viewIds, type Views } from './views.ts';
import { command, type AnyCommand } from '../kit/command.ts';
import type { ViewId } from '../kit/contributions.ts';

/** The rows that a command was started on. */
const rows: Field<RowEntry | readonly RowEntry[]> & { readonly optional: true } = {
  type: 'choice',
  optional: true,
  check: (value) => ([value].flat().every((one) => one instanceof RowEntry) ? undefined : requires('rows')),
  encode: String,
};

const listOf = (given: RowEntry | readonly RowEntry[] | undefined): readonly RowEntry[] =>
  given === undefined ? [] : [given].flat();

type ViewCommand =
  | 'sourcehost.view.loadMore'
  | 'sourcehost.view.refresh'
  | 'sourcehost.view.retry'
  | `${(typeof viewIds)[number]}.refresh`;

/**
 * `refreshFiles` checks for changes of the remote files and folders that this window has read. Every refresh also
 * clears the refs that `repositories` knows as missing.
 */
export function viewCommands(
  views: Views,
  repositories: Pick<RemoteRepositories, 'forgetAbsent'>,
  refreshFiles: () => Promise<void>,
): Record<ViewCommand, AnyCommand> {
  const refresh = (id: ViewId): AnyCommand =>
    command({
      fields: {},
      run: () => {
        repositories.forgetAbsent();
        return Promise.resolve(views.view(id)?.refresh());
      },
    });
  return {
    'sourcehost.branches.refresh': refresh('sourcehost.branches'),
    'sourcehost.drafts.refresh': refresh('sourcehost.drafts'),
    'sourcehost.history.refresh': refresh('sourcehost.history'),
    'sourcehost.inbox.refresh': command({ fields: {}, run: () => views.inbox.refresh() }),
    'sourcehost.issues.refresh': refresh('sourcehost.issues'),
    'sourcehost.members.refresh': refresh('sourcehost.members'),
    'sourcehost.milestones.refresh': refresh('sourcehost.milestones'),
    'sourcehost.pullRequests.refresh': refresh('sourcehost.pullRequests'),
    'sourcehost.releases.refresh': refresh('sourcehost.releases'),
    'sourcehost.repositories.refresh': refresh('sourcehost.repositories'),
    'sourcehost.searchResults.refresh': refresh('sourcehost.searchResults'),
    'sourcehost.tags.refresh': refresh('sourcehost.tags'),
    'sourcehost.webhooks.refresh': refresh('sourcehost.webhooks'),
    'sourcehost.view.loadMore': command({
      fields: { entry: rows },
      run: async ({ entry }) => {
        for (const row of listOf(entry)) await views.of(row)?.more(row);
      },
    }),
    'sourcehost.view.refresh': command({
      fields: { view: optional(oneOf(...viewIds)), entry: rows },
      run: async ({ view, entry }) => {
        repositories.forgetAbsent();
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
      fields: { entry: rows },
      run: async ({ entry }) => {
        for (const row of listOf(entry)) await views.of(row)?.retry(row);
      },
    }),
  };
}

import * as v from 'valibot';
import { l10n } from 'vscode';
import { filledText, name, optional, type Fields } from '../../../api/contract/field.ts';
import { Failure } from '../../../core/errors.ts';
import type { ListQuery, NamedQuery } from '../../../domain/queries/query.ts';
import type { SettingName } from '../contributions.ts';
import type { Settings } from '../settings.ts';
import { command, only, type AnyCommand, type Arguments } from '../command.ts';

/** A list that queries filter, and its saved queries. */
export interface QueriedList<Q> {
  /** The English title of the view with the list. */
  readonly view: string;
  readonly schema: v.GenericSchema<unknown, Q>;
  readonly current: () => Q;
  readonly saved: () => readonly NamedQuery<Q>[];
  /** Filters the list; undefined: as usual. */
  readonly show: (query: Q | undefined) => Promise<void>;
  readonly ask: (signal: AbortSignal) => Promise<Q>;
  readonly settings: Pick<Settings, 'set'>;
  readonly setting: SettingName;
  /** Fields of the current query that arguments do not change. */
  readonly rest?: () => Partial<Q>;
}

/** The commands of the filter of a list: by parameters of the API (`fields`), by questions, or by a saved query. */
export function queryCommands<Q extends ListQuery>(
  fields: Fields,
  list: QueriedList<Q>,
): Record<'filter' | 'clearFilter' | 'saveQuery', AnyCommand> {
  return {
    filter: command({
      does: `Selects what the view ${list.view} lists.`,
      fields: { ...fields, query: optional(filledText) },
      runAsks: [...Object.keys(fields), 'query'],
      run: async (args: Arguments, { origin, signal }) => {
        if (typeof args.query === 'string') {
          await list.show({ ...savedQuery(list, args.query), name: undefined });
          return;
        }
        const filters = only(fields, args);
        if (origin === 'code' || Object.keys(filters).length > 0) {
          const labels = typeof filters.labels === 'string' ? filters.labels.split(',') : filters.labels;
          const query = { ...filters, ...(labels === undefined ? {} : { labels }), ...list.rest?.() };
          const read = v.safeParse(list.schema, query);
          await list.show(read.success ? read.output : undefined);
          return;
        }
        await list.show(await list.ask(signal));
      },
    }),
    clearFilter: command({
      does: `Shows all open ${list.view.toLowerCase()} in the view ${list.view} again.`,
      fields: {},
      run: () => list.show(undefined),
    }),
    saveQuery: command({
      does: `Saves the filter of the view ${list.view} as a query.`,
      fields: { name },
      ask: {
        name: (prompt) =>
          prompt.input({
            prompt: l10n.t('Name of the query'),
            validate: (value) => (value.trim() === '' ? l10n.t('Enter a name.') : undefined),
          }),
      },
      run: async ({ name }) => {
        const others = list.saved().filter((one) => one.name !== name.trim());
        await list.settings.set(list.setting, [...others, { ...list.current(), name: name.trim() }]);
      },
    }),
  };
}

function savedQuery<Q>(list: QueriedList<Q>, query: string): NamedQuery<Q> {
  const chosen = list.saved().find((one) => one.name === query);
  if (chosen === undefined)
    throw new Failure('invalid', `there is no saved query ${query}`, {
      field: 'query',
      reason: 'noQuery',
      about: [query],
    });
  return chosen;
}

import * as v from 'valibot';
import { l10n } from 'vscode';
import { filledText, name, optional, type Fields } from '../../../api/contract/field.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import { queryOf, queryText, readQueries, type NamedQuery, type QueryLine } from '../../../domain/queries/queryLine.ts';
import { command, only, type AnyCommand, type Arguments } from '../command.ts';
import { titleWith } from '../commands/questionTitle.ts';
import type { SettingName } from '../contributions.ts';
import type { Settings } from '../settings.ts';
import type { Filters } from './filters.ts';
import { askQuery, type NameSources, type QueryPreset } from './queryPrompt.ts';

/** A list that queries filter, and its saved queries. */
export interface QueriedList<Q> {
  readonly line: QueryLine<Q>;
  /** The English title of the view with the list, and the title of the question. */
  readonly view: string;
  readonly title: string;
  /** Its key in the filters. */
  readonly list: string;
  readonly current: () => Q;
  readonly setting: SettingName;
  readonly presets: () => readonly QueryPreset[];
  /** Fields of the current query that arguments do not change. */
  readonly rest?: () => Partial<Q>;
}

export interface QueryParts extends NameSources {
  readonly filters: Filters;
  readonly settings: Settings;
}

/** The commands of the filter of a list: by parameters of the API (`fields`), by a line of text, or by a saved query. */
export function queryCommands<Q extends object>(
  fields: Fields,
  list: QueriedList<Q>,
  on: QueryParts,
): Record<'filter' | 'clearFilter' | 'saveQuery', AnyCommand> {
  const { line, current } = list;
  const show = (query: Q | undefined): Promise<void> => on.filters.set(list.list, query);
  const saved = (): readonly NamedQuery<Q>[] => readQueries(line, on.settings.get(list.setting)).queries;
  /** A saved query by its name, or a line. */
  const showLine = async (text: string): Promise<void> =>
    await show(saved().find(({ name }) => name === text)?.query ?? queryOf(line, text));
  return {
    filter: command({
      does: `Selects what the view ${list.view} lists. \`query\` is the name of a saved query, or a line such as \`label:bug sort:updated\`.`,
      fields: { ...fields, query: optional(filledText) },
      runAsks: [...Object.keys(fields), 'query'],
      run: async (args: Arguments, { origin }) => {
        const filters = only(fields, args);
        if (typeof args.query === 'string') await showLine(args.query);
        else if (origin === 'code' || Object.keys(filters).length > 0) {
          const labels = typeof filters.labels === 'string' ? filters.labels.split(',') : filters.labels;
          const query = { ...filters, ...(labels === undefined ? {} : { labels }), ...list.rest?.() };
          const read = v.safeParse(line.schema, query);
          await show(read.success ? read.output : undefined);
        } else await showLine(await askLine(list, on, saved()));
      },
    }),
    clearFilter: command({
      does: `Shows all open ${list.view.toLowerCase()} in the view ${list.view} again.`,
      fields: {},
      run: () => show(undefined),
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
        const others = saved().filter((one) => one.name !== name.trim());
        const all = [...others, { name: name.trim(), query: current() }];
        await on.settings.set(
          list.setting,
          all.map((one) => ({ name: one.name, query: queryText(line, one.query) })),
        );
      },
    }),
  };
}

async function askLine<Q extends object>(
  { title, line, current, presets }: QueriedList<Q>,
  on: QueryParts,
  saved: readonly NamedQuery<Q>[],
): Promise<string> {
  const at = on.active();
  return await askQuery({
    title: titleWith(title, at && fullName(at.name)),
    line,
    start: queryText(line, current()),
    presets: [
      ...presets(),
      ...saved.map(({ name: label, query }) => ({ label, icon: 'filter', line: queryText(line, query) })),
    ],
    sources: on,
  });
}

import { l10n, ThemeIcon } from 'vscode';
import type { Vocabulary } from '../../../domain/documents/assist/vocabulary.ts';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { RequestOptions } from '../../../domain/hosts/source.ts';
import {
  completeQuery,
  parseQuery,
  typedKey,
  type OfferedName,
  type QueryKey,
  type QueryLine,
} from '../../../domain/queries/queryLine.ts';
import { Prompt } from '../prompts/prompt.ts';
import type { PickPage, TypingChoice } from '../prompts/question.ts';

/** Where the names come from that complete a line. */
export interface NameSources {
  readonly active: () => RepositoryAt | undefined;
  readonly loadRecords: () => Promise<{ readonly vocabulary: Vocabulary }>;
}

export interface QueryPreset {
  readonly label: string;
  readonly icon: string;
  readonly line: string;
}

interface QueryQuestion<Q> {
  readonly title: string;
  readonly line: QueryLine<Q>;
  readonly start: string;
  readonly presets?: readonly QueryPreset[];
  /** Undefined: no key of the line takes names of a repository. */
  readonly sources?: NameSources;
}

/** The user types the line of a filter, which the rows complete, or chooses a preset. Resolves with a line that is understood. */
export async function askQuery<Q>({ title, line, start, presets = [], sources }: QueryQuestion<Q>): Promise<string> {
  const rowsOf = (text: string, names?: readonly OfferedName[]): TypingChoice<string>[] =>
    completeQuery(line, text, names).map(({ key, label, about, text: types }) => {
      return { label, description: about ?? keyTitles[key]?.() ?? '', value: types, types };
    });
  const apply = (text: string): TypingChoice<string>[] => {
    const read = parseQuery(line, text);
    const value = text.trim();
    if ('query' in read)
      return [{ label: value === '' ? l10n.t('Without a filter') : value, iconPath: new ThemeIcon('check'), value }];
    // While a key is typed, what completes it is more than an error.
    if (rowsOf(text).length > 0) return [];
    const label = l10n.t('“{0}” is not understood', read.wrong);
    return [{ label, iconPath: new ThemeIcon('error'), value: text, types: text }];
  };
  const above = presets.map((preset) => {
    return { label: preset.label, description: preset.line, iconPath: new ThemeIcon(preset.icon), value: preset.line };
  });
  return await new Prompt({ title }).pick<string>({
    placeholder: l10n.t('For example {0}', exampleOf(line)),
    value: start === '' ? '' : `${start} `,
    items: [],
    typed: (text) => [...apply(text), ...(['', start].includes(text.trim()) ? above : []), ...rowsOf(text)],
    search: (text, signal) => {
      const kind = typedKey(line, text)?.names;
      return (
        sources && kind && pageOf(async () => rowsOf(text, await namesOf(sources, kind, { signal })), rowsOf(text))
      );
    },
  });
}

/** The first key that has values, with one of them. */
function exampleOf<Q>({ keys }: QueryLine<Q>): string {
  if ('label' in keys) return 'label:bug sort:updated';
  const [key, { values = [] } = {}] = Object.entries(keys).find(([, { values }]) => values !== undefined) ?? [];
  return `${key ?? ''}:${values[0] ?? ''}`;
}

/** The rows that are not `before`. */
async function* pageOf(
  read: () => Promise<readonly TypingChoice<string>[]>,
  before: readonly TypingChoice<string>[],
): AsyncGenerator<PickPage<string>> {
  const isNew = ({ label }: TypingChoice<string>): boolean => before.every((one) => one.label !== label);
  yield { items: (await read()).filter(isNew), more: false };
}

type Kind = NonNullable<QueryKey['names']>;

type ReadNames = (
  vocabulary: Vocabulary,
  name: RepositoryName,
  options: RequestOptions,
) => Promise<readonly OfferedName[]>;

const readNames: Readonly<Record<Kind, ReadNames>> = {
  labels: async (vocabulary, ...at) => await vocabulary.labels(...at),
  people: async (vocabulary, ...at) => (await vocabulary.people(...at)).map(({ login }) => ({ name: login })),
  branches: async (vocabulary, ...at) => (await vocabulary.branches(...at)).names.map((name) => ({ name })),
  milestones: async (vocabulary, ...at) =>
    (await vocabulary.milestones(...at)).map(({ title: name = '' }) => ({ name })),
  milestoneNumbers: async (vocabulary, ...at) =>
    (await vocabulary.milestones(...at)).map(({ number: name, title: about = '' }) => ({ name, about })),
};

async function namesOf(sources: NameSources, kind: Kind, options: RequestOptions): Promise<readonly OfferedName[]> {
  const at = sources.active();
  return at === undefined ? [] : await readNames[kind]((await sources.loadRecords()).vocabulary, at.name, options);
}

const keyTitles: Readonly<Record<string, () => string>> = {
  state: () => l10n.t('State'),
  label: () => l10n.t('Labels'),
  assignee: () => l10n.t('Assignee'),
  author: () => l10n.t('Author'),
  reviewer: () => l10n.t('Reviewer'),
  milestone: () => l10n.t('Milestone'),
  base: () => l10n.t('Target Branch'),
  sort: () => l10n.t('Sort'),
  direction: () => l10n.t('Direction'),
  group: () => l10n.t('Group issues by'),
  since: () => l10n.t('Since'),
  created_at: () => l10n.t('Created at'),
  created_after: () => l10n.t('Created after'),
  created_before: () => l10n.t('Created before'),
  updated_after: () => l10n.t('Updated after'),
  updated_before: () => l10n.t('Updated before'),
  merged_after: () => l10n.t('Merged after'),
  merged_before: () => l10n.t('Merged before'),
  branch: () => l10n.t('Branch'),
  workflow: () => l10n.t('Workflow'),
  status: () => l10n.t('State'),
  event: () => l10n.t('Event'),
  actor: () => l10n.t('Begun by'),
  q: () => l10n.t('Keywords'),
  visibility: () => l10n.t('Visibility'),
  affiliation: () => l10n.t('Affiliation'),
};

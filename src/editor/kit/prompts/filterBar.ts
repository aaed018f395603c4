import { l10n, ThemeIcon } from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import { Prompt } from './prompt.ts';
import type { ButtonChoice, Choice } from './question.ts';

export interface FilterPart<T> {
  readonly label: string;
  readonly icon: string;
  /** The current value as text; undefined if it is not set. */
  readonly valueLabel: (filter: T) => string | undefined;
  readonly ask: (prompt: Prompt, filter: T) => Promise<T>;
  readonly unset: (filter: T) => T;
}

export interface FilterPreset<T> {
  readonly label: string;
  readonly icon: string;
  readonly filter: T;
}

export interface FilterQuestion<T> {
  readonly title: string;
  readonly start: T;
  readonly empty: T;
  readonly presets?: readonly FilterPreset<T>[];
  readonly parts: readonly FilterPart<T>[];
  /** Parts that are shown on request, or if they are set. */
  readonly more?: readonly FilterPart<T>[];
}

type Answer<T> =
  | 'apply'
  | 'clear'
  | 'more'
  | FilterPart<T>
  | { readonly cleared: FilterPart<T> }
  | { readonly preset: FilterPreset<T> };

/** The user sets or clears parts of a filter one by one and then applies them all at once, or chooses a preset. */
export async function askFilter<T>(question: FilterQuestion<T>): Promise<T> {
  const { title, empty } = question;
  let filter = question.start;
  let expanded = false;
  let next: Answer<T> | undefined = question.parts[0];
  for (;;) {
    const first: Answer<T> | undefined = next;
    const answer: Answer<T> = await new Prompt({ title }).pick<Answer<T>>({
      placeholder: l10n.t('Choose what to filter by, then apply it'),
      items: choices(question, filter, expanded),
      active: (value) => value === first,
    });
    next = 'apply';
    if (answer === 'apply') return filter;
    if (answer === 'clear') filter = empty;
    else if (answer === 'more') [expanded, next] = [true, question.more?.[0]];
    else if ('preset' in answer) return answer.preset.filter;
    else if ('cleared' in answer) filter = answer.cleared.unset(filter);
    else filter = await askPart(title, answer, filter);
  }
}

/** Asks for one part. A dismissed question leaves the part unchanged. */
async function askPart<T>(title: string, part: FilterPart<T>, filter: T): Promise<T> {
  try {
    return await part.ask(new Prompt({ title: `${title} – ${part.label}` }), filter);
  } catch (error) {
    if (isFailure(error, 'cancelled')) return filter;
    throw error;
  }
}

function choices<T>(
  { presets = [], parts, more = [] }: FilterQuestion<T>,
  filter: T,
  expanded: boolean,
): ButtonChoice<Answer<T>>[] {
  const isSet = (part: FilterPart<T>): boolean => part.valueLabel(filter) !== undefined;
  const shown = more.filter((part) => expanded || isSet(part));
  const row = (label: string, icon: string, value: Answer<T>): Choice<Answer<T>> => ({
    label,
    iconPath: new ThemeIcon(icon),
    value,
  });
  return [
    row(l10n.t('Apply'), 'check', 'apply'),
    ...presets.map((preset) => row(preset.label, preset.icon, { preset })),
    ...[...parts, ...shown].map((part) => ({
      ...row(part.label, part.icon, part),
      description: part.valueLabel(filter) ?? l10n.t('any'),
      ...(isSet(part)
        ? { buttons: [{ iconPath: new ThemeIcon('close'), tooltip: l10n.t('Clear') }], pressed: { cleared: part } }
        : {}),
    })),
    ...(shown.length < more.length ? [row(l10n.t('More…'), 'ellipsis', 'more')] : []),
    ...([...parts, ...more].some(isSet) ? [row(l10n.t('Clear all'), 'clear-all', 'clear')] : []),
  ];
}

interface Option<V> {
  readonly value: V;
  readonly label: string;
}

/** A part with a few values, or not set. */
export function choicePart<T, V>(
  head: Pick<FilterPart<T>, 'label' | 'icon'>,
  options: readonly Option<V>[],
  get: (filter: T) => V | undefined,
  set: (filter: T, value: V | undefined) => T,
): FilterPart<T> {
  return {
    ...head,
    valueLabel: (filter) => options.find(({ value }) => value === get(filter))?.label,
    unset: (filter) => set(filter, undefined),
    ask: async (prompt, filter) => {
      const items: Choice<V | undefined>[] = [{ label: l10n.t('any'), value: undefined }, ...options];
      const active = (value: V | undefined): boolean => value === get(filter);
      return set(filter, await prompt.pick({ placeholder: head.label, items, active }));
    },
  };
}

/** A part that is typed text; an empty text unsets it. */
export function textPart<T>(
  head: Pick<FilterPart<T>, 'label' | 'icon'>,
  get: (filter: T) => string | undefined,
  set: (filter: T, value: string | undefined) => T,
  validate?: (value: string) => string | undefined,
): FilterPart<T> {
  return {
    ...head,
    valueLabel: get,
    unset: (filter) => set(filter, undefined),
    ask: async (prompt, filter) => {
      const value = await prompt.input({
        prompt: l10n.t('{0}. Leave it empty for any.', head.label),
        value: get(filter) ?? '',
        validate: (typed) => (typed.trim() === '' ? undefined : validate?.(typed.trim())),
      });
      return set(filter, value.trim() === '' ? undefined : value.trim());
    },
  };
}

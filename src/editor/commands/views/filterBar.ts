import { l10n, ThemeIcon } from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import type { Choice } from '../../kit/prompts/question.ts';

/** One criterion to filter or sort a list by. */
export interface FilterPart<T> {
  readonly label: string;
  readonly icon: string;
  /** The current value as text; undefined if it is not set. */
  readonly valueLabel: (filter: T) => string | undefined;
  /** Asks for a value; resolves with the updated filter. */
  readonly ask: (prompt: Prompt, filter: T) => Promise<T>;
}

type Answer<T> = 'apply' | 'clear' | FilterPart<T>;

/** The user sets parts of a filter one by one and then applies them all at once. */
export async function askFilter<T>(title: string, start: T, empty: T, parts: readonly FilterPart<T>[]): Promise<T> {
  let filter = start;
  let changed = false;
  for (;;) {
    const answer = await new Prompt({ title }).pick<Answer<T>>({
      placeholder: l10n.t('Choose what to filter by, then apply it'),
      items: choices(filter, parts),
      active: (value) => (changed ? value === 'apply' : value === parts[0]),
    });
    if (answer === 'apply') return filter;
    if (answer === 'clear') filter = empty;
    else filter = await asked(title, answer, filter);
    changed = true;
  }
}

/** Asks for one part. A dismissed question leaves the part unchanged. */
async function asked<T>(title: string, part: FilterPart<T>, filter: T): Promise<T> {
  try {
    return await part.ask(new Prompt({ title: `${title} – ${part.label}` }), filter);
  } catch (error) {
    if (isFailure(error, 'cancelled')) return filter;
    throw error;
  }
}

function choices<T>(filter: T, parts: readonly FilterPart<T>[]): Choice<Answer<T>>[] {
  return [
    { label: l10n.t('Apply'), iconPath: new ThemeIcon('check'), value: 'apply' },
    ...parts.map((part) => ({
      label: part.label,
      description: part.valueLabel(filter) ?? l10n.t('any'),
      iconPath: new ThemeIcon(part.icon),
      value: part,
    })),
    { label: l10n.t('Clear all'), iconPath: new ThemeIcon('clear-all'), value: 'clear' },
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

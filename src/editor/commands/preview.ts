import { l10n } from 'vscode';
import type { Pages } from '../../api/pages.ts';
import type { Invocation, Known } from '../kit/command.ts';
import { atRepository, type AtRepository } from './declare.ts';

const shown = 4;

/** What a wildcard would match: names are read once, in the background of the question. */
export interface Preview {
  /** `matches 3: a, b, c`, of what is known so far. */
  words(matches: (name: string) => boolean): string;
}

export function previewOf(
  known: Known,
  invocation: Invocation,
  list: (at: AtRepository, invocation: Invocation) => Pages<{ readonly name: string }>,
): Preview {
  const names: string[] = [];
  let complete = false;
  const load = async (): Promise<void> => {
    const at = await atRepository(invocation, known);
    for await (const { items } of list(at, invocation).pages()) {
      names.push(...items.map(({ name }) => name));
      if (names.length >= 500) return;
    }
    complete = true;
  };
  // Only a preview: without it the question works as well.
  load().catch(() => (complete = false));
  return {
    words: (matches) => {
      const found = names.filter(matches);
      if (found.length === 0) return complete ? l10n.t('matches nothing that exists') : '';
      const some = found.slice(0, shown).join(', ');
      return l10n.t(
        'matches {0}: {1}',
        complete ? found.length : `≥ ${found.length}`,
        found.length > shown ? `${some} …` : some,
      );
    },
  };
}

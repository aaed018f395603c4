import { l10n } from 'vscode';
import type { Pages } from '../../../api/client/pages.ts';
import { matchesRule } from '../../../domain/permissions/wildcard.ts';
import type { Ask, Invocation } from '../command.ts';
import type { Choice } from '../prompts/question.ts';
import { asTyped } from './ask.ts';
import { atRepository, type AtRepository } from './declare.ts';

const mostNames = 4;

const most = 500;

/** Asks for a wildcard and previews its matches. If the names cannot be loaded, the question still works. */
export function askWildcard(
  placeholder: () => string,
  list: (on: AtRepository, invocation: Invocation) => Pages<{ readonly name: string }>,
): Ask<string> {
  return async (prompt, args, invocation) => {
    const names = async function* (): AsyncGenerator<readonly string[]> {
      const on = await atRepository(invocation, args);
      for await (const { items } of list(on, invocation).pages()) yield items.map(({ name }) => name);
    };
    const empty = l10n.t('Type a name or a pattern to see what it matches.');
    return await prompt.pick({ placeholder: placeholder(), empty, ...previewOf(names()) });
  };
}

/** The names that a wildcard matches, among the names that are loaded. */
function previewOf(pages: AsyncIterable<readonly string[]>) {
  const names: string[] = [];
  let complete = false;
  /** Yields no row. Each yield means that more names are loaded and that the preview must be computed again. */
  const items = async function* (): AsyncGenerator<readonly Choice<string>[]> {
    for await (const page of pages) {
      names.push(...page);
      yield [];
      if (names.length >= most) return;
    }
    complete = true;
    yield [];
  };
  const matches = (wildcard: string): string => {
    const matching = names.filter((name) => matchesRule(name, wildcard));
    if (matching.length === 0) return complete ? l10n.t('no matches yet') : '';
    const some = matching.slice(0, mostNames).join(', ');
    return l10n.t(
      'matches {0}: {1}',
      complete ? matching.length : `≥ ${matching.length}`,
      matching.length > mostNames ? `${some} …` : some,
    );
  };
  return {
    items: items(),
    /** A row for the typed wildcard, with `matches 3: a, b, c` of the names that are loaded. */
    typed: (text: string): Choice<string> | undefined => {
      const choice = asTyped(text);
      return choice && { ...choice, description: matches(choice.value) };
    },
  };
}

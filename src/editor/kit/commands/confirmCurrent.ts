import { l10n } from 'vscode';
import { cancelled } from '../../../core/errors.ts';
import type { Invocation } from '../command.ts';
import { choose, chooseWithCare, type FirstButton } from '../prompts/prompt.ts';

interface CurrentQuestion {
  readonly message: string;
  readonly detail: string;
  readonly action: string;
  /** `notNow` by default. */
  readonly first?: FirstButton;
  /** Another button. It ends the command. */
  readonly offer?: { readonly label: string; readonly run: () => Promise<void> } | undefined;
}

interface CurrentChange<T> {
  /** Also called right before the change. */
  readonly read: () => Promise<T>;
  /** What the question shows and the change depends on: the answer is used as long as these values are the same. */
  readonly keyOf: (now: T) => unknown;
  readonly question: (now: T) => CurrentQuestion;
  /** What is known already. */
  readonly first?: T | undefined;
  /** Whether the user has already seen `first` and chosen the change. */
  readonly isAsked?: boolean;
}

/**
 * Asks before a change of what `read` returns. If the answer differs right before the change, asks again.
 * @returns what the user agreed to; undefined for a program, which is not asked
 */
export async function confirmCurrent<T>(
  { silent, withoutProgress }: Invocation,
  { read, keyOf, question, first, isAsked = false }: CurrentChange<T>,
): Promise<T | undefined> {
  if (silent) return undefined;
  const ask = async (now: T, ...again: string[]): Promise<void> => {
    const { message, detail, action, offer, first: button } = question(now);
    const actions = [action, ...(offer === undefined ? [] : [offer.label])];
    const show = button === 'action' && again.length === 0 ? choose : chooseWithCare;
    const answer = show(message, [...again, detail].join('\n'), ...actions);
    if ((await withoutProgress(answer)) === action) return;
    await offer?.run();
    throw cancelled();
  };
  let shown = first ?? (await read());
  if (!isAsked) await ask(shown);
  for (;;) {
    const now = await read();
    if (JSON.stringify(keyOf(now)) === JSON.stringify(keyOf(shown))) return now;
    shown = now;
    await ask(now, l10n.t('This changed after you were asked. Look at it again.'));
  }
}

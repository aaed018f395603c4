import type { QuickPickItem } from 'vscode';
import { cancelled, toFailure } from '../../../core/errors.ts';
import { explain } from '../messages/explain.ts';
import { plainChoice } from '../messages/labels.ts';
import type { Choice } from './question.ts';
import { questions } from '../messages/questions.ts';
import { createQuickPick } from '../messages/show.ts';

export interface TextPick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Loads the items and returns the function that searches them. The list is busy until then. */
  readonly load: (signal: AbortSignal) => Promise<(text: string) => readonly Choice<T>[]>;
}

/**
 * Asks for one item of a very long list, which is searched in memory while the user types. Rejects with `cancelled`
 * when dismissed.
 */
export function textPick<T>({ title, placeholder, load }: TextPick<T>): Promise<T> {
  const pick = createQuickPick<Choice<T> | QuickPickItem>();
  Object.assign(pick, { title, placeholder, busy: true, matchOnDescription: true });
  const abort = new AbortController();
  let search: (text: string) => readonly Choice<T>[] = () => [];
  const render = (): void => {
    pick.items = search(pick.value).map((choice) => ({ ...plainChoice(choice), alwaysShow: true }));
  };
  const fill = async (): Promise<void> => {
    try {
      search = await load(abort.signal);
      render();
    } catch (error) {
      pick.items = [{ label: `$(error) ${explain(toFailure(error))}`, alwaysShow: true }];
    }
    pick.busy = false;
  };
  const answer = new Promise<T>((resolve, reject) => {
    pick.onDidChangeValue(render);
    pick.onDidAccept(() => {
      const chosen = pick.activeItems[0];
      if (chosen !== undefined && 'value' in chosen) resolve(chosen.value);
    });
    pick.onDidHide(() => reject(cancelled()));
    pick.show();
    void fill();
  }).finally(() => {
    abort.abort();
    pick.dispose();
  });
  return questions.during(answer);
}

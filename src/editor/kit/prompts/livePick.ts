import { l10n, QuickPickItemKind, ThemeIcon } from 'vscode';
import type { ListPage, Pages } from '../../../api/client/pages.ts';
import { delay } from '../../../core/async.ts';
import { cancelled, isFailure, toFailure } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { explain } from '../messages/explain.ts';
import { plainChoice } from '../messages/labels.ts';
import type { Choice, PickButton } from './prompt.ts';
import { questions } from '../messages/questions.ts';
import { createQuickPick } from '../messages/show.ts';

export interface LivePick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What is searched for at first. */
  readonly value: string;
  /** Earlier searches, shown while nothing is typed. */
  readonly recent: readonly string[];
  readonly search: (text: string, signal: AbortSignal) => Pages<T>;
  readonly choice: (item: T) => Choice<T>;
  /** Made anew after each use, so that they can show what they are set to. */
  readonly buttons: () => readonly LiveButton[];
}

export interface LiveButton extends PickButton {
  /** What it does takes the place of the question. */
  readonly ends?: boolean;
}

export interface LiveChoice<T> {
  /** What was typed. */
  readonly text: string;
  /** What was chosen of the results. */
  readonly item: T;
}

type Row<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'recent'; readonly text: string }
  | { readonly kind: 'more' };
type RowChoice<T> = Choice<Row<T> | undefined>;

/** How long nothing is typed before a request is spent on it. */
const pause = 350;
const shortest = 2;

/** Searches as the person types: one request a pause, the rest on demand. Rejects with `cancelled` when dismissed. */
export function livePick<T>(question: LivePick<T>): Promise<LiveChoice<T>> {
  const pick = createQuickPick<RowChoice<T>>();
  Object.assign(pick, { title: question.title, placeholder: question.placeholder, value: question.value });
  // The service has matched already: nothing that it found is hidden again.
  const always = (choice: Choice<T>): RowChoice<T> => ({
    ...plainChoice(choice),
    alwaysShow: true,
    value: { kind: 'item', item: choice.value },
  });
  const note = (label: string): RowChoice<T> => ({ label, alwaysShow: true, value: undefined });
  const recent = (): RowChoice<T>[] => [
    ...(question.recent.length > 0
      ? [{ label: l10n.t('recent'), kind: QuickPickItemKind.Separator, value: undefined }]
      : []),
    ...question.recent.map((text): RowChoice<T> => ({
      label: text,
      alwaysShow: true,
      iconPath: new ThemeIcon('history'),
      value: { kind: 'recent', text },
    })),
  ];

  let abort = new AbortController();
  let pages: AsyncIterator<ListPage<T>, void, undefined> | undefined;
  let rows: readonly RowChoice<T>[] = [];

  const readPage = async (signal: AbortSignal): Promise<void> => {
    pick.busy = true;
    try {
      const { value: page } = (await pages?.next()) ?? { value: undefined };
      if (signal.aborted) return;
      const first = rows.length;
      rows = [...rows, ...(page?.items ?? []).map((item) => always(question.choice(item)))];
      const more: RowChoice<T>[] =
        page?.more === true
          ? [
              {
                label: l10n.t('Load more'),
                alwaysShow: true,
                iconPath: new ThemeIcon('ellipsis'),
                value: { kind: 'more' },
              },
            ]
          : [];
      pick.items = rows.length === 0 ? [note(l10n.t('Nothing was found.'))] : [...rows, ...more];
      const next = pick.items[first];
      if (first > 0 && next !== undefined) pick.activeItems = [next];
    } catch (error) {
      if (signal.aborted) return;
      pick.items = [...rows, note(`$(error) ${explain(toFailure(error))}`)];
    }
    pick.busy = false;
  };

  const start = async (): Promise<void> => {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    rows = [];
    const text = pick.value.trim();
    if (text.length < shortest) {
      pick.busy = false;
      pick.items = recent();
      return;
    }
    try {
      await delay(pause, signal);
    } catch {
      return;
    }
    pages = question.search(text, signal).pages();
    await readPage(signal);
  };

  const showButtons = (): void => {
    pick.buttons = question.buttons().map(({ icon, tooltip }) => ({
      iconPath: new ThemeIcon(icon),
      tooltip: visible(tooltip),
    }));
  };
  showButtons();

  const chosen = new Promise<LiveChoice<T>>((resolve, reject) => {
    pick.onDidChangeValue(() => void start());
    let aside = false;
    pick.onDidTriggerButton(async (button) => {
      const used = question.buttons().find(({ tooltip }) => visible(tooltip) === button.tooltip);
      if (used?.ends === true) {
        pick.hide();
        await used.run();
        return;
      }
      // A question of the button hides this one for as long as it is asked.
      aside = true;
      try {
        await used?.run();
      } catch (error) {
        if (!isFailure(error, 'cancelled')) throw error;
      }
      aside = false;
      showButtons();
      pick.show();
      await start();
    });
    pick.onDidAccept(() => {
      const chosen = pick.activeItems[0]?.value;
      if (chosen === undefined) return;
      if (chosen.kind === 'item') resolve({ text: pick.value.trim(), item: chosen.item });
      else if (chosen.kind === 'more') void readPage(abort.signal);
      else {
        pick.value = chosen.text;
        void start();
      }
    });
    pick.onDidHide(() => {
      if (!aside) reject(cancelled());
    });
    pick.show();
    void start();
  }).finally(() => {
    abort.abort();
    pick.dispose();
  });
  return questions.during(chosen);
}

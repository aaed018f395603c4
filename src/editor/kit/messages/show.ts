import {
  window,
  type InputBox,
  type OpenDialogOptions,
  type ProgressOptions,
  type QuickPick,
  type SaveDialogOptions,
  type StatusBarAlignment,
  type StatusBarItem,
  type Uri,
} from 'vscode';
import { inOrder, shownLines, shownText, visible } from '../../../core/text.ts';
import type { CleanRow } from './labels.ts';
import { questions } from './questions.ts';

// All texts for messages, dialogs, progress, questions and the status bar pass through this file. It removes characters
// that are hidden or reorder other text. The value of an input box is never changed, because the user edits and sends
// it.

/**
 * Shows a message, or a dialog if `detail` is defined. Resolves with the chosen action; undefined if none was chosen.
 * `close`: the action that Escape chooses. The dialog then has no Cancel button.
 */
export async function showMessage(
  kind: 'error' | 'warning' | 'information',
  message: string,
  actions: readonly string[] = [],
  detail?: string,
  close?: string,
): Promise<string | undefined> {
  const shows = {
    error: window.showErrorMessage,
    warning: window.showWarningMessage,
    information: window.showInformationMessage,
  };
  const labels = actions.map(visible);
  const modal = detail === undefined ? undefined : { modal: true, detail: shownLines(detail) };
  const text = shownText(message);
  if (modal !== undefined && close !== undefined) {
    const items = actions.map((action, index) => ({
      title: labels[index] ?? '',
      action,
      isCloseAffordance: action === close,
    }));
    return (await questions.during(shows[kind](text, modal, ...items)))?.action;
  }
  const chosen = await (modal === undefined
    ? shows[kind](text, ...labels)
    : questions.during(shows[kind](text, modal, ...labels)));
  return chosen === undefined ? undefined : actions[labels.indexOf(chosen)];
}

type Step = Readonly<{ message?: string; increment?: number }>;

/** Shows progress until `work` ends. `increment` is in per cent. */
export async function showProgress<T>(
  options: ProgressOptions,
  work: (report: (step: Step) => void, token: Parameters<Parameters<typeof window.withProgress>[1]>[1]) => Thenable<T>,
): Promise<T> {
  const shown = options.title === undefined ? options : { ...options, title: shownText(options.title) };
  return await window.withProgress(shown, (progress, token) =>
    work(({ message, ...step }) => {
      progress.report(message === undefined ? step : { ...step, message: shownText(message) });
    }, token),
  );
}

export function createInputBox(): InputBox {
  return cleaning(window.createInputBox(), {
    title: ifSet(visible),
    placeholder: ifSet(visible),
    prompt: ifSet(shownText),
    validationMessage: (wrong) =>
      typeof wrong === 'object' ? { ...wrong, message: shownText(wrong.message) } : ifSet(shownText)(wrong),
  });
}

export function createQuickPick<R extends CleanRow>(): QuickPick<R> {
  return cleaning(window.createQuickPick<R>(), { title: ifSet(visible), placeholder: ifSet(visible) });
}

export async function showOpenDialog(options: OpenDialogOptions): Promise<readonly Uri[] | undefined> {
  return await questions.during(window.showOpenDialog({ ...options, title: visible(options.title ?? '') }));
}

export async function showSaveDialog(options: SaveDialogOptions): Promise<Uri | undefined> {
  return await questions.during(window.showSaveDialog({ ...options, title: visible(options.title ?? '') }));
}

export function createStatusItem(id: string, alignment: StatusBarAlignment, priority: number): StatusBarItem {
  return cleaning(window.createStatusBarItem(id, alignment, priority), {
    text: (text) => inOrder(visible(text)),
    // Markdown comes from kit/messages/markdown.ts, which has cleaned its values.
    tooltip: (tooltip) => (typeof tooltip === 'string' ? shownLines(tooltip) : tooltip),
    accessibilityInformation: (spoken) => spoken && { ...spoken, label: visible(spoken.label) },
  });
}

/** Shows a text in the status bar. */
export function showInStatusBar(text: string, milliseconds: number): void {
  window.setStatusBarMessage(visible(text), milliseconds);
}

const ifSet =
  (clean: (text: string) => string) =>
  (text: string | undefined): string | undefined =>
    text === undefined ? undefined : clean(text);

type Cleaners<T> = { readonly [Key in keyof T]?: (value: T[Key]) => T[Key] };

/** Changes `shown`: values of the properties in `cleaners` are cleaned when they are set. Returns `shown`. */
function cleaning<T extends object>(shown: T, cleaners: Cleaners<T>): T {
  const properties: PropertyDescriptorMap = {};
  for (const key in cleaners) {
    const clean = cleaners[key];
    if (clean !== undefined) properties[key] = cleanedProperty(shown, key, clean);
  }
  return Object.defineProperties(shown, properties);
}

function cleanedProperty<T extends object, Key extends keyof T>(
  shown: T,
  key: Key,
  clean: (value: T[Key]) => T[Key],
): PropertyDescriptor {
  const own = descriptorOf(shown, key);
  let value: unknown = shown[key];
  return {
    configurable: true,
    enumerable: true,
    get: (): unknown => (own?.get === undefined ? value : own.get.call(shown)),
    set: (given: T[Key]) => {
      value = clean(given);
      own?.set?.call(shown, value);
    },
  };
}

function descriptorOf(shown: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let at: unknown = shown; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

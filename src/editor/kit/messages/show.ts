import {
  StatusBarAlignment,
  window,
  type InputBox,
  type MarkdownString,
  type OpenDialogOptions,
  type ProgressOptions,
  type QuickPick,
  type SaveDialogOptions,
  type StatusBarItem,
  type Uri,
} from 'vscode';
import { inOrder, shownLines, shownText, visible } from '../../../core/text.ts';
import type { CleanRow } from './labels.ts';
import { questions } from './questions.ts';

// All texts for messages, dialogs, progress, questions and the status bar pass through this file, and the rows of lists
// through labels.ts. Characters that are hidden or reorder other text are removed. The value of an input box is never
// changed, because the user edits and sends it.

/** A dialog if `detail` is given. Resolves with the chosen action. `close`: what Escape chooses, without Cancel. */
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

/** `T` with texts that only the functions of this file set. */
type Guarded<T, Text extends keyof T> = Omit<T, Text> & Readonly<Pick<T, Text>>;
export type CleanInputBox = Guarded<InputBox, 'title' | 'placeholder' | 'prompt' | 'validationMessage'>;
export type CleanQuickPick<R extends CleanRow> = Guarded<QuickPick<R>, 'title' | 'placeholder'>;
export type CleanStatusBarItem = Guarded<StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'>;

export function createInputBox(prompt: string, placeholder: string | undefined): CleanInputBox {
  const box = window.createInputBox();
  box.prompt = shownText(prompt);
  box.placeholder = placeholder === undefined ? undefined : visible(placeholder);
  return box;
}

/** The error message of a box; undefined: its value is valid. */
export function setValidationMessage(box: Pick<InputBox, 'validationMessage'>, message: string | undefined): void {
  box.validationMessage = message === undefined ? undefined : shownText(message);
}

export function createQuickPick<R extends CleanRow>(): CleanQuickPick<R> {
  return window.createQuickPick<R>();
}

export function setPlaceholder(list: Pick<QuickPick<CleanRow>, 'placeholder'>, placeholder: string): void {
  list.placeholder = visible(placeholder);
}

export function setTitle(input: Pick<InputBox, 'title'>, title: string): void {
  input.title = visible(title);
}

export async function showOpenDialog(options: OpenDialogOptions): Promise<readonly Uri[] | undefined> {
  return await questions.during(window.showOpenDialog({ ...options, title: visible(options.title ?? '') }));
}

export async function showSaveDialog(options: SaveDialogOptions): Promise<Uri | undefined> {
  return await questions.during(window.showSaveDialog({ ...options, title: visible(options.title ?? '') }));
}

export function createStatusItem(id: string, priority: number): CleanStatusBarItem {
  return window.createStatusBarItem(id, StatusBarAlignment.Left, priority);
}

interface StatusTexts {
  /** May have icons. */
  readonly text: string;
  /** Markdown comes from kit/messages/markdown.ts, which has cleaned its values. */
  readonly tooltip: string | MarkdownString;
  /** What a screen reader says; undefined: `text`. */
  readonly spoken?: string;
}

export function setStatusTexts(
  item: Pick<StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'>,
  { text, tooltip, spoken }: StatusTexts,
): void {
  item.text = inOrder(visible(text));
  item.tooltip = typeof tooltip === 'string' ? shownLines(tooltip) : tooltip;
  item.accessibilityInformation = spoken === undefined ? undefined : { label: visible(spoken) };
}

export function showInStatusBar(text: string, milliseconds: number): void {
  window.setStatusBarMessage(visible(text), milliseconds);
}

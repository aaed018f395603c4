import type { QuickPickItem } from 'vscode';

/** Thrown by a question when the user goes back to the previous one. */
export class Back extends Error {
  override readonly name = 'Back';
}

/** The title of a question, and its step if there are several. */
export interface Step {
  readonly title: string;
  readonly step?: number;
  readonly of?: number;
  /** Whether there is a previous question. */
  readonly back?: boolean;
  /** The answer that was given before: the user came back to the question. */
  readonly earlier?: unknown;
  /** Why the earlier answer was refused; shown with the question. */
  readonly refusal?: string;
}

export interface InputQuestion {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Checks the value while the user types. Returns the error message; undefined if the value is valid. */
  readonly validate?: (value: string) => string | undefined | Promise<string | undefined>;
  /** Checks the entered value; may send a request. Returns the error message; undefined if the value is valid. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly buttons?: readonly PickButton[];
  /** Closes the question, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
}

/** Choosing it does not answer: it types `types`, and the question goes on. */
export interface TypingChoice<T> extends Choice<T> {
  readonly types?: string;
}

export interface ButtonChoice<T> extends TypingChoice<T> {
  readonly pressed?: T;
}

export interface PickButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => unknown;
  /** The question is closed before `run`, or it may be hidden by a question of `run` and is shown again after it. */
  readonly first?: 'close' | 'hide';
}

interface PickHeading {
  readonly heading: string;
}

export type PickItem<T> = ButtonChoice<T> | PickHeading;

/** Rows alone: another page may follow. */
export type PickItems<T> = AsyncIterable<readonly PickItem<T>[] | PickPage<T>>;

export interface PickPage<T> {
  readonly items: readonly PickItem<T>[];
  /** Whether another page may follow. After a full page it is read on request of the user. */
  readonly more: boolean;
}

export interface PickQuestion<T> {
  readonly placeholder: string;
  readonly value?: string;
  /** Rows that the editor filters. Page by page, loaded items can be chosen while the rest loads. */
  readonly items?: readonly PickItem<T>[] | PickItems<T> | ((closed: AbortSignal) => PickItems<T>);
  /** Said instead of rows if there are none. */
  readonly empty?: string;
  /** After a full page, the next page is loaded only on request of the user. */
  readonly paged?: boolean;
  /** The choices for a typed text that are not among the items; undefined if the text cannot be chosen. */
  readonly typed?: (text: string) => Choice<T> | readonly TypingChoice<T>[] | undefined;
  /** Searches after a pause while the user types; undefined: this text is not searched for. */
  readonly search?: (text: string, signal: AbortSignal) => AsyncIterable<PickPage<T>> | undefined;
  /** Earlier searches, shown while nothing is searched. */
  readonly recent?: readonly string[];
  /** Typed and found values with the key of another row are not shown again. */
  readonly key?: (value: T) => unknown;
  readonly active?: (value: T) => boolean;
  /** Checks the chosen value; may send a request. Returns the error message; undefined if the value is valid. */
  readonly check?: (value: T, signal: AbortSignal) => Promise<string | undefined>;
  /** Called again after each use, so that the buttons can show their current value. */
  readonly buttons?: () => readonly PickButton[];
  /** Shows progress, because work continues while the question is open. */
  readonly busy?: boolean;
  /** A search, not a step: an error is a row, and the list closes when the focus moves elsewhere. */
  readonly quickOpen?: boolean;
  /** Closes the question, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

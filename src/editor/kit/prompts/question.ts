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

/** A row with a button. */
export interface ButtonChoice<T> extends Choice<T> {
  /** The value that the button chooses. */
  readonly pressed?: T;
}

export interface PickButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => unknown;
}

export interface PickQuestion<T> {
  readonly placeholder: string;
  /** Complete, or page by page: loaded items can be chosen while the rest loads. */
  readonly items: readonly ButtonChoice<T>[] | AsyncIterable<readonly Choice<T>[]>;
  /** After a full page, the next page is loaded only on request of the user. */
  readonly paged?: boolean;
  /** The choice for a typed text that is not in the list; undefined if the text cannot be chosen. */
  readonly typed?: (text: string) => Choice<T> | undefined;
  readonly active?: (value: T) => boolean;
  /** Checks the chosen value; may send a request. Returns the error message; undefined if the value is valid. */
  readonly check?: (value: T, signal: AbortSignal) => Promise<string | undefined>;
  readonly buttons?: readonly PickButton[];
  /** Shows progress, because work continues while the question is open. */
  readonly busy?: boolean;
  /** Closes the question, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

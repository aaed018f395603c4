import type { QuickPickItem } from 'vscode';

/** Where a question stands in a row of them. */
export interface Step {
  readonly title: string;
  readonly step?: number;
  readonly of?: number;
  /** Whether there is a question to go back to. */
  readonly back?: boolean;
}

export interface InputQuestion {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Says what is wrong with the value as one types. */
  readonly validate?: (value: string) => string | undefined | Promise<string | undefined>;
  /** Says what is wrong once the value is entered; may take its time. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly buttons?: readonly PickButton[];
  /** Takes the question back, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
}

export interface PickButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => unknown;
}

export interface PickQuestion<T> {
  readonly placeholder: string;
  /** Complete, or arriving page by page: what is there can be chosen while the rest loads. */
  readonly items: readonly Choice<T>[] | AsyncIterable<readonly Choice<T>[]>;
  /** After a full page the next is asked for only when the person wants it. */
  readonly paged?: boolean;
  /** The value of what is typed, where what is typed may be chosen although it is not in the list. */
  readonly typed?: (text: string) => Choice<T> | undefined;
  readonly active?: (value: T) => boolean;
  readonly buttons?: readonly PickButton[];
  /** The question is about something that goes on meanwhile. */
  readonly busy?: boolean;
  /** Takes the question back, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

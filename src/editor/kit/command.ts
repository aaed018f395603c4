import { ProgressLocation } from 'vscode';
import type { Fields, Inputs, TypeOf } from '../../api/field.ts';
import type { Connection } from '../../domain/connections.ts';
import type { RepositoryName } from '../../domain/address.ts';
import { confirm, type Prompt } from './prompt.ts';
import { showProgress } from './show.ts';
import { signalOf } from './signal.ts';

/** Where a command was started: from a program with an argument object, from the palette, or on rows or resources. */
export type Origin = 'code' | 'palette' | 'node';

/** The places that arguments lead to; each throws a Failure, or asks the person, where it cannot tell. */
export interface Places {
  /** The connection of `host` and `account`, else the only one signed in to, else the one the person picks. */
  connection(given: { readonly host?: string | undefined; readonly account?: string | undefined }): Promise<Connection>;
  /** `repository` (`owner/repo`), else the active one, else the one the person picks. */
  repository(given: {
    readonly host?: string | undefined;
    readonly account?: string | undefined;
    readonly repository?: string | undefined;
  }): Promise<{ readonly connection: Connection; readonly name: RepositoryName }>;
}

/** One run of a command. */
export interface Invocation {
  readonly origin: Origin;
  /** Whether a person takes part: a plain object with all that is required opens no prompt. */
  readonly silent: boolean;
  readonly places: Places;
  readonly signal: AbortSignal;
  /** Asks before something that cannot be undone; does nothing where nobody takes part. */
  readonly confirm: (message: string, detail: string, action: string) => Promise<void>;
  /** Runs `work` with a progress notification that can be cancelled; without one where nobody takes part. */
  readonly withProgress: <T>(
    title: string,
    work: (signal: AbortSignal, report: (message: string, increment?: number) => void) => Promise<T>,
  ) => Promise<T>;
}

/** The arguments given or answered so far. */
export type Known = Readonly<Record<string, unknown>>;

/** Asks the person for one argument. */
export interface Ask<T> {
  (prompt: Prompt, known: Known, invocation: Invocation): Promise<T>;
  /** Whether what is known answers it: it is then no step of the row of questions. */
  readonly answered?: (known: Known) => boolean;
}

/** How the fields are asked for, by name; an optional one may be answered with nothing. */
export type Asks<F> = { readonly [K in keyof F]?: Ask<AnswerOf<F[K]>> };
type AnswerOf<F> = F extends { readonly optional: true } ? TypeOf<F> | undefined : TypeOf<F>;

export interface Command<F extends Fields = Fields, R = unknown> {
  /** The argument object, field by field. */
  readonly fields: F;
  /** How a missing field is asked for. Required ones always, optional ones only where a person started the command. */
  readonly ask?: Asks<F>;
  /** What a person gets instead of questions where something required is missing: a document to write in. */
  readonly write?: (args: Partial<Inputs<F>>, invocation: Invocation) => Promise<unknown>;
  readonly run: (args: Inputs<F>, invocation: Invocation) => Promise<R>;
}

/** A command that any argument list can be handed to: what `commands/register.ts` takes. */
export interface AnyCommand {
  readonly fields: Fields;
  readonly ask: Readonly<Record<string, Ask<unknown> | undefined>>;
  readonly write?: ((args: Known, invocation: Invocation) => Promise<unknown>) | undefined;
  readonly run: (args: Known, invocation: Invocation) => Promise<unknown>;
}

/** Declares a command; its arguments are checked against `fields` before `run` sees them. */
export function command<const F extends Fields, R>(declared: Command<F, R>): AnyCommand {
  // The one place where checked arguments become typed ones: register.ts runs every field's check first.
  return { ask: {}, ...declared } as unknown as AnyCommand;
}

/** Only those of checked arguments that `fields` declares: what an operation of the API takes. */
export function only<const F extends Fields>(fields: F, args: Readonly<Record<string, unknown>>): Inputs<F> {
  const own = Object.entries(args).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined);
  return Object.fromEntries(own) as unknown as Inputs<F>;
}

export function createInvocation(origin: Origin, silent: boolean, places: Places): Invocation {
  const abort = new AbortController();
  return {
    origin,
    silent,
    places,
    signal: abort.signal,
    confirm: async (message, detail, action) => {
      if (!silent) await confirm(message, detail, action);
    },
    withProgress: async (title, work) => {
      if (silent) return await work(abort.signal, () => {});
      return await showProgress(
        { location: ProgressLocation.Notification, title, cancellable: true },
        (report, token) =>
          work(signalOf(token), (message, increment) =>
            report(increment === undefined ? { message } : { message, increment }),
          ),
      );
    },
  };
}

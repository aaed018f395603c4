import { delay, orCancelled } from '../../core/async.ts';
import type { Fields, Inputs, TypeOf } from '../../api/contract/field.ts';
import type { Connection } from '../../domain/hosting/connections.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import { WorkingNotice, withNotification, type Report, type RequestDelay } from './messages/progress.ts';
import { confirm, type Prompt } from './prompts/prompt.ts';

/** Where a command was started: from a program with an argument object, from the palette, or on rows or resources. */
export type InvocationOrigin = 'code' | 'palette' | 'node';

/** The places that arguments lead to; each throws a Failure, or asks the person, where it cannot tell. */
export interface Places {
  /** The connection of `host` and `account`, else the only one signed in to, else the one the person picks. */
  connection(given: { readonly host?: string | undefined; readonly account?: string | undefined }): Promise<Connection>;
  /** `repository` (`owner/repo`), else the active one, else the one the person picks. */
  repository(
    given: {
      readonly host?: string | undefined;
      readonly account?: string | undefined;
      readonly repository?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<{ readonly connection: Connection; readonly name: RepositoryName }>;
}

/** One run of a command. */
export interface Invocation {
  readonly origin: InvocationOrigin;
  /** Whether a person takes part: a plain object with all that is required opens no prompt. */
  readonly silent: boolean;
  readonly places: Places;
  /** Aborted when the person cancels the progress or dismisses a question, and when the command fails. */
  readonly signal: AbortSignal;
  /** Asks before something that cannot be undone; does nothing where nobody takes part. */
  readonly confirm: (message: string, detail: string, action: string) => Promise<void>;
  /** Runs `work` with a progress notification, which cancels the whole run; without one where nobody takes part. */
  readonly withProgress: <T>(title: string, work: (signal: AbortSignal, report: Report) => Promise<T>) => Promise<T>;
  /** `work` shows its own progress, or waits for the person: no notification says that the command is at work. */
  readonly withoutProgress: <T>(work: Promise<T>) => Promise<T>;
  /** Another run of the same command, for what its person starts after this one ended. */
  readonly renewed: () => Invocation;
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

export interface CommandContext {
  readonly origin: InvocationOrigin;
  readonly silent: boolean;
  readonly places: Places;
  /** Of the command, for notifications. */
  readonly title: string;
  readonly delay: RequestDelay;
}

/** Milliseconds that a cancelled command has to end by itself: to tell what it has done, or that it was too late. */
const grace = 500;

/** An invocation, and `complete`, which runs its work: it ends soon after it was cancelled, whatever it waits for. */
export function createInvocation(context: CommandContext): {
  readonly invocation: Invocation;
  readonly complete: <T>(work: () => Promise<T>) => Promise<T>;
} {
  const { origin, silent, places, title, delay: requestDelay } = context;
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = (): void => abort.abort();
  let notice: WorkingNotice | undefined;
  const withoutProgress = async <T>(work: Promise<T>): Promise<T> => await (notice?.without(work) ?? work);
  const invocation: Invocation = {
    origin,
    silent,
    places,
    signal,
    confirm: async (message, detail, action) => {
      if (!silent) await confirm(message, detail, action);
    },
    withProgress: async (own, work) =>
      silent
        ? await work(signal, () => {})
        : await withoutProgress(withNotification(own, requestDelay, cancel, (report) => work(signal, report))),
    withoutProgress,
    renewed: () => createInvocation(context).invocation,
  };
  return {
    invocation,
    complete: async (work) => {
      if (!silent) notice = new WorkingNotice(title.replace(/…$/, ''), requestDelay, cancel);
      try {
        return await Promise.race([work(), orCancelled(new Promise<never>(() => {}), signal).catch(afterGrace)]);
      } catch (error) {
        cancel();
        throw error;
      } finally {
        notice?.dispose();
        notice = undefined;
      }
    },
  };
}

async function afterGrace(error: unknown): Promise<never> {
  await delay(grace);
  throw error;
}

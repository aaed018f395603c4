import { delay, orCancelled } from '../../core/async.ts';
import type { Repository } from '../../api/record/repository.ts';
import type { Fields, Inputs, TypeOf } from '../../api/contract/field.ts';
import type { Connection } from '../../domain/hosts/connections.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { WorkingNotice, withNotification, type Report, type RequestDelay } from './messages/progress.ts';
import { confirm, type FirstButton, type Prompt } from './prompts/prompt.ts';

/** The origin of a command: a program with an argument object (`code`), the palette, or rows or resources (`node`). */
export type InvocationOrigin = 'code' | 'palette' | 'node';

/** Resolves arguments. Each method asks the user or throws a Failure if they are not enough. */
export interface Places {
  /** The connection of `host` and `account`, else the only connection, else the choice of the user. */
  connection(args: { readonly host?: string | undefined; readonly account?: string | undefined }): Promise<Connection>;
  /** `repository` (`owner/repo`), else the active repository, else the choice of the user. */
  repository(
    args: {
      readonly host?: string | undefined;
      readonly account?: string | undefined;
      readonly repository?: string | undefined;
    },
    signal: AbortSignal,
  ): Promise<{ readonly connection: Connection; readonly name: RepositoryName }>;
  /** The repository that commands take if none is named; undefined: the user is asked. */
  readonly active: () => RepositoryName | undefined;
  /** The choice of the user, of all hosts or `within` one, although a repository may be active. */
  readonly pickRepository: PickRepository;
}

/** Asks for a repository of a host, or of all hosts. `prompt`: the question among others. */
export type PickRepository = (
  signal: AbortSignal,
  within?: { readonly host?: string | undefined; readonly account?: string | undefined },
  prompt?: Prompt,
) => Promise<{
  readonly name: RepositoryName;
  readonly account: string | undefined;
  /** Undefined if it was not read. */
  readonly record?: Repository;
}>;

export interface Invocation {
  readonly origin: InvocationOrigin;
  /** Whether the command runs without a user: an argument object with all required fields opens no prompt. */
  readonly silent: boolean;
  readonly places: Places;
  /** Of a creation: the user wants it sent although it may be there already, or a program calls: see `createOnce`. */
  readonly again: boolean;
  /** Aborted when the user cancels the progress or dismisses a question, and when the command fails. */
  readonly signal: AbortSignal;
  /** Asks for confirmation of an action that cannot be undone. It returns at once if the command is silent. */
  readonly confirm: (message: string, detail: string, action: string, first?: FirstButton) => Promise<void>;
  /** A notification whose cancel button cancels the whole run; none if the command is silent. */
  readonly withProgress: <T>(title: string, work: (signal: AbortSignal, report: Report) => Promise<T>) => Promise<T>;
  /** Suppresses the working notification, because `work` shows its own progress or waits for the user. */
  readonly withoutProgress: <T>(work: Promise<T>) => Promise<T>;
  /** A new invocation of the same command, for an action that the user starts after this run has ended. */
  readonly renewed: () => Invocation;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Asks the user for one argument. */
export interface Ask<T> {
  (prompt: Prompt, args: Arguments, invocation: Invocation): Promise<T>;
  /** Whether the known arguments already answer the question. Then it is not a step of the questions. */
  readonly answered?: (args: Arguments) => boolean;
  /** Takes its answer from another question, and shows nothing. */
  readonly silent?: true;
}

/** The questions by field name. The answer for an optional field may be undefined. */
export type Asks<F> = { readonly [K in keyof F]?: Ask<AnswerOf<F[K]>> };
type AnswerOf<F> = F extends { readonly optional: true } ? TypeOf<F> | undefined : TypeOf<F>;

/** Optional fields that are asked for only on request, after the other questions. */
interface MoreQuestions<Name extends string = string> {
  readonly fields: readonly Name[];
  /** For example `Create alice/website?` */
  readonly question: (args: Arguments) => string;
  /** Runs the command with the answers so far, for example `Create`. */
  readonly run: () => string;
  readonly options: () => string;
}

/** What docs/commands.md says about a command, besides its arguments. */
export interface Documentation {
  /** What it does, in sentences. */
  readonly does: string;
  /** What it resolves with, for example `the branch`. Undefined: nothing. */
  readonly result?: string;
}

interface Declaration extends Documentation {
  /** Whether it changes something on the host or concerns an account: without one it offers to sign in and sends nothing. */
  readonly needsAccount?: true;
}

export interface Command<F extends Fields = Fields, R = unknown> extends Declaration {
  readonly fields: F;
  /** The questions for missing fields. Optional fields are asked for only if a user started the command. */
  readonly ask?: Asks<F>;
  readonly more?: MoreQuestions<keyof F & string>;
  /** The fields that answer the question of `run` (or `write`); empty: none does. Undefined: the command asks nothing. */
  readonly runAsks?: readonly string[];
  /** Opens a document to fill in, in place of the questions for missing required fields. */
  readonly write?: (args: Partial<Inputs<F>>, invocation: Invocation) => Promise<unknown>;
  readonly run: (args: Inputs<F>, invocation: Invocation) => Promise<R>;
}

/** A command without the types of its arguments, for `commands/invoke.ts`. */
export interface AnyCommand extends Declaration {
  readonly fields: Fields;
  readonly ask: Readonly<Record<string, Ask<unknown> | undefined>>;
  readonly more?: MoreQuestions | undefined;
  readonly runAsks?: readonly string[] | undefined;
  /** The title of the questions about a repository. Undefined: the title of the command, followed by the name. */
  readonly title?: ((repository: string) => string) | undefined;
  readonly write?: ((args: Arguments, invocation: Invocation) => Promise<unknown>) | undefined;
  readonly run: (args: Arguments, invocation: Invocation) => Promise<unknown>;
}

/** Declares a command. Its arguments are validated against `fields` before `run` gets them. */
export function command<const F extends Fields, R>(declared: Command<F, R>): AnyCommand {
  // The only cast from validated to typed arguments: invoke.ts runs the validator of every field first.
  return { ask: {}, ...declared } as unknown as AnyCommand;
}

/** Picks the arguments that `fields` declares, such as the parameters of an API operation. */
export function only<const F extends Fields>(fields: F, args: Readonly<Record<string, unknown>>): Inputs<F> {
  const own = Object.entries(args).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined);
  return Object.fromEntries(own) as unknown as Inputs<F>;
}

export interface CommandContext {
  readonly origin: InvocationOrigin;
  readonly silent: boolean;
  readonly again?: boolean;
  readonly places: Places;
  readonly title: string;
  readonly delay: RequestDelay;
}

/** Milliseconds that a cancelled command gets to end by itself, so that it can report its result. */
const grace = 500;

/** `complete` runs the work, and ends soon after a cancellation even if that still waits. */
export function createInvocation(context: CommandContext): {
  readonly invocation: Invocation;
  readonly complete: <T>(work: () => Promise<T>) => Promise<T>;
} {
  const { origin, silent, again = silent, places, title, delay: requestDelay } = context;
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = (): void => abort.abort();
  let notice: WorkingNotice | undefined;
  const withoutProgress = async <T>(work: Promise<T>): Promise<T> => await (notice?.without(work) ?? work);
  const invocation: Invocation = {
    origin,
    silent,
    again,
    places,
    signal,
    confirm: async (...question) => {
      if (!silent) await confirm(...question);
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

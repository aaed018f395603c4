import { commands } from 'vscode';
import type { Fields } from '../../../api/contract/field.ts';
import { isFailure, toFailure, wrongValue, type Failure } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { createInvocation, type AnyCommand, type Invocation, type Places } from '../command.ts';
import { explain, failedCommand } from '../messages/explain.ts';
import type { Failures } from '../messages/failures.ts';
import type { RequestDelay } from '../messages/progress.ts';
import { ArgumentQuestions, missingFields } from './argumentQuestions.ts';
import type { CommandRunner, CommandTable } from './register.ts';
import { atRepository } from './declare.ts';
import { signedInPlaces } from './places.ts';
import { subjectOf } from './subject.ts';
import { readCall, type Call } from './target.ts';

/** Ends the id of a command that only has another title in a menu: `issue.closeOnRow` runs `issue.close`. */
const menuPlace = /On(?:Row|Tag|File|Commit|View)$/;

interface RunnerParts {
  readonly table: CommandTable;
  readonly places: Places;
  readonly failures: Failures;
  readonly titleOf: (id: string) => string;
  readonly delay: RequestDelay;
}

/** The only place that validates arguments, asks for missing ones and reports failures. */
export function createRunner({ table, places, failures, titleOf, delay }: RunnerParts): CommandRunner {
  return async (id, rawArgs) => {
    const command = table[id.replace(menuPlace, '')];
    if (command === undefined) throw toFailure(`there is no command ${id}`);
    return await invoke({ id, title: titleOf(id), command, rawArgs, places, failures, delay });
  };
}

interface InvokedCommand {
  readonly id: string;
  readonly title: string;
  readonly command: AnyCommand;
  readonly rawArgs: readonly unknown[];
  /** Its arguments, if the user wants it sent again: see `createOnce`. */
  readonly again?: Readonly<Record<string, unknown>>;
  readonly places: Places;
  readonly failures: Failures;
  readonly delay: RequestDelay;
}

async function invoke(invoked: InvokedCommand): Promise<unknown> {
  const { id, title, command, rawArgs, again, failures, delay } = invoked;
  const { needsAccount = false } = command;
  const found = needsAccount ? signedInPlaces(invoked.places) : invoked.places;
  // The message of a failure names the repository.
  let at: RepositoryName | undefined;
  const places: Places = {
    ...found,
    repository: async (...named) => {
      const repository = await found.repository(...named);
      at = repository.name;
      return repository;
    },
  };
  const args: Record<string, unknown> = {};
  let call: Call = { origin: 'code', args: {} };
  try {
    call = readCall(rawArgs, command.fields);
    check(call.args, command.fields);
    Object.assign(args, call.args, again);
    const isComplete = missingFields(command.fields, call.args).length === 0;
    const silent = call.origin === 'code' && isComplete;
    const { invocation, complete } = createInvocation({
      origin: call.origin,
      silent,
      ...(again && { again: true }),
      places,
      title,
      delay,
    });
    const write = call.origin === 'code' || isComplete ? undefined : command.write;
    return await complete(async () => {
      if (write !== undefined) return await write(call.args, invocation);
      if (silent || again !== undefined) return await command.run(args, invocation);
      // The user signs in before the first question.
      const isAtKnown = command.fields.repository !== undefined && (args.repository ?? places.active()) !== undefined;
      if (needsAccount && isAtKnown) await atRepository(invocation, args);
      const questions = new ArgumentQuestions({ id, title, command, call, args, invocation });
      return await runAnswered({ questions, command, call, invocation, failures });
    });
  } catch (error) {
    const failure = toFailure(error);
    // The service does not say whether it made the change: the views show what it has now.
    if (failure.reason === 'unconfirmed' || failure.reason === 'maybeCreated')
      void commands.executeCommand('sourcehost.view.refresh', {});
    // A program gets the Failure itself, with a readable message.
    if (call.origin === 'code') throw readable(failure);
    if (!isFailure(failure, 'cancelled')) {
      failures.show(failure, {
        task: failedCommand(title, subjectOf(id, args, at)),
        ...(failure.reason === 'maybeCreated' || isFailure(failure, 'unreachable', 'timeout', 'broken', 'throttled')
          ? { retry: (options) => invoke(options === undefined ? invoked : { ...invoked, again: args }) }
          : {}),
      });
    }
    return undefined;
  }
}

interface AnsweredCommand extends Pick<InvokedCommand, 'command' | 'failures'> {
  readonly questions: ArgumentQuestions;
  readonly call: Call;
  readonly invocation: Invocation;
}

/** Runs the command with the answers of the user. A refused answer can be corrected; the other answers stay. */
async function runAnswered({ questions, command, call, invocation, failures }: AnsweredCommand): Promise<unknown> {
  let args = await questions.ask();
  for (;;) {
    try {
      return await command.run(args, invocation);
    } catch (error) {
      const failure = toFailure(error);
      const refused = call.origin === 'code' ? undefined : questions.refused(failure);
      if (refused === undefined) throw failure;
      failures.log(failure);
      args = await questions.askAgain(refused, failure);
    }
  }
}

function readable(failure: Failure): Failure {
  const message = failure.requirement === undefined ? explain(failure) : failure.message;
  return failure.with({ message, cause: failure });
}

/** @throws Failure `invalid` with the name of the first unknown or invalid field */
function check(args: Readonly<Record<string, unknown>>, fields: Fields): void {
  for (const [field, value] of Object.entries(args)) {
    // `constructor` and other properties of every object are not fields.
    const declared = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (declared === undefined) throw wrongValue(field, requires('known'));
    const wrong = value === undefined ? undefined : declared.check(value);
    if (wrong !== undefined) throw wrongValue(field, wrong);
  }
}

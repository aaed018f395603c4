import { requirementText } from '../../../core/requirement.ts';
import type { Field } from '../../../api/contract/field.ts';
import type { AnyCommand, Documentation } from '../command.ts';
import type { CommandTable } from './register.ts';

export interface ArgumentDescription {
  readonly name: string;
  /** Whether a missing value is asked for, or rejected if the command is silent. */
  readonly required: boolean;
  /** The accepted values in words: `text`, `one of open, closed`, `true or false`. */
  readonly value: string;
}

export interface CommandDescription extends Required<Documentation> {
  readonly id: string;
  readonly title: string;
  readonly arguments: readonly ArgumentDescription[];
  /**
   * The fields that answer each question before the work; empty: nothing answers it. Without confirmations,
   * and without host and repository where none is active.
   */
  readonly questions: readonly (readonly string[])[];
}

/** Describes the arguments of every command. The texts come from the validators themselves. */
export function describeCommands(table: CommandTable, titleOf: (id: string) => string): CommandDescription[] {
  return Object.entries(table).map(([id, command]) => ({
    id,
    title: titleOf(id),
    does: command.does,
    result: command.result ?? 'nothing',
    arguments: Object.entries(command.fields).map(([name, field]) => ({
      name,
      required: !field.optional,
      value: valueOf(field),
    })),
    questions: questionsOf(command),
  }));
}

function questionsOf({ ask, runAsks, write }: AnyCommand): (readonly string[])[] {
  if (write !== undefined) return runAsks === undefined ? [] : [runAsks];
  const questions = Object.entries(ask).filter(([, question]) => question !== undefined && question.silent !== true);
  // A given repository also answers the question that is attached to its host.
  const fields = questions.map(([field]) => (field === 'host' ? ['host', 'repository'] : [field]));
  return runAsks === undefined ? fields : [...fields, runAsks];
}

/** An object without properties is invalid for every field. The message of that refusal names the accepted values. */
function valueOf(field: Field): string {
  const requirement = field.check({});
  return requirement === undefined ? 'anything' : requirementText(requirement).replace(/^must be (an? )?/, '');
}

import { requirementText } from '../../../core/requirement.ts';
import type { Field } from '../../../api/contract/field.ts';
import type { CommandTable } from './register.ts';

/** One field of the argument object of a command. */
export interface ArgumentDescription {
  readonly name: string;
  /** Whether a missing value is asked for, or rejected if the command is silent. */
  readonly required: boolean;
  /** The accepted values in words: `text`, `one of open, closed`, `true or false`. */
  readonly value: string;
}

export interface CommandDescription {
  readonly id: string;
  readonly title: string;
  readonly arguments: readonly ArgumentDescription[];
}

/** Describes the arguments of every command. The texts come from the validators themselves. */
export function describeCommands(table: CommandTable, titleOf: (id: string) => string): CommandDescription[] {
  return Object.entries(table).map(([id, { fields }]) => ({
    id,
    title: titleOf(id),
    arguments: Object.entries(fields).map(([name, field]) => ({
      name,
      required: !field.optional,
      value: valueOf(field),
    })),
  }));
}

/** An object without properties is invalid for every field. The message of that refusal names the accepted values. */
function valueOf(field: Field): string {
  const requirement = field.check({});
  return requirement === undefined ? 'anything' : requirementText(requirement).replace(/^must be (an? )?/, '');
}

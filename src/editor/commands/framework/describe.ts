import { requirementText } from '../../../core/requirement.ts';
import type { Field } from '../../../api/contract/field.ts';
import type { CommandTable } from './register.ts';

/** One field of the argument object of a command. */
export interface ArgumentDescription {
  readonly name: string;
  /** Whether it is asked for, or the command rejected, where it is left out. */
  readonly required: boolean;
  /** What the check takes: `text`, `one of open, closed`, `true or false`. */
  readonly value: string;
}

export interface CommandDescription {
  readonly id: string;
  readonly title: string;
  readonly arguments: readonly ArgumentDescription[];
}

/** What every command takes, in the words of the very checks that refuse anything else. */
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

/** Nothing takes an object without fields: the refusal says what is taken instead. */
function valueOf(field: Field): string {
  const requirement = field.check({});
  return requirement === undefined ? 'anything' : requirementText(requirement).replace(/^must be (an? )?/, '');
}

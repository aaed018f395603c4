import { isObject } from '../../core/text.ts';
import { parseYaml } from '../documents/assist/yamlDocument.ts';

/** An input that a workflow asks for when somebody starts it. Its value is a text, whatever its type. */
export interface WorkflowInput {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly value: string | undefined;
  /** The only possible values; undefined: any. */
  readonly options: readonly string[] | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** The inputs of a workflow file; none if it cannot be read. */
export function workflowInputs(text: string): readonly WorkflowInput[] {
  const document = parseYaml(text);
  const whole: unknown = 'refused' in document ? undefined : document.toJS({ maxAliasCount: 0 });
  const on = isObject(whole) ? whole.on : undefined;
  const manual = isObject(on) ? on.workflow_dispatch : undefined;
  const inputs = isObject(manual) && isObject(manual.inputs) ? manual.inputs : {};
  return Object.entries(inputs).map(([name, about]) => {
    const given = isObject(about) ? about : {};
    const options = Array.isArray(given.options) ? given.options.flatMap((one) => textOf(one) ?? []) : undefined;
    return {
      name,
      description: textOf(given.description),
      required: given.required === true,
      value: textOf(given.default),
      options: given.type === 'boolean' ? ['true', 'false'] : options,
    };
  });
}

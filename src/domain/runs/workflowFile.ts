import type { Document } from 'yaml';
import { isObject } from '../../core/text.ts';
import { parseYaml, type YamlLimits } from '../documents/assist/yamlDocument.ts';

const limits: YamlLimits = { longest: 200_000, most: 50_000, deepest: 16 };

/** Undefined for a file beyond the limits. */
export function parseWorkflow(text: string): Document.Parsed | undefined {
  const document = parseYaml(text, limits);
  return 'refused' in document ? undefined : document;
}

/** An input that a workflow asks for when somebody starts it. Its value is a text, whatever its type. */
export interface WorkflowInput {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly value: string | undefined;
  /** The only possible values; undefined: any. */
  readonly options: readonly string[] | undefined;
  readonly isNumber: boolean;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** The inputs of a workflow file; none if it cannot be read. */
export function workflowInputs(text: string): readonly WorkflowInput[] {
  const whole: unknown = parseWorkflow(text)?.toJS({ maxAliasCount: 0 });
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
      // The first one is chosen where the file has no default.
      options: given.type === 'boolean' ? ['false', 'true'] : options,
      isNumber: given.type === 'number',
    };
  });
}

import type { Fields, Inputs } from '../../api/contract/field.ts';
import { checkedInputs } from './inputs.ts';
import type { ToolOutput } from './output.ts';
import type { ToolPreview } from './preview.ts';
import { inputSchema, type JsonSchema } from './schema.ts';
import type { ToolServices } from './services.ts';

/** `read`: changes nothing. `local`: changes drafts, which can be discarded. `remote`: changes the service. */
export type ToolEffect = 'read' | 'local' | 'remote';

interface Description<F extends Fields> {
  /** `sourcehost_` and snake_case. */
  readonly name: string;
  readonly title: string;
  /** For the model: when to use it, and what the result is. */
  readonly description: string;
  readonly fields: F;
  /** The description of each input. */
  readonly texts: { readonly [K in keyof F]: string };
}

type Run<F, Result> = (services: ToolServices, input: Inputs<F>, signal: AbortSignal) => Promise<Result>;

interface ReadDescription<F extends Fields> extends Description<F> {
  readonly run: Run<F, ToolOutput>;
}

interface ChangeDescription<F extends Fields> extends ReadDescription<F> {
  /** What `run` will do with the same inputs. Changes nothing. */
  readonly preview: Run<F, ToolPreview>;
  /** Whether the inputs ask for the preview only. */
  readonly isDryRun?: (input: Inputs<F>) => boolean;
}

type CheckedRun<Result> = (services: ToolServices, given: unknown, signal: AbortSignal) => Promise<Result>;

/** A tool of the table. Its functions throw a Failure `invalid` for wrong inputs. */
export interface Tool extends Omit<Description<Fields>, 'texts'> {
  readonly effect: ToolEffect;
  readonly inputSchema: JsonSchema;
  readonly run: CheckedRun<ToolOutput>;
  /** Undefined for tools that only read. */
  readonly preview: CheckedRun<ToolPreview> | undefined;
  readonly isDryRun: (given: unknown) => boolean;
}

function toolOf<F extends Fields>(effect: ToolEffect, description: ReadDescription<F>): Tool {
  const { name, title, description: text, fields, texts, run } = description;
  return {
    name,
    title,
    description: text,
    effect,
    fields,
    inputSchema: inputSchema(fields, texts),
    run: async (services, given, signal) => await run(services, checkedInputs(fields, given), signal),
    preview: undefined,
    isDryRun: () => false,
  };
}

export function readTool<F extends Fields>(description: ReadDescription<F>): Tool {
  return toolOf('read', description);
}

const changeTool =
  (effect: 'local' | 'remote') =>
  <F extends Fields>(description: ChangeDescription<F>): Tool => {
    const { fields, preview, isDryRun } = description;
    return {
      ...toolOf(effect, description),
      preview: async (services, given, signal) => await preview(services, checkedInputs(fields, given), signal),
      isDryRun: (given) => isDryRun?.(checkedInputs(fields, given)) ?? false,
    };
  };

export const localTool = changeTool('local');
export const remoteTool = changeTool('remote');

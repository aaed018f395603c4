import type { Fields, Inputs } from '../../api/contract/field.ts';
import { checkedInputs } from './inputs.ts';
import type { ToolOutput } from './output.ts';
import type { RemotePreview, ToolPreview } from './preview.ts';
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
  /** The descriptions of inputs whose name does not say it all. */
  readonly texts?: { readonly [K in keyof F]?: string };
  /** The fields of its records that the list of tools names, for clients that give results to programs. */
  readonly record?: readonly string[];
}

type Run<F, Result> = (services: ToolServices, input: Inputs<F>, signal: AbortSignal) => Promise<Result>;

interface ReadDescription<F extends Fields> extends Description<F> {
  readonly run: Run<F, ToolOutput>;
}

interface LocalDescription<F extends Fields> extends ReadDescription<F> {
  readonly preview: Run<F, ToolPreview>;
}

interface RemoteDescription<F extends Fields> extends Description<F> {
  /** What the tool will do, and how. Begins with `openForChange`. Changes nothing: only the `send` of the preview that the user agreed to does. */
  readonly preview: Run<F, RemotePreview>;
  readonly isDryRun?: (input: Inputs<F>) => boolean;
}

type CheckedRun<Result> = (services: ToolServices, input: unknown, signal: AbortSignal) => Promise<Result>;

/** A tool of the table. Its functions throw a Failure `invalid` for wrong inputs. */
export interface Tool extends Omit<Description<Fields>, 'texts'> {
  readonly effect: ToolEffect;
  readonly inputSchema: JsonSchema;
  /** Of a `read` or `local` tool. A `remote` tool acts by `send` of its preview. */
  readonly run: CheckedRun<ToolOutput> | undefined;
  readonly preview: CheckedRun<ToolPreview | RemotePreview> | undefined;
  readonly isDryRun: (input: unknown) => boolean;
}

function toolOf<F extends Fields>(effect: ToolEffect, description: Description<F>): Tool {
  const { name, title, description: text, fields, texts = {}, record } = description;
  return {
    name,
    title,
    description: text,
    effect,
    fields,
    ...(record && { record }),
    inputSchema: inputSchema(fields, texts),
    run: undefined,
    preview: undefined,
    isDryRun: () => false,
  };
}

const checked =
  <F extends Fields, Result>(fields: F, run: Run<F, Result>): CheckedRun<Result> =>
  async (services, input, signal) =>
    await run(services, checkedInputs(fields, input), signal);

export function readTool<F extends Fields>(description: ReadDescription<F>): Tool {
  return { ...toolOf('read', description), run: checked(description.fields, description.run) };
}

export function localTool<F extends Fields>(description: LocalDescription<F>): Tool {
  const { fields, run, preview } = description;
  return { ...toolOf('local', description), run: checked(fields, run), preview: checked(fields, preview) };
}

export function remoteTool<F extends Fields>(description: RemoteDescription<F>): Tool {
  const { fields, preview, isDryRun } = description;
  return {
    ...toolOf('remote', description),
    preview: checked(fields, preview),
    isDryRun: (input) => isDryRun?.(checkedInputs(fields, input)) ?? false,
  };
}

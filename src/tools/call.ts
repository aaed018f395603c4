import { cancelled, Failure, toFailure, wrongValue } from '../core/errors.ts';
import { requires } from '../core/requirement.ts';
import { isObject, oneLine } from '../core/text.ts';
import { cutOutput, parseCursor, type ToolOutput, type ToolResult } from './kit/output.ts';
import { repositoryOf, type ToolServices } from './kit/place.ts';
import { englishLines } from './kit/previewLines.ts';
import { agreeable, callKey, type AgreeablePreview, type Tool } from './kit/tool.ts';

export interface ToolCallOptions {
  readonly signal: AbortSignal;
  /** The preview that the user saw, or `drafts` for any change of drafts here. A tool that only reads needs none. */
  readonly agreed?: 'drafts' | Pick<AgreeablePreview, 'call' | 'send'> | undefined;
  readonly onStart?: () => void;
  /** See `RemotePreview`. */
  readonly timeLimit?: number | undefined;
}

/** What a call of a `local` or `remote` tool will do. Undefined for a tool that only reads. */
export async function previewTool(
  services: ToolServices,
  tool: Tool,
  input: unknown,
  signal: AbortSignal,
): Promise<AgreeablePreview | undefined> {
  const preview = await tool.preview?.(services, input, signal);
  return preview && (await agreeable(tool.name, input, preview));
}

/**
 * Runs a tool and logs the call. A tool with an effect runs only if the user agreed to it. A `remote` one sends exactly
 * what its preview shows.
 * @throws Failure `cancelled` if the user did not agree, `invalid` (field `agreed`) if the user agreed to another call, or
 * if what the preview shows changed meanwhile, and those of the tool
 */
export async function callTool(
  services: ToolServices,
  tool: Tool,
  input: unknown,
  { signal, agreed, onStart, timeLimit }: ToolCallOptions,
): Promise<ToolResult> {
  try {
    const cursor = parseCursor(isObject(input) && typeof input.cursor === 'string' ? input.cursor : undefined);
    const isDryRun = tool.isDryRun(input);
    const act = isDryRun
      ? async () => await dryRun(services, tool, input, signal)
      : await actionOf(services, tool, input, { signal, agreed, timeLimit });
    if (!isDryRun) onStart?.();
    const output = await act();
    const result = cutOutput(output, Object.hasOwn(tool.fields, 'cursor') ? cursor : undefined);
    const changed = (output.changes ?? []).map(({ kind, id }) => `, ${kind} ${id ?? 'without an id'}`);
    const cut = result.cursor === undefined ? '' : ', cut';
    services.log.info(`${tool.name} ${loggedInputs(input)}: ${oneLine(output.summary)}${changed.join('')}${cut}`);
    const { changes, failed } = output;
    return { ...result, ...(changes && { changes }), ...(failed && { failed }) };
  } catch (error) {
    throw loggedFailure(services, tool, input, error);
  }
}

/** Logs a call that failed, and returns its failure. `callTool` has done so. */
export function loggedFailure(
  services: Pick<ToolServices, 'log'>,
  tool: Tool,
  input: unknown,
  error: unknown,
): Failure {
  const failure = toFailure(error);
  logRefusal(services, tool, input, `${failure.kind}, ${failure.message}`);
  return failure;
}

export function logRefusal({ log }: Pick<ToolServices, 'log'>, { name }: Tool, input: unknown, why: string): void {
  log.warn(`${name} ${loggedInputs(input)}: ${oneLine(why, 500)}`);
}

/** What the tool does, after all checks. A `remote` tool sends what its preview shows, and reads nothing else for it. */
async function actionOf(
  services: ToolServices,
  tool: Tool,
  input: unknown,
  { signal, agreed, timeLimit }: ToolCallOptions,
): Promise<() => Promise<ToolOutput>> {
  const { run, effect } = tool;
  if (run !== undefined && (effect === 'read' || agreed === 'drafts'))
    return async () => await run(services, input, signal);
  if (agreed === undefined || agreed === 'drafts')
    throw new Failure('cancelled', 'the user did not agree to the change', { cause: cancelled() });
  // The user can have changed the list since the question.
  await repositoryOf(services, input);
  if (agreed.call !== (await callKey(tool.name, input))) throw wrongValue('agreed', requires('agreed'));
  const { send } = agreed;
  if (send !== undefined) return async () => await send(signal, timeLimit);
  if (run !== undefined) return async () => await run(services, input, signal);
  throw new Error(`${tool.name} does nothing`);
}

async function dryRun(services: ToolServices, tool: Tool, input: unknown, signal: AbortSignal): Promise<ToolOutput> {
  const preview = await tool.preview?.(services, input, signal);
  return { summary: 'Dry run: nothing was changed.', entries: preview === undefined ? [] : englishLines(preview) };
}

/** Texts that are logged completely. Of all others, only the length is logged: they can be contents of files. */
const namingInputs: ReadonlySet<string> = new Set([
  'repository',
  'host',
  'ref',
  'path',
  'to',
  'paths',
  'base',
  'head',
  'number',
  'numbers',
  'name',
  'type',
  'tag_name',
  'state',
  'cursor',
]);

function loggedInputs(input: unknown): string {
  if (!isObject(input)) return '';
  const inputTexts = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isShown = namingInputs.has(key) || typeof value === 'number' || typeof value === 'boolean';
    return `${oneLine(key, 40)}=${isShown ? oneLine(text, 120) : `(${text.length} characters)`}`;
  });
  return inputTexts.join(' ');
}

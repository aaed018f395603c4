import { name, optional, range, type Field, type Fields, type Inputs } from '../../api/contract/field.ts';
import type { ToolOutput } from './output.ts';
import { inputSchema, isDescribed, type JsonSchema } from './schema.ts';
import type { ToolServices } from './place.ts';
import { sha256 } from '../../core/digest.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires, type Requirement } from '../../core/requirement.ts';
import { isFilePath, type RepositoryName } from '../../domain/hosts/address.ts';
import type { FieldKey } from './previewWords.ts';
import { isObject } from '../../core/text.ts';

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

/** A value before and after; undefined: none. */
export interface FieldChange {
  readonly key: FieldKey;
  /** `number`: with its sign, `#1` or `!1`. */
  readonly about?: { readonly number: string; readonly title: string };
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const added = (key: FieldKey, after: string | undefined): FieldChange[] =>
  after === undefined ? [] : [{ key, before: undefined, after }];

/** @throws Failure `invalid` if the preview of `field` shows no change: nobody is asked for that */
export function demandChange(field: string, { fields, diffs }: Pick<ToolPreview, 'fields' | 'diffs'>): void {
  if (fields.length + diffs.length === 0) throw wrongValue(field, requires('change'));
}

/** What a call will do, before it happens. The values are untrusted text. */
export interface ToolPreview {
  readonly repository: RepositoryName;
  readonly branch?: string | undefined;
  /** For example the message of a commit, or the fields of an issue. */
  readonly fields: readonly FieldChange[];
  readonly diffs: readonly string[];
  /** Further values that must be the same when the call runs, for example the sha of a draft. Not shown. */
  readonly state?: readonly string[];
}

export interface RemotePreview extends ToolPreview {
  /**
   * Sends exactly what the preview shows. `timeLimit`: milliseconds after which a change of many things ends and tells what
   * is left; undefined: none. @throws Failure `invalid` (field `agreed`) if that is not possible any more
   */
  readonly send: (signal: AbortSignal, timeLimit?: number) => Promise<ToolOutput>;
}

export interface AgreeablePreview extends ToolPreview, Partial<Pick<RemotePreview, 'send'>> {
  /** The tool and its inputs. */
  readonly call: string;
  /** Tells two previews apart. */
  readonly fingerprint: string;
}

export const callKey = async (tool: string, input: unknown): Promise<string> =>
  await sha256(JSON.stringify([tool, input]));

export async function agreeable(
  tool: string,
  input: unknown,
  preview: ToolPreview | RemotePreview,
): Promise<AgreeablePreview> {
  const fingerprint = await sha256(JSON.stringify([tool, input, preview]));
  return { ...preview, call: await callKey(tool, input), fingerprint };
}

type ListField<T> = Field<readonly T[]> & { readonly optional: false };

function listOf<T>(item: Field<T>, type: 'names' | 'numbers', wrong: Requirement, most = Infinity): ListField<T> {
  return {
    type,
    optional: false,
    limits: { least: 1, most },
    check: (value) => {
      if (!Array.isArray(value) || value.length === 0) return wrong;
      if (value.length > most) return requires('atMost', `${most}`);
      return value.map((one: unknown) => item.check(one)).find((requirement) => requirement !== undefined);
    },
    encode: String,
  };
}

const isPath = (value: unknown): boolean => typeof value === 'string' && isFilePath(value);

/** The path of a file or folder in a repository, without a slash at either end. */
export const filePath: Field<string> & { readonly optional: false } = {
  ...name,
  check: (value) => name.check(value) ?? (isPath(value) ? undefined : requires('path')),
};

/** As `filePath`, or empty for the root. */
export const folderPath: Field<string> & { readonly optional: false } = {
  ...name,
  check: (value) => (value === '' ? undefined : filePath.check(value)),
};

const mostPaths = 1_000;

export const filePaths = listOf(filePath, 'names', requires('paths'), mostPaths);

export const mostIssues = 50;

export const issueNumbers = listOf(range(1), 'numbers', requires('numbers'), mostIssues);

/** The inputs of every tool that uses a repository. `host`: in place of the one that `repository` can begin with. */
export const placeFields = { repository: name, host: optional(name) };
export const refFields = { ...placeFields, ref: optional(name) };
export const cursorFields = { cursor: optional(name) };

/** For the model, once: what these inputs are in all tools. */
export const commonInputs =
  'In all tools, repository is owner/repo as listed here (host/owner/repo if two hosts have it), ref is a branch, tag or commit (default: the branch in use, else the default branch), and cursor is the one at the end of a result, to read on. Files include the drafts of the user.';

function brokenInput(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly requirement: Requirement } | undefined {
  const unknownName = Object.keys(input).find((key) => !Object.hasOwn(fields, key));
  if (unknownName !== undefined)
    return { field: unknownName, requirement: requires('known', ...Object.keys(fields).filter(isDescribed)) };
  for (const [field, { optional: isOptional, check }] of Object.entries(fields)) {
    const value = input[field];
    const requirement = value === undefined ? (isOptional ? undefined : requires('given')) : check(value);
    if (requirement !== undefined) return { field, requirement };
  }
  return undefined;
}

function fits<F extends Fields>(fields: F, input: unknown): input is Inputs<F> {
  return isObject(input) && brokenInput(fields, input) === undefined;
}

/** `input` as the inputs of `fields`. @throws Failure `invalid` with the first wrong input */
export function checkedInputs<F extends Fields>(fields: F, input: unknown): Inputs<F> {
  if (!isObject(input)) throw new Failure('invalid', 'the inputs are no object', { reason: 'noArgumentObject' });
  if (fits(fields, input)) return input;
  const broken = brokenInput(fields, input);
  throw wrongValue(broken?.field ?? '', broken?.requirement ?? requires('valid'));
}

import { sha256 } from '../../core/digest.ts';
import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { ToolOutput } from './output.ts';
import type { FieldKey } from './previewWords.ts';

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

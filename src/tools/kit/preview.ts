import { sha256 } from '../../core/digest.ts';
import { rightToLeft } from '../../core/text.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { ToolOutput } from './output.ts';

/** A value before and after; undefined: none. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A value that is new; none if it is undefined. */
export const added = (name: string, after: string | undefined): FieldChange[] =>
  after === undefined ? [] : [{ name, before: undefined, after }];

/** What a call will do, before it happens. The values are untrusted text. */
export interface ToolPreview {
  readonly repository: RepositoryName;
  /** The branch that changes; undefined if none does. */
  readonly branch?: string | undefined;
  /** For example the message of a commit, or the fields of an issue. */
  readonly fields: readonly FieldChange[];
  /** The changes of files as unified diffs. */
  readonly diffs: readonly string[];
  /** Further values that must be the same when the call runs, for example the sha of a draft. Not shown. */
  readonly state?: readonly string[];
}

/** A change of the service. */
export interface RemotePreview extends ToolPreview {
  /** Sends exactly what the preview shows. @throws Failure `invalid` (field `agreed`) if that is not possible any more */
  readonly send: (signal: AbortSignal) => Promise<ToolOutput>;
}

/** A preview that the user can agree to. */
export interface AgreeablePreview extends ToolPreview, Partial<Pick<RemotePreview, 'send'>> {
  /** Tells two previews apart: `callTool` sends only what this one shows. */
  readonly fingerprint: string;
}

export async function agreeable(
  tool: string,
  given: unknown,
  preview: ToolPreview | RemotePreview,
): Promise<AgreeablePreview> {
  return { ...preview, fingerprint: await sha256(JSON.stringify([tool, given, preview])) };
}

/** Letters, numbers and signs that no arrow and no script from right to left is among, so that their order is clear. */
const isPlain = (value: string): boolean =>
  !rightToLeft.test(value) && /^[\p{L}\p{M}\p{N} .,:;#@_/+()-]*$/u.test(value);

/**
 * `open → closed`, or two lines if the order could be misread: a script from right to left swaps what is on both sides
 * of an arrow. The first arrow is the one between both values, because `before` shows none of its own and is one line.
 */
export function changeText(before: string, after: string): string {
  const shown = before.replaceAll('→', '->').replaceAll(/\r\n|[\r\n]/g, ' ');
  return isPlain(before) && isPlain(after) ? `${shown} → ${after}` : `${shown}\n→ ${after}`;
}

/** The preview as texts, one for each changed field and file. */
export function previewTexts({ branch, fields, diffs }: ToolPreview): readonly string[] {
  const valueText = (value: string | undefined): string => (value === undefined ? '(none)' : value);
  return [
    ...(branch === undefined ? [] : [`branch: ${branch}`]),
    ...fields.map(({ name, before, after }) =>
      before === undefined ? `${name}: ${valueText(after)}` : `${name}: ${changeText(before, valueText(after))}`,
    ),
    ...diffs,
  ];
}

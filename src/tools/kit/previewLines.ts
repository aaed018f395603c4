import { rightToLeft } from '../../core/text.ts';
import { askedDiff, askedLines, quotedName } from './fence.ts';
import { added, type FieldChange, type ToolPreview } from './tool.ts';
import { englishWords, type PreviewWords } from './previewWords.ts';

/** A preview as lines, in the order in which they are read. No value can look like another field. */
export interface PreviewLines {
  readonly place: readonly string[];
  readonly fields: readonly string[];
  readonly diffs: readonly (readonly string[])[];
}

/** `hostName`: undefined if the reader knows the host. */
export function previewLines(
  { branch, fields, diffs }: ToolPreview,
  words: PreviewWords,
  hostName?: string,
): PreviewLines {
  const linesOf = (field: FieldChange): readonly string[] => fieldLines(field, words);
  return {
    place: [...added('host', hostName), ...added('branch', branch)].flatMap(linesOf),
    fields: fields.flatMap(linesOf),
    diffs: diffs.map(askedDiff),
  };
}

export function englishLines(preview: ToolPreview): readonly string[] {
  const { place, fields, diffs } = previewLines(preview, englishWords);
  return [...place, ...fields, ...diffs.flat()];
}

/** The lines of a long value have a sign, so that none looks like a field. */
function fieldLines(field: FieldChange, words: PreviewWords): readonly string[] {
  const name = askedLines(nameOf(field, words)).join(' ');
  const [first = '', ...others] = askedLines(valueOf(field, words));
  if (others.length === 0) return [words.named(name, first)];
  return [words.named(name, '').trimEnd(), ...[first, ...others].map((line) => `│ ${line}`)];
}

function nameOf({ key, about }: FieldChange, { label, named }: PreviewWords): string {
  return about === undefined ? label(key) : named(`${about.number} ${quotedName(about.title)}`, label(key));
}

function valueOf({ before, after }: FieldChange, { none }: PreviewWords): string {
  const text = (value: string | undefined): string => (value === undefined || value === '' ? none : value);
  return before === undefined ? text(after) : changeText(text(before), text(after));
}

/** Letters, numbers and signs that no arrow and no script from right to left is among, so that their order is clear. */
const isPlain = (value: string): boolean =>
  !rightToLeft.test(value) && /^[\p{L}\p{M}\p{N} .,:;#@_/+()（）-]*$/u.test(value);

/** `open → closed`; two lines where an arrow or a script from right to left could make the order unclear. */
function changeText(before: string, after: string): string {
  const singleLine = before.replaceAll('→', '->').replaceAll(/\r\n|[\r\n]/g, ' ');
  return isPlain(before) && isPlain(after) ? `${singleLine} → ${after}` : `${singleLine}\n→ ${after}`;
}

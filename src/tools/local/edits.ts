import { filledText, flag, optional, text } from '../../api/contract/field.ts';
import { sameBytes } from '../../core/bytes.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { Change } from '../../domain/sourceControl/drafts/draft.ts';
import { decodePart, encodingOf } from '../../domain/text/encoding.ts';
import { fileDiff, type FileVersion } from '../kit/diff.ts';
import { createParentFolders, draftedFile, restorable } from '../kit/drafts.ts';
import { quotedName } from '../kit/fence.ts';
import { readAsTool } from '../kit/fileBytes.ts';
import type { ToolOutput } from '../kit/output.ts';
import {
  inBackground,
  openBranch,
  refuseConfiguration,
  type RefInput,
  type ToolCheckout,
  type ToolServices,
} from '../kit/place.ts';
import { filePath, localTool, refFields, type ToolPreview } from '../kit/tool.ts';

interface FileEdit {
  readonly opened: ToolCheckout;
  readonly path: string;
  /** The draft before, at the path without links. */
  readonly seen: readonly [path: string, change: Change | undefined];
  readonly before: FileVersion;
  readonly after: Uint8Array<ArrayBuffer>;
}

export const writeFile = localTool({
  name: 'sourcehost_write_file',
  title: 'Write File',
  description: 'Writes a whole text file, also a new one, as a draft: on this computer until sourcehost_commit.',
  fields: { ...refFields, path: filePath, content: text, executable: optional(flag) },
  preview: async (services, input, signal) => previewOf(await written(services, input, signal)),
  run: async (services, input, signal) =>
    await save(services, await written(services, input, signal), input.executable),
});

export const editFile = localTool({
  name: 'sourcehost_edit_file',
  title: 'Edit File',
  description: 'Replaces a text of a file as a draft.',
  fields: { ...refFields, path: filePath, old_text: filledText, new_text: text },
  texts: { old_text: 'Without line numbers. Must occur once.' },
  preview: async (services, input, signal) => previewOf(await edited(services, input, signal)),
  run: async (services, input, signal) => await save(services, await edited(services, input, signal)),
});

const encoder = new TextEncoder();

interface FileInput extends RefInput {
  readonly path: string;
}

async function written(
  services: ToolServices,
  input: FileInput & { readonly content: string },
  signal: AbortSignal,
): Promise<FileEdit> {
  const at = await editable(services, input, signal);
  return { ...at, before: await draftedFile(at.opened, at.path, signal), after: encoder.encode(input.content) };
}

/** @throws Failure `invalid`: not UTF-8, or the text does not occur exactly once */
async function edited(
  services: ToolServices,
  input: FileInput & { readonly old_text: string; readonly new_text: string },
  signal: AbortSignal,
): Promise<FileEdit> {
  const at = await editable(services, input, signal);
  const before = await readAsTool(at.opened, at.path, signal);
  const after = replacedOnce(utf8Text(at.path, before), input.old_text, input.new_text);
  return { ...at, before, after: encoder.encode(after) };
}

async function editable(
  services: ToolServices,
  input: FileInput,
  signal: AbortSignal,
): Promise<Pick<FileEdit, 'opened' | 'path' | 'seen'>> {
  const { path } = input;
  const opened = await openBranch(services, input, signal);
  await refuseConfiguration(opened, path, signal);
  const { workingTree, drafts } = opened.checkout;
  const real = await workingTree.targetOf(path, inBackground(signal));
  return { opened, path, seen: [real, drafts.effective(real)] };
}

/** With its byte order mark. @throws Failure `invalid` if the bytes are not UTF-8: writing them would change them */
function utf8Text(path: string, bytes: Uint8Array<ArrayBuffer>): string {
  const decoded = encodingOf(bytes) === 'utf-8' ? decodePart(bytes, 'utf-8') : undefined;
  // Invalid bytes are read as U+FFFD.
  if (decoded !== undefined && sameBytes(encoder.encode(decoded), bytes)) return decoded;
  throw new Failure('invalid', `${path} is not UTF-8`, { field: 'path', reason: 'noText', about: [path] });
}

/**
 * `whole` with its only `old` replaced. Line feeds in `old` and `now` stand for the line endings of `whole`.
 * @throws Failure `invalid` (field `old_text`) if `old` does not occur exactly once
 */
export function replacedOnce(whole: string, old: string, now: string): string {
  const isWindows = whole.includes('\r\n') && !old.includes('\r');
  const ending = (part: string): string => (isWindows ? part.replaceAll(/\r?\n/g, '\r\n') : part);
  const wanted = ending(old);
  const places = occurrences(whole, wanted);
  const [at, ...others] = places;
  if (at === undefined || others.length > 0) throw wrongValue('old_text', requires('occursOnce', `${places.length}`));
  return whole.slice(0, at) + ending(now) + whole.slice(at + wanted.length);
}

/** Also those that overlap, up to 100. */
function occurrences(whole: string, part: string): number[] {
  const places: number[] = [];
  for (let at = whole.indexOf(part); at >= 0 && places.length < 100; at = whole.indexOf(part, at + 1)) places.push(at);
  return places;
}

function previewOf({ opened, path, before, after }: FileEdit): ToolPreview {
  const { name: repository, checkout } = opened;
  return { repository, branch: checkout.branch.branch, fields: [], diffs: [fileDiff(path, before, after)] };
}

async function save(services: ToolServices, edit: FileEdit, isExecutable = false): Promise<ToolOutput> {
  const { opened, path, seen, after } = edit;
  await restorable(services, opened, new Map([seen]), async () => {
    const { workingTree, drafts } = opened.checkout;
    await createParentFolders(workingTree, path);
    // The user can have saved the file since.
    await workingTree.write(path, after, { create: true, overwrite: true }, { seen: { change: seen[1] } });
    if (isExecutable) await drafts.makeExecutable([seen[0]]);
    return [];
  });
  const summary = `${quotedName(path)} of ${opened.title} is written as a draft`;
  return { summary, entries: previewOf(edit).diffs.flatMap((diff) => diff.split('\n')) };
}

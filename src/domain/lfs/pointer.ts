import { hexOf } from '../../core/bytes.ts';
import type { CurrentRules } from '../rules/repositoryRules.ts';
import type { Attributes } from '../rules/attributeRules.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The file that Git LFS stores in place of another one. */
export interface Pointer {
  /** SHA-256 of the content in lower-case hex. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

const start = 'version https://git-lfs.github.com/spec/v1\n';
const longest = 1024;
// A program of the user made the content behind a pointer with `ext-` lines: only this program can read it.
const form =
  /^(?<extensions>(?:ext-\d-[\w.-]+ sha256:[0-9a-f]{64}\n)*)oid sha256:(?<oid>[0-9a-f]{64})\nsize (?<size>\d{1,15})\n?$/;

/** Whether `bytes` begin as a pointer does, so that they are nothing else. */
export function looksLikePointer(bytes: Uint8Array): boolean {
  if (bytes.length > longest || bytes[0] !== start.charCodeAt(0)) return false;
  return new TextDecoder().decode(bytes).startsWith(start);
}

/** Whether a file of `size` bytes can be a pointer whose content is shown. */
export const mayBePointer = (size: number | undefined): boolean => size !== undefined && size >= 125 && size <= 140;

/** Undefined if `bytes` are no pointer. `extended`: others than git-lfs itself made its content. */
export function readPointer(bytes: Uint8Array): (Pointer & { readonly extended: boolean }) | undefined {
  if (!looksLikePointer(bytes)) return undefined;
  const { extensions, oid, size } = form.exec(new TextDecoder().decode(bytes).slice(start.length))?.groups ?? {};
  return oid === undefined ? undefined : { oid, size: Number(size), extended: extensions !== '' };
}

export async function pointerTo(content: Bytes): Promise<Pointer> {
  return { oid: hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', content))), size: content.length };
}

export async function isContent(bytes: Bytes, { oid, size }: Pointer): Promise<boolean> {
  return bytes.length === size && (await pointerTo(bytes)).oid === oid;
}

/** The pointer as git-lfs writes it. */
export const pointerBytes = ({ oid, size }: Pointer): Bytes =>
  new TextEncoder().encode(`${start}oid sha256:${oid}\nsize ${size}\n`);

/** Whether the content of the file at `path` is in Git LFS. The attributes are read only for a pointer. */
export async function isInLfs(rules: CurrentRules, path: string, bytes: Uint8Array): Promise<boolean> {
  return readPointer(bytes)?.extended === false && isLfs(await rules.attributes(path));
}

/** Whether git-lfs cleans and smudges the file. */
export const isLfs = (attributes: Attributes): boolean => attributes.get('filter') === 'lfs';

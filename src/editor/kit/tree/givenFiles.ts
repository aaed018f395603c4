import { FileSystemError, Uri, workspace, type DataTransfer } from 'vscode';
import { Failure, messageOf } from '../../../core/errors.ts';
import { recordScheme } from '../../../domain/hosts/address.ts';
import { portableName } from '../../../domain/hosts/portableName.ts';
import { uriMime } from './mimes.ts';

/** A file without an address, as in the clipboard or in a browser. */
export interface LooseFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The files that were pasted or dropped. Rows of records are not files. */
export async function filesIn(transfer: DataTransfer): Promise<readonly (Uri | LooseFile)[]> {
  const uris = (await textOf(transfer, uriMime))
    .split(/\r?\n/)
    .flatMap((line) => (line === '' || line.startsWith('#') ? [] : Uri.parse(line)))
    .filter(({ scheme }) => scheme !== recordScheme);
  if (uris.length > 0) return uris;
  const files: (Uri | LooseFile)[] = [];
  for (const [, item] of transfer) {
    const file = item.asFile();
    if (file !== undefined) files.push(file.uri ?? { name: file.name, data: await file.data() });
  }
  return files;
}

/** In a window an empty item of the browser comes before the item of `handleDrag`. */
export async function textOf(transfer: DataTransfer, mime: string): Promise<string> {
  for (const [type, item] of transfer) {
    const text = type === mime ? await item.asString() : '';
    if (text !== '') return text;
  }
  return '';
}

/** Runs `use` with the addresses of files. Those without one are stored in a folder below `scratch` meanwhile. */
export async function withStored<T>(
  files: readonly (Uri | LooseFile)[],
  scratch: Uri,
  use: (uris: readonly Uri[]) => Promise<T>,
): Promise<T> {
  const temporary = Uri.joinPath(scratch, `dropped-${crypto.randomUUID()}`);
  const store = async (file: Uri | LooseFile, index: number): Promise<Uri> => {
    if (file instanceof Uri) return file;
    // A clipboard names all its pictures alike.
    const place = Uri.joinPath(temporary, String(index), storedName(file.name));
    await workspace.fs.writeFile(place, file.data);
    return place;
  };
  const isStored = files.some((file) => !(file instanceof Uri));
  try {
    const uris: Uri[] = [];
    for (const [index, file] of files.entries()) uris.push(await store(file, index));
    return await use(uris);
  } finally {
    if (isStored) await workspace.fs.delete(temporary, { recursive: true }).then(undefined, () => undefined);
  }
}

/** Disks take at most 255 bytes. */
function storedName(name: string): string {
  const [extension = ''] = /\.[^.]{1,10}$/.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length);
  return portableName(`${stem.slice(0, 60)}${extension}`) || '_';
}

/** The editor reads a file of any scheme as a whole. @throws Failure `refused` */
export const readWhole = async (from: Uri): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readable(from, workspace.fs.readFile(from)));

/** @throws Failure `refused` if `reading` of a file or folder fails */
export async function readable<T>(from: Uri, reading: Thenable<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const isMissing = error instanceof FileSystemError && error.code === 'FileNotFound';
    const reason = isMissing ? 'diskMissing' : 'disk';
    throw new Failure('refused', messageOf(error), { reason, about: [from.path], cause: error });
  }
}

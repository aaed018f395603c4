import { unlessFailed } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RemoteRef } from './remoteRef.ts';

export interface Submodule {
  /** Written by the author of the repository, in one line; undefined if `.gitmodules` has none for the path. */
  readonly address: string | undefined;
  /** The full sha of its commit; undefined if it is not known. */
  readonly commit: string | undefined;
}

/** Reads `.gitmodules`. @param base the address of the repository for git, from which relative addresses start */
export async function findSubmodule(
  remote: RemoteRef,
  path: string,
  base: string,
  options: RequestOptions = {},
): Promise<Submodule | undefined> {
  const entry = await (await remote.snapshot(options)).find(path, options);
  if (entry?.kind !== 'submodule') return undefined;
  const bytes = await unlessFailed(remote.read('.gitmodules', options), 'missing', 'invalid');
  return { address: submoduleAddress(new TextDecoder().decode(bytes), entry.path, base), commit: entry.sha };
}

export function submoduleAddress(text: string, path: string, base: string): string | undefined {
  const sections: Map<string, string>[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trimStart().startsWith('[')) sections.push(new Map());
    const [, key, value] = /^\s*(path|url)\s*=(.*)$/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) sections.at(-1)?.set(key.toLowerCase(), valueOf(value.trim()));
  }
  const address = sections.find((section) => section.get('path') === path)?.get('url');
  if (address === undefined || address === '') return undefined;
  const isRelative = address.startsWith('./') || address.startsWith('../');
  return oneLine(isRelative ? (URL.parse(address, `${base}/`)?.href ?? address) : address, 500);
}

function valueOf(written: string): string {
  const parts = written.matchAll(/"((?:[^"\\]|\\.)*)"|\\(.)|([#;].*)|([^"\\#;]+)/g);
  return Array.from(parts, ([, quoted, escaped, , plain]) =>
    (quoted ?? plain ?? escaped ?? '').replace(/\\(["\\])/g, '$1'),
  )
    .join('')
    .trim();
}

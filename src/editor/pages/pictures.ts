import { fromBase64 } from '../../core/base64.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import { laterRequest, type SectionRequest } from './content.ts';

/** Picture formats that every browser shows, by file extension. */
const types: ReadonlyMap<string, string> = new Map([
  ...['avif', 'bmp', 'gif', 'jpeg', 'png', 'webp'].map((name) => [name, name] as const),
  ['ico', 'x-icon'],
  ['jpg', 'jpeg'],
  ['svg', 'svg+xml'],
]);
/** Maximum size in characters of Base64. */
const largest = 3_000_000;

/** A data address, because the page has no network access. Undefined if the file is not a picture. */
export async function pictureOf(
  { owner, repo }: Pick<RepositoryName, 'owner' | 'repo'>,
  path: string,
  reading: SectionRequest,
): Promise<string | undefined> {
  const type = types.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
  if (type === undefined) return undefined;
  const file = await reading.connection.api.files.content({ owner, repo, path }, laterRequest(reading));
  const content = 'content' in file ? (file.content ?? '').replaceAll(/\s/g, '') : '';
  if (content === '' || content.length > largest || fromBase64(content) === undefined) return undefined;
  return `data:image/${type};base64,${content}`;
}

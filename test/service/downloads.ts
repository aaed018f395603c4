import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Refusal, type Answer } from './answer.ts';
import { startGit } from './git/command.ts';
import type { Asset, Release, Repository } from './state.ts';

export async function assetSize({ content }: Asset): Promise<number> {
  return 'file' in content ? (await stat(content.file)).size : content.bytes.length;
}

/** The bytes of an attachment, or the part that `range` asks for (`bytes=0-0`). */
export async function sendAsset(asset: Asset, range: string | undefined): Promise<Answer> {
  const size = await assetSize(asset);
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(asset.name)}`,
    'accept-ranges': 'bytes',
  };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '')
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, bytes: read(asset, 0, size - 1) };
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) throw new Refusal(416, 'Range Not Satisfiable', { headers: { 'content-range': `bytes */${size}` } });
  const part = { 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` };
  return { status: 206, headers: { ...headers, ...part }, bytes: read(asset, start, end) };
}

function read({ content }: Asset, start: number, end: number): Readable {
  if (end < start) return Readable.from([]);
  return 'file' in content
    ? createReadStream(content.file, { start, end })
    : Readable.from([Buffer.from(content.bytes).subarray(start, end + 1)]);
}

/** The files of a tag as an archive. */
export async function sendSource(repository: Repository, { tag }: Release, name: string): Promise<Answer> {
  const git = await repository.git();
  const format = name.endsWith('.zip') ? 'zip' : 'tar.gz';
  if ((await git.refs()).tags.get(tag) === undefined) throw new Refusal(404, '404 Tag Not Found');
  const { stream } = await startGit(git.directory, [
    'archive',
    `--format=${format}`,
    `--prefix=${repository.path}/`,
    `refs/tags/${tag}`,
  ]);
  stream.end();
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, bytes: stream };
}

import { isFailure } from '../../core/errors.ts';
import { baseName, parentOf } from '../../core/path.ts';
import { fileDiff, type FileVersion } from '../kit/diff.ts';
import { committedFile } from '../kit/drafts.ts';
import { inBackground, type ToolFiles } from '../kit/place.ts';

const encoder = new TextEncoder();

/** What a ref has at `path`, as git compares it: of a link its text, of a submodule its commit; undefined: no file. */
async function committedVersion(
  { remote }: Pick<ToolFiles, 'remote'>,
  path: string,
  signal: AbortSignal,
): Promise<FileVersion> {
  const options = inBackground(signal);
  const tree = await remote.snapshot(options);
  const entry = (await tree.entries(parentOf(path), options))?.get(baseName(path));
  if (entry?.kind === 'submodule') return encoder.encode(`Subproject commit ${entry.sha}\n`);
  if (entry?.kind === 'symlink') return await tree.read({ ...entry, path, linked: false }, options);
  return await committedFile({ remote }, path, signal);
}

export interface ComparedFile {
  readonly path: string;
  readonly oldPath?: string | undefined;
}

/** The unified difference of a file. A file that tools do not read is only named. `before` undefined: no ref. */
export async function refDiff(
  before: Pick<ToolFiles, 'remote'> | undefined,
  after: Pick<ToolFiles, 'remote'>,
  { path, oldPath = path }: ComparedFile,
  signal: AbortSignal,
): Promise<string> {
  try {
    const [was, is] = await Promise.all([
      before && committedVersion(before, oldPath, signal),
      committedVersion(after, path, signal),
    ]);
    return fileDiff(path, was, is, oldPath);
  } catch (error) {
    if (!isFailure(error, 'refused') || error.reason !== 'tooLarge') throw error;
    return [`--- ${oldPath}`, `+++ ${path}`, 'Not shown: the file has more than 10 MB'].join('\n');
  }
}

/** The unified differences of `files`, line by line, computed as they are consumed. */
export async function* refDiffs(
  before: Pick<ToolFiles, 'remote'> | undefined,
  after: Pick<ToolFiles, 'remote'>,
  files: readonly ComparedFile[],
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  for (const file of files) yield* (await refDiff(before, after, file, signal)).split('\n');
}

import { oneLine } from '../../core/text.ts';
import {
  blameBlocks,
  blameVersion,
  committedVersion,
  originsOf,
  type BlameBlock,
} from '../../domain/blame/fileBlame.ts';
import { subjectOf } from '../../domain/history/commitMessage.ts';
import { decodeText, type TextEncoding } from '../../domain/text/encoding.ts';
import { asTool } from '../kit/fileBytes.ts';
import type { ToolFiles, ToolServices } from '../kit/place.ts';

interface ReadText {
  readonly path: string;
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Lines after which a row repeats the commit, so that each part of a result names it. */
const linesInRow = 40;

/** Lines of a file from `start` on in blocks, each below its commit; uncommitted ones below `draft`. Needs git. */
export async function blamedRows(
  { history }: Pick<ToolServices, 'history'>,
  opened: ToolFiles,
  { path, text, encoding }: ReadText,
  { rows, start }: { readonly rows: Iterable<string>; readonly start: number },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { remote, checkout } = opened;
  const blamed = {
    head: remote.head.bind(remote),
    readStored: (at: string) => remote.readStored(at, asTool(signal)),
  };
  const version = await committedVersion(blamed, checkout?.workingTree, path, { signal });
  const parts = {
    history: history(opened.name),
    remote: blamed,
    decode: (bytes: Uint8Array) => decodeText(bytes, encoding),
  };
  const committed = await blameVersion(parts, version, { signal });
  const origins = originsOf(committed.blame, committed.text, text);
  const lines = [...rows];
  const describedCommits = new Set<string>();
  const texts: string[] = [];
  for (const block of blameBlocks(origins.slice(start - 1, start - 1 + lines.length)))
    for (let from = block.from; from <= block.to; from += linesInRow) {
      const part = lines.slice(from - start, Math.min(block.to, from + linesInRow - 1) - start + 1);
      texts.push([blockRow(block, version.path, describedCommits), ...part].join('\n'));
    }
  return texts;
}

/** Lines of the file begin with a number. `describedCommits`: the commits that a row has described. */
function blockRow({ commit, path }: BlameBlock, current: string, describedCommits: Set<string>): string {
  if (commit === undefined) return 'draft';
  const { sha, authoredDate, authorName, message } = commit;
  const from = path === undefined || path === current ? '' : ` (${path})`;
  if (describedCommits.has(sha)) return `commit ${sha.slice(0, 10)}${from}`;
  describedCommits.add(sha);
  return `commit ${sha}${from} ${authoredDate} ${oneLine(authorName)}: ${oneLine(subjectOf(message))}`;
}

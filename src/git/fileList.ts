import type { GitFile } from '../domain/git/gitRepositories.ts';
import { readablePath } from '../domain/objects/readablePath.ts';
import { separated } from './history/historyFormat.ts';
import type { RunGit } from './processes/runGit.ts';

/** A small repository can name the same folder so often that the list would fill the memory. */
const mostFiles = 1_000_000;
const longestList = 200_000_000;

/** Every file of `commit`, sorted as git sorts; undefined if there are too many. @throws Failure */
export async function readFiles(run: RunGit, commit: string): Promise<readonly GitFile[] | undefined> {
  const files: GitFile[] = [];
  let length = 0;
  for await (const line of separated(run(['ls-tree', '-r', '-l', '-z', '--full-tree', commit]), '\0')) {
    const file = fileOf(line);
    if (file !== undefined) files.push(file);
    length += line.length;
    if (files.length > mostFiles || length > longestList) return undefined;
  }
  return files;
}

/** `<mode> <type> <sha> <size>\t<path>`, the size filled with blanks. */
function fileOf(line: string): GitFile | undefined {
  const tab = line.indexOf('\t');
  const [mode, , sha, size] = line.slice(0, tab).split(/ +/);
  if (tab < 0 || mode === undefined || sha === undefined) return undefined;
  return {
    path: readablePath(line.slice(tab + 1)),
    mode,
    sha,
    size: /^\d+$/.test(size ?? '') ? Number(size) : undefined,
  };
}

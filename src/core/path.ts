import { withoutEnd } from './text.ts';

// Paths of files in a repository: relative, with `/`. The root is the empty path.

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** A segment of a path as Windows and macOS compare it: without dots and blanks at its end and what has no width. */
export function comparedName(segment: string): string {
  const visible = segment.normalize('NFKC').replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return withoutEnd(visible, '. ').toLowerCase();
}

/** Whether git, Windows or macOS takes a segment of a path for the folder `.git`. Windows also separates by `\`. */
export function isGitFolderName(segment: string): boolean {
  // Most names need no closer look.
  if (!/git|[^ -~]/i.test(segment)) return false;
  return segment.split('\\').some((part) => {
    // What follows `:` is the stream of a file on Windows.
    const [file = ''] = part.split(':');
    return ['.git', 'git~1'].includes(comparedName(file));
  });
}

/** The glob of all files below `folder`, a path of the repository; empty for its root. Its special characters match any. */
export function globBelow(folder: string): string {
  return folder === '' ? '' : `./${folder.replaceAll(/[*?[\]{},]/g, '?')}`;
}

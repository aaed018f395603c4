interface AtPath {
  readonly path: string;
}

export interface PathFolder<T> {
  readonly path: string;
  /** The path below the folder above: several names, if each of these folders has one folder and nothing else. */
  readonly label: string;
  /** Everything below it, sorted by path. */
  readonly items: readonly T[];
}

/** What is in the folder `path` (empty: the root), of `items` below it, sorted by path. */
export function folderContentOf<T extends AtPath>(
  items: readonly T[],
  path = '',
): { readonly folders: readonly PathFolder<T>[]; readonly files: readonly T[] } {
  const start = path === '' ? 0 : path.length + 1;
  const byFolder = Map.groupBy(items, (item) => item.path.slice(start, Math.max(start, item.path.indexOf('/', start))));
  const files = byFolder.get('') ?? [];
  byFolder.delete('');
  const folders = Array.from(byFolder.values(), (below) => {
    const folder = commonFolder(below);
    return { path: folder, label: folder.slice(start), items: below };
  });
  return { folders: folders.sort((one, two) => (one.path < two.path ? -1 : 1)), files };
}

/** The deepest folder of all `items`, which are sorted by path. */
function commonFolder(items: readonly AtPath[]): string {
  const [first = '', last = ''] = [items[0]?.path, items.at(-1)?.path];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return first.slice(0, first.lastIndexOf('/', length - 1));
}

import { entryCache } from '../../core/entryCache.ts';
import { withoutEnd } from '../../core/text.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RemoteRepositories } from '../repositories/remoteRepositories.ts';
import { matchLines, splitLines } from '../text/lines.ts';

/** Two versions of a file of a repository: full shas of commits. */
export interface Versions {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Longer files, in bytes, are not read: comparing them takes long. */
const longest = 400_000;
const mostRemembered = 100;

/** For each line of a version that another one has: its number there. From 1. */
type LineMap = ReadonlyMap<number, number>;

/** Where the lines of one version of a file are in another one. */
export class FileVersions {
  readonly #repositories: Pick<RemoteRepositories, 'at' | 'setResolved'>;
  readonly #maps = entryCache<Promise<LineMap>>(mostRemembered);

  constructor(repositories: Pick<RemoteRepositories, 'at' | 'setResolved'>) {
    this.#repositories = repositories;
  }

  /** Undefined: the line is another one in `to`, or a version cannot be read. */
  async lineIn(
    name: RepositoryName,
    { path, from, to }: Versions,
    line: number,
    options: RequestOptions,
  ): Promise<number | undefined> {
    return from === to ? line : (await this.#map(name, { path, from, to }, options)).get(line);
  }

  /** The line of `to` that is nearest to where `line` was; undefined: the versions have none in common. */
  async nearestLine(
    name: RepositoryName,
    versions: Versions,
    line: number,
    options: RequestOptions,
  ): Promise<number | undefined> {
    const map = await this.#map(name, versions, options);
    const [nearest] = [...map].sort(([one], [other]) => Math.abs(one - line) - Math.abs(other - line));
    return nearest?.[1];
  }

  async #map(name: RepositoryName, { path, from, to }: Versions, options: RequestOptions): Promise<LineMap> {
    const key = [name.host, name.owner, name.repo, path, from, to].join('\n');
    const map = this.#maps.get(key) ?? this.#compare(name, { path, from, to }, options);
    this.#maps.set(key, map);
    map.catch(() => this.#maps.delete(key));
    return await map.catch(() => new Map<number, number>());
  }

  async #compare(name: RepositoryName, { path, from, to }: Versions, options: RequestOptions): Promise<LineMap> {
    const at = (commit: string) => linesAt(this.#repositories, name, { commit, path }, options);
    const [before, after] = [await at(from), await at(to)];
    if (before === undefined || after === undefined) return new Map();
    return new Map(matchLines(before, after).flatMap((line, index) => (line < 0 ? [] : [[line + 1, index + 1]])));
  }
}

/** The lines of a file at a commit, without their ends; undefined: it is too long. @throws Failure `missing` */
export async function linesAt(
  repositories: Pick<RemoteRepositories, 'at' | 'setResolved'>,
  name: RepositoryName,
  { commit, path }: { readonly commit: string; readonly path: string },
  options: RequestOptions,
): Promise<readonly string[] | undefined> {
  repositories.setResolved(name, commit, { kind: 'commit', name: commit, commit });
  const bytes = await repositories.at({ ...name, ref: commit }).read(path, options);
  if (bytes.length > longest) return undefined;
  return splitLines(new TextDecoder().decode(bytes)).map((line) => withoutEnd(line, '\r\n'));
}

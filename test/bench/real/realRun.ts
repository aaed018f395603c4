import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../src/core/errors.ts';
import { isFilePath } from '../../../src/domain/hosts/address.ts';
import { hasKnownBytes } from '../../../src/domain/objects/readablePath.ts';
import { seeded } from '../../kit/grepOracle.ts';
import type { GitBench } from '../git/bench.ts';
import { measure } from '../kit/measure.ts';
import { median } from '../kit/median.ts';
import { table } from '../kit/page.ts';
import type { RealRepository, TreeFile } from './copy.ts';

/** Differences of one kind of work that are named; the others are counted. */
const mostNamed = 3;

/** What one item may cost. */
export interface ItemLimits {
  /** The most milliseconds, if git took `git` milliseconds. */
  readonly milliseconds: (git: number) => number;
  /** The most requests of git, if git sends none for this in a clone without contents. */
  readonly ofGit?: number;
}

/** How work is compared with git. The results are rows of text; an empty difference means equal. */
export interface Comparison<T> {
  readonly ours: (item: T) => Promise<readonly string[]>;
  readonly git: (item: T) => Promise<readonly string[]>;
  /** What git does in the same time, if that is not `git`. */
  readonly gitDoes?: (item: T) => Promise<unknown>;
  /** What git does in a clone without contents (`--filter=blob:none`), where it fetches those that it needs. */
  readonly inPartialClone?: (item: T) => Promise<unknown>;
  readonly nameOf?: (item: T) => string;
  readonly limits?: ItemLimits;
  /** Milliseconds until the first rows of the latest `ours`; they have the limits too, without a request. */
  readonly firstRows?: () => number;
  /** Adapts both before they are compared. */
  readonly prepare?: (ours: readonly string[], git: readonly string[]) => Promise<readonly (readonly string[])[]>;
}

/** Compares the work of a window with git for one repository, and collects the figures. */
export class RealRun {
  readonly bench: GitBench;
  readonly repository: RealRepository;
  /** The name of the repository on the service. */
  readonly served: string;
  readonly random: () => number;
  /** Files that git can be asked about: not those with names that git refuses to check out, or with replaced characters. */
  readonly files: readonly TreeFile[];
  readonly #rows: (readonly string[])[] = [];
  readonly #problems: string[] = [];

  constructor(bench: GitBench, repository: RealRepository, seed: number) {
    this.bench = bench;
    this.repository = repository;
    this.served = `alice/${repository.directory.slice(repository.directory.lastIndexOf('/') + 1)}`;
    this.random = seeded(seed);
    this.files = repository.files.filter(({ path }) => isFilePath(path) && hasKnownBytes(path));
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  get table(): string {
    const head = ['', 'requests of git', 'git’s own', 'of the API', 'ms', 'git, ms', 'ratio', 'within the limits'];
    return table(head, this.#rows);
  }

  /** Compares each of `items`, and adds a row with the medians of the times and the most requests. */
  async compare<T>(work: string, items: readonly T[], comparison: Comparison<T>): Promise<void> {
    const { nameOf = () => '', git, limits } = comparison;
    const rows: Figures[] = [];
    const problems: string[] = [];
    let unreadable = 0;
    for (const item of items) {
      try {
        const { figures, difference } = await this.#compareOne(item, comparison);
        rows.push(figures);
        if (limits !== undefined && !isWithin(figures, limits)) {
          const { ours, git: ofItself, ofGit } = figures;
          console.log(
            `Beyond the limits: ${nameOf(item)} ${ours.toFixed()} ms, git ${ofItself.toFixed()} ms, ${ofGit} requests`,
          );
        }
        if (difference !== undefined) problems.push(`${nameOf(item)} ${difference}`);
      } catch (error) {
        const isReadable = await git(item).then(
          () => true,
          () => false,
        );
        if (isReadable) problems.push(`${nameOf(item)} ${messageOf(error)}`);
        else unreadable += 1;
        if (!isReadable) console.log(`Git fails too: ${nameOf(item)} ${messageOf(error)}`);
      }
    }
    const parts = [
      work,
      ...(items.length === 1 ? [] : [`median of ${rows.length}`]),
      ...(unreadable === 0 ? [] : [`without ${unreadable} that git cannot read`]),
    ];
    if (unreadable < items.length) this.#addRow(parts.join(', '), rows, limits);
    const first = rows.map((row) => ({ ...row, ours: row.first, ofGit: NaN, ofApi: NaN, partial: undefined }));
    if (comparison.firstRows !== undefined) this.#addRow('its first rows', first, limits);
    const rest = problems.length > mostNamed ? [`and ${problems.length - mostNamed} others`] : [];
    for (const problem of [...problems.slice(0, mostNamed), ...rest]) this.report(`${work}: ${problem}`);
  }

  /** Adds a row with a time that git has none for. */
  addTime(work: string, milliseconds: number, most: number): void {
    const figures = { ofGit: NaN, ofApi: NaN, ours: milliseconds, git: NaN, first: NaN, partial: undefined };
    this.#addRow(work, [figures], { milliseconds: () => most });
  }

  /** Notes that something is not equal. */
  report(problem: string): void {
    const line = `${this.repository.name}: ${problem}`;
    this.#problems.push(line);
    console.error(`Not equal: ${line}`);
  }

  /** Clones the repository with git as a user does, works in the clone, and removes it. */
  async inClone(options: readonly string[], work: (folder: string) => Promise<unknown>): Promise<void> {
    const folder = join(this.bench.newFolder(), 'clone');
    await this.bench.clone(this.served, folder, ...options);
    await work(folder);
    await rm(folder, { recursive: true });
  }

  async #compareOne<T>(
    item: T,
    { ours, git, gitDoes, inPartialClone, prepare, firstRows }: Comparison<T>,
  ): Promise<{ figures: Figures; difference: string | undefined }> {
    let found: readonly string[] = [];
    const measured = await measure(this.bench.service, async () => (found = await ours(item)));
    const first = firstRows?.() ?? NaN;
    const ofGit = measured.requests.filter(({ operation }) => operation === 'git').length;
    const started = performance.now();
    let expected: readonly string[] | undefined;
    if (gitDoes === undefined) expected = await git(item);
    // A clone fails where a file system cannot hold its names.
    const isDone = await gitDoes?.(item).then(
      () => true,
      () => false,
    );
    const milliseconds = isDone === false ? NaN : performance.now() - started;
    expected ??= await git(item);
    const partial = inPartialClone && (await measure(this.bench.service, () => inPartialClone(item)));
    const [a = found, b = expected] = (await prepare?.(found, expected)) ?? [];
    return {
      figures: {
        ofGit,
        ofApi: measured.requests.length - ofGit,
        ours: measured.milliseconds,
        git: milliseconds,
        first,
        partial: partial && { requests: partial.requests.length, milliseconds: partial.milliseconds },
      },
      difference: differenceOf(a, b),
    };
  }

  #addRow(work: string, rows: readonly Figures[], limits: ItemLimits | undefined): void {
    const shown = (value: number, digits = 0): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');
    const most = (key: 'ofGit' | 'ofApi'): string =>
      rows.length === 0 ? 'fails' : shown(Math.max(...rows.map((row) => row[key])));
    const [ours, git] = [median(rows.map((row) => row.ours)), median(rows.map((row) => row.git))];
    const kept = limits && rows.filter((row) => isWithin(row, limits)).length;
    const within = kept === undefined ? '' : `${kept} of ${rows.length}`;
    const own = rows.flatMap(({ partial }) => (partial === undefined ? [] : [partial.requests]));
    const ownMost = own.length === 0 ? '' : shown(Math.max(...own));
    const row = [work, most('ofGit'), ownMost, most('ofApi'), shown(ours), shown(git), shown(ours / git, 1), within];
    this.#rows.push(row);
    console.log([this.repository.name, ...row].join(' | '));
  }
}

/** Requests and milliseconds of one item. */
interface Figures {
  readonly ofGit: number;
  readonly ofApi: number;
  readonly ours: number;
  readonly git: number;
  /** Milliseconds until the first rows; NaN: not measured. */
  readonly first: number;
  /** What git needs in a clone without contents; undefined: not measured. */
  readonly partial: { readonly requests: number; readonly milliseconds: number } | undefined;
}

function isWithin({ ours, git, ofGit, partial }: Figures, limits: ItemLimits): boolean {
  if (ours <= limits.milliseconds(git) && !(ofGit > (limits.ofGit ?? Infinity))) return true;
  // Git needs contents that are not here: it asks the host for them too.
  if (partial === undefined || partial.requests === 0) return false;
  return ours <= limits.milliseconds(partial.milliseconds) && ofGit <= partial.requests;
}

/** The first difference of two lists; undefined if they are equal. */
function differenceOf(ours: readonly string[], git: readonly string[]): string | undefined {
  const length = Math.max(ours.length, git.length);
  for (let at = 0; at < length; at += 1) {
    if (ours[at] === git[at]) continue;
    const [one, other] = [ours[at], git[at]].map((row) => (row === undefined ? 'nothing' : JSON.stringify(row)));
    return `${ours.length} rows, git has ${git.length}; row ${at + 1} is ${one?.slice(0, 300)}, of git ${other?.slice(0, 300)}`;
  }
  return undefined;
}

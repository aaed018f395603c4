import { l10n, Uri, workspace } from 'vscode';
import type { RunDetail, RunJob } from '../../../api/record/run.ts';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { Failure } from '../../../core/errors.ts';
import { parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connections, HostPlace } from '../../../domain/hosts/connections.ts';
import type { RequestOptions } from '../../../domain/hosts/source.ts';
import { jobWithId } from '../../../domain/runs/jobs.ts';
import { readJobLog } from '../../../domain/runs/jobLog.ts';
import { encodeLog, type LogText } from '../../../domain/runs/logText.ts';
import type { RunFollower } from '../../../domain/runs/runFollower.ts';
import { hasEnded } from '../../../domain/runs/runState.ts';
import type { Runs } from '../../../domain/runs/runs.ts';
import { Watch, type WatchParts } from '../../../domain/runs/watch.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { formatSize } from '../../kit/messages/format.ts';

export const logScheme = 'sourcehost-log';

export interface LogAddress {
  readonly name: RepositoryName;
  readonly run: string;
  readonly job: string;
}

export interface ShownLog {
  readonly address: LogAddress;
  readonly place: HostPlace;
  readonly run: RunDetail;
  readonly log: LogText;
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export interface LogFile {
  changed(uri: Uri): void;
}

export const logUri = ({ name: { host, owner, repo }, run, job }: LogAddress): Uri =>
  Uri.from({ scheme: logScheme, authority: host, path: `/${owner}/${repo}/${run}/${job}.log` });

/** Undefined for another address. */
export function logAddressOf({ scheme, authority, path }: Uri): LogAddress | undefined {
  const [, owner = '', repo = '', run, job, ...rest] = path.split('/');
  const named = parseFullName(`${owner}/${repo}`);
  if (scheme !== logScheme || named === undefined || run === undefined || rest.length > 0) return undefined;
  const id = job?.endsWith('.log') === true ? job.slice(0, -'.log'.length) : '';
  return id === '' ? undefined : { name: { host: authority, ...named }, run, job: id };
}

export interface RunLogParts {
  readonly runs: Pick<Runs, 'get' | 'log'>;
  readonly follower: Pick<RunFollower, 'seen'>;
  readonly connections: Pick<Connections, 'connect'>;
  readonly file: LogFile;
  readonly times: Pick<WatchParts<unknown>, 'clock' | 'window'>;
}

/** A log is kept as long as its document is open, and these more. */
const mostKept = 5;

/** The logs that are shown. While its document is open, a log is read again until its job ends, and then the run until it ends. */
export class RunLogs extends Lifetime {
  readonly #parts: RunLogParts;
  readonly #logs = new Map<string, Promise<ShownLog>>();
  readonly #shown = new Map<string, ShownLog>();
  readonly #read = this.add(new Emitter<void>());
  readonly #watches = new Map<string, Watch<RunDetail>>();

  constructor(parts: RunLogParts) {
    super();
    this.#parts = parts;
    this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#unwatch(uri.toString())));
  }

  readonly onDidRead: Event<void> = this.#read.event;

  /** What was read for a document; undefined before. */
  shown(uri: Uri): ShownLog | undefined {
    return this.#shown.get(uri.toString());
  }

  async read(uri: Uri): Promise<ShownLog> {
    const address = logAddressOf(uri);
    if (address === undefined)
      throw new Failure('missing', 'this is no log', { field: 'uri', reason: 'noFileVersion' });
    return await (this.#logs.get(uri.toString()) ?? this.#keep(uri, this.#load(address, undefined, {})));
  }

  /** Reads the log of a job of `run`, and shares it with its document. */
  async open(place: HostPlace, run: RunDetail, job: string, options: RequestOptions): Promise<Uri> {
    const address = { name: place.name, run: run.workflow_run_id, job };
    const uri = logUri(address);
    const known = this.#shown.get(uri.toString());
    if (known === undefined || !hasEnded(jobIn(known.run, job) ?? known.run)) {
      await this.#keep(uri, this.#load(address, { place, run }, options));
      if (known !== undefined) this.#parts.file.changed(uri);
    }
    return uri;
  }

  override dispose(): void {
    for (const key of this.#watches.keys()) this.#unwatch(key);
    super.dispose();
  }

  async #keep(uri: Uri, loading: Promise<ShownLog>): Promise<ShownLog> {
    const key = uri.toString();
    this.#logs.delete(key);
    this.#logs.set(key, loading);
    try {
      const shown = await loading;
      this.#shown.set(key, shown);
      this.#forgetOld();
      this.#watch(uri, shown);
      this.#read.fire();
      return shown;
    } catch (error) {
      if (this.#logs.get(key) === loading) this.#logs.delete(key);
      throw error;
    }
  }

  async #load(
    address: LogAddress,
    known: { readonly place: HostPlace; readonly run: RunDetail } | undefined,
    options: RequestOptions,
  ): Promise<ShownLog> {
    const place = known?.place ?? {
      connection: await this.#parts.connections.connect(address.name.host),
      name: address.name,
    };
    const run = known?.run ?? (await this.#parts.runs.get(place, address.run, options));
    this.#parts.follower.seen(place, run);
    const job = jobIn(run, address.job);
    const log = await readJobLog(this.#parts.runs, place, run, address.job, leftOut, options);
    const nothing = log.lines.length === 0 ? new TextEncoder().encode(`${emptyText(job ?? run)}\n`) : undefined;
    return { address, place, run, log, bytes: nothing ?? (await encodeLog(log)), time: Date.now() };
  }

  #watch(uri: Uri, { address, place, run }: ShownLog): void {
    const key = uri.toString();
    if (this.#watches.has(key) || hasEnded(run)) return;
    const { runs, follower } = this.#parts;
    const watch = new Watch({
      read: async (options) => {
        const before = this.#shown.get(key)?.run ?? run;
        if (hasEnded(jobIn(before, address.job) ?? before)) {
          const now = await runs.get(place, address.run, options);
          follower.seen(place, now);
          return now;
        }
        const shown = await this.#keep(uri, this.#load(address, undefined, options));
        this.#parts.file.changed(uri);
        return shown.run;
      },
      isOver: (read: RunDetail) => hasEnded(read),
      ...this.#parts.times,
    });
    this.#watches.set(key, watch);
  }

  #unwatch(key: string): void {
    this.#watches.get(key)?.dispose();
    this.#watches.delete(key);
  }

  #forgetOld(): void {
    const open = new Set(workspace.textDocuments.map(({ uri }) => uri.toString()));
    const closed = [...this.#logs.keys()].filter((key) => !open.has(key));
    for (const key of closed.slice(0, -mostKept)) {
      this.#logs.delete(key);
      this.#shown.delete(key);
    }
  }
}

const jobIn = (run: RunDetail, id: string): RunJob | undefined => jobWithId(run, id)?.job;

const leftOut = (bytes: number): string =>
  l10n.t('⋯ The beginning of this step is left out: {0}. The web page of the run has it.', formatSize(bytes));

const emptyText = (part: Pick<RunJob, 'status' | 'end_time'>): string =>
  hasEnded(part)
    ? l10n.t('The host has no log of this job.')
    : l10n.t('There is no log yet. It is read again while the job runs.');

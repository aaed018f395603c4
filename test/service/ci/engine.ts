import { createHash, randomBytes } from 'node:crypto';
import { fullName, type Repository, type State } from '../state.ts';
import { execute } from './script.ts';
import { zip } from './zip.ts';
import { readWorkflow, type PlannedJob, type WorkflowFile } from './workflow.ts';

export const workflowFolder = '.gitcode/workflows';

/** When something begins and ends, in milliseconds since 1970; undefined: never. `status` is the one at its end. */
interface Timed {
  readonly status: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

export interface CiStep extends Timed {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly lines: readonly string[];
}

export interface CiJob extends Timed {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly steps: readonly CiStep[];
}

export interface CiStage extends Timed {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly failFast: boolean;
  readonly jobs: readonly CiJob[];
}

export interface CiArtifact {
  readonly id: number;
  readonly name: string;
  readonly content: Buffer;
  readonly run: CiRun;
  readonly created: number;
}

export interface CiRun extends Timed {
  readonly id: string;
  readonly number: number;
  readonly workflow: { readonly id: string; readonly name: string; readonly path: string };
  readonly title: string;
  readonly event: string;
  readonly branch: string;
  readonly sha: string;
  /** The number of the pull request, or nothing. */
  readonly pull: string;
  readonly actor: string;
  readonly created: number;
  readonly stages: readonly CiStage[];
  canceled: number | undefined;
}

/** What happens: a push, a pull request, a comment on one, or somebody who starts it. */
export interface Cause {
  readonly event: 'Push' | 'CreateTag' | 'MR' | 'Note' | 'Manual';
  /** Or a tag. */
  readonly branch: string;
  /** The commit whose files are read. */
  readonly sha: string;
  readonly pull?: number;
  /** The text of a comment. */
  readonly note?: string;
  readonly actor: string;
  readonly title: string;
}

/** The CI of one repository. */
export interface Ci {
  /** The newest last. */
  readonly runs: CiRun[];
  readonly artifacts: Map<number, CiArtifact>;
  /** Workflows that no file of the default branch has: sample data. */
  readonly samples: Map<string, string>;
  /** Records of the older pipelines, by the number of their pull request. */
  readonly pipelines: Map<number, object[]>;
}

const known = new WeakMap<Repository, Promise<Ci>>();
const samples = new WeakMap<Repository, (ci: Ci) => Promise<void>>();
const clocks = new WeakMap<State, number>();

/** The CI of `repository` begins with what `add` adds, at its first use. */
export const addSamples = (repository: Repository, add: (ci: Ci) => Promise<void>): void =>
  void samples.set(repository, add);

export async function ciOf(repository: Repository): Promise<Ci> {
  const made = async (): Promise<Ci> => {
    const ci = { runs: [], artifacts: new Map(), samples: new Map(), pipelines: new Map() };
    await samples.get(repository)?.(ci);
    return ci;
  };
  const ci = known.get(repository) ?? made();
  known.set(repository, ci);
  return await ci;
}

/** The time of the CI, which a test moves. */
export const timeOf = (state: State): number => Date.now() + (clocks.get(state) ?? 0);
export const passTime = (state: State, milliseconds: number): void =>
  void clocks.set(state, (clocks.get(state) ?? 0) + milliseconds);

const newId = (): string => randomBytes(16).toString('hex');
export const workflowId = (repository: Repository, path: string): string =>
  createHash('md5')
    .update(`${fullName(repository)}\n${path}`)
    .digest('hex');

const second = 1000;
const wait = 500;

/** The workflow files at a commit, by path. */
async function filesAt(repository: Repository, sha: string | undefined): Promise<ReadonlyMap<string, string>> {
  const git = await repository.git();
  const tree = sha === undefined ? undefined : (await git.commit(sha))?.tree;
  const folder = tree === undefined ? undefined : await git.entry(tree, workflowFolder);
  const entries = folder === undefined ? [] : ((await git.tree(folder.sha)) ?? []);
  const files = new Map<string, string>();
  for (const { name, sha: blob } of entries)
    if (/\.ya?ml$/.test(name)) files.set(`${workflowFolder}/${name}`, String((await git.object(blob))?.data ?? ''));
  return files;
}

/** The workflows that the host knows: those of the default branch. */
export async function registered(repository: Repository): Promise<ReadonlyMap<string, string>> {
  const { branches } = await (await repository.git()).refs();
  const files = await filesAt(repository, branches.get(repository.defaultBranch));
  return new Map([...(await ciOf(repository)).samples, ...files]);
}

const keys = {
  ...{ Push: 'push', CreateTag: 'push', MR: 'pull_request' },
  ...{ Note: 'pull_request_comment', Manual: 'workflow_dispatch' },
};

/** Whether a comment, branch or tag is one of the patterns, in which `*` stands for any text. */
const isNamed = (note: string, patterns: readonly unknown[]): boolean =>
  patterns.some((pattern) => {
    const escaped = String(pattern).replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`);
    return new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 's').test(note.trim());
  });

/** Starts the workflows that a push, a pull request or a comment starts. */
export async function trigger(state: State, repository: Repository, cause: Cause): Promise<void> {
  const all = await registered(repository);
  if (all.size === 0) return;
  const files = await filesAt(repository, cause.sha);
  for (const path of all.keys()) {
    const text = files.get(path);
    if (text === undefined) continue;
    const on: unknown = readWorkflow(text).file.on[keys[cause.event]];
    if (on === undefined) continue;
    const { branches, tags, comments } = (on ?? {}) as Readonly<Record<string, readonly unknown[] | undefined>>;
    if (cause.note !== undefined && comments !== undefined && !isNamed(cause.note, comments)) continue;
    const [own, other] = cause.event === 'CreateTag' ? [tags, branches] : [branches, tags];
    const isAbout = own === undefined ? other === undefined : isNamed(cause.branch, own);
    if (keys[cause.event] === 'push' && !isAbout) continue;
    await start(state, repository, await ciOf(repository), { path, text, cause });
  }
}

export interface Begin {
  readonly path: string;
  readonly text: string;
  readonly cause: Cause;
  /** Milliseconds. */
  readonly ago?: number;
}

/** Plans a run: its states follow the time. */
export async function start(
  state: State,
  repository: Repository,
  ci: Ci,
  { path, text, cause, ago = 0 }: Begin,
): Promise<CiRun> {
  const now = timeOf(state) - ago;
  const { file, diagnostics } = readWorkflow(text);
  const files = await filesAt(repository, cause.sha).catch(() => new Map<string, string>());
  const planned = diagnostics.length > 0 ? [] : plan(file, now + wait, files);
  const isGreen = diagnostics.length === 0 && planned.every(({ status }) => status !== 'FAILED');
  // A pull request is tried merged, so the commit is one that nobody pushed.
  const merged = createHash('sha1').update(`preview of ${cause.sha}`).digest('hex');
  const run: CiRun = {
    id: newId(),
    number: ci.runs.length + 1,
    workflow: { id: workflowId(repository, path), name: file.name || path, path },
    ...{ title: cause.title, event: cause.event, branch: cause.branch, actor: cause.actor, created: now },
    ...{ sha: cause.pull === undefined ? cause.sha : merged, pull: String(cause.pull ?? '') },
    ...{ status: isGreen ? 'COMPLETED' : 'FAILED', start: now + wait, stages: planned, canceled: undefined },
    end: Math.max(now + wait + second, ...planned.map(({ end }) => end ?? 0)),
  };
  if (file.preempts)
    for (const old of ci.runs)
      if (old.workflow.path === path && old.pull === run.pull && old.branch === run.branch && (old.end ?? 0) > now)
        old.canceled ??= now;
  ci.runs.push(run);
  await keepArtifacts(state, repository, ci, run, { file, sha: cause.sha });
  return run;
}

function plan({ stages }: WorkflowFile, from: number, files: ReadonlyMap<string, string>): readonly CiStage[] {
  let [time, stopped] = [from, false];
  return stages.map(({ identifier, name, failFast, jobs }) => {
    const about = { id: newId(), identifier, name, failFast };
    if (stopped) return { ...about, status: 'INIT', start: undefined, end: undefined, jobs: [] };
    const start = time;
    const done = jobs.flatMap((job) => planJob(job, start, files));
    time = Math.max(start, ...done.map(({ end }) => end ?? start));
    const failed = done.some(({ status }) => status === 'FAILED');
    stopped = failed && failFast;
    return { ...about, status: failed ? 'FAILED' : 'COMPLETED', start, end: time, jobs: done };
  });
}

/** A job that calls a workflow is listed beside the jobs of that, without steps. */
function planJob(job: PlannedJob, start: number, files: ReadonlyMap<string, string>): readonly CiJob[] {
  const { identifier, name } = job;
  if (job.calls !== undefined) {
    const called = plan(readWorkflow(files.get(job.calls) ?? '').file, start, files).flatMap(({ jobs }) => jobs);
    const failed = called.length === 0 || called.some(({ status }) => status === 'FAILED');
    const end = Math.max(start + second, ...called.map((one) => one.end ?? start));
    return [
      { id: newId(), identifier, name, steps: [], status: failed ? 'FAILED' : 'COMPLETED', start, end },
      ...called,
    ];
  }
  let [time, failed] = [start, false];
  const first = { name: '初始化步骤', uses: 'official_init', run: '', inputs: {}, always: true };
  const steps = [first, ...job.steps].map((step): CiStep => {
    const about = { id: newId(), name: step.name, task: step.uses ?? 'shell' };
    if (failed && !step.always) return { ...about, status: 'IGNORED', start: undefined, end: undefined, lines: [] };
    const begin = time;
    const { lines, seconds, code } = execute(step);
    time += seconds * second;
    failed ||= code !== 0;
    return { ...about, status: code === 0 ? 'COMPLETED' : 'FAILED', start: begin, end: time, lines };
  });
  return [{ id: newId(), identifier, name, steps, status: failed ? 'FAILED' : 'COMPLETED', start, end: time }];
}

async function keepArtifacts(
  state: State,
  repository: Repository,
  { artifacts }: Ci,
  run: CiRun,
  { file: { stages }, sha }: { readonly file: WorkflowFile; readonly sha: string },
): Promise<void> {
  const done = new Map(
    run.stages.flatMap(({ jobs }) =>
      jobs.flatMap((job) => job.steps.map((step) => [`${job.identifier}\n${step.name}`, step] as const)),
    ),
  );
  const git = await repository.git();
  for (const { identifier, steps } of stages.flatMap(({ jobs }) => jobs))
    for (const { name, uses, inputs } of steps) {
      const step = done.get(`${identifier}\n${name}`);
      if (uses !== 'upload-artifact' || step?.status !== 'COMPLETED') continue;
      const path = inputs.path ?? '';
      const tree = (await git.commit(sha))?.tree;
      const entry = tree === undefined ? undefined : await git.entry(tree, path);
      const bytes = entry === undefined ? undefined : (await git.object(entry.sha))?.data;
      const content = zip([{ name: path, content: Buffer.from(bytes ?? `${path}\n`) }]);
      const id = state.nextId();
      const created = step.end ?? run.created;
      artifacts.set(id, { id, name: inputs.name ?? 'artifact', content, run, created });
    }
}

/** The status of a part of a run at a time: waiting, running, or as it ends. */
export function statusAt(part: Timed, run: CiRun, now: number): string {
  const time = Math.min(now, run.canceled ?? now);
  if (part === run && run.canceled !== undefined) return 'CANCELED';
  if (part.start === undefined) return part.status === 'IGNORED' && time >= (run.end ?? 0) ? 'IGNORED' : 'INIT';
  if (time < part.start) return 'INIT';
  if (time < (part.end ?? Infinity)) return run.canceled === undefined ? 'RUNNING' : 'CANCELED';
  return part.status;
}

import { isNode, LineCounter, parseDocument } from 'yaml';
import { isObject } from '../../../src/core/text.ts';

export interface PlannedStep {
  readonly name: string;
  /** A plugin; undefined: `run` is executed. */
  readonly uses: string | undefined;
  readonly run: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly always: boolean;
}

export interface PlannedJob {
  readonly identifier: string;
  readonly name: string;
  /** The path of a workflow that the job calls, in place of steps. */
  readonly calls: string | undefined;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStage {
  readonly identifier: string;
  readonly name: string;
  readonly failFast: boolean;
  readonly jobs: readonly PlannedJob[];
}

export interface WorkflowFile {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  /** Whether a newer run of the same pull request or branch cancels an older one. */
  readonly preempts: boolean;
  readonly stages: readonly PlannedStage[];
}

/** Lines and columns count from 0. */
export interface Diagnostic {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly message: string;
}

type Path = readonly (string | number)[];
type Report = (path: Path, message: string) => void;
type Bag = Readonly<Record<string, unknown>>;

const bag = (value: unknown): Bag => (isObject(value) ? value : {});
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const empty = 'The value cannot be empty';
const stepName = /^[\p{Script=Han}A-Za-z0-9 \-_,;:./()（）]{1,128}$/u;
const pullTypes = ['open', 'reopen', 'update', 'merge'];
const mostSteps = 16;

/** A workflow file as the host reads it: it runs only without diagnostics. */
export function readWorkflow(text: string): {
  readonly file: WorkflowFile;
  readonly diagnostics: readonly Diagnostic[];
} {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const diagnostics: Diagnostic[] = [];
  const at = (from: number, to: number, message: string): void => {
    const [start, end] = [lines.linePos(from), lines.linePos(to)];
    diagnostics.push({
      start: { line: start.line - 1, column: start.col - 1 },
      end: { line: end.line - 1, column: end.col - 1 },
      message,
    });
  };
  for (const { pos, message } of document.errors) at(pos[0], pos[1], message.split('\n')[0] ?? '');
  const whole = document.errors.length > 0 ? {} : bag(document.toJS());
  const report: Report = (path, message) => {
    let node: unknown;
    for (let length = path.length; node === undefined && length > 0; length -= 1)
      node = document.getIn(path.slice(0, length), true);
    const [from, to] = (isNode(node) ? node.range : undefined) ?? [0, 0];
    at(from, to, message);
  };
  if (document.errors.length === 0) check(whole, report);
  return { file: planOf(whole), diagnostics };
}

function check(whole: Bag, report: Report): void {
  if (!isObject(whole.on)) report(['on'], 'on: 格式错误');
  const types = bag(bag(whole.on).pull_request).types;
  for (const type of listed(types))
    if (!pullTypes.includes(words(type))) report(['on', 'pull_request', 'types'], `unknown type ${words(type)}`);
  if (whole.stages !== undefined && !isObject(whole.stages)) report(['stages'], 'stages: must be a map');
  const stages = isObject(whole.stages) ? Object.entries(whole.stages) : [];
  const groups = stages.map(([id, stage]): [Path, Bag] => [['stages', id, 'jobs'], bag(bag(stage).jobs)]);
  if (whole.stages === undefined) groups.push([['jobs'], bag(whole.jobs)]);
  for (const [path, jobs] of groups) {
    if (Object.keys(jobs).length === 0) report(path, `${path.join('.')}: ${empty}`);
    for (const [id, job] of Object.entries(jobs)) checkJob([...path, id], id, bag(job), report);
  }
}

function checkJob(path: Path, id: string, job: Bag, report: Report): void {
  if (words(job.name) === '') report(path, `jobs[${id}].name: ${empty}`);
  if (words(job.uses) !== '') return;
  if (!Array.isArray(job['runs-on'])) report([...path, 'runs-on'], `jobs[${id}].runs-on: must be a list`);
  const steps = listed(job.steps);
  if (steps.length > mostSteps) report([...path, 'steps'], `jobs[${id}].steps: at most ${mostSteps}`);
  for (const [index, one] of steps.entries()) {
    const step = bag(one);
    const here = [...path, 'steps', index];
    const name = words(step.name);
    if (name === '') report(here, `jobs[${id}].steps[${index}].name: ${empty}`);
    else if (!stepName.test(name)) report([...here, 'name'], `jobs[${id}].steps[${index}].name: 格式错误`);
    if (/^actions\//.test(words(step.uses))) report([...here, 'uses'], '格式错误：pluginname@version');
    if (/^(always|failed|success\(\)|failure\(\))$/.test(words(step.if))) report([...here, 'if'], 'if: 表达式错误');
  }
}

function planOf(whole: Bag): WorkflowFile {
  const stages = isObject(whole.stages) ? Object.entries(whole.stages) : [['default', whole] as const];
  return {
    name: words(whole.name),
    on: bag(whole.on),
    preempts: bag(bag(whole.concurrency).preemption).enable === true,
    stages: stages.map(([identifier, stage]) => ({
      identifier,
      name: words(bag(stage).name) || identifier,
      failFast: bag(stage).fail_fast !== false,
      jobs: Object.entries(bag(bag(stage).jobs)).map(([id, job]) => jobOf(id, bag(job))),
    })),
  };
}

const jobOf = (identifier: string, job: Bag): PlannedJob => ({
  identifier,
  name: words(job.name),
  calls: words(job.uses).replace(/^\.\//, '') || undefined,
  steps: listed(job.steps).map((one) => {
    const step = bag(one);
    return {
      name: words(step.name),
      uses: words(step.uses) || undefined,
      run: words(step.run),
      inputs: Object.fromEntries(Object.entries(bag(step.with)).map(([name, value]) => [name, words(value)])),
      always: words(step.if).includes('always()'),
    };
  }),
});

import { isNode, type Document } from 'yaml';
import { isObject } from '../../core/text.ts';
import { parseWorkflow } from './workflowFile.ts';
import { pullRequestTypes } from './workflowSyntax.ts';

/** What the host is known to refuse. It may have changed: only its own check says that a file is wrong. */
export type WorkflowDoubt =
  | 'onIsNoMap'
  | 'stagesAreNoMap'
  | 'noJobs'
  | 'noName'
  | 'name'
  | 'manySteps'
  | 'runsOnIsNoList'
  | 'pluginWithOwner'
  | 'bareCondition'
  | 'pullRequestType'
  | 'inputWithoutType'
  | 'pathsTwice'
  | 'workflowInStep'
  | 'foreignContext'
  | 'foreignKey'
  | 'runWithColon';

export interface WorkflowWarning {
  readonly doubt: WorkflowDoubt;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

const mostSteps = 16;
const stepName = /^[\p{Script=Han}A-Za-z0-9 \-_,;:./()（）]{1,128}$/u;

type Bag = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];
type Warn = (path: Path, doubt: WorkflowDoubt) => void;

const bag = (value: unknown): Bag => (isObject(value) ? value : {});
const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Warnings about a workflow file; while it is no valid YAML, only about what often makes it invalid. */
export function workflowWarnings(text: string): readonly WorkflowWarning[] {
  const document = parseWorkflow(text);
  if (document === undefined) return [];
  if (document.errors.length > 0) return document.errors.flatMap(({ pos: [at] }) => colonAt(text, at)).slice(0, 1);
  const found: WorkflowWarning[] = [...foreignContexts(text)];
  const warn: Warn = (path, doubt) => found.push({ doubt, ...placeOf(document, path) });
  const whole = bag(document.toJS({ maxAliasCount: 0 }));
  checkEvents(whole.on, warn);
  if (whole['run-name'] !== undefined) warn(['run-name'], 'foreignKey');
  if (whole.stages !== undefined && !isObject(whole.stages)) warn(['stages'], 'stagesAreNoMap');
  if (whole.stages === undefined && whole.jobs === undefined) warn([], 'noJobs');
  const groups: (readonly [Path, Bag])[] = [[['jobs'], bag(whole.jobs)]];
  for (const [id, stage] of Object.entries(bag(whole.stages)))
    groups.push([['stages', id, 'jobs'], bag(bag(stage).jobs)]);
  for (const [path, jobs] of groups)
    for (const [id, job] of Object.entries(jobs)) checkJob([...path, id], bag(job), warn);
  return found;
}

/** Contexts of another host in the expressions of lines that are no comments. */
function* foreignContexts(text: string): Generator<WorkflowWarning, void, void> {
  for (const { 1: expression = '', index } of text.matchAll(/\$\{\{([^{}\n]{0,300})/g)) {
    const context = /(?<![\w.])(?:github|vars)\./.exec(expression);
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (context === null || before.trimStart().startsWith('#')) continue;
    const from = index + '${{'.length + context.index;
    yield { doubt: 'foreignContext', from, to: from + context[0].length - 1 };
  }
}

/** A command with a colon, in the line of a syntax error or the one before. */
function colonAt(text: string, at: number): readonly WorkflowWarning[] {
  const own = text.lastIndexOf('\n', at - 1) + 1;
  return [text.lastIndexOf('\n', own - 2) + 1, own].flatMap((start): readonly WorkflowWarning[] => {
    const [line = ''] = text.slice(start).split('\n', 1);
    const [before = ''] = /^ *(?:- )?run: +/.exec(line) ?? [];
    const command = line.slice(before.length);
    const isColon = before !== '' && !/^[|>'"]/.test(command) && command.includes(': ');
    return isColon ? [{ doubt: 'runWithColon', from: start + before.length, to: start + line.length }] : [];
  });
}

/** The place of a node, or of the nearest one above it. */
function placeOf(document: Document.Parsed, path: Path): { readonly from: number; readonly to: number } {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    const range = isNode(node) ? node.range : undefined;
    if (range !== undefined && range !== null) return { from: range[0], to: range[1] };
  }
  return { from: 0, to: 0 };
}

function checkEvents(on: unknown, warn: Warn): void {
  if (!isObject(on)) {
    warn(['on'], 'onIsNoMap');
    return;
  }
  for (const [event, about] of Object.entries(on))
    if (!isEmpty(bag(about).paths) && !isEmpty(bag(about)['paths-ignore']))
      warn(['on', event, 'paths-ignore'], 'pathsTwice');
  for (const [index, type] of items(bag(on.pull_request).types).entries())
    if (!pullRequestTypes.includes(String(type))) warn(['on', 'pull_request', 'types', index], 'pullRequestType');
  for (const [name, input] of Object.entries(bag(bag(on.workflow_dispatch).inputs)))
    if (bag(input).type !== 'string') warn(['on', 'workflow_dispatch', 'inputs', name], 'inputWithoutType');
}

function checkJob(path: Path, job: Bag, warn: Warn): void {
  if (isEmpty(job.name)) warn(path, 'noName');
  if (job.environment !== undefined) warn([...path, 'environment'], 'foreignKey');
  checkCondition(path, job, warn);
  if (!isEmpty(job.uses)) return;
  if (!Array.isArray(job['runs-on'])) warn([...path, 'runs-on'], 'runsOnIsNoList');
  const steps = items(job.steps);
  if (steps.length > mostSteps) warn([...path, 'steps'], 'manySteps');
  for (const [index, one] of steps.entries()) {
    const step = bag(one);
    const here = [...path, 'steps', index];
    if (isEmpty(step.name)) warn(here, 'noName');
    else if (typeof step.name === 'string' && !stepName.test(step.name)) warn([...here, 'name'], 'name');
    const uses = typeof step.uses === 'string' ? step.uses : '';
    if (/^actions\//.test(uses)) warn([...here, 'uses'], 'pluginWithOwner');
    if (/\.ya?ml(?:@|$)/.test(uses)) warn([...here, 'uses'], 'workflowInStep');
    checkCondition(here, step, warn);
  }
}

function checkCondition(path: Path, { if: condition }: Bag, warn: Warn): void {
  if (typeof condition === 'string' && /^(?:always|failed|success\(\)|failure\(\))$/.test(condition.trim()))
    warn([...path, 'if'], 'bareCondition');
}

import { isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import { parseWorkflow } from './workflowFile.ts';

/** A stage, job or step of a workflow file. Offsets in the text. */
export interface WorkflowPart {
  readonly kind: 'stage' | 'job' | 'step';
  readonly name: string;
  /** The id of a stage or job, the plugin of a step. */
  readonly detail: string;
  readonly from: number;
  readonly to: number;
  /** The end of its first line's key. */
  readonly nameTo: number;
  readonly parts: readonly WorkflowPart[];
}

/** The stages with their jobs and steps, or the jobs of a file without stages. */
export function workflowOutline(text: string): readonly WorkflowPart[] {
  const whole = parseWorkflow(text)?.contents;
  const stages = named(whole, 'stages', 'stage', (stage) => jobsIn(stage));
  return [...stages, ...jobsIn(whole), ...named(whole, 'post', 'stage', (post) => jobsIn(post), true)];
}

const jobsIn = (node: unknown): readonly WorkflowPart[] => named(node, 'jobs', 'job', stepsIn);

/** The entries of the map at `key`; `isOne`: that map itself. */
function named(
  node: unknown,
  key: string,
  kind: WorkflowPart['kind'],
  partsOf: (node: unknown) => readonly WorkflowPart[],
  isOne = false,
): readonly WorkflowPart[] {
  const own = isMap(node) ? node.items.find((pair) => textOf(pair.key) === key) : undefined;
  const pairs = isOne ? (own === undefined ? [] : [own]) : isMap(own?.value) ? own.value.items : [];
  return pairs.flatMap((pair) => {
    const id = textOf(pair.key);
    const [from, nameTo] = rangeOf(pair.key);
    const name = isMap(pair.value) ? textOf(pair.value.get('name', true)) : '';
    return [
      {
        kind,
        name: name || id,
        detail: name === '' ? '' : id,
        from,
        nameTo,
        to: endOf(pair),
        parts: partsOf(pair.value),
      },
    ];
  });
}

function stepsIn(job: unknown): readonly WorkflowPart[] {
  const steps = isMap(job) ? job.get('steps', true) : undefined;
  if (!isSeq(steps)) return [];
  return steps.items.map((step, index) => {
    const [from, to] = rangeOf(step);
    const told = (key: string): string => (isMap(step) ? textOf(step.get(key, true)) : '');
    const name = told('name') || told('id') || String(index + 1);
    return { kind: 'step', name, detail: told('uses'), from, to, nameTo: from, parts: [] };
  });
}

const textOf = (node: unknown): string => (isScalar(node) ? (node.source ?? '') : '');
const rangeOf = (node: unknown): readonly [number, number] => {
  const [from = 0, to = 0] = (isNode(node) ? node.range : undefined) ?? [];
  return [from, to];
};
const endOf = ({ key, value }: Pair): number => rangeOf(value)[1] || rangeOf(key)[1];

/** What can stand at a place of a workflow file. A name that is not listed is unusual, not wrong: only the host decides. */
export interface WorkflowShape {
  /** The keys of a map. */
  readonly keys?: Readonly<Record<string, WorkflowShape>>;
  /** What stands behind any other key, such as the id of a job. */
  readonly any?: WorkflowShape;
  /** The entries of a list. */
  readonly items?: WorkflowShape;
  readonly values?: readonly string[];
}

const text: WorkflowShape = {};
const flag: WorkflowShape = { values: ['true', 'false'] };
const map: WorkflowShape = { any: text };
const oneOf = (...values: readonly string[]): WorkflowShape => ({ values });
const listOf = (...values: readonly string[]): WorkflowShape => ({ items: { values } });

export const pullRequestTypes = ['open', 'reopen', 'update', 'merge'];
const plugins = ['checkout', 'setup-node', 'setup-go', 'setup-java', 'setup-python', 'cache'];
const usualPlugins = [...plugins, 'upload-artifact', 'download-artifact'];

const paths = { paths: listOf(), 'paths-ignore': listOf() };
const pullRequest: WorkflowShape = {
  keys: { types: listOf(...pullRequestTypes), branches: listOf(), ...paths },
};
const inputs: WorkflowShape = {
  any: { keys: { type: oneOf('string'), description: text, required: flag, default: text } },
};

const step: WorkflowShape = {
  keys: {
    ...{ name: text, id: text, uses: oneOf(...usualPlugins), run: text, with: map, env: map, shell: text },
    ...{ if: oneOf('${{ always() }}'), 'working-directory': text, 'continue-on-error': flag, 'timeout-minutes': text },
  },
};
const job: WorkflowShape = {
  keys: {
    ...{ name: text, 'runs-on': listOf('ubuntu-latest', 'self-hosted', 'x64', 'arm64', 'small'), needs: listOf() },
    ...{ steps: { items: step }, uses: text, with: map, env: map, if: oneOf('${{ always() }}'), outputs: map },
    ...{ 'timeout-minutes': text, 'continue-on-error': flag, strategy: map, secrets: map, defaults: map },
    ...{ container: map, services: map, permissions: map, concurrency: map },
  },
};
const jobs: WorkflowShape = { any: job };
const access = oneOf('read', 'write', 'none');

export const workflowShape: WorkflowShape = {
  keys: {
    name: text,
    on: {
      keys: {
        push: { keys: { branches: listOf(), tags: listOf(), ...paths } },
        pull_request: pullRequest,
        pull_request_target: pullRequest,
        pull_request_comment: { keys: { types: listOf('created', 'edited', 'deleted'), comments: listOf() } },
        issue_comment: { keys: { types: listOf('created', 'edited', 'deleted') } },
        merge_requests: map,
        schedule: { items: { keys: { cron: text } } },
        workflow_dispatch: { keys: { inputs } },
        workflow_call: { keys: { inputs, outputs: map, secrets: map } },
      },
    },
    env: map,
    defaults: { keys: { run: { keys: { shell: text, 'working-directory': text } } } },
    concurrency: {
      keys: {
        ...{ enable: flag, max: text, 'exceed-action': oneOf('QUEUE') },
        preemption: { keys: { enable: flag, events: listOf() } },
      },
    },
    permissions: {
      keys: { project: access, pr: access, issue: access, note: access, repository: access, hook: access },
    },
    stages: { any: { keys: { name: text, fail_fast: flag, jobs } } },
    jobs,
    post: { keys: { name: text, jobs } },
  },
};

/** The shape at a path of keys; `-` is an entry of a list. Undefined: nothing is known about it. */
export function shapeAt(path: readonly string[]): WorkflowShape | undefined {
  let at: WorkflowShape | undefined = workflowShape;
  for (const key of path) {
    const own: WorkflowShape | undefined =
      at?.keys !== undefined && Object.hasOwn(at.keys, key) ? at.keys[key] : at?.any;
    at = key === '-' ? at?.items : own;
  }
  return at;
}

/** Where a line is typed: the keys above it, and the key of the line whose value is typed. */
export interface TypedPlace {
  readonly path: readonly string[];
  readonly key: string | undefined;
}

const line = /^( *)((?:- *)*)(?:["']?([\w.-]+)["']?:)?/;

/** The place of the end of the last of `lines`, from their indentation. */
export function typedPlace(lines: readonly string[]): TypedPlace {
  const path: string[] = [];
  const last = line.exec(lines.at(-1) ?? '');
  let indent = (last?.[1]?.length ?? 0) + (last?.[2]?.length ?? 0);
  if (last?.[2] !== '') path.unshift('-');
  let least = last?.[1]?.length ?? 0;
  for (let at = lines.length - 2; at >= 0 && indent > 0; at -= 1) {
    const [whole = '', spaces = '', dashes = '', key] = line.exec(lines[at] ?? '') ?? [];
    if (whole.trim() === '' || (lines[at] ?? '').trimStart().startsWith('#')) continue;
    const own = spaces.length + dashes.length;
    if (own < indent && path[0] === '-' && dashes === '' && spaces.length <= least && key !== undefined) {
      path.unshift(key);
      [indent, least] = [spaces.length, spaces.length];
    } else if (dashes !== '' && own === indent && path[0] !== '-') {
      path.unshift('-');
      least = spaces.length;
    } else if (own < indent && path[0] !== '-' && key !== undefined) {
      path.unshift(...(dashes === '' ? [key] : ['-', key]));
      [indent, least] = [dashes === '' ? spaces.length : own, spaces.length];
    }
  }
  return { path, key: last?.[3] };
}

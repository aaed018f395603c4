import { isObject } from '../../src/core/text.ts';

/** The bodies of the answers so far, by operation. */
export type Answers = ReadonlyMap<string, unknown>;

type Input = string | number | undefined;
/** A value for an input of an operation, from earlier answers; undefined if there is none yet. */
type Source = (answers: Answers, repository: { readonly owner: string; readonly repo: string }) => Input;

/** Operations that are not recorded, with the reason. */
export const unrecorded: Readonly<Record<string, string>> = {
  'releases.uploadGrant': 'its answer is a credential',
  'releases.download': 'its answer is a file',
  'runs.log': 'its answer is a file',
  'artifacts.download': 'its answer is a file',
};

const first = (operation: string, ...path: readonly string[]): Source => {
  return (answers) => dig(itemsOf(answers.get(operation))[0], ...path);
};
const record = (operation: string, ...path: readonly string[]): Source => {
  return (answers) => dig(answers.get(operation), ...path);
};
const either =
  (...sources: readonly Source[]): Source =>
  (answers, repository) =>
    sources.map((source) => source(answers, repository)).find((value) => value !== undefined);

const org = either(first('organizations.own', 'path'), first('organizations.own', 'login'));

/** Sources of required inputs, by `group.operation.name`, `group.name` or `name`. The first one that exists counts. */
const sources: Readonly<Record<string, Source>> = {
  owner: (_, repository) => repository.owner,
  repo: (_, repository) => repository.repo,
  username: record('users.self', 'login'),
  org,
  'organizations.owner': org,
  enterprise: either(enterpriseOf, record('organizations.get', 'enterprise')),
  branch: first('branches.list', 'name'),
  tag: either(first('releases.list', 'tag_name'), first('tags.list', 'name')),
  tag_name: first('protectedTags.list', 'name'),
  'files.tree.sha': either(first('branches.list', 'commit', 'sha'), first('branches.list', 'commit', 'id')),
  'files.blob.sha': (answers) => dig(fileIn(answers), 'sha'),
  'files.path': (answers) => dig(fileIn(answers), 'path'),
  'issues.number': (answers) => {
    const issues = itemsOf(answers.get('issues.list'));
    return dig(issues.find((issue) => Number(dig(issue, 'comments')) > 0) ?? issues[0], 'number');
  },
  'milestones.number': first('milestones.list', 'number'),
  'webhooks.id': first('webhooks.list', 'id'),
  'pullRequests.number': pullOf,
  'pullRequestComments.number': pullOf,
  'issueEvents.number': first('issues.list', 'number'),
  'issueBranches.number': first('issues.list', 'number'),
  'pullRequests.ofIssue.number': first('issues.list', 'number'),
  'pullRequestComments.id': first('pullRequestComments.list', 'id'),
  run_id: first('runs.list', 'workflow_run_id'),
  'pipelines.number': pullOf,
  'artifacts.id': first('runs.artifacts', 'id'),
  'issueComments.id': first('issues.comments', 'id'),
  'keys.id': first('ownKeys.list', 'id'),
  'commits.sha': first('commits.list', 'sha'),
  base: defaultBranchOf,
  head: first('branches.list', 'name'),
  q: (_, repository) => repository.repo,
};

/** The pull request with the most notes, or else the first. Old lists count only its comments. */
function pullOf(answers: Answers): Input {
  const notesOf = (pull: unknown): number => Number(dig(pull, 'notes') ?? dig(pull, 'comments') ?? 0);
  const pulls = itemsOf(answers.get('pullRequests.list'));
  return dig(pulls.toSorted((one, other) => notesOf(other) - notesOf(one))[0], 'number');
}

/** Optional inputs that make an answer richer. */
export const extras: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'issues.list': { state: 'all' },
  'milestones.list': { state: 'all' },
  'pullRequests.list': { state: 'all' },
};

/** The source of the input `name` of `operation`; undefined if a recording never has a value for it. */
export function sourceOf(operation: string, name: string): Source | undefined {
  const [group = ''] = operation.split('.');
  return sources[`${operation}.${name}`] ?? sources[`${group}.${name}`] ?? sources[name];
}

function defaultBranchOf(answers: Answers): Input {
  return dig(answers.get('repositories.get'), 'default_branch');
}

function enterpriseOf(answers: Answers): Input {
  const repository = answers.get('repositories.get');
  return dig(repository, 'enterprise', 'type') === 'user' ? undefined : dig(repository, 'enterprise', 'path');
}

function fileIn(answers: Answers): unknown {
  const tree = answers.get('files.tree');
  const entries = itemsOf(isObject(tree) ? tree.tree : tree);
  return entries.find((entry) => dig(entry, 'type') === 'blob');
}

/** The records of a list, which can be in an object. */
function itemsOf(answer: unknown): readonly unknown[] {
  const within: unknown = isObject(answer) ? Object.values(answer).find((value) => Array.isArray(value)) : answer;
  return Array.isArray(within) ? (within as unknown[]) : [];
}

function dig(value: unknown, ...path: readonly string[]): Input {
  let at = value;
  for (const name of path) at = isObject(at) ? at[name] : undefined;
  return (typeof at === 'string' && at !== '') || typeof at === 'number' ? at : undefined;
}

import { createHash } from 'node:crypto';
import type { Call } from '../call.ts';
import { conditionsOf, mergeableState } from '../gates.ts';
import type { FileDiff } from '../git/diff.ts';
import { commitsOf, filesOf, headRepository } from '../pullRequests.ts';
import { fullName, type PullRequest, type RecordEvent, type Repository } from '../state.ts';
import { patchRecord, rawUrl } from './commit.ts';
import { milestoneForm } from './issue.ts';
import { apiAddress, humanName, webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { numbered, person, userOf } from './user.ts';

type Json = Record<string, unknown>;

const numberOf = ({ habits }: Call, { number }: PullRequest): number | string =>
  habits.pullRequestNumber === 'text' ? String(number) : number;

const webPage = (call: Call, repository: Repository, { number }: PullRequest): string =>
  `${webAddress(call.host, repository)}/merge_requests/${number}`;

/** `titled`: the lists repeat the name as title. */
export const pullLabels = (repository: Repository, { labels }: Pick<PullRequest, 'labels'>, titled = false): Json[] =>
  labels.map((name) => {
    const { id = 0, color = '#888888' } = repository.labels.get(name) ?? {};
    const dates = { created_at: stamp(repository.created), updated_at: stamp(repository.updated) };
    return { id, color, name, repository_id: repository.id, ...dates, ...(titled ? { title: name } : {}) };
  });

/** GET …/labels of a pull request. */
export const labelsOfPull = (call: Call, repository: Repository, pull: PullRequest): Json[] =>
  pullLabels(repository, pull).map((label) => ({
    ...{ ...label, text_color: '#FFFFFF', url: `${apiAddress(call.host, repository)}/labels/${String(label.id)}` },
  }));

/** The reply of adding and setting labels: other names again. */
export const writtenLabels = (repository: Repository, pull: PullRequest): Json[] =>
  pullLabels(repository, pull, true).map(({ id, name, color, title }) => ({
    ...{ id, name, color, title, textColor: '#FFFFFF', type: 'ProjectLabel' },
  }));

const short = (call: Call, login: string): Json | null => person(call.host, login, 'id login name avatar_url html_url');
const gitAddress = (call: Call, repository: Repository): string => `${webAddress(call.host, repository)}.git`;
const sshAddress = (call: Call, repository: Repository | undefined): string =>
  repository === undefined ? '' : `git@${new URL(call.host.url).hostname}:${fullName(repository)}.git`;

/** People in a role, as GET one has them; testers have no `assignee`. */
const peopleOf = (call: Call, people: ReadonlyMap<string, boolean>, more: Json = {}): unknown[] =>
  [...people].map(([login, accept]) => ({
    ...{ ...person(call.host, login, 'id login name html_url'), ...more, code_owner: false, accept },
  }));

/** The repository of a head whose fork was deleted. */
const deleted = ({ habits }: Call): Json | null =>
  ({ null: null, empty: {}, 'without a path': { path: '', name: '', full_name: '' } })[habits.deletedFork];

function branch(call: Call, repository: Repository | undefined, ref: string, sha: string): Json {
  if (repository === undefined) return { ref, sha, label: ref, repo: deleted(call) };
  const { path, name, owner } = repository;
  const repo = { path, name, namespace: { path: owner }, full_name: fullName(repository) };
  return { ref, sha, label: ref, repo: { ...repo, html_url: gitAddress(call, repository) } };
}

const times = (call: Call, { created, updated, closed, merged }: PullRequest): Json => ({
  created_at: stamp(created),
  updated_at: stamp(updated),
  [call.habits.closedAt]: (closed ?? merged) === undefined ? '' : stamp((closed ?? merged)!.time),
  merged_at: merged === undefined ? '' : stamp(merged.time),
});

/** GET one. */
export async function pullForm(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head } = await commitsOf(repository, pull);
  const { conflict, branch_missing } = await conditionsOf(call, repository, pull);
  const milestone = repository.milestones.get(pull.milestone ?? -1);
  const url = `${apiAddress(call.host, repository)}/pulls/${pull.number}`;
  const source = headRepository(call.host, repository, pull);
  return {
    ...{ id: pull.id, html_url: webPage(call, repository, pull), number: numberOf(call, pull), state: pull.state },
    ...{ title: pull.title, url, issue_url: `${url}/issues`, body: pull.body },
    assignees_number: pull.assignees.size,
    assignees: peopleOf(call, pull.assignees, { assignee: true }),
    approval_reviewers: peopleOf(call, pull.reviewers, { assignee: true }),
    testers: peopleOf(call, pull.testers),
    labels: pullLabels(repository, pull),
    ...times(call, pull),
    ...{ draft: pull.draft, can_merge_check: false, prune_branch: pull.pruneBranch },
    mergeable: conflict && branch_missing,
    user: short(call, pull.author),
    head: { ...branch(call, source, pull.head, head), user: source === undefined ? {} : short(call, pull.author) },
    base: branch(call, repository, pull.base, base),
    mergeable_state: await mergeableState(call, repository, pull),
    ...(milestone === undefined ? {} : { milestone: milestoneForm(call, repository, milestone) }),
    ...{ visibility_reason: 'public', close_related_issue: pull.closesIssues },
  };
}

const owner = 'id login name state email name_cn html_url';

function listedBranch(call: Call, repository: Repository | undefined, ref: string, sha: string, by: string): Json {
  const user = person(call.host, by, owner);
  if (repository === undefined) return { label: ref, ref, sha, user: {}, repo: deleted(call) };
  const { id, path, name, description } = repository;
  const repo = {
    ...{ id, full_path: fullName(repository), full_name: fullName(repository) },
    ...{ human_name: humanName(call.host, repository), name, path, description, owner: user, assigner: user },
    ...{ internal: repository.visibility === 'internal', html_url: gitAddress(call, repository) },
  };
  return { label: ref, ref, sha, user, repo };
}

/** The added and removed lines of all files. */
const linesOf = (files: readonly FileDiff[]): { added_lines: number; removed_lines: number } => ({
  added_lines: files.reduce((sum, { additions }) => sum + additions, 0),
  removed_lines: files.reduce((sum, { deletions }) => sum + deletions, 0),
});

/** Nothing if the head has no commits, as in tests of long lists. */
const changesOf = async (repository: Repository, pull: PullRequest, head: string): Promise<readonly FileDiff[]> =>
  head === '' ? [] : await filesOf(repository, pull);

async function diffRefs(repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head, common } = await commitsOf(repository, pull);
  return { base_sha: common ?? base, head_sha: head, start_sha: base };
}

const accountNames = 'name username iam_id nick_name state avatar_url email name_cn web_url';

/** An entry of the list. */
export async function listedPull(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head } = await commitsOf(repository, pull);
  const source = headRepository(call.host, repository, pull);
  const page = webPage(call, repository, pull);
  const people = (some: ReadonlyMap<string, boolean>): unknown[] =>
    [...some.keys()].map((login) => person(call.host, login, owner));
  const { conflict } = await conditionsOf(call, repository, pull);
  return {
    ...{
      number: numberOf(call, pull),
      html_url: page,
      url: `${apiAddress(call.host, repository)}/pulls/${pull.number}`,
    },
    ...{ close_related_issue: Number(pull.closesIssues), prune_branch: pull.pruneBranch, draft: pull.draft },
    labels: pullLabels(repository, pull, true),
    user: person(call.host, pull.author, `user_id object_id ${owner}`),
    ...{ assignees: people(pull.assignees), testers: people(pull.testers) },
    head: listedBranch(call, source, pull.head, head, source === repository ? repository.creator : pull.author),
    base: listedBranch(call, repository, pull.base, base, repository.creator),
    ...{
      id: pull.id,
      iid: numberOf(call, pull),
      project_id: repository.id,
      title: pull.title,
      body: pull.body,
    },
    ...{ state: pull.state, assignees_number: pull.assignees.size, testers_number: pull.testers.size },
    ...times(call, pull),
    ...{ target_branch: pull.base, source_branch: pull.head, source_project_id: source?.id ?? 0 },
    ...{ force_remove_source_branch: pull.pruneBranch, web_url: page, merge_request_type: 'MergeRequest' },
    ...linesOf(await changesOf(repository, pull, head)),
    diff_refs: await diffRefs(repository, pull),
    notes: pull.comments.length + pull.events.length,
    ...{ source_git_url: sshAddress(call, source), can_merge_check: false, mergeable: conflict, locked: false },
    visibility_reason: 'public',
    ...(pull.closed === undefined ? {} : { closed_by: numbered(call.host, pull.closed.by, accountNames) }),
  };
}

/** Creation: with other names than the rest of the API. */
export async function createdPull(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { head } = await commitsOf(repository, pull);
  const source = headRepository(call.host, repository, pull);
  const files = await filesOf(repository, pull);
  const people = (some: ReadonlyMap<string, boolean>): unknown[] =>
    [...some].map(([login, accept]) => ({
      ...{ ...numbered(call.host, login, 'username name'), state: accept ? 'approved' : 'unapproved' },
      ...{ is_codeowner: false, updated_at: stamp(pull.updated) },
    }));
  return {
    ...{ id: pull.id, iid: numberOf(call, pull), project_id: repository.id, title: pull.title },
    ...{ description: pull.body, state: 'opened', created_at: stamp(pull.created), updated_at: stamp(pull.updated) },
    ...{ target_branch: pull.base, source_branch: pull.head, squash_commit_message: '', user_notes_count: 0 },
    author: numbered(call.host, pull.author, 'name username iam_id state email name_cn web_url nick_name'),
    ...{ source_project_id: source?.id ?? 0, target_project_id: repository.id, labels: pullLabels(repository, pull) },
    ...{ work_in_progress: pull.draft, merge_status: 'unchecked', sha: head, should_remove_source_branch: false },
    ...{ force_remove_source_branch: pull.pruneBranch, web_url: webPage(call, repository, pull), squash: false },
    ...{ merge_request_type: 'MergeRequest', review_mode: 'approval', is_source_branch_exist: true },
    approval_merge_request_reviewers: people(pull.reviewers),
    approval_merge_request_approvers: people(pull.assignees),
    approval_merge_request_testers: people(pull.testers),
    source_project: {
      ...{ id: source?.id ?? 0, name: source?.name ?? '', path_with_namespace: fullName(source ?? repository) },
      ...{ default_branch: source?.defaultBranch ?? '', main_repository_language: [null, null] },
    },
    ...linesOf(files),
    ...{ changes_count: String(files.length), diff_refs: await diffRefs(repository, pull), user: {}, notes: 0 },
    ...{ unresolved_discussions_count: 0, e2e_issues: [], gate_check: true, pipeline_status: '' },
    ...{ codequality_status: 'success', from_forked_project: source !== repository, can_delete_source_branch: true },
    ...{ source_git_url: sshAddress(call, source), number: numberOf(call, pull) },
  };
}

/** Change: five fields. */
export const changedPull = (pull: PullRequest): Json => ({
  ...{ title: pull.title, body: pull.body, state: pull.state === 'open' ? 'opened' : pull.state },
  ...{ created_at: stamp(pull.created), updated_at: stamp(pull.updated) },
});

/** A pull request of an issue: without a user, `head.assigner` is its author. */
export async function pullOfIssue(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head } = await commitsOf(repository, pull);
  const page = webPage(call, repository, pull);
  const { created_at, updated_at, closed_at } = times(call, pull);
  const repo = (one: Repository | undefined): Json | null =>
    one === undefined ? deleted(call) : { path: one.path, name: one.name, full_name: fullName(one) };
  const source = headRepository(call.host, repository, pull);
  const people = (some: ReadonlyMap<string, boolean>): unknown[] =>
    [...some.keys()].map((login) => person(call.host, login, 'login name'));
  return {
    ...{ id: pull.id, html_url: page, diff_url: `${page}/diffs`, number: numberOf(call, pull), state: pull.state },
    ...{ title: pull.title, body: pull.body, created_at, updated_at },
    ...(closed_at === undefined || closed_at === '' ? {} : { closed_at }),
    head: { ref: pull.head, sha: head, repo: repo(source), assigner: person(call.host, pull.author, 'login name') },
    base: { ref: pull.base, sha: base, repo: repo(repository) },
    ...{ assignees: people(pull.assignees), testers: people(pull.testers) },
    labels: pullLabels(repository, pull).map(({ id, color, name, created_at: made, updated_at: changed }) => ({
      ...{ id, color, name, created_at: made, updated_at: changed },
    })),
    can_merge_check: false,
  };
}

/** The form of single and list that the documentation describes: one for both. */
export async function describedPull(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const live = await pullForm(call, repository, pull);
  const conditions = Object.entries(await conditionsOf(call, repository, pull));
  const mergeable = conditions.every(([, met]) => met);
  const people = (some: ReadonlyMap<string, boolean>): unknown[] =>
    [...some].map(([login, accept]) => ({ ...userOf(call.host, login), accept, assigness: true, code_owner: false }));
  return {
    ...live,
    ...{ assignees: people(pull.assignees), testers: people(pull.testers), mergeable, can_merge_check: mergeable },
    ...{ comments: pull.comments.length, ref_pull_requests: [] },
    mergeable_state: {
      ...Object.fromEntries(conditions.map(([name, met]) => [`${name}_passed`, met])),
      ...{ can_force_merge: false, check_tasks_num: 0, merge_request_id: pull.id, reason: '', state: mergeable },
    },
  };
}

/** A file: `sha` is the head commit, the same for all; a changed one has no status. */
export function pullFile(call: Call, repository: Repository, pull: PullRequest, file: FileDiff, commit: string): Json {
  const { path, sha, status, additions, deletions } = file;
  const patch = { ...patchRecord(file), added_lines: additions, removed_lines: deletions };
  const [source, target] = [headRepository(call.host, repository, pull), repository];
  const project = (one: Repository): Json => ({
    ...{ id: one.id, full_name: fullName(one), human_name: humanName(call.host, one), path: one.path },
  });
  return {
    ...{ sha: commit, filename: path, ...(status === 'modified' ? {} : { status }), additions, deletions },
    ...{ blob_id: sha, blob_url: `${webAddress(call.host, repository)}/blob/${commit}/${encodeURI(path)}` },
    ...{ raw_url: rawUrl(call, repository, file, commit), patch },
    ...{ target_branch: pull.base, source_branch: pull.head },
    ...{ source_project: source === undefined ? {} : project(source), target_project: project(target) },
  };
}

type Line = Readonly<Record<'line_content' | 'old_line' | 'new_line', unknown>> & { readonly type?: string };

/** The lines of a difference, each with its number before and after. */
function rowsOf({ path, patch }: FileDiff): readonly Line[] {
  const code = createHash('sha1').update(path).digest('hex');
  let [before, after] = [0, 0];
  return patch.split('\n').flatMap((line): readonly Line[] => {
    const [, old, now] = /^@@ -(\d+)\S* \+(\d+)/.exec(line) ?? [];
    if (old !== undefined && now !== undefined) {
      [before, after] = [Number(old), Number(now)];
      return [{ line_content: line, old_line: '...', new_line: '...', type: 'match' }];
    }
    const sign = line.charAt(0);
    if (!['+', '-', ' '].includes(sign)) return [];
    const line_code = `${code}_${before}_${after}`;
    const sides = {
      old_line: { line_code, line_num: sign === '+' ? '' : before },
      new_line: { line_code, line_num: sign === '-' ? '' : after },
    };
    if (sign !== '+') before += 1;
    if (sign !== '-') after += 1;
    if (sign === ' ') return [{ line_content: line, ...sides }];
    return [{ line_content: line.slice(1), ...sides, type: sign === '+' ? 'new' : 'old' }];
  });
}

/** GET …/files.json: the rows of the difference. */
export async function pullFilesJson(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { head } = await commitsOf(repository, pull);
  const files = await filesOf(repository, pull);
  const { added_lines, removed_lines: remove_lines } = linesOf(files);
  return {
    ...{ code: 0, added_lines, remove_lines, count: files.length, diff_refs: await diffRefs(repository, pull) },
    diffs: files.map((file) => ({
      new_blob_id: file.sha,
      statistic: { type: 'text_type', path: file.path, old_path: file.oldPath, new_path: file.path, view: false },
      head: { url: rawUrl(call, repository, file, head), commit_id: head },
      ...{ added_lines: file.additions, remove_lines: file.deletions, content: { text: rowsOf(file) } },
    })),
  };
}

const loggedUser = 'id name login iam_id nick_name state email name_cn web_url';

export const pullEvent = (call: Call, repository: Repository, pull: PullRequest, event: RecordEvent): Json => ({
  ...{ content: event.content, id: event.id, action: event.action, merge_request_id: pull.id },
  ...{ created_at: stamp(event.created), updated_at: stamp(event.created) },
  ...{ discussion_id: event.id.toString(16).padStart(40, 'e'), project: fullName(repository) },
  ...{ user: person(call.host, event.author, loggedUser), action_type: event.action },
});

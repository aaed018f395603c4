import type { pullRequests as table } from '../../../src/api/endpoints/optional/pullRequests.ts';
import { forbidden, invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { commitForm, fileForm } from '../forms/commit.ts';
import { issueForm, labelsOf } from '../forms/issue.ts';
import { createdPullForm, pullEventForm, pullForm } from '../forms/pullRequest.ts';
import { stamp } from '../forms/times.ts';
import { userOf } from '../forms/user.ts';
import { mergeCommits, type MergeMethod } from '../merge.ts';
import { allows, ruleOf } from '../protection.ts';
import {
  announcePull,
  commitsOf,
  conditionsOf,
  demandPulls,
  filesOf,
  findPull,
  noteEvent,
  shasOf,
  updateHead,
} from '../pullRequests.ts';
import { selectPulls } from '../pullRequestSelection.ts';
import { announcePush } from '../push.ts';
import { rightsOf } from '../rights.ts';
import { fullName, type PullRequest, type Repository } from '../state.ts';
import { changed, made, nothing, type Handlers } from './handler.ts';
import { findIssue } from './issues.ts';

export const pullRequests: Handlers<typeof table> = {
  list: async (call) => {
    const repository = call.repository();
    demandPulls(repository);
    const page = call.page(selectPulls(call, repository));
    return ok(await Promise.all(page.map((pull) => pullForm(call, repository, pull))));
  },

  create: async (call) => {
    const repository = call.writable('pull');
    const pull = newPull(call, repository);
    await updateHead(call.host, repository, pull);
    if ((await shasOf(repository, pull)).length === 0) throw new Refusal(400, 'There is nothing to merge');
    repository.pullRequests.set(pull.number, pull);
    noteEvent(call, pull, 'opened', 'created the pull request');
    announcePull(call.host, repository, pull, 'open', call.user);
    return made(call, await createdPullForm(call, repository, pull));
  },

  get: async (call) => {
    const repository = call.repository();
    const form = await pullForm(call, repository, findPull(call, repository));
    return ok(call.habits.singlePullRequest === 'list' ? [form] : form);
  },

  edit: (call) => {
    const { repository, pull } = editable(call);
    const wanted = call.optionalText('state');
    if (wanted !== undefined && pull.state === 'merged') throw new Refusal(400, 'The pull request is merged');
    describe(call, repository, pull);
    pull.title = call.optionalText('title') ?? pull.title;
    pull.body = call.optionalText('body') ?? pull.body;
    pull.draft = call.flag('draft') ?? pull.draft;
    if (wanted !== undefined) {
      [pull.state, pull.closed] = wanted === 'closed' ? ['closed', Date.now()] : ['open', undefined];
      announcePull(call.host, repository, pull, wanted === 'closed' ? 'close' : 'reopen', call.user);
    }
    noteEvent(call, pull, wanted ?? 'edited', 'changed the pull request');
    const { title, body, state, created, updated } = pull;
    return changed(call, { title, body, state, created_at: stamp(created), updated_at: stamp(updated) });
  },

  files: async (call) => {
    const { repository, pull } = asked(call);
    const { head } = await commitsOf(repository, pull);
    return ok((await filesOf(repository, pull)).map((file) => fileForm(call, repository, file, head, 'record')));
  },

  commits: async (call) => {
    const { repository, pull } = asked(call);
    const git = await repository.git();
    const page = await Promise.all(call.page(await shasOf(repository, pull)).map((sha) => git.commit(sha)));
    return ok(page.map((commit) => commitForm(call, repository, commit!)));
  },

  isMerged: (call) => {
    if (asked(call).pull.state !== 'merged') throw missing('404 Pull Request Is Not Merged');
    return ok({ message: 'Pull Request 已经合并' });
  },

  merge: async (call) => {
    const { repository, pull } = asked(call);
    const { user } = call;
    const rights = rightsOf(call.state, repository, user.login);
    const rule = ruleOf(repository, pull.base);
    if (!rights.push || (rule !== undefined && !allows(rule.merger, user.login, rights.admin))) throw forbidden();
    const unmet = Object.entries(await conditionsOf(call, repository, pull)).find(([, met]) => !met);
    if (unmet !== undefined)
      throw new Refusal(405, `The pull request cannot be merged: ${unmet[0].replace(/_passed$/, '')}`);
    const sha = await merge(call, repository, pull);
    noteEvent(call, pull, 'merged', 'merged the pull request');
    announcePull(call.host, repository, pull, 'merge', user);
    return changed(call, { merged: true, message: 'Pull Request 已成功合并', sha });
  },

  issues: (call) => {
    const { repository, pull } = asked(call);
    const issues = [...pull.issues].flatMap((number) => repository.issues.get(number) ?? []);
    return ok(call.page(issues).map((issue) => issueForm(call, repository, issue, 'list')));
  },

  linkIssues: (call) => {
    const { repository, pull } = editable(call);
    const numbers = numbersOf(call);
    for (const number of numbers) if (!repository.issues.has(number)) throw missing(`404 Issue Not Found: ${number}`);
    for (const number of numbers) pull.issues.add(number);
    return made(call, linked(repository, pull));
  },

  unlinkIssues: (call) => {
    const { repository, pull } = editable(call);
    for (const number of numbersOf(call)) pull.issues.delete(number);
    return changed(call, linked(repository, pull));
  },

  labels: (call) => {
    const { repository, pull } = asked(call);
    return ok(labelsOf(call, repository, pull));
  },

  addLabels: (call) => {
    const { repository, pull } = editable(call);
    setLabels(repository, pull, [...pull.labels, ...listed(call, 'labels')]);
    return made(call, labelsOf(call, repository, pull));
  },

  setLabels: (call) => {
    const { repository, pull } = editable(call);
    setLabels(repository, pull, listed(call, 'labels'));
    return changed(call, labelsOf(call, repository, pull));
  },

  removeLabel: (call) => {
    const { pull } = editable(call);
    const name = call.text('name');
    if (!pull.labels.includes(name)) throw missing('404 Label Not Found');
    pull.labels = pull.labels.filter((one) => one !== name);
    return nothing(call, '204');
  },

  events: (call) => {
    const { pull } = asked(call);
    const events = [...pull.events];
    if (call.optionalText('sort') !== 'asc') events.reverse();
    return ok(call.page(events).map((event) => pullEventForm(call, pull, event)));
  },

  addAssignees: (call) => {
    const { pull } = editable(call);
    addPeople(call, 'assignees', pull.assignees);
    return made(call, { assignees_number: pull.assignees.size });
  },

  removeAssignees: (call) => {
    const { pull } = editable(call);
    for (const login of call.names('assignees') ?? []) pull.assignees.delete(login);
    return nothing(call, '200');
  },

  addTesters: (call) => {
    const { pull } = editable(call);
    if (call.flag('add') === false) pull.testers.clear();
    addPeople(call, 'testers', pull.testers);
    return made(call, userOf(call.host, [...pull.testers.keys()].at(-1)));
  },

  approve: (call) => agree(call, 'assignees'),
  markTested: (call) => agree(call, 'testers'),

  ofIssue: async (call) => {
    const repository = call.repository();
    const { number } = findIssue(call, repository);
    const pulls = [...repository.pullRequests.values()].filter(({ issues }) => issues.has(number));
    return ok(await Promise.all(pulls.map((pull) => pullForm(call, repository, pull))));
  },
};

interface Asked {
  readonly repository: Repository;
  readonly pull: PullRequest;
}

function asked(call: Call): Asked {
  const repository = call.repository();
  return { repository, pull: findPull(call, repository) };
}

/** A pull request that the account may change: its author, and everybody with push permission. */
function editable(call: Call): Asked {
  const repository = call.writable('pull');
  const pull = findPull(call, repository);
  const { login } = call.user;
  if (pull.author !== login && !rightsOf(call.state, repository, login).push) throw forbidden();
  return { repository, pull };
}

function newPull(call: Call, repository: Repository): PullRequest {
  const now = Date.now();
  const { forkHead } = call.habits;
  const [place, branch] = /^([^:]+):(.+)$/.exec(call.text('head'))?.slice(1) ?? [];
  const isPath = place?.includes('/') ?? false;
  if (place !== undefined && forkHead !== (isPath ? 'owner/repo' : 'owner'))
    throw new Refusal(400, `Source branch ${call.text('head')} does not exist`, { code: 400 });
  const named = isPath || place === undefined ? place : `${place}/${repository.path}`;
  const fork = forkHead === 'target' ? undefined : (call.optionalText('fork_path') ?? named);
  if (fork !== undefined && !call.state.repositories.has(fork)) throw missing('404 Project Not Found');
  const pull: PullRequest = {
    id: call.state.nextId(),
    number: Math.max(0, ...repository.pullRequests.keys()) + 1,
    title: call.text('title'),
    body: call.text('body'),
    state: 'open',
    draft: call.flag('draft') ?? false,
    author: call.user.login,
    base: call.text('base'),
    head: branch ?? call.text('head'),
    fork: fork === fullName(repository) ? undefined : fork,
    assignees: new Map(),
    testers: new Map(),
    labels: [],
    issues: new Set(),
    pruneBranch: call.flag('prune_source_branch') ?? false,
    created: now,
    updated: now,
    comments: [],
    resolved: new Set(),
    events: [],
  };
  describe(call, repository, pull);
  addPeople(call, 'assignees', pull.assignees);
  addPeople(call, 'testers', pull.testers);
  const issue = Number(call.optionalText('issue') ?? Number.NaN);
  if (repository.issues.has(issue)) pull.issues.add(issue);
  return pull;
}

/** Applies labels and milestone. */
function describe(call: Call, repository: Repository, pull: PullRequest): void {
  const milestone = call.number('milestone_number');
  if (milestone !== undefined && milestone !== 0 && !repository.milestones.has(milestone))
    throw invalid(`milestone ${milestone} does not exist`);
  const labels = call.names('labels');
  if (labels !== undefined) setLabels(repository, pull, labels);
  if (milestone !== undefined) pull.milestone = milestone || undefined;
}

function setLabels(repository: Repository, pull: PullRequest, names: readonly string[]): void {
  const unknown = names.find((name) => !repository.labels.has(name));
  if (unknown !== undefined) throw missing(`404 Label Not Found: ${unknown}`);
  pull.labels = [...new Set(names)];
}

const listed = (call: Call, input: string): string[] => (call.params[input] as unknown[]).map(String);
const numbersOf = (call: Call): number[] => listed(call, 'issues').map(Number);

const linked = ({ issues }: Repository, pull: PullRequest): unknown =>
  [...pull.issues].flatMap((number) => {
    const issue = issues.get(number);
    return issue === undefined ? [] : [{ id: issue.id, number: String(number), title: issue.title }];
  });

function addPeople(call: Call, input: 'assignees' | 'testers', people: Map<string, boolean>): void {
  for (const login of call.names(input) ?? [])
    if (!people.has(call.accountNamed(login).login)) people.set(login, false);
}

function agree(call: Call, kind: 'assignees' | 'testers') {
  const { repository, pull } = asked(call);
  const { login } = call.user;
  const people = pull[kind];
  const forced = call.flag('force') === true && rightsOf(call.state, repository, login).admin;
  if (!people.has(login) && !forced) throw forbidden(`You are not one of the ${kind}`);
  for (const one of forced ? [...people.keys()] : [login]) people.set(one, true);
  noteEvent(call, pull, kind === 'assignees' ? 'approved' : 'tested', '');
  return nothing(call, '204');
}

async function merge(call: Call, repository: Repository, pull: PullRequest): Promise<string> {
  const { user } = call;
  const method = (call.optionalText('merge_method') ?? 'merge') as MergeMethod;
  const author = { name: user.name, email: user.email, time: Date.now(), zone: '+0800' };
  const title = call.optionalText('title') ?? `Merge pull request !${pull.number}: ${pull.title}`;
  const git = await repository.git();
  const { base, sha } = await git.exclusively(async () => {
    const commits = await commitsOf(repository, pull);
    const result = await mergeCommits(git, commits, method, author, `${title}\n\n${call.text('description')}`.trim());
    if (result === undefined) throw new Refusal(405, 'The pull request cannot be merged: conflict');
    await git.updateRef(`refs/heads/${pull.base}`, result, commits.base);
    return { base: commits.base, sha: result };
  });
  [pull.state, pull.merged] = ['merged', { time: Date.now(), sha, base }];
  await announcePush(call.host, repository, user, { ref: `refs/heads/${pull.base}`, from: base, to: sha });
  if (pull.pruneBranch && pull.fork === undefined) await git.run(['update-ref', '-d', `refs/heads/${pull.head}`]);
  return sha;
}

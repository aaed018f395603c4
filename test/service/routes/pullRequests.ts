import type { pullRequests as table } from '../../../src/api/endpoints/optional/pullRequests.ts';
import { forbidden, invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { commitForm } from '../forms/commit.ts';
import { linkedIssue } from '../forms/issue.ts';
import * as forms from '../forms/pullRequest.ts';
import { demandMergeable } from '../gates.ts';
import { labelWords, rewrite } from '../log.ts';
import { mergeCommits, type MergeMethod } from '../merge.ts';
import type { ownEndpoints } from '../ownEndpoints.ts';
import { allows, ruleOf } from '../protection.ts';
import {
  announcePull,
  asked,
  commitsOf,
  demandPulls,
  editable,
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
import { modifyHistory, reactions } from './history.ts';
import { findIssue } from './issues.ts';
import { addPeople, roles } from './roles.ts';

export const pullRequests: Handlers<typeof table & typeof ownEndpoints.pullRequests> = {
  ...roles,

  list: async (call) => {
    const repository = call.repository();
    demandPulls(repository);
    const page = call.page(selectPulls(call, repository));
    const form = call.habits.pullRequestForm === 'described' ? forms.describedPull : forms.listedPull;
    return ok(await Promise.all(page.map((pull) => form(call, repository, pull))));
  },

  create: async (call) => {
    const repository = call.writable('pull');
    const pull = newPull(call, repository);
    await updateHead(call.host, repository, pull);
    if ((await shasOf(repository, pull)).length === 0) throw new Refusal(400, 'There is nothing to merge');
    repository.pullRequests.set(pull.number, pull);
    announcePull(call.host, repository, pull, 'open', call.user);
    return made(call, await forms.createdPull(call, repository, pull));
  },

  get: async (call) => {
    const repository = call.repository();
    const form = call.habits.pullRequestForm === 'described' ? forms.describedPull : forms.pullForm;
    const pull = await form(call, repository, findPull(call, repository));
    return ok(call.habits.singlePullRequest === 'list' ? [pull] : pull);
  },

  edit: (call) => {
    const { repository, pull } = editable(call);
    const wanted = wantedState(call);
    if (wanted !== undefined && pull.state === 'merged') throw new Refusal(400, 'The pull request is merged');
    describe(call, repository, pull);
    retitle(call, pull);
    const body = call.optionalText('body');
    if (body !== undefined && body !== pull.body) {
      rewrite(call, pull, body);
      noteEvent(call, pull, 'description', 'changed the description');
    }
    const base = call.optionalText('base');
    if (base !== undefined && call.habits.pullBase === 'changed') pull.base = base;
    pull.closesIssues = call.flag('close_related_issue') ?? pull.closesIssues;
    pull.pruneBranch = call.flag('prune_branch') ?? pull.pruneBranch;
    if (wanted !== undefined && wanted !== pull.state) {
      pull.state = wanted;
      pull.closed = wanted === 'closed' ? { time: Date.now(), by: call.user.login } : undefined;
      noteEvent(
        call,
        pull,
        wanted === 'closed' ? 'closed' : 'opened',
        `${wanted === 'closed' ? wanted : 'reopened'} on the web`,
      );
      announcePull(call.host, repository, pull, wanted === 'closed' ? 'close' : 'reopen', call.user);
    }
    pull.updated = Date.now();
    return changed(call, forms.changedPull(pull));
  },

  files: async (call) => {
    const { repository, pull } = asked(call);
    const { head } = await commitsOf(repository, pull);
    return ok((await filesOf(repository, pull)).map((file) => forms.pullFile(call, repository, pull, file, head)));
  },

  filesJson: async (call) => {
    const { repository, pull } = asked(call);
    return ok(await forms.pullFilesJson(call, repository, pull));
  },

  commits: async (call) => {
    const { repository, pull } = asked(call);
    const git = await repository.git();
    const page = await Promise.all(call.page(await shasOf(repository, pull)).map((sha) => git.commit(sha)));
    return ok(
      page.map((commit) => {
        const { parents } = commit!;
        const form = commitForm(call, repository, commit!);
        return call.habits.pullCommitParents === 'list'
          ? form
          : { ...form, parents: { sha: parents[0], shas: parents } };
      }),
    );
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
    await demandMergeable(call, repository, pull);
    if (call.optionalText('merge_method') === 'squash' && repository.settings.disable_squash_merge === true)
      throw new Refusal(405, 'Squash merge is not allowed here.');
    const sha = await merge(call, repository, pull);
    noteEvent(call, pull, 'merged', `merged on the web, merge_commit_sha: ${sha}`);
    announcePull(call.host, repository, pull, 'merge', user);
    return changed(call, { merged: true, message: 'Pull Request 已成功合并', sha });
  },

  issues: (call) => {
    const { repository, pull } = asked(call);
    const issues = [...pull.issues].flatMap((number) => repository.issues.get(number) ?? []);
    return ok(call.page(issues).map((issue) => linkedIssue(call, repository, issue)));
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
    return ok(forms.labelsOfPull(call, repository, pull));
  },

  addLabels: (call) => {
    const { repository, pull } = editable(call);
    setLabels(call, repository, pull, [...pull.labels, ...listed(call, 'labels')]);
    return made(call, forms.writtenLabels(repository, pull));
  },

  setLabels: (call) => {
    const { repository, pull } = editable(call);
    setLabels(call, repository, pull, listed(call, 'labels'));
    return changed(call, forms.writtenLabels(repository, pull));
  },

  removeLabel: (call) => {
    const { repository, pull } = editable(call);
    const name = call.text('name');
    if (!pull.labels.includes(name)) throw missing('404 Label Not Found');
    setLabels(
      call,
      repository,
      pull,
      pull.labels.filter((one) => one !== name),
    );
    return nothing(call, '204');
  },

  events: (call) => {
    const { repository, pull } = asked(call);
    const events = [...pull.events];
    if (call.optionalText('sort') !== 'asc') events.reverse();
    return ok(call.page(events).map((event) => forms.pullEvent(call, repository, pull, event)));
  },

  ofIssue: async (call) => {
    const repository = call.repository();
    const { number } = findIssue(call, repository);
    const pulls = [...repository.pullRequests.values()].filter(({ issues }) => issues.has(number));
    return ok(await Promise.all(pulls.map((pull) => forms.pullOfIssue(call, repository, pull))));
  },

  reactions: (call) => reactions(call, asked(call).pull),
  modifyHistory: (call) => modifyHistory(call, asked(call).pull),
};

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
  const draft = call.flag('draft') ?? isDraftTitle(call.text('title'));
  const pull: PullRequest = {
    id: call.state.nextId(),
    number: Math.max(0, ...repository.pullRequests.keys()) + 1,
    title: draft ? markedTitle(call, call.text('title')) : call.text('title'),
    body: call.text('body'),
    state: 'open',
    draft,
    author: call.user.login,
    base: call.text('base'),
    head: branch ?? call.text('head'),
    fork: fork === fullName(repository) ? undefined : fork,
    assignees: new Map(),
    reviewers: new Map(),
    testers: new Map(),
    labels: [],
    issues: new Set(),
    pruneBranch: call.flag('prune_source_branch') ?? false,
    closesIssues: call.flag('close_related_issue') ?? false,
    created: now,
    updated: now,
    comments: [],
    resolved: new Set(),
    events: [],
  };
  noteEvent(call, pull, 'opened', 'opened on the web');
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
  if (call.optionalText('labels') === '') throw invalid('labels is empty');
  if (labels !== undefined) setLabels(call, repository, pull, labels);
  if (milestone === undefined || (milestone || undefined) === pull.milestone) return;
  pull.milestone = milestone || undefined;
  noteEvent(call, pull, 'milestone', `changed milestone to ${repository.milestones.get(milestone)?.title ?? 'none'}`);
}

function setLabels(call: Call, repository: Repository, pull: PullRequest, names: readonly string[]): void {
  const unknown = names.find((name) => !repository.labels.has(name));
  if (unknown !== undefined) throw missing(`404 Label Not Found: ${unknown}`);
  const labels = [...new Set(names)];
  for (const words of labelWords(pull.labels, labels)) noteEvent(call, pull, 'label', words);
  pull.labels = labels;
}

const draftMark = /^\s*(\[WIP\]|WIP:)\s*/i;
const isDraftTitle = (title: string): boolean => draftMark.test(title);

/** A title with the mark of a draft, where the host adds it. */
const markedTitle = ({ habits }: Call, title: string): string =>
  habits.draftPrefix === 'added' && !isDraftTitle(title) ? `[WIP]${title}` : title;

/** Applies title and draft: a mark in the title makes a draft, `draft: false` removes it. */
function retitle(call: Call, pull: PullRequest): void {
  const title = call.optionalText('title') ?? pull.title;
  const draft = call.flag('draft') ?? (call.has('title') && isDraftTitle(title) ? true : pull.draft);
  const isMarked = call.has('title') || draft !== pull.draft;
  const shown = draft ? (isMarked ? markedTitle(call, title) : title) : title.replace(draftMark, '');
  if (shown !== pull.title) noteEvent(call, pull, 'title', `changed title from **${pull.title}** to **${shown}**`);
  if (draft !== pull.draft)
    noteEvent(call, pull, 'title', `${draft ? 'marked' : 'unmarked'} as a **Work In Progress**`);
  [pull.title, pull.draft] = [shown, draft];
}

/** The state that a change asks for, in the words that the host takes. */
function wantedState(call: Call): 'open' | 'closed' | undefined {
  const word = call.optionalText('state');
  if (word === undefined) return undefined;
  const { stateWords } = call.habits;
  const words = stateWords === 'all' ? ['open', 'closed', 'reopen', 'close'] : stateWords.split(', ');
  if (!words.includes(word)) throw new Refusal(400, `state must be one of ${words.join(', ')}`);
  return word.startsWith('close') ? 'closed' : 'open';
}

const listed = (call: Call, input: string): string[] => (call.params[input] as unknown[]).map(String);
const numbersOf = (call: Call): number[] => listed(call, 'issues').map(Number);

const linked = ({ issues }: Repository, pull: PullRequest): unknown =>
  [...pull.issues].flatMap((number) => {
    const issue = issues.get(number);
    return issue === undefined ? [] : [{ id: issue.id, number: String(number), title: issue.title }];
  });

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

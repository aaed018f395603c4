import type { SeedStep } from '../git/fastImport.ts';
import { pullRef } from '../pullRequests.ts';
import type { Notice, PullRequest, PullRequestComment, Repository, State } from '../state.ts';

const day = 86_400_000;

type Author = { readonly name: string; readonly email: string };

/** The fork of the website that a pull request comes from, and its branch. */
export const websiteFork = { owner: 'erik', path: 'website', branch: 'patch-1' };

/** A commit from before the last one of `main`, that changes the same line of the README. */
export const forkStep = (author: Author, readme: string, ref: string): SeedStep => ({
  branch: ref,
  from: 'release/1.0',
  message: 'Search in titles too\n\nFound while reading the list.\n',
  author,
  time: 1_772_000_000,
  files: { 'README.md': readme.replace('- [ ] search', '- [ ] search, also in titles') },
});

/** The refs of the pull requests of the website. */
export function pullSteps(author: Author, readme: string): SeedStep[] {
  return [
    { newRef: pullRef(41), at: 'refs/heads/feature/login' },
    forkStep(author, readme, pullRef(42)),
    { newRef: pullRef(43), at: 'refs/heads/feature/日志' },
    { newRef: pullRef(44), at: 'refs/heads/release/1.0' },
  ];
}

type Given = Partial<PullRequest> & Pick<PullRequest, 'title' | 'author' | 'head'>;

/** Adds an open pull request without anything but what is given. */
export function addPullRequest(
  state: State,
  repository: Repository,
  number: number,
  about: Given & Pick<PullRequest, 'created'>,
): PullRequest {
  const { created, author } = about;
  const pull: PullRequest = {
    id: state.nextId(),
    number,
    body: '',
    state: 'open',
    draft: false,
    base: repository.defaultBranch,
    assignees: new Map(),
    reviewers: new Map(),
    testers: new Map(),
    labels: [],
    issues: new Set(),
    pruneBranch: false,
    closesIssues: false,
    updated: created,
    comments: [],
    resolved: new Set(),
    events: [{ id: state.nextId(), action: 'opened', content: 'opened on the web', author, created }],
    ...about,
  };
  repository.pullRequests.set(number, pull);
  return pull;
}

/** !41 under review, with comments on lines; !42 from a fork, with conflicts; !43 a draft; !44 merged. */
export function addPullRequests(state: State, website: Repository, now: number): void {
  const add = (number: number, about: Given): PullRequest => {
    const created = now - (45 - number) * 3 * day;
    return addPullRequest(state, website, number, { created, updated: created + day, ...about });
  };
  const reviewed = add(41, {
    title: 'Begin the login page',
    body: 'A first page for #3, without the server.\n\n- [x] page\n- [ ] server\n',
    author: 'alice',
    head: 'feature/login',
    assignees: new Map([
      ['bob', true],
      ['xiaoming', false],
    ]),
    reviewers: new Map([['xiaoming', true]]),
    testers: new Map([['carol', false]]),
    labels: ['enhancement'],
    issues: new Set([3]),
    comments: discussions(state, now),
    resolved: new Set(['b'.repeat(40)]),
  });
  const logged = (days: number, author: string, action: string, content: string): void =>
    void reviewed.events.push({ id: state.nextId(), action, content, author, created: now - days * day });
  logged(11, 'alice', 'title', 'changed title from **Login** to **Begin the login page**');
  logged(11, 'alice', 'label', 'add label enhancement');
  logged(10, 'alice', 'description', 'changed the description');
  const { owner, path, branch } = websiteFork;
  add(42, {
    title: 'Search in titles too',
    body: '也搜索标题。',
    author: 'erik',
    head: branch,
    fork: `${owner}/${path}`,
    assignees: new Map([['alice', false]]),
    reviewers: new Map([['alice', false]]),
  });
  add(43, { title: '开始日志页面', author: 'xiaoming', head: 'feature/日志', draft: true, labels: ['性能'] });
  const merged = now - 2 * day;
  add(44, {
    title: 'Add outline',
    author: 'bob',
    head: 'outline',
    state: 'merged',
    merged: { time: merged, sha: undefined, base: undefined },
    updated: merged,
  });
}

function discussions(state: State, now: number): PullRequestComment[] {
  const line = { path: 'src/login.ts', line: 3 };
  const comments: readonly Pick<PullRequestComment, 'author' | 'body' | 'discussion' | 'place'>[] = [
    { author: 'bob', body: 'Looks good to me.', discussion: 'a'.repeat(40) },
    { author: 'bob', body: 'One `query` is enough.', discussion: 'b'.repeat(40), place: line },
    { author: 'alice', body: 'Done.', discussion: 'b'.repeat(40), place: line },
    {
      author: 'xiaoming',
      body: '这里需要翻译。',
      discussion: 'c'.repeat(40),
      place: { path: 'src/login.html', line: 5 },
    },
  ];
  return comments.map((comment, at) => ({ id: state.nextId(), created: now - (9 - at) * day, ...comment }));
}

/** What the host told alice about the website: that somebody named her, and that something was opened. */
export function addNotices(state: State, now: number): void {
  const add = (about: Omit<Notice, 'id' | 'to' | 'repository' | 'time'>, days: number): void =>
    void state.notices.push({
      ...{ id: `n${state.nextId()}`, to: 'alice', repository: 'alice/website', time: now - days * day },
      ...about,
    });
  const opened = { type: 'issue_open', content: '[carol] opened [Contrast of links is too low]', actor: 'carol' };
  add({ kind: 'issues', number: 13, ...opened, unread: false }, 3);
  const named = { type: 'merge_requests_referer', content: '[xiaoming] mentioned you in [开始日志页面]' };
  add({ kind: 'merge_requests', number: 43, ...named, actor: 'xiaoming', unread: true }, 1);
}

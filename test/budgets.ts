// What Sourcehost may take at most. Tests and `npm run bench` check it against these numbers and hold none of their own.
import assert from 'node:assert/strict';
import { processorTimeOf } from './kit/processorTime.ts';

export const budget = {
  /** Requests to the service. */
  requests: {
    /** Starting the editor, signed in, with the views shown; signed out it is none. */
    start: 1,
    signIn: 1,
    /** Opening a view, or expanding a row. */
    view: 1,
    /** From nothing to the root of a repository. */
    openRoot: 3,
    /** The same by an editor, which looks for a dozen settings of its own and reads those that are there. */
    openRepository: 5,
    /** From nothing to a file at any depth. */
    firstFile: 5,
    /** The first file of a folder at any depth: the listing of the folder, and the blob; once seen it is none, also after a restart. */
    openFile: 2,
    /** A file whose folder is expanded on the way. */
    openFolderAndFile: 2,
    /** 50 files of 10 folders, asked about and read. */
    readFifty: 65,
    /** Sizes of 50 files in 10 folders. */
    statFifty: 10,
    /** Looking through all folders of a repository with 2,300 files, and with 100,000. */
    walk: 3,
    walkHuge: 20,
    /** All paths of a repository, for "go to file". */
    goToFile: 1,
    /** Where a branch is now. */
    check: 1,
    /** Of a tag that is not among the first 100. */
    checkOldTag: 5,
    /** Without git, a name or the beginnings of a path in a link, which 1,000 tags do not decide; and the same once more. */
    missingRef: 12,
    missingRefAgain: 1,
    /** With git: a first search, or 50 files; those of git, and the others. */
    git: 3,
    besideGit: 2,
    /** Two refs, whatever differs. */
    compare: 6,
    /** A pull request of 100 files, whose commits are here. */
    comparePullRequest: 4,
    /** The same without git, where this many folders differ. */
    compareWithoutGit: (folders: number): number => 2 * folders + 5,
    /** Drafts on one branch, and the files of rules in their folders that no commit of this branch read before. */
    commit: (files: number, rules = 0): number => files + rules + 3,
    saveDraft: 1,
    openRecord: 1,
    saveRecord: 2,
    overviewPage: 6,
    /** The paths of the repository, the settings of its templates, and its three templates. */
    issueTemplate: 5,
    /** The issue, the default branch, the new branch and the assignment, without opening the branch; and the same once more. */
    startWork: 5,
    startWorkAgain: 3,
    /** The repository and the branch, before and after the clone; without those of git. */
    continueLocally: 4,
    /** Changing several issues with one command, and the same after a preview. */
    editIssues: (issues: number): number => 2 * issues,
    /** Of the inbox, within a minute with the focus, besides notifications; without the focus it is none. */
    inboxMinute: 1,
    /** From a failed run to the failed line of its log: the run, the log and its redirect. */
    failedLine: 3,
    /** Of the first list of the inbox. */
    inboxList: 5,
    /** Ten repositories in the inbox, two reviews, one commit and an hour with the focus. */
    morning: 300,
  },
  /** Bytes of the answers, before compression. */
  bytes: {
    /** Of a repository with 2,300 files. */
    openRoot: 10_000,
    /** A small file. */
    openFile: 2_000,
    walk: 100_000,
  },
  /** Bytes on disk. */
  sizes: {
    // With runs, conversations, forks and uploads, and the prompts of the MCP server.
    vsix: 1_145_000,
    /** The files that are read before the extension is active. */
    // With the texts of forks, uploads and folders that cannot be read, where each of them is registered, and what is told
    // of pull requests that ended.
    activation: 339_000,
    /** All code, most of which is read at its first use. */
    bundle: 2_150_000,
    /** The MCP server, a program of its own with all that it needs. */
    // With the tools of runs, whose logs are nested ZIPs, 11 kB of skills, which are its prompts, and git for forks and
    // worktrees, which has one class for both programs. Then the records of all lists, and what is refused before a question.
    mcp: 826_000,
  },
  // What follows depends on the machine: `npm run bench` looks at it, and `npm test` only at processor time.
  activation: {
    /** Loading the code and activating, of what the built-in `vscode.github-authentication` takes. */
    ratio: 1.9,
    /** Bytes above those of an extension that does nothing. */
    heap: 3.5 * 1024 * 1024,
  },
  /** Milliseconds; where nothing else is said, of wall time. */
  times: {
    /** The longest turn of the event loop while 1,000 rows arrive, of processor time. */
    blocked: 30,
    /**
     * The longest turn of the event loop while 1,000 comments are read and a hundred shown as threads, of processor time.
     * A profile shows 39 ms for 25 threads, mostly the Markdown of the editor; a garbage collection takes as long again.
     */
    threads: 100,
    /** The longest turn of the event loop while a page shows 1,000 comments, of processor time. */
    conversation: 50,
    /** The longest turn of other work that is done in parts, of processor time. It is 30 on an idle machine. */
    turn: 100,
    /** Appending a page of 100 rows to a list of up to 5,000, of processor time. */
    appendPage: 10,
    /** Two searches among 100,000 paths, of processor time. */
    findPaths: 1_000,
    /** Finding the references in lines that are 50,000 characters of the worst kind, of processor time. */
    hostileText: 2_000,
    /** Merging 100,000 equal lines with changes of both sides, of processor time. */
    merge: 1_000,
    /** Comparing or merging texts of 1 MB in total, of the worst kind, of processor time. */
    compare: 600,
    /** Globs of a hostile search and path, and of 3,000 paths, of processor time. */
    globs: 1_000,
    manyGlobs: 1_200,
    /** Until the first match in 2,300 files that are fetched with 50 ms of delay, and a search of 100,000 fetched ones. */
    firstMatch: 2_000,
    searchHuge: 3_000,
    /** Until the first page of 10,000 commits, fetched with 50 ms of delay. */
    firstCommits: 2_000,
    /** The same by the clock, at a delay of 50 ms. */
    failedLine: 1_500,
    /** The longest turn of the event loop while a log of 200 MB is unpacked and shown, of processor time. */
    log: 50,
    /** What the inbox shows of 2,000 things, of processor time. */
    inbox: 200,
    /** The newest 20 of 2,000 pull requests, at a delay of 50 ms. */
    pullRequestList: 300,
    /** The files of a pull request of 100 files, whose objects are here, of processor time without that of git. */
    pullRequestReview: 500,
    /** The heads of 50,000 pull requests, of processor time without that of git. */
    pullRequestHeads: 1_000,
  },
  /** Round trips one after another, from nothing: of requests that wait for each other. */
  trips: { openRoot: 2, firstFile: 3 },
  /** From nothing to a file of 2,300, by the clock, in round trips of 50 ms. */
  firstFileTime: 8,
  /** 50 files at once, cold, in round trips. */
  tripsOfFifty: 14,
  /** Blame of a fetched file with 1,000 commits, of what `git blame` takes in a clone. */
  blameRatio: 2,
  /** Bytes of memory. */
  memory: {
    /** Of the heap, after a walk through a repository. */
    walk: 80 * 1024 * 1024,
    /** Of the process, while a log of 200 MB is unpacked and written. */
    log: 250 * 1024 * 1024,
    /** Of the heap, a minute after the last work with git, above what it was before. */
    gitIdle: 5 * 1024 * 1024,
  },
} as const;

let current: Pick<Mocha.Runnable, 'retries'> | undefined;

/** Every run of mocha has these hooks (`.mocharc.json`, `test/editor/run.ts`). */
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    current = this.currentTest;
  },
};

/** Fails where `spent` (a number, or a list of requests) is more than `most`. The test does not run again then. */
export function within(most: number, spent: number | readonly unknown[], what = 'requests'): void {
  const count = typeof spent === 'number' ? spent : spent.length;
  const which = typeof spent === 'number' ? '' : `: ${spent.map(String).join(', ')}`;
  if (count > most) current?.retries(0);
  assert.ok(count <= most, `${count} ${what}, not ${most}${which}`);
}

/** Fails where `spent` is more milliseconds than `most`. They depend on the machine, so the test may run again. */
export function withinTime(most: number, spent: number, what = 'ms'): void {
  // Measuring the coverage takes time itself.
  if (process.env.NODE_V8_COVERAGE !== undefined) return;
  assert.ok(spent <= most, `${spent} ${what}, not ${most}`);
}

/**
 * Fails where `measure` gives more milliseconds than `most` three times. Other work of the machine makes one longer, and
 * none shorter.
 */
export async function withinLeast(most: number, measure: () => Promise<number>, about = ''): Promise<void> {
  const times: number[] = [];
  while (times.length < 3 && Math.min(...times) > most) times.push(await measure());
  withinTime(
    most,
    Math.min(...times),
    `ms of ${times.map((time) => time.toFixed(0)).join(', ')}${about === '' ? '' : `: ${about}`}`,
  );
}

/** Fails where `call` takes more milliseconds of processor time than `most`, three times. */
export async function withinProcessorTime(most: number, call: () => unknown, about?: string): Promise<void> {
  await withinLeast(most, () => processorTimeOf(call), about);
}

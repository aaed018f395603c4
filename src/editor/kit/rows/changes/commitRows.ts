import { l10n } from 'vscode';
import { resolvable } from '../../../../core/async.ts';
import { isFailure, toFailure } from '../../../../core/errors.ts';
import type { HistoryCommit, NewestCommits } from '../../../../domain/git/gitHistory.ts';
import { followedFile, type CommitPages, type CommittedFile } from '../../../../domain/history/commitList.ts';
import { subjectOf } from '../../../../domain/history/commitMessage.ts';
import { commitReports, type CiReport } from '../../../../domain/runs/ciReports.ts';
import { commitMarkdown } from '../../messages/commitMarkdown.ts';
import { formatAgo, formatDate } from '../../messages/format.ts';
import { comparisonOf, sideUri } from '../../uri.ts';
import { repositoryTarget, webPage, type RepositoryPlace } from '../place.ts';
import { emptyNode, fixed, lazyChildren, type Children, type Node } from '../../tree/node.ts';
import { changedFileRow, statusText } from './changedFile.ts';
import { described } from '../group.ts';
import { ciFacts, ciText, type RowRuns } from '../runTexts.ts';
import { shortSha } from '../../../../domain/objects/gitSha.ts';

const perPage = 100;

interface CommitRows {
  /** Called with the shas of a page and of its first parents. */
  readonly onCommits?: (shas: readonly string[]) => void;
  readonly ci?: RowRuns;
  /** Requests the rows again. With it, the newest commits are shown before the others are here. */
  readonly refresh?: () => void;
}

/** The commits of a history, a page at a time. `open`: undefined for a repository without commits. */
export function commitsOf(
  place: RepositoryPlace,
  open: (signal: AbortSignal) => Promise<CommitPages | undefined>,
  { onCommits = () => {}, ci, refresh }: CommitRows = {},
): Children {
  /** How the search for older commits ended, for the next look at the rows. */
  let searched: { readonly list: CommitPages; readonly newest: readonly Node[]; readonly error?: unknown } | undefined;
  const rowsOf = (list: CommitPages, commits: readonly HistoryCommit[]): Node[] => {
    onCommits(commits.flatMap(({ sha, parents }) => [sha, ...parents.slice(0, 1)]));
    return commits.map((commit) => commitNode(place, list, commit, ci));
  };
  return lazyChildren((signal) => {
    let list: CommitPages | undefined;
    let count = 0;
    let isEnd = false;
    return async () => {
      if (isEnd) return undefined;
      const earlier = searched;
      searched = undefined;
      // The user declined the rest: the list ends with how far back it goes.
      if (isFailure(earlier?.error, 'cancelled')) {
        isEnd = true;
        return { nodes: earlier.newest, unreadable: [], more: false };
      }
      if (earlier?.error !== undefined) throw toFailure(earlier.error);
      list ??= earlier?.list ?? (await open(signal));
      const commits = list;
      if (commits === undefined) return undefined;
      if (count === 0) void ci?.read(signal);
      const { promise: newest, resolve: onNewest } = resolvable<NewestCommits>();
      const whole = commits.page(count, perPage, { signal, onNewest: refresh && onNewest });
      const page = await Promise.race([whole, newest]);
      if ('since' in page) {
        isEnd = true;
        const progress = { isLooking: true };
        const end = (error?: unknown): void => {
          progress.isLooking = false;
          if (signal.aborted) return;
          searched = { list: commits, newest: nodes, error };
          refresh?.();
        };
        const rows = rowsOf(commits, page.commits.slice(0, perPage));
        const nodes = [...rows, searchedNode(page.since, progress)];
        void whole.then(() => end(), end);
        return { nodes, unreadable: [], more: false };
      }
      count += page.commits.length;
      isEnd = !page.hasMore;
      const { unreadable = [], hasMore: more } = page;
      return { nodes: rowsOf(commits, page.commits), unreadable, more };
    };
  });
}

function searchedNode(since: number, progress: { readonly isLooking: boolean }): Node {
  return {
    id: 'searched',
    get row() {
      const day = formatDate(new Date(since).toISOString()) ?? '';
      const label = progress.isLooking
        ? l10n.t('Searched back to {0}; looking for older commits…', day)
        : l10n.t('Searched back to {0} only', day);
      return { label, icon: progress.isLooking ? 'loading~spin' : 'info', context: 'empty' };
    },
  };
}

export function commitNode(
  place: RepositoryPlace,
  list: Pick<CommitPages, 'filesOf' | 'path'>,
  commit: HistoryCommit,
  ci?: RowRuns,
): Node {
  const { sha, message, parents, authorName, authoredDate } = commit;
  const subject = subjectOf(message);
  const followed = followedFile(commit);
  const label = subject === '' ? shortSha(sha) : subject;
  const earlier = followed !== undefined && followed.path !== list.path ? followed.path : undefined;
  const reports = (): readonly CiReport[] => commitReports(ci?.known ?? [], sha);
  return {
    id: sha,
    get row() {
      const description = described(authorName, formatAgo(authoredDate), ciText(reports()), earlier);
      return {
        label,
        description,
        icon: parents.length > 1 ? 'git-merge' : 'git-commit',
        context: 'commit',
        ...(followed === undefined ? {} : { open: comparisonOf(place.name, followed) }),
        spoken: [label, description].join(', '),
      };
    },
    hover: () => commitMarkdown(commit, place.name, undefined, ciFacts(reports())),
    target: {
      ...repositoryTarget(place),
      ref: sha,
      head: sha,
      sha,
      label,
      message,
      url: webPage(place, 'commit', sha),
    },
    children: fixed(async (signal) => {
      const files = await list.filesOf(commit, { signal });
      return files.length === 0 ? [emptyNode(l10n.t('No changed files'))] : files.map((file) => fileNode(place, file));
    }),
  };
}

function fileNode(place: RepositoryPlace, file: CommittedFile): Node {
  const { path, oldPath, status, commit, parent } = file;
  const { host, owner, repo } = place.name;
  const shownAt = status === 'removed' && parent !== undefined ? parent : commit.sha;
  return {
    id: path,
    row: changedFileRow({
      path,
      status,
      uri: sideUri({ host, owner, repo, ref: shownAt, path }),
      detail: oldPath === undefined ? undefined : l10n.t('from {0}', oldPath),
      context: 'commitFile',
      open: comparisonOf(place.name, file),
    }),
    tooltip: () => ({ title: path, text: statusText(status), facts: [[l10n.t('Before'), oldPath]] }),
    target: { ...repositoryTarget(place), ref: commit.sha, path, label: path },
  };
}

export function orNoCommits(children: Children): Children {
  return lazyChildren((signal) => {
    const batches = children(signal);
    let isFirst = true;
    return async () => {
      const { value } = await batches.next();
      const batch = value ?? (isFirst ? { nodes: [noCommits()], unreadable: [], more: false } : undefined);
      isFirst = false;
      return batch;
    };
  });
}

export const noCommits = (): Node => emptyNode(l10n.t('No commits found.'));

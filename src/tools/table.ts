import type { Tool } from './kit/tool.ts';
import { editFile, writeFile } from './local/edits.ts';
import { deleteFile, discardDrafts, moveFile } from './local/moves.ts';
import { compareRefs } from './read/compare.ts';
import { showDrafts } from './read/drafts.ts';
import { listFolder, readFile } from './read/files.ts';
import { history } from './read/history.ts';
import { getIssue, listIssues } from './read/issues.ts';
import { listMembers, listMilestones, listReleases } from './read/lists.ts';
import { getRepository, listRepositories } from './read/repositories.ts';
import { getPullRequest, listPullRequests } from './read/pullRequests.ts';
import { listRefs } from './read/refs.ts';
import { getRun, listRuns } from './read/runs.ts';
import { findText } from './read/search.ts';
import { comment } from './remote/comment.ts';
import { commitDrafts } from './remote/commit.ts';
import { createIssue, editManyIssues } from './remote/issues.ts';
import { createPullRequest, editPullRequest } from './remote/pullRequests.ts';
import { createRef } from './remote/refs.ts';
import { createRelease } from './remote/release.ts';
import { review } from './remote/review.ts';

/** Every tool for agents, in the editor and outside of it: first those that read. */
export const toolTable: readonly Tool[] = [
  listRepositories,
  getRepository,
  listFolder,
  readFile,
  findText,
  history,
  compareRefs,
  listRefs,
  listIssues,
  getIssue,
  listPullRequests,
  getPullRequest,
  listRuns,
  getRun,
  listMilestones,
  listReleases,
  listMembers,
  showDrafts,
  writeFile,
  editFile,
  moveFile,
  deleteFile,
  discardDrafts,
  commitDrafts,
  createRef,
  createIssue,
  editManyIssues,
  createPullRequest,
  editPullRequest,
  review,
  comment,
  createRelease,
];

export const toolSetNames = ['files', 'issues', 'pullRequests', 'releases'] as const;
export type ToolSetName = (typeof toolSetNames)[number];

/** The tools of each set. A task of one set can be done with its tools alone, so some are in several. */
const toolSets: Readonly<Record<ToolSetName, readonly Tool[]>> = {
  files: [
    listFolder,
    readFile,
    findText,
    history,
    compareRefs,
    showDrafts,
    writeFile,
    editFile,
    moveFile,
    deleteFile,
    discardDrafts,
    commitDrafts,
    createRef,
    listRefs,
  ],
  issues: [listIssues, getIssue, listMilestones, listMembers, createIssue, editManyIssues, comment],
  pullRequests: [
    listPullRequests,
    getPullRequest,
    listRuns,
    getRun,
    createPullRequest,
    editPullRequest,
    review,
    comment,
    history,
    compareRefs,
    readFile,
    listMembers,
    createRef,
  ],
  releases: [history, compareRefs, listRefs, listReleases, createRef, createRelease],
};

/** The sets that a tool is in; all for the tools that every task begins with. */
export function setsOf(tool: Tool): readonly ToolSetName[] {
  const sets = toolSetNames.filter((name) => toolSets[name].includes(tool));
  return sets.length === 0 ? toolSetNames : sets;
}

export function toolsIn(sets: readonly string[]): readonly Tool[] {
  return toolTable.filter((tool) => setsOf(tool).some((set) => sets.includes(set)));
}

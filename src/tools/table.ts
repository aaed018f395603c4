import type { Tool } from './kit/tool.ts';
import { editFile, writeFile } from './local/edits.ts';
import { deleteFile, discardDrafts, moveFile } from './local/moves.ts';
import { compareRefs } from './read/compare.ts';
import { showDrafts } from './read/drafts.ts';
import { findFile, listFolder, readFile } from './read/files.ts';
import { history } from './read/history.ts';
import { getIssue, listIssues } from './read/issues.ts';
import { listMembers, listMilestones, listReleases } from './read/lists.ts';
import { getRepository, listRepositories } from './read/repositories.ts';
import { findText } from './read/search.ts';
import { commitDrafts } from './remote/commit.ts';
import { createIssue, editManyIssues } from './remote/issues.ts';
import { createRef } from './remote/refs.ts';
import { createRelease } from './remote/release.ts';

/** Every tool for agents, in the editor and outside of it: first those that read. */
export const toolTable: readonly Tool[] = [
  listRepositories,
  getRepository,
  listFolder,
  readFile,
  findText,
  findFile,
  history,
  compareRefs,
  listIssues,
  getIssue,
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
  createRelease,
];

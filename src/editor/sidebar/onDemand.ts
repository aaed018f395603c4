/** What the views need only to show rows. Activation does not load it. */
export { accountsOf } from './accountRows.ts';
export { answeredNode } from '../kit/rows/answered.ts';
export { branchesOf } from '../features/branches/branchRows.ts';
export { draftsOf } from '../features/sourceControl/draftRows.ts';
export { issuesOf } from '../features/issues/issueRows.ts';
export { collaboratorsOf } from '../features/members/memberRows.ts';
export { milestonesOf } from '../features/milestones/milestoneRows.ts';
export { pullRequestsOf } from '../features/pullRequests/pullRequestRows.ts';
export { releasesOf } from '../features/releases/releaseRows.ts';
export { resultsOf } from '../features/repositories/searchResultRows.ts';
export { tagsOf } from '../features/tags/tagRows.ts';
export { toolChangesOf } from '../features/tools/toolChangeRows.ts';
export { webhooksOf } from '../features/webhooks/webhookRows.ts';
export { drag, dropFiles, dropIssues } from '../kit/tree/dragging.ts';

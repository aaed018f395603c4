/** What the views need only to show rows. Activation does not load it. */
export { Inboxes } from '../../../domain/inbox/inboxes.ts';
export { Prompt } from '../../kit/prompts/prompt.ts';
export { HistoryContent } from '../history/historyContent.ts';
export { accountsOf } from '../rows/account.ts';
export { answeredNode } from '../rows/answered.ts';
export { branchesOf } from '../rows/branch.ts';
export { draftsOf } from '../rows/drafts.ts';
export { inboxGroups } from '../rows/inbox.ts';
export { issuesOf } from '../rows/issues.ts';
export { collaboratorsOf } from '../rows/member.ts';
export { milestonesOf } from '../rows/milestone.ts';
export { releasesOf } from '../rows/release.ts';
export { resultsOf } from '../rows/searchResult.ts';
export { tagsOf } from '../rows/tag.ts';
export { toolChangesOf } from '../rows/toolChange.ts';
export { webhooksOf } from '../rows/webhook.ts';
export { drag, dropFiles, dropIssues } from '../tree/dragging.ts';
export { pickRepository } from '../state/pickRepository.ts';

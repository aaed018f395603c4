/** What clones need at their first use. Activation does not load it. */
export { BranchIssueStatus } from './branchIssueStatus.ts';
export { protectBranches } from './branchProtection.ts';
export { LocalClones } from './localClones.ts';

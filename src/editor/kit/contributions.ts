// Written by `npm run contributions` from package.json; not edited by hand.

/** Views that package.json declares. */
export type ViewId =
  | 'sourcehost.branches'
  | 'sourcehost.drafts'
  | 'sourcehost.folderAccess'
  | 'sourcehost.history'
  | 'sourcehost.inbox'
  | 'sourcehost.issues'
  | 'sourcehost.members'
  | 'sourcehost.milestones'
  | 'sourcehost.pullRequests'
  | 'sourcehost.releases'
  | 'sourcehost.repositories'
  | 'sourcehost.runs'
  | 'sourcehost.searchResults'
  | 'sourcehost.tags'
  | 'sourcehost.textResults'
  | 'sourcehost.textSearch'
  | 'sourcehost.toolChanges'
  | 'sourcehost.webhooks';

/** Settings that package.json declares, without their prefix. */
export type SettingName =
  | 'blame.currentLine'
  | 'cacheSize'
  | 'commit.method'
  | 'git.cacheSize'
  | 'git.enabled'
  | 'hosts'
  | 'inbox.enabled'
  | 'issues.branchName'
  | 'issues.queries'
  | 'network'
  | 'pullRequests.queries'
  | 'requestsPerMinute'
  | 'tools.enabled'
  | 'tools.repositories'
  | 'tools.sets';

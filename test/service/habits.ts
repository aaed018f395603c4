/**
 * Behaviours of the service that the description leaves open, or in which the live service differs from it.
 * Each can be set for all operations or for one.
 */
export interface Habits {
  /** Status of a creation. */
  created: 200 | 201;
  /** The reply of POST /user/repos: the record of the table, or the text of the description's error rules. */
  createdRepository: 'record' | 'success';
  /** The reply of operations without content: as described, 204, 200 with an empty body, or `{}`. */
  nothing: 'described' | '204' | '200' | '{}';
  /** A successful change gets a reply with an empty body. */
  emptyAfterWrite: boolean;
  /** A successful change is answered with HTTP 200 and an error: the service cannot read its own answer. */
  unreadAfterWrite: boolean;
  /** The body of an error. */
  errorBody: 'usual' | 'message' | 'errorMessage' | 'html' | 'empty';
  /** The HTTP status of an error: its own, 400 for all (the body's code stays), or 200. */
  errorStatus: 'own' | '400' | '200';
  /** Whether the code of the body says that something is missing, or only the words of a 400. */
  missingError: 'code' | 'words';
  /** HTTP status of missing and wrong fields. */
  invalidInput: 400 | 422 | 500;
  /** The reply for an unknown, expired or revoked token. */
  rejectedToken: '401' | '404 token not found';
  /** Whether the service checks scopes granted by OAuth (it always checks those of a limited personal token). */
  scopes: 'ignored' | 'enforced';
  /** GET contents of a folder. */
  folderContents: 'array' | '400' | '404';
  /** The reply of GET contents for a missing path. */
  missingContents: '404' | '400 with 404' | 'empty array';
  /** The reply for a write with an outdated sha. */
  staleSha: 400 | 409 | 422;
  /** The reply for a creation at an existing path. */
  existingFile: 400 | 409 | 422;
  /** Base64 is wrapped after this many characters; 0: not at all. */
  base64Line: number;
  /** Larger files have a download address instead of content. Bytes. */
  contentLimit: number;
  /** The order of a listing: folders first, or the order of git. */
  treeOrder: 'folders first' | 'git';
  /** Whether a recursive listing includes folders. */
  recursiveFolders: boolean;
  /** The reply of the branch detail for a missing branch; `revision`: for every name that git understands. */
  unknownBranch: 'refused' | 'revision';
  /** The reply for the tree of an empty repository. */
  emptyTree: '404' | '400' | 'empty';
  /** The parts that are missing in the reply of a file change. */
  updateAnswer: 'described' | 'with sha and commit';
  /** Milliseconds during which a new repository is not found. */
  freshRepository: number;
  /** Milliseconds during which a new fork is not found. */
  forkDelay: number;
  /** The reply for a branch of a fork that has commits of its own, if it is synchronized without force. */
  syncConflict: 'false' | '400';
  /** The status of the reply at the old address of a renamed or transferred repository. */
  movedRepository: 404 | 301 | 302 | 303 | 307 | 308;
  /** What names the branch of a fork as the head of a new pull request; `target`: nothing, its own branch is taken. */
  forkHead: 'owner/repo' | 'owner' | 'fork_path' | 'target';
  /** The message of a lightweight tag. */
  lightTagMessage: 'empty' | 'null' | 'commit';
  /** The form of an entry of push_users and merge_users. */
  ruleUsers: 'records' | 'logins';
  /**
   * Paging works, is ignored (each reply has everything), always returns the first page, or begins each page with the
   * last record of the previous one.
   */
  paging: 'obeyed' | 'ignored' | 'repeated' | 'overlapping';
  /** Pages have one record less than requested, although more pages follow; the next page begins with that record. */
  shortPages: boolean;
  /** The type of `number` of an issue: always text, as described (int single, text in lists), or always a number. */
  issueNumber: 'text' | 'described' | 'number';
  /** The name of the open state of an issue. */
  openState: 'opened' | 'open';
  /** Whether records carry the fields that only the live service sends. */
  liveFields: boolean;
  /** Default order of comments; or always the newest first, also if the request sets an order. */
  commentOrder: 'newest first' | 'oldest first' | 'always newest first';
  /** Whether a milestone's change without `due_on` is refused. */
  milestoneDue: 'required' | 'optional';
  /** Whether an issue contains its milestone. */
  issueMilestone: boolean;
  /** Whether a comment contains its time. */
  commentTime: boolean;
  /** Whether an issue of the list has all labels of the filter, or any. */
  labelFilter: 'all' | 'any';
  /** Whether the labels of a change replace the others or are added. */
  labelsOnEdit: 'replace' | 'add';
  /** The reply for unknown labels. */
  unknownLabel: 'created' | 'refused' | 'ignored';
  /** Whether the counts of the issue list follow its filter. */
  countsFollowFilter: boolean;
  /** Whether an issue list has count headers. */
  countHeaders: boolean;
  /** A change of a milestone without `state` opens it. */
  milestoneReopens: boolean;
  /** The effect of a missing flag in a change of a webhook. */
  hookFlags: 'kept' | 'cleared';
  /** The effect of missing fields in a change of a repository. */
  editFields: 'kept' | 'cleared';
  /** HTTP status of the reply for an account that is not a member. */
  notMember: 200 | 404;
  /** Whether the members of a repository include those of its organization. */
  inheritedMembers: boolean;
  /** Default order of releases. */
  releaseOrder: 'oldest first' | 'newest first';
  /** Downloads: bytes, a redirect to the storage address, or HTTP 200 with an error. */
  download: 'bytes' | 'redirect' | 'error';
  /** The reply for an attachment that already exists. */
  existingAsset: 'refused' | 'replaced' | 'both';
  /** An upload succeeds but is not registered. */
  lostUpload: boolean;
  /** The answer to a file for texts; `elsewhere`: with an address of another host beside its path. */
  fileUpload: 'both' | 'path' | 'elsewhere' | 'not stored';
  /** Bytes of the largest file for texts. */
  fileUploadLimit: number;
  /** Lifetime of an upload grant. Milliseconds. */
  grantLife: number;
  /** Retry-After of a 429. */
  retryAfter: 'seconds' | 'date' | 'none';
  /** HTTP status of too many requests. The body's code is 429; with 403, only the words say it. */
  throttledStatus: 429 | 400 | 403;
  /** Whether a renewal returns a new refresh token and ends the old one, or keeps the old one. */
  rotation: boolean;
  /** Lifetime of an access token. Seconds. */
  expiresIn: number;
  /**
   * The accepted redirect addresses: the registered ones and any of this machine or an editor, or only the registered
   * ones.
   */
  redirects: 'lenient' | 'registered';
  /** The parameters of a redirect after a denial: error, description and state, or fewer. */
  denial: 'described' | 'error alone' | 'without state' | 'state alone';
  /** PKCE, which the description does not mention: the verifier is checked against the challenge, or both are ignored. */
  pkce: 'checked' | 'ignored';
  /** Lifetime of an authorization code. Milliseconds. */
  codeLife: number;
  /**
   * The first event of the next page of the activity feed: the next one, the last one again, or the whole last day
   * again.
   */
  feedNext: 'after' | 'inclusive' | 'day';
  /** `next` on the last page of the feed; `same`: the value of the previous page, which returns the last page again. */
  feedEnd: 'blank' | 'null' | 'absent' | 'same';
  /** HTTP status of a refusal of the form `{code, msg}`. */
  acknowledgedNo: 200 | 400 | 403 | 500;
  /** HTTP status of a write to an archived repository. */
  archivedWrite: 400 | 403 | 404 | 423;
  /** HTTP status of a write to a missing branch; the body's code is 404. */
  missingBranch: 404 | 400;
  /** The meaning of `*` in a rule: any text, or text without a slash. */
  wildcard: 'any text' | 'no slash';
  /** The rule that applies if several match a branch. `strictest`: all of them must allow the push. */
  overlappingRules: 'exact, then first' | 'any' | 'strictest';
  /** Whether keywords and names may be mixed in pusher and merger. */
  ruleNames: 'mixed' | 'apart';
  /** Whether the names of protected tags can contain wildcards. */
  tagWildcards: boolean;
  /** The effect of a change of a release with another `tag_name` than in the path. */
  otherTagName: 'refused' | 'ignored';
  /** The fields that mark a pre-release. */
  preRelease: 'both' | 'prerelease' | 'release_status';
  /** The effect of an empty assignee and of the milestone 0 in a change of an issue. */
  emptyClears: 'cleared' | 'ignored' | 'refused';
  /** Whether time filters include their bounds. */
  timeBounds: 'inclusive' | 'exclusive';
  /** The time that `since` of the issue list is compared with. */
  since: 'updated' | 'created';
  /** The form of `repo` in the payload of an issue, and in the search for issues. */
  repoName: 'either' | 'path' | 'owner/path';
  /** Whether a member of a repository contains the name of the role. */
  memberRole: boolean;
  /** Whether a list of branches tells which one is the default branch. */
  listedDefault: boolean;
  /** What a repository tells of the permissions of the account. */
  repositoryPermission: 'all' | 'only denied push' | 'absent';
  /** What git does with the filter of a fetch. */
  gitFilters: 'obeyed' | 'ignored' | 'refused';
  /** The commits that git may fetch by their sha: any, or only those that a branch or tag names. */
  gitShas: 'any' | 'tips';
  /** The user name that git must send beside a token. */
  gitUser: 'any' | 'oauth2';
  /** The git address in the record of a repository. Without `.git`, git answers at no other address. */
  gitAddress: 'with .git' | 'without .git';
  /** A rule of the host that runs before a push: it refuses each push. */
  pushRule: 'absent' | 'refuses';
  /**
   * The operations that the description does not have: served, or answered as an unknown address or method. `reads`: only
   * those that read are served.
   */
  optionalOperations: 'served' | 'reads' | '404' | '405';
  /** The type of `number` of a pull request. */
  pullRequestNumber: 'number' | 'text';
  /** The reply for one pull request: the record, or a list with it. */
  singlePullRequest: 'record' | 'list';
  /** The name of the time at which a pull request was closed. */
  closedAt: 'closed__at' | 'closed_at';
  /** Whether the list of own pull requests obeys its scope. */
  pullScopes: 'obeyed' | 'ignored';
  /** Whether a change of a pull request can give it another base. */
  pullBase: 'changed' | 'ignored';
  /** The forms of notifications and of the comments of a repository: as seen, or as documented. */
  inboxForms: 'seen' | 'documented';
  /** Whether single and list have the forms of the live service, or the one form that its documentation describes. */
  pullRequestForm: 'live' | 'described';
  /** The words with which a change opens and closes a pull request. */
  stateWords: 'open, closed' | 'reopen, close' | 'all';
  /** Whether the title of a draft gets a mark. */
  draftPrefix: 'added' | 'absent';
  /** What stands at a condition of a merge that is not met; `absent`: most conditions and all reasons are missing. */
  mergeReason: 'sentence' | 'false' | 'absent';
  /** The repository of a head whose fork was deleted. */
  deletedFork: 'null' | 'empty' | 'without a path';
  /** The parents of a commit of a pull request. */
  pullCommitParents: 'object' | 'list';
  /** The settings of pull requests: flat, or partly in a record of their own with flags as 0 and 1. */
  settingsForm: 'flat' | 'nested';
  /** The reply to an edited comment of an issue. */
  issueCommentEdit: 'nothing' | 'comment';
  /**
   * Replies in the list of comments: in the entry of their root, in the entry of the previous reply, as entries of their
   * own, or both in their root (the newest first) and as entries.
   */
  commentReplies: 'in root' | 'in replies' | 'flat' | 'both';
  /** Whether the list of comments tells the path of each, and where. */
  commentPlace: 'absent' | 'told' | 'diff_file' | 'diff_position';
  /** Whether the list of comments names the discussion of each. */
  discussionId: boolean;
  /** The order of the comments of a pull request. */
  pullCommentOrder: 'oldest first' | 'newest first';
  /** The reply to a new comment: its discussion and, under one of two names, its own id; or other forms. */
  createdComment: 'note_id' | 'noteId' | 'discussion' | 'number' | 'number as text' | 'whole';
  /** What becomes of the replies when their root is removed: the first one is the root, or all go. */
  removedRoot: 'replies stay' | 'discussion goes';
  /** One comment: with its position, or as in the list. */
  singleComment: 'position' | 'as listed';
  /** The discussions of v4: in `data`, bare, in `content`, or notes between the entries of the log. */
  discussionsForm: 'data' | 'list' | 'content' | 'notes';
  /** The list of runs: needs a status, or ignores every other filter. */
  runListing: 'obeyed' | 'needs status' | 'ignores filters';
  /** Milliseconds until a new run is listed and found. */
  runDelay: number;
  /** Times of runs: milliseconds as numbers or as texts, or seconds. */
  runTimes: 'numbers' | 'texts' | 'seconds';
  /** Whether the list of the jobs of a run has their ids. */
  jobIds: 'given' | 'empty';
  /** The number of the first line in the check of a workflow. */
  firstLine: 0 | 1;
}

export const usual: Habits = {
  created: 201,
  createdRepository: 'record',
  nothing: 'described',
  emptyAfterWrite: false,
  unreadAfterWrite: false,
  errorBody: 'usual',
  errorStatus: 'own',
  missingError: 'code',
  invalidInput: 400,
  rejectedToken: '401',
  scopes: 'ignored',
  folderContents: 'array',
  missingContents: '404',
  staleSha: 409,
  existingFile: 400,
  base64Line: 0,
  contentLimit: 10 * 1024 * 1024,
  treeOrder: 'folders first',
  recursiveFolders: true,
  unknownBranch: 'refused',
  emptyTree: '404',
  updateAnswer: 'described',
  freshRepository: 0,
  forkDelay: 100,
  syncConflict: 'false',
  movedRepository: 404,
  forkHead: 'owner/repo',
  lightTagMessage: 'empty',
  ruleUsers: 'records',
  paging: 'obeyed',
  shortPages: false,
  issueNumber: 'text',
  openState: 'opened',
  liveFields: true,
  commentOrder: 'newest first',
  milestoneDue: 'required',
  issueMilestone: true,
  commentTime: true,
  labelFilter: 'all',
  labelsOnEdit: 'replace',
  unknownLabel: 'created',
  countsFollowFilter: true,
  countHeaders: true,
  milestoneReopens: false,
  hookFlags: 'kept',
  editFields: 'kept',
  notMember: 404,
  inheritedMembers: false,
  releaseOrder: 'oldest first',
  download: 'bytes',
  existingAsset: 'refused',
  lostUpload: false,
  fileUpload: 'both',
  fileUploadLimit: 20_971_520,
  grantLife: 5 * 60_000,
  retryAfter: 'seconds',
  throttledStatus: 429,
  rotation: true,
  expiresIn: 1_296_000,
  redirects: 'lenient',
  denial: 'described',
  pkce: 'checked',
  codeLife: 5 * 60_000,
  feedNext: 'after',
  feedEnd: 'blank',
  acknowledgedNo: 200,
  archivedWrite: 403,
  missingBranch: 404,
  wildcard: 'any text',
  overlappingRules: 'exact, then first',
  ruleNames: 'mixed',
  tagWildcards: true,
  otherTagName: 'refused',
  preRelease: 'both',
  emptyClears: 'cleared',
  timeBounds: 'inclusive',
  since: 'updated',
  repoName: 'either',
  memberRole: true,
  listedDefault: true,
  repositoryPermission: 'all',
  gitFilters: 'obeyed',
  gitShas: 'any',
  gitUser: 'any',
  gitAddress: 'with .git',
  pushRule: 'absent',
  optionalOperations: 'served',
  pullRequestNumber: 'number',
  singlePullRequest: 'record',
  pullScopes: 'obeyed',
  pullBase: 'changed',
  inboxForms: 'seen',
  closedAt: 'closed_at',
  pullRequestForm: 'live',
  stateWords: 'open, closed',
  draftPrefix: 'added',
  mergeReason: 'sentence',
  deletedFork: 'null',
  pullCommitParents: 'object',
  settingsForm: 'flat',
  issueCommentEdit: 'nothing',
  commentReplies: 'in root',
  commentPlace: 'absent',
  discussionId: true,
  pullCommentOrder: 'oldest first',
  createdComment: 'note_id',
  removedRoot: 'replies stay',
  singleComment: 'position',
  discussionsForm: 'data',
  runListing: 'obeyed',
  runDelay: 0,
  runTimes: 'numbers',
  jobIds: 'given',
  firstLine: 0,
};

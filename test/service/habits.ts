/**
 * Behaviours of the service that the description leaves open, or in which the live service differs from it.
 * Each can be set for all operations or for one.
 */
export interface Habits {
  /** Status of a creation. */
  created: 200 | 201;
  /** What POST /user/repos answers: the record of the table, or the text of the description's error rules. */
  createdRepository: 'record' | 'success';
  /** The answer of operations without content: as described, 204, 200 with nothing, or `{}`. */
  nothing: 'described' | '204' | '200' | '{}';
  /** A successful change is answered with an empty body. */
  emptyAfterWrite: boolean;
  /** The body of an error. */
  errorBody: 'usual' | 'message' | 'errorMessage' | 'html' | 'empty';
  /** The HTTP status of an error: its own, 400 for all (the body's code stays), or 200. */
  errorStatus: 'own' | '400' | '200';
  /** HTTP status of missing and wrong fields. */
  invalidInput: 400 | 422 | 500;
  /** A token that is unknown, expired or revoked. */
  rejectedToken: '401' | '404 token not found';
  /** Whether the service checks scopes granted by OAuth (it always checks those of a limited personal token). */
  scopes: 'ignored' | 'enforced';
  /** HTTP status of a missing scope; the body's code is 403. */
  missingScope: 400 | 403;
  /** GET contents of a folder. */
  folderContents: 'array' | 'empty array' | '400' | '404';
  /** GET contents of a path that is not there. */
  missingContents: '404' | '400 with 404' | 'empty array';
  /** A write on a file that changed meanwhile. */
  staleSha: 400 | 409 | 422;
  /** A creation at a path that is taken. */
  existingFile: 400 | 409 | 422;
  /** Base64 is wrapped after this many characters; 0: not at all. */
  base64Line: number;
  /** Larger files come without content, with a download address. Bytes. */
  contentLimit: number;
  /** The first folder of a listing, or git's order. */
  treeOrder: 'folders first' | 'git';
  /** Whether a recursive listing holds the folders too. */
  recursiveFolders: boolean;
  /** Whether a tree can be asked for by the name of a tag. */
  treeByTag: boolean;
  /** Whether `ref_name` of file_list takes the name of a tag. */
  pathsByTag: boolean;
  /** What trees, contents and file_list answer for a ref that is not there. */
  unknownRef: 'refused' | 'default branch';
  /** What the detail of a branch that is not there is answered with. */
  unknownBranch: 'refused' | 'default branch';
  /** What `file_name` of file_list is compared with. */
  fileName: 'part' | 'glob' | 'exact';
  /** What is answered for the tree of an empty repository. */
  emptyTree: '404' | '400' | 'empty';
  /** What the answer of a file's change lacks. */
  updateAnswer: 'described' | 'with sha and commit';
  /** A new repository is not found for this long. Milliseconds. */
  freshRepository: number;
  /** The old address of a renamed or transferred repository. */
  movedRepository: 'gone' | 'redirect';
  /** The message of a light tag. */
  lightTagMessage: 'empty' | 'null' | 'commit';
  /** An entry of push_users and merge_users. */
  ruleUsers: 'records' | 'logins';
  /** Paging is obeyed, ignored (everything comes each time), the first page comes each time, or each page begins with the last record of the one before. */
  paging: 'obeyed' | 'ignored' | 'repeated' | 'overlapping';
  /** Pages have fewer records than requested, although more pages follow. */
  shortPages: boolean;
  /** How `number` of an issue is written: as described (int single, text in lists), or always one of them. */
  issueNumber: 'described' | 'text' | 'number';
  /** The name of the open state of an issue. */
  openState: 'opened' | 'open';
  /** Whether an issue contains its milestone. */
  issueMilestone: boolean;
  /** Whether a comment contains its time. */
  commentTime: boolean;
  /** Labels of the filter: all of them, or any. */
  labelFilter: 'all' | 'any';
  /** Labels of a change replace or are added. */
  labelsOnEdit: 'replace' | 'add';
  /** Unknown labels. */
  unknownLabel: 'created' | 'refused' | 'ignored';
  /** Whether the counts of the issue list follow its filter. */
  countsFollowFilter: boolean;
  /** Whether an issue list has count headers. */
  countHeaders: boolean;
  /** A milestone's change without `state` opens it. */
  milestoneReopens: boolean;
  /** Counts of milestones stay 0. */
  milestoneCounts: boolean;
  /** A change of a webhook without a flag. */
  hookFlags: 'kept' | 'cleared';
  /** A changed repository's fields that were not sent. */
  editFields: 'kept' | 'cleared';
  /** HTTP status of the answer about an account that is not a member. */
  notMember: 200 | 404;
  /** Whether members of the organization are listed among a repository's. */
  inheritedMembers: boolean;
  /** Order of releases when none is asked for. */
  releaseOrder: 'oldest first' | 'newest first';
  /** Downloads: bytes, or a redirect to the storage address. */
  download: 'bytes' | 'redirect';
  /** An attachment that exists already. */
  existingAsset: 'refused' | 'replaced' | 'both';
  /** An upload is answered with success and registers nothing. */
  lostUpload: boolean;
  /** Life of an upload grant. Milliseconds. */
  grantLife: number;
  /** Where the release's assets are: with size and type, or only the address and name. */
  assetFields: 'all' | 'few';
  /** Retry-After of a 429. */
  retryAfter: 'seconds' | 'date' | 'none';
  /** HTTP status of too many requests; the body's code is 429. */
  throttledStatus: 429 | 400;
  /** A renewal answers with a new refresh token, the old one ending; else without one, the old one going on. */
  rotation: boolean;
  /** Life of an access token. Seconds. */
  expiresIn: number;
  /** Which redirect addresses are accepted: the registered ones and any of this machine or an editor, or the registered alone. */
  redirects: 'lenient' | 'registered';
  /** Whether the token record contains `token_type`. */
  tokenType: boolean;
  /** Where the inputs of a token request are read; elsewhere they count as missing. `query and form`: the client secret in the form, the others in the address. */
  tokenInputs: 'anywhere' | 'urlencoded' | 'multipart' | 'query' | 'query and form';
  /** What comes back where access is denied: error, its description and the state, or less of it. */
  denial: 'described' | 'error alone' | 'without state' | 'state alone';
  /** The inputs of PKCE, which the description does not list: the verifier is checked against the challenge, both are ignored, or the page or the exchange refuses inputs that it does not know. */
  pkce: 'checked' | 'ignored' | 'refused by the page' | 'refused by the exchange';
  /** Life of an authorization code. Milliseconds. */
  codeLife: number;
  /** Where the next page of the activity feed begins: after what was told, with the last of it again, or with its whole last day again. */
  feedNext: 'after' | 'inclusive' | 'day';
  /** `next` on the last page of the feed; `same`: that of the page before, which leads to the last page again. */
  feedEnd: 'blank' | 'null' | 'absent' | 'same';
  /** HTTP status of a `{code, msg}` that says no. */
  acknowledgedNo: 200 | 400 | 403 | 500;
  /** HTTP status of a write to an archived repository. */
  archivedWrite: 400 | 403 | 404 | 423;
  /** HTTP status of a write to a branch that is not there; the body's code is 404. */
  missingBranch: 404 | 400;
  /** What `*` of a rule stands for: any text, or text without a slash. */
  wildcard: 'any text' | 'no slash';
  /** Which of several rules holds for a branch. `strictest`: all of them must allow. */
  overlappingRules: 'exact, then first' | 'any' | 'strictest';
  /** Whether keywords and names may be mixed in pusher and merger. */
  ruleNames: 'mixed' | 'apart';
  /** Whether the names of protected tags hold wildcards. */
  tagWildcards: boolean;
  /** A release's change with another `tag_name` than the path's. */
  otherTagName: 'refused' | 'ignored';
  /** Which fields say that a release is a pre-release. */
  preRelease: 'both' | 'prerelease' | 'release_status';
  /** An empty assignee and the milestone 0 in a change of an issue. */
  emptyClears: 'cleared' | 'ignored' | 'refused';
  /** Whether bounds of times belong to what they bound. */
  timeBounds: 'inclusive' | 'exclusive';
  /** What `since` of the issue list is compared with. */
  since: 'updated' | 'created';
  /** What `repo` is called by in the payload of an issue, and in the search for issues. */
  repoName: 'either' | 'path' | 'owner/path';
}

export const usual: Habits = {
  created: 201,
  createdRepository: 'record',
  nothing: 'described',
  emptyAfterWrite: false,
  errorBody: 'usual',
  errorStatus: 'own',
  invalidInput: 400,
  rejectedToken: '401',
  scopes: 'ignored',
  missingScope: 400,
  folderContents: 'array',
  missingContents: '404',
  staleSha: 409,
  existingFile: 400,
  base64Line: 0,
  contentLimit: 10 * 1024 * 1024,
  treeOrder: 'folders first',
  recursiveFolders: true,
  treeByTag: false,
  pathsByTag: true,
  unknownRef: 'refused',
  unknownBranch: 'refused',
  fileName: 'part',
  emptyTree: '404',
  updateAnswer: 'described',
  freshRepository: 0,
  movedRepository: 'gone',
  lightTagMessage: 'empty',
  ruleUsers: 'records',
  paging: 'obeyed',
  shortPages: false,
  issueNumber: 'described',
  openState: 'opened',
  issueMilestone: true,
  commentTime: true,
  labelFilter: 'all',
  labelsOnEdit: 'replace',
  unknownLabel: 'created',
  countsFollowFilter: true,
  countHeaders: true,
  milestoneReopens: false,
  milestoneCounts: true,
  hookFlags: 'kept',
  editFields: 'kept',
  notMember: 404,
  inheritedMembers: false,
  releaseOrder: 'oldest first',
  download: 'bytes',
  existingAsset: 'refused',
  lostUpload: false,
  grantLife: 5 * 60_000,
  assetFields: 'all',
  retryAfter: 'seconds',
  throttledStatus: 429,
  rotation: true,
  expiresIn: 1_296_000,
  redirects: 'lenient',
  tokenType: false,
  tokenInputs: 'anywhere',
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
};

/** Why no response arrived. Reasons are separate if the user can do something different about them. */
const networkTexts = {
  // No network, or no route to the host.
  offline: 'Host unreachable. Check the network connection.',
  dns: 'Host name could not be resolved. Check the address and the network connection.',
  connectionRefused: 'The host refused the connection. Check the address and the port.',
  reset: 'The connection was closed before the response was complete. Try again.',
  connectTimeout: 'Connection timed out. Check the network and the proxy settings.',
  // The request was sent.
  answerTimeout: 'The host did not answer in time. Try again.',
  stalled: 'The transfer stalled. Try again.',
  // Also if it is not valid yet.
  tlsExpired: 'The certificate of the host has expired. Check the clock of this computer, or contact the host.',
  tlsSelfSigned: 'The certificate of the host is self-signed. Add it to the trusted certificates.',
  tlsUnknownIssuer: 'The issuer of the host’s certificate is not trusted. Add it to the trusted certificates.',
  tlsWrongName: 'The certificate belongs to another host. Check the address of the host.',
  // Any other error of TLS.
  tls: 'Secure connection failed. Check the address of the host and the log.',
  // Also if the proxy rejects the given ones.
  proxyAuth: 'The proxy requires a user name and password. Add them to the setting http.proxy.',
  proxyUnreachable: 'The proxy cannot be reached. Check the setting http.proxy.',
  proxyRefused: 'The proxy refused to connect to this host. Check the setting http.proxy.',
  proxyInvalid: 'Invalid proxy address. Correct the setting http.proxy.',
  portBusy: 'Another program uses the callback port. Close it, or sign in another way.',
  // Any other error of the network.
  network: 'Host unreachable. Check the network, the proxy settings and the address of the host.',
} as const;

/** Why a file of this computer could not be read or written. */
const diskTexts = {
  diskFull: 'The disk is full. Free some space and try again.',
  // No permission, read-only, or locked by another program.
  diskDenied: '“{0}” cannot be read or written. Check its permissions, and close programs that use it.',
  diskMissing: '“{0}” does not exist.',
  // Any other error of the disk.
  disk: '“{0}” could not be read or written. Check the disk and try again.',
} as const;

/** Why a sign-in failed, or a session ended. */
const signInTexts = {
  // By the user or by the service.
  signInDenied: 'Access was denied in the browser. Sign in again to allow it.',
  requestRefused: 'The host rejected the sign-in request. Check the client ID, the redirect URL and the scopes.',
  signInLate: 'Sign-in timed out after five minutes. Sign in again.',
  codeRefused: 'The host rejected the code from the browser: it was already used or has expired. Sign in again.',
  clientRefused: 'The host rejected the client ID or secret. Sign in again to enter them.',
  tokenRefused: 'The host rejected this token. Check that it is complete and has not expired.',
  // The host refused to renew the token.
  sessionEnded: 'The sign-in has expired. Sign in again.',
  noAccount: 'No account is signed in. Sign in and try again.',
  accountSignedOut: '{0} is not signed in at {1}. Sign in and try again.',
  // Of an unsaved text, after the account of the window changed.
  otherAccount: '{0} typed this text. Sign in as {0} to save it, or copy it.',
  unusableToken: 'The token contains invalid characters. Copy it again, complete and without spaces.',
  // This window cannot read the new token.
  renewedElsewhere: 'Another window renewed the sign-in. Reload this window or sign in again.',
  environmentToken: 'The token comes from the environment variable SOURCEHOST_TOKEN. Remove it there.',
} as const;

/** Why an address cannot be used as the address of a host. */
const hostTexts = {
  notTheApi: 'No API found at this address. Check the API address.',
  noSignInPages: 'No sign-in page at this address. Check the OAuth address.',
  notSafe: 'Use an https URL: http is allowed for this computer only.',
  // The editor does not use the written setting.
  settingNotTaken: 'The setting sourcehost.hosts could not be changed. Edit it in the settings.',
} as const;

/** Why a file, a branch or a tag of a repository cannot be changed. */
const fileTexts = {
  isTag: 'A tag is read-only. Switch to a branch to change files.',
  isCommit: 'A commit is read-only. Switch to a branch to change files.',
  isArchived: 'The repository is archived: its files are read-only.',
  notAllowed: 'No write access to the repository: you cannot commit to its branches.',
  isRestricted:
    'This file is not used in Restricted Mode, because it configures the editor or is a notebook. Run the command “Manage Repository Trust” to view it, or to trust the authors of the repository.',
  isFolder: '“{0}” is a folder.',
  // A file or a submodule.
  isNotFolder: '“{0}” is not a folder.',
  isNotEmpty: 'The folder “{0}” is not empty.',
  intoItself: 'A folder cannot be moved into itself.',
  draftedThere: 'The other branch has drafts of the same files: {0}. Commit or discard those first.',
  nameNotUtf8:
    'The name “{0}” has control characters or is not valid UTF-8. Such a file can only be read. Rename it with git in a clone.',
  controlInName: 'The name “{0}” has a line break or another control character. Choose another name.',
  // Also if only an operating system cannot.
  unusableName: 'Git cannot keep a file with the name “{0}”. Choose another name.',
  isProtected: 'The branch is protected: this account cannot push to it. Commit to a new branch.',
  isDefaultBranch: '“{0}” is the default branch of {1}. Choose another default branch on the web first.',
  isProtectedBranch: '“{0}” is a protected branch. Remove its protection first.',
  // `{1}`: the rules that match the branch.
  isProtectedByRule: '“{0}” is protected by the rule {1}. Remove this rule first.',
  removalDenied: 'This account cannot remove or rename branches and tags of the repository.',
  refExists: '“{0}” already exists.',
  noSuchRef: 'There is no branch, tag or commit “{0}” in {1}. Check the name, or refresh if it was just created.',
  refUndecided:
    'It is not known whether “{0}” exists in {1}: the host listed only some of its branches and tags. Turn on git, or use a full SHA.',
  // `{0}`: the first segment of the path.
  noRefInLink: 'The URL matches no branch, tag or commit of {1}: neither “{0}” nor a longer part of it exists.',
  // Files that were changed here and on the server.
  isConflict: 'Resolve the conflicts first: {0}',
  draftsChanged:
    'These drafts changed after you chose to commit, so they are not committed: {0}. Look at them, then commit again.',
  maybeCommitted:
    'The host did not confirm whether “{0}” was committed. {1} of {2} files are committed for certain. Commit again to continue: no file is committed twice.',
  answersFail:
    'The host commits, but its responses fail. {0} of {1} files are committed, the rest are still drafts. Commit again later to continue.',
} as const;

/** Why local git did not do an operation. */
const gitTexts = {
  gitMissing: 'Git is missing or turned off. Install it, and turn on the setting git.enabled.',
  // Before: it is not asked again for five minutes.
  gitRefused: 'The host does not allow git for this account. Sign in again, or ask its operator.',
  gitCacheFailed: 'The git objects on this computer cannot be read or written. Check the disk and its permissions.',
  // The message of git says why.
  gitFailed: 'Git failed. Try again, or look into the log of this extension.',
  gitBusy: 'The host has too many requests of git. Try again in a few minutes.',
  gitHostFailed: 'The host failed while it answered git. Try again later.',
  // It was stopped, because it would take too long.
  gitSlow: 'Git took too long to compare, so it was stopped. Compare with git in a clone.',
  // By another program or the operating system.
  gitEnded: 'Git was stopped before it finished. Try again.',
  // It cannot ask now.
  gitAsks:
    'Git of this editor opens a folder outside of the workspace only after a question. Set git.openRepositoryInParentFolders to "always", or update the editor.',
  noCloneAddress: 'The host returned no repository URL that is safe for git. Ask its operator.',
  dashedRef: 'Git cannot clone “{0}”: names that begin with “-” are read as options.',
  gitOff: 'Git is turned off. Turn on the setting sourcehost.git.enabled.',
  gitTooOld: 'Git is older than version 2.30. Update git.',
  gitTooOldToMerge: 'Git is older than version 2.38. Update git.',
  // Also if the host requires a token.
  gitTokenRefused: 'The host rejected the account for git. Sign in again, or sign in with a token.',
  gitDenied: 'No access to the repository with git. Sign in with an account that can read it.',
  gitNoRepository: 'Git found no such repository. It may have been removed or renamed, or this account has no access.',
  gitNoService: 'The host does not offer git over https for this repository. Check the address of the host.',
  // Also if the host does not have it.
  gitNoCommit: 'The host does not let git fetch this commit. Refresh, or choose a branch or a tag.',
  // `{0}`: the account of the command.
  gitOtherAccount: 'Git uses the active account. Switch to {0} and try again.',
  pushDenied: 'The account cannot push here. Commit to a new branch.',
  // By a rule of the host, whose text is the message.
  pushRefused: 'The host refused the push. Commit to a new branch, or ask an owner of the repository.',
  // The branch or tag is not at the expected commit.
  otherDefaultBranch:
    'The default branch is “{0}” now. The drafts belong to “{1}”: move them to “{0}”, or switch to “{1}” if it still exists.',
  branchMoved: 'The branch moved on the host. Try again.',
  // `{0}`: the beginning of its sha, `{1}`: the name of the report of git-fsck(1).
  rejectedObject:
    'The repository has an object that could harm its readers ({0}: {1}), so it is not read with git. Its owner has to repair it. Files, search and comparisons work without git.',
  // `{0}`: the beginning of its sha.
  damagedObject:
    'The repository on the host is damaged: git cannot read the object {0}. Its owner has to repair it, for example by a push from a complete clone. Files that are not damaged still open.',
  // Git does not name the object.
  damagedRepository:
    'The repository on the host is damaged: git cannot read an object of it. Its owner has to repair it, for example by a push from a complete clone. Files that are not damaged still open.',
  gitTooLarge: 'The repository is larger than {0} MB. Increase the setting sourcehost.git.cacheSize.',
  // They would fill the memory.
  tooManyFiles: 'There are more files than git can list here. Look at them with git in a clone.',
  tooManyVersions: 'The pull request has more than {0} commits, too many to compare. Show all of its changes instead.',
  // A fetch in the background receives no more.
  largeFetch: 'This needs more than 200 MB from the host. Open the history and confirm the download.',
  // A checkout would overwrite them.
  localChanges: 'The clone has uncommitted changes of the same files. Commit or stash them, then try again.',
  // Git did nothing and gave no message.
  gitSilent: 'Git failed. Its messages are in the output channel Git.',
  targetNotEmpty: '“{0}” already exists and is not empty. Choose another folder.',
  emptyFolder: 'The folder is empty: there is nothing to publish.',
  worktreeHasWork: '{0} has changes that are not committed. Commit or discard them first; nothing was removed.',
  noWorktree: 'No worktree of a clone that is open in this window has {0}.',
  partOfRepository: 'This folder is a part of another git repository. Publish that one, or move the folder out of it.',
} as const;

/** Why a response of the service cannot be used, although its status is not an error. */
const answerTexts = {
  // No request is sent until the limit ends.
  requestLimit: 'The host is limiting requests. Try again in {0} s.',
  noCommitList: 'Git cannot be used here, and {0} shows its commits only on its web page: {1}',
  // `{0}`: `!45`.
  // The host answered a change, and did not make it. `{0}`: names of inputs, such as `title, labels`.
  notChanged: 'The host reported success, and did not change: {0}. Try again, or use its web page.',
  baseKept: 'The host left “{0}” as the base of the pull request. Change it on its web page.',
  baseOfOthers: 'It is the base of {0}.',
  otherHead: 'The host created {0} from {1}, not from {2}. Close it on the host if that is wrong.',
  // An operation that only some hosts have.
  noOperation: '{0} does not support this in its API. Use its web page: {1}',
  redirected: 'The host redirected the request to an address that is not allowed. Check its API address.',
  // `{0}`: the address. A change is sent only to the same operation of the repository under its new name.
  ledElsewhere: 'The host redirected this change to {0}, where it was not sent. Look there before you try again.',
  // Of a download or an upload.
  unsafeAddress: 'The host returned an address for this file that is not allowed. Nothing was sent there.',
  tooLarge: 'The response is larger than {0} MB and was not loaded.',
  // The pages of a list together.
  listTooLarge: 'There are more. They were not loaded, because these already have {0} MB.',
  // It does not match its checksum or encoding.
  damaged: 'The content was damaged in transfer. Try again.',
  noWorkflow: 'The host knows no workflow {0}. It has to be on the default branch first.',
  noLog: 'The run has no log that can be shown. See its web page: {0}',
  archiveDamaged: 'The archive of this log is damaged or misleading. Open the log on the web page of the run.',
  archiveTooLarge:
    'The archive of this log is larger, deeper or more tightly packed than a log is. Open the log on the web page of the run.',
  incomplete: '“{0}” is incomplete: {1} of {2} bytes were received. Try again.',
  // More than announced or agreed to.
  longerThanStated: '“{0}” has more than {1} bytes, so the download ended. Contact the owner of the release.',
  lfsNone: 'The host has no Git LFS for this repository.',
  lfsMissing: 'The host does not have the content of this file in Git LFS.',
  lfsElsewhere: 'The repository names another server of Git LFS in .lfsconfig. Only the host itself is used.',
  lfsLocked: '“{0}” is locked by {1}. Ask for the lock to be released, or commit the other files.',
  lfsPointerBroken:
    '“{0}” is a Git LFS pointer that was edited and is not valid any more. Discard the change, or replace the whole file.',
  noContent: 'The host returned “{0}” without its content. Try again.',
  noBranchCommit: 'The host returned the branch “{0}” without its commit. Try again.',
  noFileList: 'The host does not list the files of {0}. Open the file in the Explorer.',
  unconfirmed: 'The host did not confirm the change. Refresh to see whether it was made before you try again.',
  maybeCreated:
    'It is not known whether this was created: the answer was lost, and the host has one with the same content. Look on the web before you send it again.',
  notMade: 'The host accepted the change, but did not make it. Look on the web.',
  notUploaded: 'The host answered, and did not store the file. Try again.',
  maybeUploaded: 'The answer was lost, so the file may be on the host. If you try again, the host may have it twice.',
  hostTooLarge: '“{0}” is larger than the host allows. Choose a smaller file.',
  uploadType: 'The host takes no file of the type of “{0}”.',
  notListed: 'The host accepted the file, but the release does not list it. Try again.',
} as const;

/** Why an argument or the place of a command cannot be used. */
const inputTexts = {
  // `requirement` selects the sentence.
  wrongValue: 'An argument has an invalid value.',
  noArgumentObject: 'A command takes one object as its argument.',
  // `{1}`: megabytes.
  uploadTooLarge: '“{0}” is larger than {1} MB. Choose a smaller file.',
  nothingToChange: 'Nothing to change. Enter at least one new value.',
  noRepositoryAddress: 'This is not the address of a repository.',
  noRecordAddress: 'This is not the address of an issue, pull request, milestone or release.',
  noFileVersion: 'This is not the address of a version of a file.',
  noHost: 'There is no host “{0}”. Add it to the setting sourcehost.hosts.',
  noFile: 'There is no file or folder “{0}”.',
  fileExists: '“{0}” already exists.',
  placeTaken:
    '“{0}” cannot be committed: “{1}” is on the server, and a file cannot be beside a folder of its name. Rename or delete one of them.',
  noText: '“{0}” is not a text file.',
  noRule: 'There is no branch rule “{0}”.',
  noMilestone: 'There is no milestone “{0}”.',
  noQuery: 'There is no saved query “{0}”.',
  noWebAddress: 'The host has no web address. Add it to the setting sourcehost.hosts.',
  noOpenClone: 'No clone of {0} is open in this window. Clone it, or open the folder of a clone.',
  // A local branch.
  ownCommits: 'The branch “{0}” has commits that the pull request lacks. Rename or delete it, then try again.',
  // `{0}`: `!45`.
  noPullRequestHead: 'The host has no commits of {0} in {1}. Check the number: its head may have been deleted.',
  // `{0}`: `!45`.
  noLookedHead: 'The host no longer has the commits of {0} that you looked at in {1}.',
  noComparison: 'No such comparison is open. Compare two branches, tags or commits first.',
  noCommits: 'The repository has no commits yet. Commit a file first.',
  noTextEditor: 'No editor shows this file. Open it first.',
  noClone: 'This file is not in a clone of a repository of a configured host.',
  noOpenFile: 'No file is open. Open one first.',
  noOpenRecord: 'No issue, pull request, milestone or release is open. Open one first.',
  noInboxEntry: 'The inbox is empty.',
  noRelease: 'This is not a release.',
  noRecord: 'This is not a saved issue, pull request, milestone or release.',
} as const;

/** Why an operation on drafts, a commit or the text of a record is not possible. */
const workTexts = {
  nothingStaged: 'Nothing is staged. Stage a file, or commit all changes.',
  nothingDiscarded: 'Nothing to undo: no change was discarded in this window.',
  noInterruptedCommit: 'There is no interrupted commit to resume.',
  noChanges: 'Nothing is changed.',
  noChange: 'There is no change at “{0}”.',
  noConflict: 'There is no conflict in “{0}”.',
  noConflictHere: 'There is no conflict here.',
  noDrafts: 'There are no such drafts on this computer.',
  onlyIgnored: 'Only new files that .gitignore ignores are changed. Name them, or set includeIgnored.',
  draftsElsewhere: 'Nothing is changed on “{0}”. Your drafts are on other branches: {1}',
  draftDamaged: 'The draft of “{0}” is damaged on the disk. Open the file, check its text and save it again.',
  draftChanged: '“{0}” was saved meanwhile. Read it again.',
  noDraftOnDisk: 'The draft of “{0}” is no longer on disk.',
  invalidRecordText: 'The document has errors. Correct the marked lines and save again.',
  // `{0}`: the fields.
  recordConflict: 'Others changed {0} meanwhile. Choose a version.',
  noComment: 'This comment does not exist any more.',
  noRecordConflict: 'Nothing left to resolve.',
  newRecord: 'Not on the host yet. Save it first.',
  textNotSaved: 'The document could not be saved. Save it, then try again.',
  replacesTooMuch: 'Replacing needs more than {0} MB of text. Replace in fewer files, or by a shorter text.',
  // `{2}`: why.
  issuesNotChanged: '{0} of {1} issues could not be changed: {2}',
  // So the work on an issue cannot begin on it.
  branchNotCreated: 'The branch was not created.',
  // The host made the other changes.
  notAssigned: 'The host did not assign the issue to {0}.',
  alreadyMerged: '!{0} is merged already.',
  noFork: '{0} is no fork, so it has no parent.',
  repositoryComing: 'The host has not finished {0} yet. Try again in a few minutes.',
  forkDiverged: 'The host did not bring {0} of {1} to its parent: it has commits of its own.',
  notRelated: 'The host reported success, but the branches of {0} lack {1}. Look on its web page.',
  branchNotOpened: 'The branch was not opened.',
  // The clone cannot hold them.
  draftsNotCopied: 'These drafts could not be put into the clone: {0}',
  filesNotAttached: 'Not attached: {0}',
} as const;

/**
 * What happened and what to do, in English, for each reason: also the key of its translation. The placeholders are the
 * values of `about` in `FailureDetail`; the last one takes all that are left, separated by commas.
 */
export const failureTexts = {
  ...networkTexts,
  ...diskTexts,
  ...signInTexts,
  ...hostTexts,
  ...fileTexts,
  ...gitTexts,
  ...answerTexts,
  ...inputTexts,
  ...workTexts,
  // The message of an unexpected error.
  unexpected: 'Unexpected error: {0}',
} as const;

export type NetworkReason = keyof typeof networkTexts;
export type DiskReason = keyof typeof diskTexts;
export type FileReason = keyof typeof fileTexts;
export type GitReason = keyof typeof gitTexts;
export type FailureReason = keyof typeof failureTexts;

/** The reasons whose sentence needs values: their Failure has `about`. */
export type NamingReason = {
  [Reason in FailureReason]: (typeof failureTexts)[Reason] extends `${string}{0}${string}` ? Reason : never;
}[FailureReason];

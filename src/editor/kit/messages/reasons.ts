import { l10n } from 'vscode';
import type { FailureReason } from '../../../core/failureReason.ts';

/** The details of a failure: see `FailureDetail`. Missing entries are empty. */
interface About {
  readonly about: readonly string[];
  /** All entries, separated by commas. */
  readonly all: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
}

/** One sentence or two for each reason: what happened and what to do. */
const sentences: Readonly<Record<FailureReason, (about: About) => string>> = {
  offline: () => l10n.t('Host unreachable. Check the network connection.'),
  dns: () => l10n.t('Host name could not be resolved. Check the address and the network connection.'),
  refused: () => l10n.t('The host refused the connection. Check the address and the port.'),
  reset: () => l10n.t('The connection was closed before the response was complete. Try again.'),
  connectTimeout: () => l10n.t('Connection timed out. Check the network and the proxy settings.'),
  answerTimeout: () => l10n.t('The host did not answer in time. Try again.'),
  stalled: () => l10n.t('The transfer stalled. Try again.'),
  tlsExpired: () =>
    l10n.t('The certificate of the host has expired. Check the clock of this computer, or contact the host.'),
  tlsSelfSigned: () => l10n.t('The certificate of the host is self-signed. Add it to the trusted certificates.'),
  tlsUnknownIssuer: () =>
    l10n.t('The issuer of the host’s certificate is not trusted. Add it to the trusted certificates.'),
  tlsWrongName: () => l10n.t('The certificate belongs to another host. Check the address of the host.'),
  tls: () => l10n.t('Secure connection failed. Check the address of the host and the log.'),
  proxyAuth: () => l10n.t('The proxy requires a user name and password. Add them to the setting {0}.', 'http.proxy'),
  proxyUnreachable: () => l10n.t('The proxy cannot be reached. Check the setting {0}.', 'http.proxy'),
  proxyRefused: () => l10n.t('The proxy refused to connect to this host. Check the setting {0}.', 'http.proxy'),
  proxyInvalid: () => l10n.t('Invalid proxy address. Correct the setting {0}.', 'http.proxy'),
  portBusy: () => l10n.t('Another program uses the callback port. Close it, or sign in another way.'),
  network: () => l10n.t('Host unreachable. Check the network, the proxy settings and the address of the host.'),
  diskFull: () => l10n.t('The disk is full. Free some space and try again.'),
  diskDenied: ({ all }) =>
    l10n.t('“{0}” cannot be read or written. Check its permissions, and close programs that use it.', all),
  diskMissing: ({ all }) => l10n.t('“{0}” does not exist.', all),
  disk: ({ all }) => l10n.t('“{0}” could not be read or written. Check the disk and try again.', all),
  signInDenied: () => l10n.t('Access was denied in the browser. Sign in again to allow it.'),
  requestRefused: () =>
    l10n.t('The host rejected the sign-in request. Check the client ID, the redirect URL and the scopes.'),
  signInLate: () => l10n.t('Sign-in timed out after five minutes. Sign in again.'),
  codeRefused: () =>
    l10n.t('The host rejected the code from the browser: it was already used or has expired. Sign in again.'),
  clientRefused: () => l10n.t('The host rejected the client ID or secret. Sign in again to enter them.'),
  tokenRefused: () => l10n.t('The host rejected this token. Check that it is complete and has not expired.'),
  sessionEnded: () => l10n.t('The sign-in has expired. Sign in again.'),
  renewedElsewhere: () => l10n.t('Another window renewed the sign-in. Reload this window or sign in again.'),
  environmentToken: () =>
    l10n.t('The token comes from the environment variable {0}. Remove it there.', 'SOURCEHOST_TOKEN'),
  notTheApi: () => l10n.t('No API found at this address. Check the API address.'),
  noSignInPages: () => l10n.t('No sign-in page at this address. Check the OAuth address.'),
  notSafe: () => l10n.t('Use an https URL: http is allowed for this computer only.'),
  isTag: () => l10n.t('A tag is read-only. Switch to a branch to change files.'),
  isCommit: () => l10n.t('A commit is read-only. Switch to a branch to change files.'),
  isArchived: () => l10n.t('The repository is archived: its files are read-only.'),
  notAllowed: () => l10n.t('No write access to the repository: its files are read-only.'),
  isRestricted: () =>
    l10n.t(
      'This configuration file is not applied in Restricted Mode. Run the command “Manage Repository Trust” to view it, or to trust the authors of the repository.',
    ),
  isFolder: ({ all }) => l10n.t('“{0}” is a folder.', all),
  isNotFolder: ({ all }) => l10n.t('“{0}” is not a folder.', all),
  isNotEmpty: ({ all }) => l10n.t('The folder “{0}” is not empty.', all),
  intoItself: () => l10n.t('A folder cannot be moved into itself.'),
  draftedThere: ({ all }) =>
    l10n.t('The other branch has drafts of the same files: {0}. Commit or discard those first.', all),
  nameNotUtf8: ({ all }) =>
    l10n.t(
      'The name “{0}” has control characters or is not valid UTF-8. Such a file can only be read. Rename it with git in a clone.',
      all,
    ),
  unusableName: ({ all }) => l10n.t('Git cannot keep a file with the name “{0}”. Choose another name.', all),
  gitMissing: () => l10n.t('Git is missing or turned off. Install it, and turn on the setting {0}.', 'git.enabled'),
  gitRefused: () => l10n.t('The host does not allow git for this account. Sign in again, or ask its operator.'),
  gitCacheFailed: () =>
    l10n.t('The git objects on this computer cannot be read or written. Check the disk and its permissions.'),
  emptyFolder: () => l10n.t('The folder is empty: there is nothing to publish.'),
  partOfRepository: () =>
    l10n.t('This folder is a part of another git repository. Publish that one, or move the folder out of it.'),
  gitFailed: () => l10n.t('Git failed. Try again, or look into the log of this extension.'),
  gitBusy: () => l10n.t('The host has too many requests of git. Try again in a few minutes.'),
  gitHostFailed: () => l10n.t('The host failed while it answered git. Try again later.'),
  gitEnded: () => l10n.t('Git was ended before it was ready. Try again.'),
  gitAsks: () =>
    l10n.t(
      'Git of this editor opens a folder outside of the workspace only after a question. Set {0} to "always", or update the editor.',
      'git.openRepositoryInParentFolders',
    ),
  noCloneAddress: () => l10n.t('The host returned no repository URL that is safe for git. Ask its operator.'),
  isProtected: () => l10n.t('The branch is protected: this account cannot push to it. Commit to a new branch.'),
  isDefaultBranch: ({ first, second }) =>
    l10n.t('“{0}” is the default branch of {1}. Choose another default branch on the web first.', first, second),
  isProtectedBranch: ({ first, about }) =>
    about.length < 2
      ? l10n.t('“{0}” is a protected branch. Remove its protection first.', first)
      : l10n.t('“{0}” is protected by the rule {1}. Remove this rule first.', first, about.slice(1).join(l10n.t(', '))),
  noSuchRef: ({ about }) =>
    l10n.t(
      'There is no branch, tag or commit “{0}” in {1}. Check the name, or refresh if it was just created.',
      ...about,
    ),
  noRefInLink: ({ about }) =>
    l10n.t('The URL matches no branch, tag or commit of {1}: neither “{0}” nor a longer part of it exists.', ...about),
  isConflict: ({ all }) => l10n.t('Resolve the conflicts first: {0}', all),
  draftsChanged: ({ all }) =>
    l10n.t(
      'These drafts changed after you chose to commit, so they are not committed: {0}. Look at them, then commit again.',
      all,
    ),
  maybeCommitted: ({ about }) =>
    l10n.t(
      'The host did not confirm whether “{0}” was committed. {1} of {2} files are committed for certain. Commit again to continue: no file is committed twice.',
      ...about,
    ),
  answersFail: ({ about }) =>
    l10n.t(
      'The host commits, but its responses fail. {0} of {1} files are committed, the rest are still drafts. Commit again later to continue.',
      ...about,
    ),
  dashedRef: ({ all }) => l10n.t('Git cannot clone “{0}”: names that begin with “-” are read as options.', all),
  gitOff: () => l10n.t('Git is turned off. Turn on the setting {0}.', 'sourcehost.git.enabled'),
  gitTooOld: ({ about: [version = '2.30'] }) => l10n.t('Git is older than version {0}. Update git.', version),
  gitTokenRefused: () => l10n.t('The host rejected the account for git. Sign in again, or sign in with a token.'),
  gitDenied: () => l10n.t('No access to the repository with git. Sign in with an account that can read it.'),
  gitNoRepository: () =>
    l10n.t('Git found no such repository. It may have been removed or renamed, or this account has no access.'),
  gitNoService: () =>
    l10n.t('The host does not offer git over https for this repository. Check the address of the host.'),
  gitNoCommit: () => l10n.t('The host does not let git fetch this commit. Refresh, or choose a branch or a tag.'),
  pushDenied: () => l10n.t('The account cannot push here. Commit to a new branch.'),
  removalDenied: () => l10n.t('This account cannot remove or rename branches and tags of the repository.'),
  refExists: ({ all }) => l10n.t('“{0}” already exists.', all),
  gitOtherAccount: ({ all }) => l10n.t('Git uses the active account. Switch to {0} and try again.', all),
  pushRefused: () => l10n.t('The host refused the push. Commit to a new branch, or ask an owner of the repository.'),
  branchMoved: () => l10n.t('The branch moved on the host. Try again.'),
  rejectedObject: ({ about }) =>
    l10n.t(
      'The repository has an object that could harm its readers ({0}: {1}), so it is not read with git. Its owner has to repair it. Files, search and comparisons work without git.',
      ...about,
    ),
  damagedObject: ({ first }) =>
    first === ''
      ? l10n.t(
          'The repository on the host is damaged: git cannot read an object of it. Its owner has to repair it, for example by a push from a complete clone. Files that are not damaged still open.',
        )
      : l10n.t(
          'The repository on the host is damaged: git cannot read the object {0}. Its owner has to repair it, for example by a push from a complete clone. Files that are not damaged still open.',
          first,
        ),
  gitTooLarge: ({ all }) =>
    l10n.t('The repository is larger than {0} MB. Increase the setting {1}.', all, 'sourcehost.git.cacheSize'),
  tooManyFiles: () => l10n.t('There are more files than git can list here. Look at them with git in a clone.'),
  largeFetch: () => l10n.t('This needs more than 200 MB from the host. Open the history and confirm the download.'),
  localChanges: () =>
    l10n.t('The clone has uncommitted changes of the same files. Commit or stash them, then try again.'),
  gitSilent: () => l10n.t('Git failed. Its messages are in the output channel {0}.', 'Git'),
  targetNotEmpty: ({ all }) => l10n.t('“{0}” already exists and is not empty. Choose another folder.', all),
  noAccount: () => l10n.t('No account is signed in. Sign in and try again.'),
  accountSignedOut: ({ first, second }) => l10n.t('{0} is not signed in at {1}. Sign in and try again.', first, second),
  unusableToken: () => l10n.t('The token contains invalid characters. Copy it again, complete and without spaces.'),
  requestLimit: ({ all }) => l10n.t('The host is limiting requests. Try again in {0} seconds.', all),
  noOperation: ({ first, second }) =>
    l10n.t('{0} does not offer this to other programs. Use its web page: {1}', first, second),
  noCommitList: ({ first, second }) =>
    l10n.t('Git cannot be used here, and {0} shows its commits only on its web page: {1}', first, second),
  redirected: () => l10n.t('The host redirected the request to an address that is not allowed. Check its API address.'),
  unsafeAddress: () =>
    l10n.t('The host returned an address for this file that is not allowed. Nothing was sent there.'),
  tooLarge: ({ all }) => l10n.t('The response is larger than {0} MB and was not loaded.', all),
  damaged: () => l10n.t('The content was damaged in transfer. Try again.'),
  incomplete: ({ first, second, third }) =>
    l10n.t('“{0}” is incomplete: {1} of {2} bytes were received. Try again.', first, second, third),
  longerThanStated: ({ first, second }) =>
    l10n.t('“{0}” has more than {1} bytes, so the download ended. Contact the owner of the release.', first, second),
  noContent: ({ all }) => l10n.t('The host returned “{0}” without its content. Try again.', all),
  noBranchCommit: ({ all }) => l10n.t('The host returned the branch “{0}” without its commit. Try again.', all),
  noFileList: ({ all }) => l10n.t('The host does not list the files of {0}. Open the file in the Explorer.', all),
  unconfirmed: () =>
    l10n.t('The host did not confirm the change. Refresh to see whether it was made before you try again.'),
  notListed: () => l10n.t('The host accepted the file, but the release does not list it. Try again.'),
  wrongValue: () => l10n.t('An argument has an invalid value.'),
  noArgumentObject: () => l10n.t('A command takes one object as its argument.'),
  nothingToChange: () => l10n.t('Nothing to change. Enter at least one new value.'),
  noRepositoryAddress: () => l10n.t('This is not the address of a repository.'),
  noRecordAddress: () => l10n.t('This is not the address of an issue, pull request, milestone or release.'),
  noFileVersion: () => l10n.t('This is not the address of a version of a file.'),
  noHost: ({ all }) => l10n.t('There is no host “{0}”. Add it to the setting {1}.', all, 'sourcehost.hosts'),
  noFile: ({ all }) => l10n.t('There is no file or folder “{0}”.', all),
  fileExists: ({ all }) => l10n.t('“{0}” already exists.', all),
  noText: ({ all }) => l10n.t('“{0}” is not a text file.', all),
  noRule: ({ all }) => l10n.t('There is no branch rule “{0}”.', all),
  noMilestone: ({ all }) => l10n.t('There is no milestone “{0}”.', all),
  noQuery: ({ all }) => l10n.t('There is no saved query “{0}”.', all),
  noWebAddress: () => l10n.t('The host has no web address. Add it to the setting {0}.', 'sourcehost.hosts'),
  noOpenClone: ({ all }) =>
    l10n.t('No clone of {0} is open in this window. Clone it, or open the folder of a clone.', all),
  ownCommits: ({ all }) =>
    l10n.t('The branch “{0}” has commits that the pull request lacks. Rename or delete it, then try again.', all),
  noPullRequestHead: ({ about }) =>
    l10n.t('The host has no commits of {0} in {1}. Check the number: its head may have been deleted.', ...about),
  noLookedHead: ({ about }) => l10n.t('The host no longer has the commits of {0} that you looked at in {1}.', ...about),
  tooManyVersions: ({ all }) =>
    l10n.t('The pull request has more than {0} commits, too many to compare. Show all of its changes instead.', all),
  noComparison: () => l10n.t('No such comparison is open. Compare two branches, tags or commits first.'),
  noCommits: () => l10n.t('The repository has no commits yet. Commit a file first.'),
  noClone: () => l10n.t('This file is not in a clone of a repository of a configured host.'),
  noTextEditor: () => l10n.t('No editor shows this file. Open it first.'),
  noOpenRecord: () => l10n.t('No issue, pull request, milestone or release is open. Open one first.'),
  noInboxIssue: () => l10n.t('The inbox has no issues.'),
  noRelease: () => l10n.t('This is not a release.'),
  noRecord: () => l10n.t('This is not a saved issue, pull request, milestone or release.'),
  nothingStaged: () => l10n.t('Nothing is staged. Stage a file, or commit all changes.'),
  nothingDiscarded: () => l10n.t('Nothing to undo: no change was discarded in this window.'),
  noInterruptedCommit: () => l10n.t('There is no interrupted commit to resume.'),
  noChange: ({ all }) => l10n.t('There is no change at “{0}”.', all),
  noConflict: ({ all }) => l10n.t('There is no conflict in “{0}”.', all),
  noConflictHere: () => l10n.t('There is no conflict here.'),
  noDrafts: () => l10n.t('There are no such drafts on this computer.'),
  draftDamaged: ({ all }) =>
    l10n.t('The draft of “{0}” is damaged on the disk. Open the file, check its text and save it again.', all),
  draftChanged: ({ all }) => l10n.t('“{0}” was saved meanwhile. Read it again.', all),
  noDraftOnDisk: ({ all }) => l10n.t('The draft of “{0}” is no longer on disk.', all),
  invalidRecordText: () => l10n.t('The document has errors. Correct the marked lines and save again.'),
  recordConflict: ({ all }) => l10n.t('Others changed {0} meanwhile. Choose a version.', all),
  noComment: () => l10n.t('This comment does not exist any more.'),
  noRecordConflict: () => l10n.t('Nothing left to resolve.'),
  newRecord: () => l10n.t('Not on the host yet. Save it first.'),
  textNotSaved: () => l10n.t('The document could not be saved. Save it, then try again.'),
  replacesTooMuch: ({ all }) =>
    l10n.t('Replacing needs more than {0} MB of text. Replace in fewer files, or by a shorter text.', all),
  issuesNotChanged: ({ first, second, third }) =>
    l10n.t('{0} of {1} issues could not be changed: {2}', first, second, third),
  branchNotCreated: () => l10n.t('The branch was not created.'),
  notAssigned: ({ all }) => l10n.t('The host did not assign the issue to {0}.', all),
  branchNotOpened: () => l10n.t('The branch was not opened.'),
  draftsNotCopied: ({ all }) => l10n.t('These drafts could not be put into the clone: {0}', all),
  filesNotAttached: ({ all }) => l10n.t('Not attached: {0}', all),
  unexpected: ({ all }) => l10n.t('Unexpected error: {0}', all),
  settingNotTaken: () => l10n.t('The setting {0} could not be changed. Edit it in the settings.', 'sourcehost.hosts'),
};

/** The message for the reason of a failure: its cause and a remedy. `about`: see `FailureDetail`. */
export function explainReason(reason: FailureReason, about: readonly string[] = []): string {
  const [first = '', second = '', third = ''] = about;
  return sentences[reason]({ about, all: about.join(l10n.t(', ')), first, second, third });
}

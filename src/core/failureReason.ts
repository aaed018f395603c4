/** Why no response arrived. Reasons are separate if the user can do something different about them. */
export type NetworkReason =
  | 'offline' // no network, or no route to the host
  | 'dns' // the host name cannot be resolved
  | 'refused' // no program listens at the address
  | 'reset' // the connection was closed before the end
  | 'connectTimeout' // no connection in time
  | 'answerTimeout' // the request was sent, but no response arrived in time
  | 'stalled' // a response or upload stopped moving
  | 'tlsExpired' // the certificate has expired (or the clock of this computer is wrong)
  | 'tlsSelfSigned' // the certificate is self-signed
  | 'tlsUnknownIssuer' // this computer does not trust the issuer of the certificate
  | 'tlsWrongName' // the certificate belongs to another host
  | 'tls' // another TLS error
  | 'proxyAuth' // the proxy requires a user name and password, or rejects the given ones (407)
  | 'proxyUnreachable' // no connection to the proxy
  | 'proxyRefused' // the proxy does not connect to this host
  | 'proxyInvalid' // the configured proxy address is not valid
  | 'portBusy' // another program listens on the port of this computer
  | 'network'; // any other network error

/** Why a file of this computer could not be read or written. */
export type DiskReason =
  | 'diskFull'
  | 'diskDenied' // no permission, read-only or locked by another program
  | 'diskMissing' // no such file or folder
  | 'disk'; // any other disk error

/** Why a sign-in failed, or a session ended. */
export type SignInReason =
  | 'signInDenied' // the user or the service denied the sign-in in the browser
  | 'requestRefused' // the sign-in pages reject the request
  | 'signInLate' // the browser did not return in time
  | 'codeRefused' // the code was used before, or has expired
  | 'clientRefused' // the client id or secret is wrong
  | 'tokenRefused' // the host rejects the token
  | 'sessionEnded' // the host refused to renew the token
  | 'noAccount' // no account is signed in
  | 'accountSignedOut' // the named account is not signed in
  | 'gitOtherAccount' // git uses the active account: `about` is the account of the command
  | 'unusableToken' // the token has characters that are not allowed in a header
  | 'renewedElsewhere' // another window renewed the token, and this window cannot read the new one
  | 'environmentToken'; // the token comes from an environment variable and can only be changed there

/** Why an address cannot be used as the address of a host. */
export type HostReason =
  | 'notTheApi' // the address responds, but not with this API
  | 'noSignInPages' // the address has no OAuth pages
  | 'notSafe' // plain http to another computer
  | 'settingNotTaken'; // the editor does not use the written setting

/** Why a file of a repository cannot be changed. */
export type FileReason =
  | 'isTag' // only branches can be changed
  | 'isCommit'
  | 'isArchived' // an archived repository is read-only
  | 'notAllowed' // this account has read permission only
  | 'isRestricted' // a configuration file of an untrusted repository
  | 'isFolder' // a folder or submodule where a file is expected
  | 'isNotFolder' // a file or submodule where a folder is expected
  | 'isNotEmpty'
  | 'intoItself' // a folder cannot be moved into itself
  | 'draftedThere' // the other branch has drafts of the same files
  | 'unusableName' // git or an operating system does not allow the name
  | 'nameNotUtf8' // the name has control characters or bytes that are not UTF-8, so no change can name it
  | 'isProtected' // a rule protects the branch from this account
  | 'isDefaultBranch' // cannot be removed or renamed: `about` is the branch and the repository
  | 'isProtectedBranch' // cannot be removed or renamed: `about` is the branch and the rules that match it
  | 'removalDenied' // the account cannot remove or rename the branch or tag
  | 'refExists' // a branch has the name already
  | 'noSuchRef' // no branch, tag or commit has the name: `about` is the name and the repository
  | 'noRefInLink' // no leading part of the path is a ref: `about` is the first segment and the repository
  | 'isConflict' // changed here and on the server
  | 'draftsChanged' // since the commit was agreed to
  | 'maybeCommitted' // the result is unknown: `about` is the file, the number of committed files, and of all
  | 'answersFail'; // the service commits, but its responses fail: `about` is the number of committed files, and of all

/** Why local git did not do an operation. */
export type GitReason =
  | 'gitMissing' // git is not installed, or disabled in the editor
  | 'gitRefused' // the host refused git before
  | 'gitCacheFailed' // the cache cannot be read or written
  | 'gitFailed' // the message of git says why
  | 'gitBusy' // the host limits the requests of git
  | 'gitHostFailed' // the host failed to answer git
  | 'gitEnded' // another program or the operating system ended git
  | 'gitAsks' // git asks before it opens a folder outside the workspace, and cannot ask now
  | 'noCloneAddress'
  | 'dashedRef' // git would read the name as an option
  | 'tooManyVersions' // a version of a branch has too many commits: `about` is their limit
  | 'gitOff' // turned off by a setting of this extension
  | 'gitTooOld'
  | 'gitTokenRefused' // the host rejects the token, or requires one
  | 'gitDenied' // the account cannot read the repository
  | 'gitNoRepository'
  | 'gitNoService' // the address is not one of a git service
  | 'gitNoCommit' // the host does not have the commit, or does not allow to fetch it by its sha
  | 'pushDenied' // the account cannot push to the branch or tag
  | 'pushRefused' // a rule of the host refused the push; its text is the message
  | 'branchMoved' // the branch or tag on the host is not at the expected commit
  | 'rejectedObject' // `about` is the beginning of its sha, and the name of the report of git-fsck(1)
  | 'damagedObject' // `about` is the beginning of its sha; empty if git does not name it
  | 'gitTooLarge' // `about` is the limit in MB
  | 'tooManyFiles' // a list of files that would fill the memory
  | 'largeFetch' // more than 200 MB, which no background fetch receives
  | 'localChanges' // of a local clone, which a checkout would overwrite
  | 'gitSilent' // git did nothing and gave no message
  | 'targetNotEmpty'
  | 'emptyFolder'
  | 'partOfRepository'; // the folder is inside another git repository

/** Why a response of the service cannot be used, although its status is not an error. */
export type AnswerReason =
  | 'requestLimit' // the request limit of the service: no request is sent until it ends
  | 'noCommitList' // git cannot be used, and the host does not list commits: `about` is the host and its page
  | 'noOperation' // an operation that only some hosts have: `about` is the host and its page
  | 'redirected' // a redirect to an address that must not be followed
  | 'unsafeAddress' // the service named an unsafe address for a download or an upload
  | 'tooLarge'
  | 'damaged' // the content does not match its checksum or encoding
  | 'incomplete' // fewer bytes than announced
  | 'longerThanStated' // more bytes than announced or agreed to
  | 'noContent' // a file without its content
  | 'noBranchCommit'
  | 'noFileList'
  | 'unconfirmed' // the response does not say whether the change was applied
  | 'notListed'; // accepted, but missing from the list afterwards

/** Why an argument or the place of a command cannot be used. */
export type InputReason =
  | 'wrongValue' // `requirement` is the rule for `field`
  | 'noArgumentObject'
  | 'nothingToChange'
  | 'noRepositoryAddress'
  | 'noRecordAddress'
  | 'noFileVersion'
  | 'noHost'
  | 'noFile'
  | 'fileExists'
  | 'noText' // not a text file
  | 'noRule'
  | 'noMilestone'
  | 'noQuery'
  | 'noWebAddress'
  | 'noOpenClone' // no clone of the repository is open
  | 'ownCommits' // a local branch has commits that the head of its pull request lacks
  | 'noPullRequestHead' // the host has no commits of a pull request: `about` is `!45` and the repository
  | 'noLookedHead' // the host no longer has the head that the user looked at: `about` is `!45` and the repository
  | 'noComparison' // no comparison of these refs is open
  | 'noCommits' // the repository is empty
  | 'noTextEditor'
  | 'noClone' // the file is in no clone of a repository of a configured host
  | 'noOpenRecord'
  | 'noInboxIssue' // the list of the inbox is empty
  | 'noRelease'
  | 'noRecord';

/** Why an operation on drafts, a commit or the text of a record is not possible. */
export type WorkReason =
  | 'nothingStaged'
  | 'nothingDiscarded'
  | 'noInterruptedCommit'
  | 'noChange'
  | 'noConflict'
  | 'noConflictHere'
  | 'noDrafts'
  | 'noDraftOnDisk'
  | 'draftDamaged'
  | 'draftChanged' // since it was read
  | 'invalidRecordText'
  | 'recordConflict' // fields that were also changed on the server
  | 'noComment' // the comment was deleted
  | 'noRecordConflict'
  | 'newRecord' // not on the service yet
  | 'textNotSaved'
  | 'replacesTooMuch' // `about` is the limit in MB
  | 'issuesNotChanged' // some issues of a bulk edit
  | 'branchNotCreated' // so the work on an issue cannot begin on it
  | 'notAssigned' // the host took the change, and left the assignee as it was
  | 'branchNotOpened'
  | 'draftsNotCopied' // files of a clone that cannot hold their drafts
  | 'filesNotAttached';

/** The reasons whose sentence needs values: their Failure has `about`. */
export type NamingReason =
  | 'isFolder'
  | 'isNotFolder'
  | 'isNotEmpty'
  | 'intoItself'
  | 'unusableName'
  | 'nameNotUtf8'
  | 'isDefaultBranch'
  | 'isProtectedBranch'
  | 'refExists'
  | 'gitOtherAccount'
  | Exclude<DiskReason, 'diskFull'>
  | 'accountSignedOut'
  | 'draftedThere'
  | 'isConflict'
  | 'draftsChanged'
  | 'maybeCommitted'
  | 'answersFail'
  | 'dashedRef'
  | 'gitTooLarge'
  | 'rejectedObject'
  | 'damagedObject'
  | 'targetNotEmpty'
  | 'replacesTooMuch'
  | 'requestLimit'
  | 'tooLarge'
  | 'incomplete'
  | 'longerThanStated'
  | 'noContent'
  | 'noBranchCommit'
  | 'noFileList'
  | 'noHost'
  | 'noSuchRef'
  | 'noRefInLink'
  | 'noFile'
  | 'fileExists'
  | 'noText'
  | 'noRule'
  | 'noMilestone'
  | 'noQuery'
  | 'noChange'
  | 'noConflict'
  | 'noDraftOnDisk'
  | 'draftDamaged'
  | 'draftChanged'
  | 'recordConflict'
  | 'issuesNotChanged'
  | 'draftsNotCopied'
  | 'filesNotAttached'
  | 'unexpected';

export type FailureReason =
  | NetworkReason
  | DiskReason
  | SignInReason
  | HostReason
  | FileReason
  | GitReason
  | AnswerReason
  | InputReason
  | WorkReason
  | 'unexpected'; // an unexpected error: `about` is its message

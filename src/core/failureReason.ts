/** Why no answer came, as far as a person can do something about it. */
export type NetworkReason =
  | 'offline' // this computer has no way to the host: no network, no route
  | 'dns' // the host's name is not known
  | 'refused' // nothing listens there
  | 'reset' // the connection was closed in the middle
  | 'connectTimeout' // no connection in time
  | 'answerTimeout' // connected and sent, but no answer in time
  | 'stalled' // an answer or upload stopped moving
  | 'tlsExpired' // the certificate is out of date (or this computer's clock is)
  | 'tlsSelfSigned' // the certificate vouches for itself
  | 'tlsUnknownIssuer' // nobody that this computer trusts issued the certificate
  | 'tlsWrongName' // the certificate is another host's
  | 'tls' // no secure connection for another reason
  | 'proxyAuth' // the proxy wants a user name and password, or other ones (407)
  | 'proxyUnreachable' // no connection to the proxy
  | 'proxyRefused' // the proxy does not connect to this host
  | 'proxyInvalid' // the proxy's address is not one
  | 'portBusy' // another program listens on the port of this computer
  | 'network'; // anything else

/** Why a file of this computer could not be read or written. */
export type DiskReason =
  | 'diskFull'
  | 'diskDenied' // no permission, read-only or held by another program
  | 'diskMissing' // no such file or folder
  | 'disk'; // anything else

/** Why a sign-in did not come about, or ended. */
export type SignInReason =
  | 'signInDenied' // the person, or the service, said no in the browser
  | 'requestRefused' // the sign-in pages do not take the request as it is
  | 'signInLate' // nobody came back from the browser in time
  | 'codeRefused' // the code was used before, or is too old
  | 'clientRefused' // the client id or secret is wrong
  | 'tokenRefused' // the host does not take this token
  | 'sessionEnded' // the host refused to renew it
  | 'noAccount' // nobody is signed in
  | 'accountSignedOut' // the account that was named is not signed in
  | 'unusableToken' // it has characters that no header can carry
  | 'renewedElsewhere' // another window renewed it, and this one cannot see its token
  | 'environmentToken'; // the token comes from the environment, so only that can change it

/** What is wrong with an address that should be a host's. */
export type HostReason =
  | 'notTheApi' // something answers there, but not this API
  | 'noSignInPages' // there are no OAuth pages
  | 'notSafe' // plain http to another computer
  | 'settingNotTaken'; // the editor does not use what was written into the settings

/** Why a file of a repository cannot be changed like this. */
export type FileReason =
  | 'isTag' // only branches are written to
  | 'isCommit'
  | 'isArchived' // the repository takes no changes any more
  | 'notAllowed' // this account may only read
  | 'isRestricted' // configuration of a repository whose authors nobody trusts
  | 'isFolder' // a folder or submodule where a file is wanted
  | 'isNotFolder' // a file or submodule where a folder is wanted
  | 'isNotEmpty'
  | 'intoItself' // a folder cannot be moved into itself
  | 'draftedThere' // the other branch has drafts of the same files
  | 'unusableName' // git or some system cannot hold it
  | 'isProtected' // a rule protects the branch from this account
  | 'noSuchRef' // no branch, tag or commit of a name: `about` is the name and the repository
  | 'noRefInLink' // no beginning of an address is a ref: `about` is its first part and the repository
  | 'isConflict' // changed here and on the server
  | 'maybeCommitted' // the service does not tell: `about` is the file, how many are committed, and of how many
  | 'answersFail'; // the service commits, but cannot say so: `about` is how many are committed, and of how many

/** Why the git of this computer did not do something. */
export type GitReason =
  | 'gitMissing' // it is not installed, or turned off in the editor
  | 'gitFailed' // its own words say why
  | 'gitAsks' // before it opens a folder outside of the workspace, and may not ask now
  | 'noCloneAddress'
  | 'dashedRef' // git would take its name for an option
  | 'gitSilent' // it did nothing and did not say why
  | 'targetNotEmpty'
  | 'emptyFolder'
  | 'partOfRepository'; // of a git repository around it

/** What is wrong with an answer of the service that is no error by itself. */
export type AnswerReason =
  | 'requestLimit' // of the service: nothing is sent until it is over
  | 'redirected' // to an address that requests must not follow
  | 'unsafeAddress' // named for a download or an upload
  | 'tooLarge'
  | 'damaged' // the content is not what its checksum or encoding says
  | 'incomplete' // fewer bytes than announced
  | 'noContent' // of a file
  | 'noBranchCommit'
  | 'noFileList'
  | 'unconfirmed' // the service does not say whether it did it
  | 'notListed'; // accepted, but not there afterwards

/** Why an argument or a place cannot be used. */
export type InputReason =
  | 'wrongValue' // `requirement` says what is expected of `field`
  | 'noArgumentObject'
  | 'nothingToChange'
  | 'noRepositoryAddress'
  | 'noRecordAddress'
  | 'noFileVersion'
  | 'noHost'
  | 'noFile'
  | 'fileExists'
  | 'noText' // a file that is no text
  | 'noRule'
  | 'noMilestone'
  | 'noQuery'
  | 'noWebAddress'
  | 'noCommits' // the repository is empty
  | 'noTextEditor'
  | 'noOpenRecord'
  | 'noRelease'
  | 'noRecord';

/** Why drafts, a commit or the text of a record cannot be worked on like this. */
export type WorkReason =
  | 'nothingStaged'
  | 'nothingDiscarded'
  | 'noInterruptedCommit'
  | 'noChange'
  | 'noConflict'
  | 'noConflictHere'
  | 'noDrafts'
  | 'noDraftOnDisk'
  | 'invalidRecordText'
  | 'recordConflict' // fields that others changed too
  | 'noRecordConflict'
  | 'newRecord' // not on the service yet
  | 'textNotSaved'
  | 'issuesNotChanged' // some of several
  | 'filesNotAttached';

/** The reasons whose sentence names something: `about` of the Failure. */
export type NamingReason =
  | 'isFolder'
  | 'isNotFolder'
  | 'isNotEmpty'
  | 'intoItself'
  | 'unusableName'
  | Exclude<DiskReason, 'diskFull'>
  | 'accountSignedOut'
  | 'draftedThere'
  | 'isConflict'
  | 'maybeCommitted'
  | 'answersFail'
  | 'dashedRef'
  | 'targetNotEmpty'
  | 'requestLimit'
  | 'tooLarge'
  | 'incomplete'
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
  | 'recordConflict'
  | 'issuesNotChanged'
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
  | 'unexpected'; // an error that no code expects: `about` is its message

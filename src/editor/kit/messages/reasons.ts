import { l10n } from 'vscode';
import type { FailureReason } from '../../../core/failureReason.ts';

/** The localised text of a failure reason: the problem and its solution. `about`: see `FailureDetail`. */
export function explainReason(reason: FailureReason, about: readonly string[] = []): string {
  const all = about.join(', ');
  const [first = '', second = '', third = ''] = about;
  switch (reason) {
    case 'offline':
      return l10n.t('This computer has no way to the host. Check the network connection.');
    case 'dns':
      return l10n.t('The name of the host is not known. Check its address and the network connection.');
    case 'refused':
      return l10n.t('Nothing answers at the address of the host. Check the address and the port.');
    case 'reset':
      return l10n.t('The connection was closed before the answer was complete. Try again.');
    case 'connectTimeout':
      return l10n.t('No connection to the host came about in time. Check the network and the proxy settings.');
    case 'answerTimeout':
      return l10n.t('The host did not answer in time. Try again.');
    case 'stalled':
      return l10n.t('The transfer stopped moving. Try again.');
    case 'tlsExpired':
      return l10n.t('The certificate of the host is out of date. Check the clock of this computer or tell the host.');
    case 'tlsSelfSigned':
      return l10n.t(
        'The certificate of the host is self-signed. Add it to the certificates that this computer trusts.',
      );
    case 'tlsUnknownIssuer':
      return l10n.t(
        'This computer does not trust who issued the certificate of the host. Add the issuer to the trusted certificates.',
      );
    case 'tlsWrongName':
      return l10n.t('The certificate is that of another host. Check the address of the host.');
    case 'tls':
      return l10n.t('No secure connection to the host came about. Check its address and the log.');
    case 'proxyAuth':
      return l10n.t('The proxy asks for a user name and password. Put them into the setting {0}.', 'http.proxy');
    case 'proxyUnreachable':
      return l10n.t('The proxy cannot be reached. Check the setting {0}.', 'http.proxy');
    case 'proxyRefused':
      return l10n.t('The proxy does not connect to this host. Check the setting {0}.', 'http.proxy');
    case 'proxyInvalid':
      return l10n.t('The address of the proxy is not valid. Correct the setting {0}.', 'http.proxy');
    case 'portBusy':
      return l10n.t(
        'Another program uses the port that the browser is sent back to. End it, or choose another way to sign in.',
      );
    case 'network':
      return l10n.t(
        'The service cannot be reached. Check the network, the proxy settings and the address of the host.',
      );
    case 'diskFull':
      return l10n.t('The disk is full. Free some space and try again.');
    case 'diskDenied':
      return l10n.t('“{0}” cannot be read or written. Check its permissions, and close programs that use it.', all);
    case 'diskMissing':
      return l10n.t('“{0}” does not exist.', all);
    case 'disk':
      return l10n.t('“{0}” could not be read or written.', all);
    case 'signInDenied':
      return l10n.t('Access was not granted in the browser. Sign in again to change that.');
    case 'requestRefused':
      return l10n.t(
        'The sign-in pages of the host do not take the request. Check the client ID, the redirect address and the scopes.',
      );
    case 'signInLate':
      return l10n.t('Nobody came back from the browser within five minutes. Start the sign-in again.');
    case 'codeRefused':
      return l10n.t(
        'The host does not take the code from the browser: it was used already or is too old. Start the sign-in again.',
      );
    case 'clientRefused':
      return l10n.t('The host does not take the client ID or secret. Sign in again to enter them again.');
    case 'tokenRefused':
      return l10n.t('The host does not take this token. Check that it is complete and has not expired.');
    case 'sessionEnded':
      return l10n.t('The sign-in has ended and the host does not renew it. Sign in again.');
    case 'renewedElsewhere':
      return l10n.t(
        'Another window renewed the sign-in and this one cannot see it. Reload the window or sign in again.',
      );
    case 'environmentToken':
      return l10n.t('The token comes from the environment variable {0}. Remove it there.', 'SOURCEHOST_TOKEN');
    case 'notTheApi':
      return l10n.t('Something else than this API answers there. Check the API address.');
    case 'noSignInPages':
      return l10n.t('There are no sign-in pages at this address. Check the OAuth address.');
    case 'notSafe':
      return l10n.t('Plain http goes to this computer only. Use an https address.');
    case 'isTag':
      return l10n.t('A tag is read-only. Switch to a branch to change files.');
    case 'isCommit':
      return l10n.t('A commit is read-only. Switch to a branch to change files.');
    case 'isArchived':
      return l10n.t('The repository is archived: its files are read-only.');
    case 'notAllowed':
      return l10n.t('This account may not write to the repository: its files are read-only.');
    case 'isRestricted':
      return l10n.t(
        'This file configures the editor, and is not used in Restricted Mode. Run the command “Manage Repository Trust” to read it, or to trust the authors of the repository.',
      );
    case 'isFolder':
      return l10n.t('“{0}” is a folder.', all);
    case 'isNotFolder':
      return l10n.t('“{0}” is not a folder.', all);
    case 'isNotEmpty':
      return l10n.t('The folder “{0}” is not empty.', all);
    case 'intoItself':
      return l10n.t('A folder cannot be moved into itself.');
    case 'draftedThere':
      return l10n.t('The other branch has drafts of the same files: {0}. Commit or discard those first.', all);
    case 'unusableName':
      return l10n.t('Git cannot keep a file with the name “{0}”. Choose another name.', all);
    case 'gitMissing':
      return l10n.t('Git is missing or turned off. Install it, and turn on the setting {0}.', 'git.enabled');
    case 'emptyFolder':
      return l10n.t('The folder is empty: there is nothing to publish.');
    case 'partOfRepository':
      return l10n.t('This folder is a part of another git repository. Publish that one, or move the folder out of it.');
    case 'gitFailed':
      return l10n.t('Git could not do this.');
    case 'gitAsks':
      return l10n.t(
        'Git of this editor opens a folder outside of the workspace only after a question. Set {0} to "always", or update the editor.',
        'git.openRepositoryInParentFolders',
      );
    case 'noCloneAddress':
      return l10n.t('The host names no address of the repository that git can safely be given.');
    case 'isProtected':
      return l10n.t('A rule protects the branch: this account may not push to it. Commit to a new branch.');
    case 'noSuchRef':
      return l10n.t(
        'There is no branch, tag or commit “{0}” in {1}. Check the name, or refresh if it was just created.',
        ...about,
      );
    case 'noRefInLink':
      return l10n.t(
        'The address names no branch, tag or commit of {1}: neither “{0}” nor a longer part of it is one.',
        ...about,
      );
    case 'isConflict':
      return l10n.t('Changed here and on the server; choose between the versions first: {0}', all);
    case 'maybeCommitted':
      return l10n.t(
        'The service does not tell whether “{0}” was committed. {1} of {2} files are committed for certain. Commit again to go on: no file is committed twice.',
        ...about,
      );
    case 'answersFail':
      return l10n.t(
        'The service commits, but its answers fail. {0} of {1} files are committed, the rest is still here. Commit again later to go on.',
        ...about,
      );
    case 'dashedRef':
      return l10n.t('Git cannot clone “{0}”: a name that begins with “-” is an option to it.', all);
    case 'gitSilent':
      return l10n.t('Git could not do this. Its messages are in the output channel {0}.', 'Git');
    case 'targetNotEmpty':
      return l10n.t('“{0}” exists already and is not empty. Choose another folder.', all);
    case 'noAccount':
      return l10n.t('No account is signed in. Sign in and try again.');
    case 'accountSignedOut':
      return l10n.t('{0} is not signed in at {1}. Sign in and try again.', first, second);
    case 'unusableToken':
      return l10n.t('The token has characters that cannot be sent. Check that it was copied as a whole and alone.');
    case 'requestLimit':
      return l10n.t('The service takes no more requests for now. Try again in {0} seconds.', all);
    case 'redirected':
      return l10n.t('The host redirected the request to an address that is not allowed. Check its API address.');
    case 'unsafeAddress':
      return l10n.t('The service named an address for this file that is not allowed. Nothing was sent there.');
    case 'tooLarge':
      return l10n.t('The answer is larger than {0} MB.', all);
    case 'damaged':
      return l10n.t('The content arrived damaged. Try again.');
    case 'incomplete':
      return l10n.t('Of “{0}” only {1} of {2} bytes arrived. Try again.', first, second, third);
    case 'noContent':
      return l10n.t('The service sent “{0}” without its content. Try again.', all);
    case 'noBranchCommit':
      return l10n.t('The service named the branch “{0}” without its commit. Try again.', all);
    case 'noFileList':
      return l10n.t('The service gives no list of the files of {0}. Open the file in the explorer.', all);
    case 'unconfirmed':
      return l10n.t('The service did not confirm this. Refresh to see whether it was done before you try again.');
    case 'notListed':
      return l10n.t('The service accepted the file, but the release does not list it. Try again.');
    case 'wrongValue':
      return l10n.t('An argument has a value that cannot be used.');
    case 'noArgumentObject':
      return l10n.t('A command takes one object as its argument.');
    case 'nothingToChange':
      return l10n.t('There is nothing to change. Give at least one new value.');
    case 'noRepositoryAddress':
      return l10n.t('This is not the address of a repository.');
    case 'noRecordAddress':
      return l10n.t('This is not the address of an issue, milestone or release.');
    case 'noFileVersion':
      return l10n.t('This is not the address of a version of a file.');
    case 'noHost':
      return l10n.t('There is no host “{0}”. Add it to the setting {1}.', all, 'sourcehost.hosts');
    case 'noFile':
      return l10n.t('There is no file or folder “{0}”.', all);
    case 'fileExists':
      return l10n.t('“{0}” exists already.', all);
    case 'noText':
      return l10n.t('“{0}” is not a text file.', all);
    case 'noRule':
      return l10n.t('There is no branch rule “{0}”.', all);
    case 'noMilestone':
      return l10n.t('There is no milestone “{0}”.', all);
    case 'noQuery':
      return l10n.t('There is no saved query “{0}”.', all);
    case 'noWebAddress':
      return l10n.t('The host has no web address. Add it to the setting {0}.', 'sourcehost.hosts');
    case 'noCommits':
      return l10n.t('The repository has no commits yet. Commit a file first.');
    case 'noTextEditor':
      return l10n.t('No editor shows this file. Open it first.');
    case 'noOpenRecord':
      return l10n.t('No issue, milestone or release is open. Open one first.');
    case 'noRelease':
      return l10n.t('This is not a release.');
    case 'noRecord':
      return l10n.t('This is not an issue, milestone or release that the service has.');
    case 'nothingStaged':
      return l10n.t('Nothing is staged. Stage a file, or commit all changes.');
    case 'nothingDiscarded':
      return l10n.t('There is nothing to undo: no change was discarded in this window.');
    case 'noInterruptedCommit':
      return l10n.t('There is no interrupted commit to resume.');
    case 'noChange':
      return l10n.t('There is no change at “{0}”.', all);
    case 'noConflict':
      return l10n.t('There is no conflict in “{0}”.', all);
    case 'noConflictHere':
      return l10n.t('There is no conflict here.');
    case 'noDrafts':
      return l10n.t('There are no such drafts on this computer.');
    case 'noDraftOnDisk':
      return l10n.t('The draft of “{0}” is no longer on disk.', all);
    case 'invalidRecordText':
      return l10n.t('The text cannot be saved as it is. Correct what the editor marks.');
    case 'recordConflict':
      return l10n.t('Others changed {0} meanwhile. Choose which to keep.', all);
    case 'noRecordConflict':
      return l10n.t('Nothing has to be chosen any more.');
    case 'newRecord':
      return l10n.t('The service does not have this yet. Save it first.');
    case 'textNotSaved':
      return l10n.t('The text could not be saved.');
    case 'issuesNotChanged':
      return l10n.t('{0} of {1} issues could not be changed: {2}', first, second, third);
    case 'filesNotAttached':
      return l10n.t('Not attached: {0}', all);
    case 'unexpected':
      return l10n.t('Unexpected error: {0}', all);
    case 'settingNotTaken':
      return l10n.t('The editor did not take the setting {0}. Write it into the settings by hand.', 'sourcehost.hosts');
  }
}

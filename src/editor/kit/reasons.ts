import { l10n } from 'vscode';
import type { FailureReason } from '../../core/errors.ts';

/** What a person reads of the reason of a failure: what happened and what to do. `about`: see `FailureDetail`. */
export function explainReason(reason: FailureReason, about: readonly string[] = []): string {
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
      return l10n.t('A file may not be read or written, or another program holds it. Check its permissions.');
    case 'diskMissing':
      return l10n.t('A file or folder is not there.');
    case 'disk':
      return l10n.t('A file could not be read or written.');
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
    case 'isFolder':
      return l10n.t('This is a folder.');
    case 'isNotFolder':
      return l10n.t('This is not a folder.');
    case 'isNotEmpty':
      return l10n.t('The folder is not empty.');
    case 'intoItself':
      return l10n.t('A folder cannot be moved into itself.');
    case 'draftedThere':
      return l10n.t('The other branch has drafts of the same files. Commit or discard those first.');
    case 'unusableName':
      return l10n.t('Git cannot keep a file of this name. Choose another one.');
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
      return l10n.t('Changed here and on the server; choose between the versions first:');
    case 'settingNotTaken':
      return l10n.t('The editor did not take the setting {0}. Write it into the settings by hand.', 'sourcehost.hosts');
  }
}

import { env, l10n, Uri, type Memento } from 'vscode';
import type { Event } from '../../../core/emitter.ts';
import { showMessage } from '../../kit/messages/show.ts';

const shownKey = 'keyringTold';
const help = 'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';

/** Warns once if the secret storage fails, and says what to do. The warning is not repeated after a restart. */
export function warnOnce(onDidFail: Event<void>, memory: Memento): void {
  onDidFail(() => {
    if (memory.get(shownKey) === true) return;
    void (async () => {
      await memory.update(shownKey, true);
      const more = l10n.t('How to Set Up a Keyring');
      const chosen = await showMessage(
        'warning',
        l10n.t(
          'No secret storage is available: the sign-in ends when this window is closed. Set up a keyring, or put a token into the environment variable {0}.',
          'SOURCEHOST_TOKEN',
        ),
        [more],
      );
      if (chosen === more) await env.openExternal(Uri.parse(help, true));
    })();
  });
}

import { l10n } from 'vscode';
import type { LoopbackPage } from '../../core/loopback.ts';
import type { CallbackResult } from '../../domain/session/attempts.ts';

/** Text for the user after the browser, or a pasted address, brought a response. */
export function explainCallback(result: CallbackResult): string {
  switch (result) {
    case 'accepted':
      return l10n.t('You can close this page and go back to the editor.');
    case 'denied':
      return l10n.t('Access was not granted. You can close this page; the editor says more.');
    case 'incomplete':
      return l10n.t('There is neither a code nor an error in this address. Start the sign-in again in the editor.');
    case 'foreign':
      return l10n.t(
        'This answer does not belong to a sign-in of this window. If you started it in another window, start it again there; if you did not start it, do nothing.',
      );
    case 'late':
      return l10n.t('This sign-in has ended: it took too long, was cancelled or a newer one took its place.');
    case 'again':
      return l10n.t('This sign-in was answered already. A code can be used once.');
  }
}

/**
 * The page that the browser shows. A response without a state of this window gets no details, because anyone may have
 * sent it.
 */
export function callbackPage(result: CallbackResult): LoopbackPage {
  const message = explainCallback(result);
  switch (result) {
    case 'accepted':
      return { expected: true, title: l10n.t('The browser’s part is done'), message };
    case 'denied':
      return { expected: true, title: l10n.t('Not signed in'), message };
    case 'late':
    case 'again':
      return { expected: false, title: l10n.t('Not signed in'), message };
    case 'incomplete':
    case 'foreign':
      return {
        expected: false,
        title: l10n.t('Sourcehost'),
        message: l10n.t('Nothing was done. You can close this page.'),
      };
  }
}

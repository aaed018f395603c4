import { l10n } from 'vscode';
import type { LoopbackPage } from '../../../core/loopback.ts';
import type { CallbackResult } from '../../../domain/session/attempts.ts';

/** Text for the user after the browser, or a pasted address, brought a response. */
export function explainCallback(result: CallbackResult): string {
  switch (result) {
    case 'accepted':
      return l10n.t('You can close this page and return to the editor.');
    case 'denied':
      return l10n.t('Access was denied. You can close this page; the editor shows the details.');
    case 'incomplete':
      return l10n.t('This URL has neither a code nor an error. Sign in again in the editor.');
    case 'foreign':
      return l10n.t(
        'This response does not belong to a sign-in of this window. If you started it in another window, sign in again there; otherwise do nothing.',
      );
    case 'late':
      return l10n.t('This sign-in has ended: it timed out, was cancelled or was replaced by a newer one.');
    case 'again':
      return l10n.t('This sign-in is already complete. A code can be used only once.');
  }
}

/** Anyone may have sent a response without a state of this window, so it gets no details. */
export function callbackPage(result: CallbackResult): LoopbackPage {
  const message = explainCallback(result);
  switch (result) {
    case 'accepted':
      return { expected: true, title: l10n.t('Authorization complete'), message };
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

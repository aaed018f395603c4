import { l10n } from 'vscode';
import type { LoopbackPage } from '../../../core/loopback.ts';
import type { CallbackResult } from '../../../domain/session/attempts.ts';

const explanations: Readonly<Record<CallbackResult, () => string>> = {
  accepted: () => l10n.t('You can close this page and return to the editor.'),
  denied: () => l10n.t('Access was denied. You can close this page; the editor shows the details.'),
  incomplete: () => l10n.t('This URL has neither a code nor an error. Sign in again in the editor.'),
  foreign: () =>
    l10n.t(
      'This response does not belong to a sign-in of this window. If you started it in another window, sign in again there; otherwise do nothing.',
    ),
  late: () => l10n.t('This sign-in has ended: it timed out, was cancelled or was replaced by a newer one.'),
  again: () => l10n.t('This sign-in is already complete. A code can be used only once.'),
};

export const explainCallback = (result: CallbackResult): string => explanations[result]();

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

import { l10n } from 'vscode';
import type { WebhookHealth } from '../../domain/webhooks/webhooks.ts';

export function deliveryLabel(health: WebhookHealth, code: number): string {
  switch (health) {
    case 'never':
      return l10n.t('no deliveries yet');
    case 'delivered':
      return l10n.t('delivered ({0})', code);
    case 'failed':
      return l10n.t('failed ({0})', code);
  }
}

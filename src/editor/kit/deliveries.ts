import { l10n } from 'vscode';
import type { WebhookHealth } from '../../domain/webhooks/webhooks.ts';

export function deliveryLabel(health: WebhookHealth, code: number): string {
  if (health === 'never') return l10n.t('no deliveries yet');
  return health === 'failed' ? l10n.t('failed ({0})', code) : l10n.t('delivered ({0})', code);
}

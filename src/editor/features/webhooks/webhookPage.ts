import { l10n } from 'vscode';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { shownWebhook, webhookHealth } from '../../../domain/webhooks/webhooks.ts';
import { deliveryLabel } from '../../kit/deliveries.ts';
import type { PageContent } from '../../pages/content.ts';
import { factsPage } from '../../pages/factsPage.ts';
import { ago } from '../../pages/widgets.ts';
import { webhookEventNames, webhookEvents } from './webhookEvents.ts';

/** Without the secrets that its address can have. */
export function webhookContent(name: RepositoryName, id: string): PageContent {
  return factsPage(
    l10n.t('Webhook {0}', id),
    'webhook',
    async ({ connection: { api } }, options) =>
      await api.webhooks.get({ owner: name.owner, repo: name.repo, id }, options),
    (hook) => {
      const { url: address, result, result_code: code = 0, created_at: created } = shownWebhook(hook);
      const events = webhookEventNames.filter((event) => hook[event] === true);
      return {
        facts: [
          [l10n.t('Payload URL'), address],
          [l10n.t('Events'), events.map((event) => webhookEvents[event].happened()).join(', ')],
          [l10n.t('Last delivery'), deliveryLabel(webhookHealth(hook), code)],
          [l10n.t('Response'), result],
          [l10n.t('Created'), ago(created)],
        ],
      };
    },
  );
}

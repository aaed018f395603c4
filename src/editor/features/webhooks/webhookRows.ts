import { l10n } from 'vscode';
import type { Webhook } from '../../../api/record/webhook.ts';
import { shownWebhook, webhookHealth } from '../../../domain/webhooks/webhooks.ts';
import { formatAgoAt } from '../../kit/messages/format.ts';
import { deliveryLabel } from '../../kit/deliveries.ts';
import { paged, type Children, type Node } from '../../kit/tree/node.ts';
import { apiName, denied, repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { context, described } from '../../kit/rows/group.ts';
import { webhookEventNames, webhookEvents } from './webhookEvents.ts';

/** The webhooks of a repository. `onHealth` gets the number of webhooks read so far whose last delivery failed. */
export function webhooksOf(place: RepositoryPlace, onHealth: (failing: number) => void): Children {
  let failing = 0;
  return paged({
    pages: (signal) => {
      failing = 0;
      return place.connection.api.webhooks.list.all(apiName(place), { signal });
    },
    node: (webhook) => webhookNode(place, webhook),
    onPage: ({ items }) => {
      failing += items.filter((webhook) => webhookHealth(webhook) === 'failed').length;
      onHealth(failing);
    },
  });
}

export function webhookNode(place: RepositoryPlace, webhook: Webhook): Node {
  const { url: address, result } = shownWebhook(webhook);
  const health = webhookHealth(webhook);
  const code = webhook.result_code ?? 0;
  const healthText = deliveryLabel(health, code);
  return {
    id: `webhook:${webhook.id}`,
    row: {
      label: address,
      description: described(healthText, eventLabels(webhook).join(', ')),
      icon: health === 'delivered' ? 'pass' : health === 'failed' ? 'error' : 'circle-outline',
      color: health === 'delivered' ? 'testing.iconPassed' : health === 'failed' ? 'charts.red' : undefined,
      context: context('webhook', { failed: health === 'failed', ...denied(place) }),
      open: { command: 'sourcehost.webhook.show', title: l10n.t('Show Webhook') },
    },
    tooltip: () => ({
      title: address,
      text: result,
      facts: [
        [l10n.t('Last delivery'), healthText],
        [l10n.t('Events'), eventLabels(webhook).join(', ')],
        [l10n.t('Created'), formatAgoAt(webhook.created_at)],
      ],
    }),
    target: { ...repositoryTarget(place), id: webhook.id, label: address },
  };
}

const eventLabels = (webhook: Webhook): string[] =>
  webhookEventNames.filter((event) => webhook[event] === true).map((event) => webhookEvents[event].word());

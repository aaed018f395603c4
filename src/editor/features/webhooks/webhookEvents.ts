import { l10n } from 'vscode';
import type { webhooks } from '../../../api/endpoints/webhooks.ts';

export type WebhookEvent = Exclude<keyof typeof webhooks.create.body, 'url' | 'encryption_type' | 'password'>;

interface EventTexts {
  /** For a question. */
  readonly happened: () => string;
  /** For a list of events in one line. */
  readonly word: () => string;
}

export const webhookEvents: Readonly<Record<WebhookEvent, EventTexts>> = {
  push_events: { happened: () => l10n.t('Code was pushed'), word: () => l10n.t('push') },
  tag_push_events: { happened: () => l10n.t('A tag was pushed'), word: () => l10n.t('tag push') },
  issues_events: { happened: () => l10n.t('An issue was created or closed'), word: () => l10n.t('issues') },
  note_events: { happened: () => l10n.t('Someone commented'), word: () => l10n.t('comments') },
  merge_requests_events: {
    happened: () => l10n.t('A pull request was created or merged'),
    word: () => l10n.t('pull requests'),
  },
};

const isEvent = (name: string): name is WebhookEvent => name in webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents).filter(isEvent);

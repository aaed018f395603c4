import type { Webhook } from '../api/record/webhook.ts';

export type WebhookHealth = 'never' | 'delivered' | 'failed';

/** How the last delivery went. A code of 0 means that there was none, or no answer where words say what failed. */
export function webhookHealth({ result, result_code = 0 }: Pick<Webhook, 'result' | 'result_code'>): WebhookHealth {
  if (result_code >= 200 && result_code < 300) return 'delivered';
  if (result_code === 0 && (result === undefined || result === '')) return 'never';
  return 'failed';
}

/** A webhook's address as it may be shown: services put a password into its query or before its host. */
export function addressWithoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, '');
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

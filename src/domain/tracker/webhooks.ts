import type { Webhook } from '../../api/record/webhook.ts';
import { SentSecrets } from '../../api/http/secrets.ts';

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

/** A webhook as it may be shown: its address and the result of its last delivery, both without the address's secrets. */
export function shownWebhook(hook: Webhook): Webhook {
  const address = addressWithoutSecrets(hook.url);
  const result = hook.result && webhookSecrets(hook.url).without(hook.result.replaceAll(hook.url, address));
  return { ...hook, url: address, result };
}

/** What of these addresses of webhooks is secret: user, password, values of the query, fragment; as written and decoded. */
export function webhookSecrets(...addresses: readonly (string | undefined)[]): SentSecrets {
  const secrets = new SentSecrets();
  for (const address of addresses) {
    if (address === undefined || !URL.canParse(address)) continue;
    const { username, password, search, searchParams, hash } = new URL(address);
    const values = search
      .slice(1)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    const written = [...values, username, password, hash.slice(1)];
    for (const secret of [...searchParams.values(), ...written, ...written.map(decoded)]) secrets.keep(secret);
  }
  return secrets;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

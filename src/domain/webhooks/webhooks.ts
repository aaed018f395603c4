import type { Api } from '../../api/client/client.ts';
import type { Webhook } from '../../api/record/webhook.ts';
import { decodedText } from '../../core/text.ts';
import { SentSecrets } from '../../api/http/sentSecrets.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { creationAt, type Creation } from '../hosts/creations.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';

export type WebhookHealth = 'never' | 'delivered' | 'failed';

/** The result of the last delivery. Code 0 without a text: no delivery yet. Code 0 with a text: no response. */
export function webhookHealth({ result, result_code = 0 }: Pick<Webhook, 'result' | 'result_code'>): WebhookHealth {
  if (result_code >= 200 && result_code < 300) return 'delivered';
  if (result_code === 0 && (result === undefined || result === '')) return 'never';
  return 'failed';
}

/** The address of a webhook for display. Its query or user part can contain a password. */
export function addressWithoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, '');
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** A webhook for display: the secrets of its address are removed from the address and from the last result. */
export function shownWebhook(hook: Webhook): Webhook {
  const address = addressWithoutSecrets(hook.url);
  const result = hook.result && webhookSecrets(hook.url).without(hook.result.replaceAll(hook.url, address));
  return { ...hook, url: address, result };
}

/** The secrets in webhook addresses: user, password, query values and fragment, both as written and decoded. */
export function webhookSecrets(...addresses: readonly (string | undefined)[]): SentSecrets {
  const secrets = new SentSecrets();
  for (const address of addresses) {
    if (address === undefined || !URL.canParse(address)) continue;
    const { username, password, search, searchParams, hash } = new URL(address);
    const values = search
      .slice(1)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    const encoded = [...values, username, password, hash.slice(1)];
    for (const secret of [...searchParams.values(), ...encoded, ...encoded.map(decodedText)]) secrets.keep(secret);
  }
  return secrets;
}

const events = ['push_events', 'tag_push_events', 'issues_events', 'note_events', 'merge_requests_events'] as const;

type NewWebhook = Omit<Parameters<Api['webhooks']['create']>[0], 'owner' | 'repo'>;

/** No answer has the password, and none names the author. */
export function webhookCreation(
  connection: Connection,
  name: RepositoryName,
  inputs: NewWebhook,
  options: RequestOptions,
): Creation<Webhook> {
  const { api } = connection;
  return {
    ...creationAt(connection, name, 'hooks'),
    sent: { ...inputs, password: undefined },
    send: () => api.webhooks.create({ ...inApi(name), ...inputs }, options),
    list: () => api.webhooks.list.all(inApi(name), options).pages(),
    id: ({ id }) => id,
    created: ({ created_at }) => created_at,
    fits: (hook) =>
      hook.url === inputs.url && events.every((event) => inputs[event] === undefined || hook[event] === inputs[event]),
  };
}

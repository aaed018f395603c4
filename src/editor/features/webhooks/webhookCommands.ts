import { l10n } from 'vscode';
import { optional } from '../../../api/contract/field.ts';
import { webhooks } from '../../../api/endpoints/webhooks.ts';
import type { Webhook } from '../../../api/record/webhook.ts';
import { delay } from '../../../core/async.ts';
import { Failure } from '../../../core/errors.ts';
import { createOnce } from '../../../domain/hosts/creations.ts';
import { partPage } from '../../../domain/pages/target.ts';
import { shownWebhook, webhookCreation, webhookSecrets } from '../../../domain/webhooks/webhooks.ts';
import { recordId } from '../../kit/arguments.ts';
import type { AnyCommand, Ask } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import { inform, warn } from '../../kit/prompts/prompt.ts';
import { confirmCurrent } from '../../kit/commands/confirmCurrent.ts';
import { askChecklist, askFrom, askOne } from '../../kit/commands/ask.ts';
import { atRepository, onRepository, remembered, type AtRepository } from '../../kit/commands/declare.ts';
import { changeNotifier } from '../../kit/commands/changeNotifier.ts';
import type { Pages } from '../../pages/register.ts';
import { webhookEventNames, webhookEvents, type WebhookEvent } from './webhookEvents.ts';

const { url, ...settings } = webhooks.create.body;

/** The current state of the webhook that is edited; undefined when one is created. */
const hookOf = remembered<Webhook | undefined>(
  async (invocation, args) => {
    const { id } = args;
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const { api, at } = await atRepository(invocation, args);
    return await api.webhooks.get({ ...at, id: String(id) }, { signal: invocation.signal });
  },
  ({ id }) => id,
);

const askUrl: Ask<string> = async (prompt, args, invocation) =>
  await prompt.input({
    prompt: l10n.t('Payload URL'),
    placeholder: 'https://',
    value: (await hookOf(invocation, args))?.url ?? '',
    validate: (value) => url.check(value) && l10n.t('Enter an http(s) URL.'),
  });

const askProtection = askOne<0 | 1>(
  () => l10n.t('How are deliveries verified?'),
  () => [
    { label: l10n.t('Secret token header'), description: 'X-GitCode-Token', value: 0 },
    { label: l10n.t('HMAC signature'), description: 'X-GitCode-Signature-256', value: 1 },
  ],
);

const askPassword: Ask<string | undefined> = async (prompt, args) => {
  const password = await prompt.input({
    prompt:
      args.id === undefined
        ? l10n.t('Password or key (optional)')
        : l10n.t('New password or key (leave empty to send none)'),
    password: true,
  });
  return password === '' ? undefined : password;
};

const askHook: Ask<string> = askFrom(
  () => l10n.t('Which webhook?'),
  ({ api, at }, { signal }) => api.webhooks.list.all(at, { signal }),
  (hook) => {
    const { id, url, result } = shownWebhook(hook);
    return { label: url, description: id, ...(result === undefined ? {} : { detail: result }), value: id };
  },
);

const askEvents = askChecklist<WebhookEvent>(webhookEventNames, async (prompt, args, invocation) => {
  const now = await hookOf(invocation, args);
  return await prompt.pickMany({
    placeholder: l10n.t('Which events?'),
    items: webhookEventNames.map((value) => ({
      label: webhookEvents[value].happened(),
      picked: now === undefined ? value === 'push_events' : now[value] === true,
      value,
    })),
  });
});

const polls = [500, 1_000, 2_000, 4_000];

type NotifyWebhook = ReturnType<typeof changeNotifier>;

/** Webhooks and the result of their last delivery. The service never returns their password. */
export function webhookCommands(changes: Changes, pages: Pages['pages']) {
  const notify = changeNotifier(changes, 'webhooks');
  return {
    'sourcehost.webhook.create': onRepository({
      does: 'Creates a webhook.',
      result: 'the webhook, without its password',
      needsAccount: true,
      fields: { url, ...settings },
      ask: { url: askUrl, encryption_type: askProtection, password: askPassword, ...askEvents },
      run: async (args, on, { signal, silent, again }) => {
        const creation = webhookCreation(on.connection, on.name, args, { signal });
        const created = await withoutSecretsOf([args.url], createOnce(creation, { signal, again }));
        notify(on, { silent }, ...(created === undefined ? [] : [created.id]));
        return created ?? { url: args.url };
      },
    }),
    'sourcehost.webhook.edit': editWebhook(notify),
    'sourcehost.webhook.remove': removeWebhook(notify),
    'sourcehost.webhook.show': onRepository({
      does: 'Shows a webhook as a page.',
      result: 'the webhook',
      needsAccount: true,
      fields: { id: recordId },
      ask: { id: askHook },
      run: async ({ id }, on, invocation) =>
        await pages.show(partPage({ ...on, ...on.connection }, 'webhook', String(id)), invocation),
    }),
    'sourcehost.webhook.test': onRepository({
      does: 'Lets the host send a test delivery of a webhook, and waits for its result.',
      result: 'the webhook',
      needsAccount: true,
      fields: { id: recordId },
      ask: { id: askHook },
      run: async ({ id: idArgument }, on, invocation) => {
        const id = String(idArgument);
        const hook = await invocation.withProgress(l10n.t('Testing the webhook'), (signal) => test(on, id, signal));
        notify(on, invocation, id);
        if (!invocation.silent) void report(hook);
        return hook;
      },
    }),
  };
}

function editWebhook(notify: NotifyWebhook): AnyCommand {
  return onRepository({
    does: 'Changes a webhook. Fields that are left out do not change.',
    result: 'the webhook',
    needsAccount: true,
    fields: { id: recordId, url: optional(url), ...settings },
    ask: { id: askHook, url: askUrl, encryption_type: askProtection, password: askPassword, ...askEvents },
    run: async ({ id: idArgument, ...change }, on, { signal, silent }) => {
      const id = String(idArgument);
      const now = await on.api.webhooks.get({ ...on.at, id }, { signal });
      // The API description does not say whether omitted flags keep their value. Therefore all flags are sent.
      const currentEvents = Object.fromEntries(webhookEventNames.map((event) => [event, now[event] ?? false]));
      const { url = now.url } = change;
      const editing = on.api.webhooks.edit({ ...on.at, id, ...currentEvents, ...change, url }, { signal });
      const edited = await withoutSecretsOf([url, now.url], editing);
      notify(on, { silent }, id);
      return edited === undefined ? await on.api.webhooks.get({ ...on.at, id }, { signal }) : { ...edited, id };
    },
  });
}

function removeWebhook(notify: NotifyWebhook): AnyCommand {
  return onRepository({
    does: 'Removes a webhook.',
    needsAccount: true,
    fields: { id: recordId },
    ask: { id: askHook },
    run: async ({ id: idArgument }, on, invocation) => {
      const { signal, silent } = invocation;
      const id = String(idArgument);
      await confirmCurrent(invocation, {
        read: async () => await on.api.webhooks.get({ ...on.at, id }, { signal }),
        keyOf: ({ url }) => url,
        question: (hook) => ({
          message: l10n.t('Remove the webhook to {0}?', shownWebhook(hook).url),
          detail: l10n.t('Events will stop being sent here.'),
          action: l10n.t('Remove Webhook'),
        }),
      });
      await on.api.webhooks.remove({ ...on.at, id }, { signal });
      notify(on, { silent });
    },
  });
}

/** Awaits `sent`. If it fails, the message contains no secret of these addresses. */
async function withoutSecretsOf<T>(addresses: readonly string[], sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw error instanceof Failure ? webhookSecrets(...addresses).removedFrom(error) : error;
  }
}

/** Sends a test delivery, then polls its result with at most five requests. */
async function test({ api, at }: AtRepository, id: string, signal: AbortSignal): Promise<Webhook> {
  const before = await api.webhooks.get({ ...at, id }, { signal });
  await api.webhooks.test({ ...at, id }, { signal });
  let now = before;
  for (const pause of polls) {
    await delay(pause, signal);
    now = await api.webhooks.get({ ...at, id }, { signal, priority: 'background' });
    if (now.result !== before.result || now.result_code !== before.result_code) break;
    if (isDelivered(now)) break;
  }
  return now;
}

const isDelivered = ({ result_code: code = 0 }: Webhook): boolean => code >= 200 && code < 300;

async function report(hook: Webhook): Promise<void> {
  const { url, result = '', result_code: code = 0 } = shownWebhook(hook);
  if (isDelivered(hook)) await inform(l10n.t('{0} returned {1}.', url, code));
  else if (code === 0) await inform(l10n.t('Test sent to {0}. No result yet.', url));
  else await warn(l10n.t('The delivery to {0} failed with {1}: {2}', url, code, result));
}

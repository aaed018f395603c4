import { createHmac, randomUUID } from 'node:crypto';
import { stamp } from './forms/times.ts';
import { webAddress } from './forms/repository.ts';
import type { Host } from './host.ts';
import { fullName, type Account, type Hook, type HookEvent, type Repository } from './state.ts';

const names: Readonly<Record<HookEvent, { header: string; kind: string }>> = {
  push_events: { header: 'Push Hook', kind: 'push' },
  tag_push_events: { header: 'Tag Push Hook', kind: 'tag_push' },
  issues_events: { header: 'Issue Hook', kind: 'issue' },
  note_events: { header: 'Note Hook', kind: 'note' },
  merge_requests_events: { header: 'Merge Request Hook', kind: 'merge_request' },
};

const timeout = 5_000;

/** Sends events to webhooks, only to addresses of this machine, and records the results. */
export class Deliveries {
  readonly #underWay = new Set<Promise<void>>();

  /** Sends an event to the subscribed webhooks of a repository, without waiting. */
  send(host: Host, repository: Repository, event: HookEvent, by: Account, what: object): void {
    for (const hook of repository.hooks.values()) {
      if (!hook[event]) continue;
      const delivery = this.deliver(host, repository, hook, event, by, what).finally(() =>
        this.#underWay.delete(delivery),
      );
      this.#underWay.add(delivery);
    }
  }

  /** Resolves when no delivery is in progress. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async deliver(
    host: Host,
    repository: Repository,
    hook: Hook,
    event: HookEvent,
    by: Account,
    what: object,
  ): Promise<void> {
    const { header, kind } = names[event];
    const body = JSON.stringify({
      object_kind: kind,
      event_name: kind,
      user: { username: by.login, name: by.name, email: by.email },
      repository: { name: repository.name, full_name: fullName(repository), url: webAddress(host, repository) },
      created_at: stamp(Date.now()),
      ...what,
    });
    const url = new URL(hook.url);
    if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
      [hook.result, hook.result_code] = ['Only addresses of this machine are reached', 503];
      return;
    }
    if (hook.encryption === 0 && hook.password !== '') url.searchParams.set('password', hook.password);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'git-local-hook',
          'X-GitCode-Event': header,
          'X-GitCode-Delivery': randomUUID(),
          ...signature(hook, body),
        },
        body,
      });
      hook.result = (await answer.text()).slice(0, 1000) || answer.statusText;
      hook.result_code = answer.status;
    } catch (error) {
      const { message, cause } = error as Error;
      [hook.result, hook.result_code] = [cause instanceof Error ? cause.message || message : message, 503];
    }
  }
}

function signature({ encryption, password }: Hook, body: string): Record<string, string> {
  if (password === '') return {};
  if (encryption === 0) return { 'X-GitCode-Token': password };
  return { 'X-GitCode-Signature-256': `sha256=${createHmac('sha256', password).update(body).digest('hex')}` };
}

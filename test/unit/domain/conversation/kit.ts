import type { Discussion } from '../../../../src/domain/conversation/conversation.ts';

interface Written extends Partial<Omit<Discussion, 'user'>> {
  readonly login?: string;
}

let count = 0;

/** A discussion on the whole, each a minute after the one before. */
export function discussion({ login = 'erik', ...more }: Written = {}): Discussion {
  const id = String((count += 1));
  const unknown = { name: undefined, id: undefined, avatar_url: undefined, html_url: undefined };
  return {
    ...{ key: id, id, discussionId: `d${id}`, body: '', replies: [], place: undefined, resolved: undefined },
    ...{ isOutdated: false, user: { login, ...unknown }, updated_at: undefined },
    created_at: new Date(Date.UTC(2026, 5, 1) + count * 60_000).toISOString(),
    ...more,
  };
}

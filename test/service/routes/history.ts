import { ok, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { stamp } from '../forms/times.ts';
import { person } from '../forms/user.ts';

const emoji: Readonly<Record<string, string>> = {
  ...{ like: '👍', dislike: '👎', smile: '😄', confused: '😕', love: '❤️', rocket: '🚀', eyes: '👀', party: '🎉' },
};

/** The reactions to an issue, a pull request or a comment. */
export function reactions(call: Call, { id }: { readonly id: number }): Answer {
  const name = call.optionalText('emoji_name');
  const all = (call.state.reactions.get(id) ?? []).filter((one) => name === undefined || one.name === name);
  return ok(
    all.map((one) => ({
      ...{ id: String(one.id), emoji: emoji[one.name] ?? '', emoji_name: one.name },
      user: person(call.host, one.by, 'login name object_id avatar_url'),
    })),
  );
}

/** The texts that an issue, a pull request or a comment had, the newest first. */
export function modifyHistory(
  call: Call,
  record: { readonly id: number; readonly body: string; readonly author: string; readonly created: number },
): Answer {
  const first = { id: record.id, content: record.body, by: record.author, time: record.created };
  const versions = call.state.versions.get(record.id) ?? [first];
  const user = (login: string): unknown => person(call.host, login, 'login name object_id');
  return ok(
    versions
      .map(({ id, content, by, time }, at) => ({
        ...{ id: String(id), content, created: at === 0, deleted: false },
        ...{ created_at: stamp(time), updated_at: stamp(time), user: user(record.author), updated_user: user(by) },
      }))
      .reverse(),
  );
}

import type { Call } from './call.ts';
import type { RecordEvent } from './state.ts';

/** An entry of the log of an issue or pull request, by the account of the call. */
export const eventOf = ({ state, user }: Call, action: string, content: string): RecordEvent => ({
  ...{ id: state.nextId(), action, content, author: user.login, created: Date.now() },
});

/** What a change of labels says in the log. */
export const labelWords = (before: readonly string[], after: readonly string[]): readonly string[] => [
  ...after.filter((name) => !before.includes(name)).map((name) => `add label ${name}`),
  ...before.filter((name) => !after.includes(name)).map((name) => `remove label ${name}`),
];

/** Replaces the text of a record, and keeps the one that it had. */
export function rewrite(
  call: Call,
  record: { readonly id: number; body: string; readonly author: string; readonly created: number },
  text: string,
): void {
  if (text === record.body) return;
  const { versions } = call.state;
  const first = { id: record.id, content: record.body, by: record.author, time: record.created };
  const next = { id: call.state.nextId(), content: text, by: call.user.login, time: Date.now() };
  versions.set(record.id, [...(versions.get(record.id) ?? [first]), next]);
  record.body = text;
}

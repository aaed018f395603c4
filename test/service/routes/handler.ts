import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';

/** Executes an operation and returns the described reply. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The handlers of one group of the endpoint table, one for each row. */
export type Handlers<Group> = { readonly [Name in keyof Group]: Handler };

/** The reply of an operation without content. `described`: the reply in the description. */
export function nothing(call: Call, described: '204' | '200' | '{}'): Answer {
  const form = call.habits.nothing === 'described' ? described : call.habits.nothing;
  return form === '{}' ? { status: 200, json: {} } : { status: Number(form) };
}

/** The reply of a creation. */
export const made = (call: Call, json: unknown): Answer =>
  call.habits.emptyAfterWrite ? { status: call.habits.created } : { status: call.habits.created, json };

/** The reply of a change. */
export const changed = (call: Call, json: unknown): Answer =>
  call.habits.emptyAfterWrite ? { status: 200 } : { status: 200, json };

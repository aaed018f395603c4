import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';

/** Does what an operation says and answers as the description shows. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The handlers of one group of the endpoint table: every row has one. */
export type Handlers<Group> = { readonly [Name in keyof Group]: Handler };

/** The answer of an operation that has nothing to say. `described`: what the description shows for it. */
export function nothing(call: Call, described: '204' | '200' | '{}'): Answer {
  const form = call.habits.nothing === 'described' ? described : call.habits.nothing;
  return form === '{}' ? { status: 200, json: {} } : { status: Number(form) };
}

/** The answer of an operation that made something. */
export const made = (call: Call, json: unknown): Answer =>
  call.habits.emptyAfterWrite ? { status: call.habits.created } : { status: call.habits.created, json };

/** The answer of an operation that changed something. */
export const changed = (call: Call, json: unknown): Answer =>
  call.habits.emptyAfterWrite ? { status: 200 } : { status: 200, json };

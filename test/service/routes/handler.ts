import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';

/** Executes an operation and returns the described reply. */
export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The handlers of one group of the endpoint table, one for each row. */
export type Handlers<Group> = { readonly [Name in keyof Group]: Handler };

/** The live service, when it cannot read the answer of a service behind it. Whether the change was made is not told. */
const unread: Answer = {
  status: 200,
  json: {
    error_code: 200,
    error_code_name: 'OK',
    error_message: 'Error while extracting response for type [class com.gitcode.api.dto.ResultDTO]',
  },
};

/** The reply of an operation without content. `described`: the reply in the description. */
export function nothing(call: Call, described: '204' | '200' | '{}'): Answer {
  if (call.habits.unreadAfterWrite) return unread;
  const form = call.habits.nothing === 'described' ? described : call.habits.nothing;
  return form === '{}' ? { status: 200, json: {} } : { status: Number(form) };
}

/** The reply of a creation. */
export const made = (call: Call, json: unknown): Answer => written(call, call.habits.created, json);

/** The reply of a change. */
export const changed = (call: Call, json: unknown): Answer => written(call, 200, json);

function written({ habits }: Call, status: number, json: unknown): Answer {
  if (habits.unreadAfterWrite) return unread;
  return habits.emptyAfterWrite ? { status } : { status, json };
}

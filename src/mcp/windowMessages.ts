import * as v from 'valibot';

/** The environment variables that a window gives to the program, so that it uses the session of the window. */
export const windowVariables = { path: 'SOURCEHOST_MCP_PIPE', key: 'SOURCEHOST_MCP_KEY' } as const;

/** The first message of the program: the key that only the window and the program know. */
export const Greeting = v.strictObject({ key: v.string() });

const id = v.number();

/** What the program asks of the window. `id`: of the call; the reply has the same one. */
export const WindowRequest = v.variant('kind', [
  v.object({ kind: v.literal('call'), id, tool: v.string(), given: v.unknown() }),
  v.object({ kind: v.literal('read'), id, uri: v.string() }),
  v.object({
    kind: v.literal('complete'),
    id,
    variable: v.object({ name: v.string(), value: v.string(), known: v.record(v.string(), v.string()) }),
  }),
  v.object({ kind: v.literal('cancel'), id }),
]);
export type WindowRequest = v.InferOutput<typeof WindowRequest>;

/** `text`: of a call, for the model; else the result in JSON, or if `isError`, why there is none. */
export const WindowReply = v.object({ id, text: v.string(), isError: v.boolean() });
export type WindowReply = v.InferOutput<typeof WindowReply>;

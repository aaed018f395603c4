import {
  CancellationError,
  CancellationTokenSource,
  LanguageModelTextPart,
  type CancellationToken,
  type LanguageModelToolResult,
} from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { TypedVariable } from '../../../tools/resources/completions.ts';
import type { ToolResource } from '../../../tools/resources/resources.ts';

/** The tools of the window, which ask the user in dialogs if no chat does. */
export interface WindowTools {
  invoke(
    name: string,
    invoked: { readonly input: object; readonly toolInvocationToken: undefined },
    token: CancellationToken,
  ): Promise<LanguageModelToolResult>;
  /** @throws Error with a text for the client */
  readResource(uri: string, signal: AbortSignal): Promise<ToolResource>;
  completeResource(variable: TypedVariable, signal: AbortSignal): Promise<readonly string[]>;
}

type Reply = Promise<{ readonly text: string; readonly isError: boolean }>;

/** What the window does for a program. Nothing rejects; results of `read` and `complete` are JSON. */
export interface WindowCalls {
  readonly call: (tool: string, args: unknown, signal: AbortSignal) => Reply;
  readonly read: (uri: string, signal: AbortSignal) => Reply;
  readonly complete: (variable: TypedVariable, signal: AbortSignal) => Reply;
}

const declined = 'Nothing was sent: the user did not agree to this change. Ask the user how to go on.';

export function windowCalls(load: () => Promise<WindowTools>): WindowCalls {
  return {
    call: async (tool, args, signal) => {
      const source = new CancellationTokenSource();
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const input = typeof args === 'object' && args !== null ? args : {};
      const reply = await replyOf(async () => {
        const tools = await load();
        const { content } = await tools.invoke(tool, { input, toolInvocationToken: undefined }, source.token);
        return content.flatMap((part) => (part instanceof LanguageModelTextPart ? [part.value] : [])).join('\n');
      });
      signal.removeEventListener('abort', cancel);
      source.dispose();
      return reply;
    },
    read: async (uri, signal) =>
      await replyOf(async () => JSON.stringify(await (await load()).readResource(uri, signal))),
    complete: async (variable, signal) =>
      await replyOf(async () => JSON.stringify(await (await load()).completeResource(variable, signal))),
  };
}

async function replyOf(run: () => Promise<string>): Reply {
  try {
    return { text: await run(), isError: false };
  } catch (error) {
    return { text: isCancellation(error) ? declined : messageOf(error), isError: true };
  }
}

/** The editor passes a cancellation on as an error of another class with the same name. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === new CancellationError().name;
}

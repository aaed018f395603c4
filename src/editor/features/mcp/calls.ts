import {
  CancellationError,
  CancellationTokenSource,
  LanguageModelTextPart,
  type CancellationToken,
  type LanguageModelToolResult,
} from 'vscode';
import { messageOf } from '../../../core/errors.ts';

/** The tools of the window, which ask the user in dialogs if no chat does. */
export interface WindowTools {
  invoke(
    name: string,
    invoked: { readonly input: object; readonly toolInvocationToken: undefined },
    token: CancellationToken,
  ): Promise<LanguageModelToolResult>;
}

/** Runs a tool. Never rejects. */
export type RunTool = (
  tool: string,
  given: unknown,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly isError: boolean }>;

const declined = 'Nothing was sent: the user did not agree to this change. Ask the user how to go on.';

/** Runs the tools of this window for a program. */
export function runWindowTools(load: () => Promise<WindowTools>): RunTool {
  return async (tool, given, signal) => {
    const source = new CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const input = typeof given === 'object' && given !== null ? given : {};
      const tools = await load();
      const { content } = await tools.invoke(tool, { input, toolInvocationToken: undefined }, source.token);
      const texts = content.flatMap((part) => (part instanceof LanguageModelTextPart ? [part.value] : []));
      return { text: texts.join('\n'), isError: false };
    } catch (error) {
      return { text: isCancellation(error) ? declined : messageOf(error), isError: true };
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  };
}

/** The editor passes a cancellation on as an error of another class with the same name. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === new CancellationError().name;
}

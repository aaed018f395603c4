import { lm } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { ToolCalls } from './toolCalls.ts';

/**
 * Registers the tools for language models. `names` are the names of package.json. `load` is called when a tool is called;
 * its code is not part of the activation.
 */
export function registerTools(names: readonly string[], load: () => Promise<ToolCalls>): Disposable[] {
  return names.map((name) =>
    lm.registerTool<object>(name, {
      prepareInvocation: async (options, token) => await (await load()).prepare(name, options, token),
      invoke: async (options, token) => await (await load()).invoke(name, options, token),
    }),
  );
}

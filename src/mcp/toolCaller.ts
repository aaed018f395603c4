import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

export interface McpCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly canAsk: boolean;
  /** The answer of the user, with the state of the question; undefined: nothing was asked yet. */
  readonly answer: { readonly state: string; readonly isYes: boolean } | undefined;
}

export type ToolCaller = (call: McpCall) => Promise<CallToolResult | InputRequiredResult>;

/** The result of a tool as the protocol has it. `isError`: nothing came of the call. */
export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError };
}

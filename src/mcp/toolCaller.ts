import type { CallToolResult } from '@modelcontextprotocol/server';
import { recordNote } from '../tools/kit/fence.ts';
import type { ToolResult } from '../tools/kit/output.ts';

export interface McpCall {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly canAsk: boolean;
  /** Milliseconds for a change of many things, see `RemotePreview`. */
  readonly timeLimit: number;
  /** The answer of the user, with the state of the question; undefined: nothing was asked yet. */
  readonly answer: { readonly state: string; readonly isYes: boolean } | undefined;
}

/** A question to the user. The call is repeated with the answer to it. */
export interface Question {
  readonly question: string;
  readonly state: string;
}

export type Reply = CallToolResult | Question;

export type ToolCaller = (call: McpCall) => Promise<Reply>;

export const isQuestion = (reply: Reply): reply is Question => 'question' in reply;

/** The result of a tool as the protocol has it. Some clients show their model the records alone: these have the note too. */
export function toolResult({ text, records, cursor }: ToolResult): CallToolResult {
  const structured = records && { structuredContent: { note: recordNote, records, ...(cursor && { cursor }) } };
  return { ...textResult(text), ...structured };
}

/** `isError`: nothing came of the call. */
export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: 'text', text }], isError };
}

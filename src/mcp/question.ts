import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fullName } from '../domain/hosting/address.ts';
import { askedDiff, askedLines } from '../tools/kit/fence.ts';
import { previewTexts, type ToolPreview } from '../tools/kit/preview.ts';
import type { Tool } from '../tools/kit/tool.ts';
import type { McpCall } from './toolCaller.ts';

const answerKey = 'agree';

/** Lines of a change in a question. */
const mostLines = 1_000;

/**
 * The question whether the user agrees to `preview`, as Markdown. Every line of the change has a sign, so that no text of
 * the service ends the block; the further lines of a long value have another one, so that they look like no field.
 */
export function questionText({ title }: Pick<Tool, 'title'>, preview: ToolPreview): string {
  const fields = previewTexts({ ...preview, diffs: [] }).flatMap((text) =>
    askedLines(text).map((line, index) => (index === 0 ? `| ${line}` : `| │ ${line}`)),
  );
  const diffs = preview.diffs.flatMap((diff) => askedDiff(diff).map((line) => `| ${line}`));
  const lines = [...fields, ...diffs];
  const left = lines.length - mostLines;
  const parts = [
    `${title} in ${fullName(preview.repository)}? This changes the host.`,
    ['```', ...lines.slice(0, mostLines), '```'].join('\n'),
    ...(left > 0 ? [`${left} more lines are not shown here. Answer no to see all of them first.`] : []),
  ];
  return parts.join('\n\n');
}

/** Makes the client ask its user. It repeats the call with the answer and `state`. */
export function askUser(message: string, state: string): InputRequiredResult {
  const requestedSchema = {
    type: 'object' as const,
    properties: { [answerKey]: { type: 'boolean' as const, title: 'Yes, make this change' } },
    required: [answerKey],
  };
  const question = inputRequired.elicit({ message, requestedSchema });
  return inputRequired({ inputRequests: { [answerKey]: question }, requestState: state });
}

/** The answer to `askUser` in a repeated call. */
export function answerIn({ mcpReq }: Pick<ServerContext, 'mcpReq'>): McpCall['answer'] {
  const state = mcpReq.requestState();
  if (typeof state !== 'string') return undefined;
  const response = inputResponse(mcpReq.inputResponses, answerKey);
  const isYes = response.kind === 'elicit' && response.action === 'accept' && response.content?.[answerKey] === true;
  return { state, isYes };
}

import {
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { fullName } from '../domain/hosts/address.ts';
import { englishLines } from '../tools/kit/previewLines.ts';
import type { Tool, ToolPreview } from '../tools/kit/tool.ts';
import type { McpCall, Question } from './toolCaller.ts';

const answerKey = 'agree';

/** Lines of one question, and UTF-16 units. */
const most = { lines: 1_000, length: 100_000 };

/** The question about `preview` as Markdown, a long one in parts. Every line has a sign, so no text ends the block. */
export function questionTexts({ title }: Pick<Tool, 'title'>, preview: ToolPreview): readonly string[] {
  const parts = partsOf(englishLines(preview).map((line) => `| ${line}`));
  return parts.map((lines, index) => {
    const part = `Part ${index + 1} of ${parts.length}. Nothing is sent before you answer yes to all parts.`;
    return [
      `${title} in ${fullName(preview.repository)}? This changes the host.`,
      ...(parts.length === 1 ? [] : [part]),
      ['```', ...lines, '```'].join('\n'),
    ].join('\n\n');
  });
}

function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const line of lines.flatMap(piecesOf)) {
    let part = parts.at(-1) ?? [];
    if (part.length >= most.lines || (part.length > 0 && length + line.length > most.length)) {
      part = [];
      parts.push(part);
      length = 0;
    }
    part.push(line);
    length += line.length;
  }
  return parts;
}

/** A line as lines that fit into a question; the further ones have a sign. */
function piecesOf(line: string): readonly string[] {
  const pieces = line.length <= most.length ? [line] : (line.match(/[^]{1,40000}/gu) ?? []);
  return pieces.map((piece, index) => (index === 0 ? piece : `| … ${piece}`));
}

const formOf = (message: string): ElicitRequestFormParams => ({
  message,
  requestedSchema: {
    type: 'object',
    properties: { [answerKey]: { type: 'boolean', title: 'Yes, make this change' } },
    required: [answerKey],
  },
});

/** Makes a client of 2026 ask its user. It repeats the call with the answer and `state`. */
export function askUser({ question, state }: Question): InputRequiredResult {
  const inputRequests = { [answerKey]: inputRequired.elicit(formOf(question)) };
  return inputRequired({ inputRequests, requestState: state });
}

/** Milliseconds that a user has for an answer. */
const answerTime = 3_600_000;

/** Asks the user of an older client while the call runs. A client that shows no question, or gives up, answers no. */
export async function askDuring(
  // oxlint-disable-next-line typescript/no-deprecated -- a client of 2025 cannot be asked otherwise while its call runs
  { mcpReq: { elicitInput, signal } }: Pick<ServerContext, 'mcpReq'>,
  { question, state }: Question,
): Promise<McpCall['answer']> {
  try {
    const { action, content } = await elicitInput(formOf(question), { signal, timeout: answerTime });
    return { state, isYes: action === 'accept' && content?.[answerKey] === true };
  } catch {
    return { state, isYes: false };
  }
}

export function answerIn({ mcpReq }: Pick<ServerContext, 'mcpReq'>): McpCall['answer'] {
  const state = mcpReq.requestState();
  if (typeof state !== 'string') return undefined;
  const response = inputResponse(mcpReq.inputResponses, answerKey);
  const isYes = response.kind === 'elicit' && response.action === 'accept' && response.content?.[answerKey] === true;
  return { state, isYes };
}

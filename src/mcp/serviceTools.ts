import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { mayBeDone, Failure, toFailure } from '../core/errors.ts';
import { oneLine } from '../core/text.ts';
import { callTool, loggedFailure, previewTool, type ToolCallOptions } from '../tools/call.ts';
import { completions } from '../tools/resources/completions.ts';
import { toolFailureText } from '../tools/failureText.ts';
import type { ToolServices } from '../tools/kit/place.ts';
import type { AgreeablePreview, Tool } from '../tools/kit/tool.ts';
import { readResource, toolOfResource } from '../tools/resources/resources.ts';
import { toolTable } from '../tools/table.ts';
import { hints, howToAllow, outside, refusals } from './agentTexts.ts';
import { questionTexts } from './question.ts';
import type { ResourceReader } from './server.ts';
import { textResult, toolResult, type McpCall, type Reply, type ToolCaller } from './toolCaller.ts';

interface PendingCall {
  readonly tool: string;
  readonly preview: AgreeablePreview;
  /** The questions that are asked if the answer is yes. */
  readonly next: readonly string[];
}

/** Runs `tools` in this process. A change of the host needs a client that can ask. `signIn`: how the user signs in. */
export function serviceTools(services: ToolServices, tools: readonly Tool[], signIn: string): ToolCaller {
  /** By the state that the client sends back with the answer. A client that never answers does not fill the memory. */
  const questions = new LRUCache<string, PendingCall>({ max: 100 });

  const run = async (tool: Tool, call: McpCall, agreed?: ToolCallOptions['agreed']): Promise<Reply> =>
    toolResult(await callTool(services, tool, call.input, { signal: call.signal, agreed, timeLimit: call.timeLimit }));

  const ask = async (tool: Tool, { input, signal }: McpCall): Promise<Reply> => {
    const preview = await previewTool(services, tool, input, signal).catch((error: unknown) => {
      throw loggedFailure(services, tool, input, error);
    });
    // Every tool with an effect has a preview.
    if (preview === undefined) return refuse(tool, input, 'declined');
    return askNext({ tool: tool.name, preview, next: questionTexts(tool, preview) });
  };

  const askNext = ({ next: [question = '', ...next], ...call }: PendingCall): Reply => {
    const state = randomUUID();
    questions.set(state, { ...call, next });
    return { question, state };
  };

  const refuse = (tool: Tool, input: unknown, why: keyof typeof refusals): Reply => {
    loggedFailure(services, tool, input, new Failure('cancelled', refusals[why]));
    return textResult(refusals[why], true);
  };

  const change = async (tool: Tool, call: McpCall): Promise<Reply> => {
    if (tool.effect === 'local') return await run(tool, call, 'drafts');
    if (!call.canAsk) return refuse(tool, call.input, 'cannotAsk');
    if (call.answer === undefined) return await ask(tool, call);
    const { state, isYes } = call.answer;
    const question = questions.get(state);
    // An answer is used once.
    questions.delete(state);
    if (call.signal.aborted) return refuse(tool, call.input, 'gaveUp');
    if (!isYes || question?.tool !== tool.name) return refuse(tool, call.input, 'declined');
    return question.next.length > 0 ? askNext(question) : await run(tool, call, question.preview);
  };

  return async (call) => {
    const tool = tools.find(({ name }) => name === call.tool);
    if (tool === undefined) {
      const why = whyUnknown(call.tool, tools);
      services.log.warn(`${oneLine(call.tool, 100)}: ${why}`);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, why);
    }
    try {
      const hasEffect = tool.effect !== 'read' && !tool.isDryRun(call.input);
      return hasEffect ? await change(tool, call) : await run(tool, call);
    } catch (error) {
      return textResult(failureText(toFailure(error), signIn), true);
    }
  };
}

function whyUnknown(name: string, offered: readonly Tool[]): string {
  const changes = ({ effect }: Tool): boolean => effect !== 'read';
  const isLeftOut = toolTable.some((tool) => tool.name === name && changes(tool)) && !offered.some(changes);
  return isLeftOut ? refusals.readOnly : refusals.unknown;
}

/** Resources that `tools` allow. `signIn`: as in `serviceTools`. */
export function serviceResources(services: ToolServices, tools: readonly Tool[], signIn: string): ResourceReader {
  return {
    async read(uri, signal) {
      try {
        if (tools.includes(toolOfResource(uri))) return await readResource(services, uri, signal);
      } catch (error) {
        throw new Error(failureText(toFailure(error), signIn, 'This cannot be read'), { cause: error });
      }
      throw new Error(refusals.leftOut);
    },
    // Completion is only a help: if it fails, the user types the value.
    complete: async (variable, signal) => await completions(services, tools, variable, signal).catch(() => []),
  };
}

/** As in the editor, with what to do where that is different. */
function failureText(failure: Failure, signIn: string, what?: string): string {
  const hint = failure.kind === 'signedOut' ? signIn : hintOf(failure);
  return [toolFailureText(failure, { howToAllow, texts: outside, what }), ...(hint === undefined ? [] : [hint])].join(
    '\n',
  );
}

function hintOf(failure: Failure): string | undefined {
  const { kind, operation } = failure;
  // The first request of every session: an API has this address.
  const isNoApi = operation === 'GET /api/v5/user' && ['missing', 'unreadable'].includes(kind);
  // A change that may be made has reached an API.
  return (kind === 'unreachable' && !mayBeDone(failure)) || isNoApi ? hints.noApi : undefined;
}

import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type JSONObject,
  type Prompt,
  type Tool as McpTool,
} from '@modelcontextprotocol/server';
import { isObject } from '../core/text.ts';
import type { JsonSchema } from '../tools/kit/schema.ts';
import type { Tool } from '../tools/kit/tool.ts';
import { discardDrafts } from '../tools/local/moves.ts';
import { withProgress } from './progress.ts';
import { answerIn, askDuring, askUser } from './question.ts';
import { isQuestion, type ToolCaller } from './toolCaller.ts';
import { version } from './version.ts';
import { messageOf } from '../core/errors.ts';
import { mostCompletions, type TypedVariable } from '../tools/resources/completions.ts';
import { resourceTemplates, type ToolResource } from '../tools/resources/resources.ts';

export interface ServedParts {
  readonly call: ToolCaller;
  readonly resources: ResourceReader;
  readonly tools: readonly Tool[];
  readonly instructions: string;
  /** The texts of the skills, which are offered as prompts. */
  readonly skills: readonly string[];
}

export function createServer({ call, resources, tools, instructions, skills }: ServedParts): McpServer {
  const connection = new McpServer(
    { name: 'sourcehost', title: 'Sourcehost', version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  );
  const { server } = connection;
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { envelope, signal, _meta } = context.mcpReq;
    const since = _meta?.progressToken === undefined ? Date.now() : undefined;
    const declared: unknown = isObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
    // oxlint-disable-next-line typescript/no-deprecated -- clients of 2025 declare them only when they connect
    const canAsk = canElicit(declared ?? server.getClientCapabilities());
    const request = { tool: params.name, input: params.arguments ?? {}, signal, canAsk };
    return await withProgress(context, async () => {
      let reply = await call({ ...request, timeLimit: timeLeft(since), answer: answerIn(context) });
      while (isQuestion(reply) && declared === undefined) {
        const answer = await askDuring(context, reply);
        reply = await call({ ...request, timeLimit: timeLeft(since), answer });
      }
      return isQuestion(reply) ? askUser(reply) : reply;
    });
  });
  offerResources(connection, resources, tools);
  offerPrompts(connection, skills);
  return connection;
}

/** Clients usually wait a minute for an answer, or for the next notification of progress if they asked for it. */
const callLimit = { usual: 45_000, shortest: 5_000 };

/** `since`: when a call without progress began, its question included. */
const timeLeft = (since = Date.now()): number => Math.max(callLimit.shortest, callLimit.usual + since - Date.now());

/** The defaults of the protocol say the rest: a change may destroy, in an open world. Drafts are on this computer. */
const annotated = {
  read: { annotations: { readOnlyHint: true } },
  discard: { annotations: { openWorldHint: false } },
  local: { annotations: { destructiveHint: false, openWorldHint: false } },
  remote: {},
} as const;

export function describeTool({ name, title, description, effect, inputSchema, record }: Tool): McpTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...plainSchema(inputSchema), type: 'object' },
    ...(record && { outputSchema: outputSchema(record) }),
    ...annotated[name === discardDrafts.name ? 'discard' : effect],
  };
}

/** The schema of structured results. All values are texts; without their types, the list costs a model less. */
function outputSchema(required: readonly string[]): McpTool['outputSchema'] {
  return {
    type: 'object',
    properties: { records: { type: 'array', items: { type: 'object', required: [...required] } } },
  };
}

/** Whether a client with these capabilities shows forms. One that names no mode does. */
function canElicit(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** `schema` in the type of the protocol: a JSON object that may be changed. */
function plainSchema({ properties, items, enum: values, required, ...rest }: JsonSchema): JSONObject {
  return {
    ...rest,
    ...(items === undefined ? {} : { items: plainSchema(items) }),
    ...(values === undefined ? {} : { enum: [...values] }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, plainSchema(one)])) }),
    ...(required === undefined ? {} : { required: [...required] }),
  };
}

interface OfferedPrompt {
  readonly prompt: Prompt;
  readonly text: string;
}

const givenArguments = [
  { name: 'repository', description: 'owner/repo' },
  { name: 'request', description: 'What exactly, for example a number' },
];

/** Offers `skills`, each the text of a SKILL.md, as prompts that a user starts. */
function offerPrompts({ server }: McpServer, skills: readonly string[]): void {
  const offered = skills.map(promptOf);
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler('prompts/list', () => ({ prompts: offered.map(({ prompt }) => prompt) }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const found = offered.find(({ prompt }) => prompt.name === name);
    if (found === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt with this name.');
    const values = givenArguments.flatMap((one) => given[one.name]?.trim() || []);
    const text = [values.join(': '), found.text].filter((part) => part !== '').join('\n\n');
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

/** The description is for a user: without the words by which a model finds the skill. */
function promptOf(skill: string): OfferedPrompt {
  const [, name = '', found = '', text = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\s+([^]*)$/.exec(skill) ?? [];
  const [description] = found.split(' Use for ', 1);
  const title = /^# (.*)/.exec(text)?.[1] ?? name;
  return { prompt: { name, title, description, arguments: givenArguments }, text };
}

/** Reads the resources of `resourceTemplates`. */
export interface ResourceReader {
  /** @throws Error with a text for the client */
  readonly read: (uri: string, signal: AbortSignal) => Promise<ToolResource>;
  readonly complete: (variable: TypedVariable, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Offers the resources of `reader` that `tools` allow. They are listed as templates only: a repository can have 100,000 files. */
function offerResources({ server }: McpServer, reader: ResourceReader, tools: readonly Tool[]): void {
  const templates = resourceTemplates(tools);
  server.registerCapabilities({ resources: {}, completions: {} });
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const { signal } = context.mcpReq;
    try {
      return { contents: [{ uri, ...(await withProgress(context, () => reader.read(uri, signal))) }] };
    } catch (error) {
      throw new ResourceNotFoundError(uri, messageOf(error));
    }
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }, { mcpReq }) => {
    const isKnown = ref.type === 'ref/resource' && templates.some(({ uriTemplate }) => uriTemplate === ref.uri);
    const values = isKnown
      ? await reader.complete({ ...argument, known: context?.arguments ?? {} }, mcpReq.signal)
      : [];
    const [total, hasMore] = [values.length, values.length > mostCompletions];
    return { completion: { values: values.slice(0, mostCompletions), total, hasMore } };
  });
}

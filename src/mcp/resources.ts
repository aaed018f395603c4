import { ResourceNotFoundError, type McpServer } from '@modelcontextprotocol/server';
import { messageOf } from '../core/errors.ts';
import { mostCompletions, type TypedVariable } from '../tools/resources/completions.ts';
import type { Tool } from '../tools/kit/tool.ts';
import { resourceTemplates, type ToolResource } from '../tools/resources/resources.ts';
import { withProgress } from './progress.ts';

/** Reads the resources of `resourceTemplates`. */
export interface ResourceReader {
  /** @throws Error with a text for the client */
  readonly read: (uri: string, signal: AbortSignal) => Promise<ToolResource>;
  readonly complete: (variable: TypedVariable, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Offers the resources of `reader` that `tools` allow. They are listed as templates only: a repository can have 100,000 files. */
export function offerResources({ server }: McpServer, reader: ResourceReader, tools: readonly Tool[]): void {
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

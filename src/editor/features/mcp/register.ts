import { lm, McpStdioServerDefinition, type McpServerDefinitionProvider } from 'vscode';
import { lazily } from '../../../core/async.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import type { Settings } from '../../kit/settings.ts';
import type { Register } from '../../services/services.ts';
import { windowCalls, type WindowCalls, type WindowTools } from './calls.ts';

/** A local socket over which the program uses the tools of this window. */
interface ToolPipe {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => void;
}

export interface McpServerParts {
  /** Absolute path of a Node, and of the program. */
  readonly command: string;
  readonly program: string;
  readonly version: string;
  readonly settings: Settings;
  readonly loadTools: () => Promise<WindowTools>;
  readonly listen: (calls: WindowCalls) => Promise<ToolPipe>;
}

const providerId = 'sourcehost';
const setting = 'tools.enabled';
const setsSetting = 'tools.sets';

interface Code {
  readonly listenForTools: (calls: WindowCalls, log: LogChannel) => Promise<ToolPipe>;
}

type Needs = Pick<McpServerParts, 'loadTools' | 'version'>;

/** Offers the MCP server to the editor, which starts it when the user wants it. Does nothing if the editor has no MCP. */
export const registerMcp: Register<Code, Needs> = (services, lifetime) => {
  if (!('registerMcpServerDefinitionProvider' in lm)) return;
  const { context, load, log } = services;
  const program = { command: process.execPath, program: context.asAbsolutePath('dist/mcp.cjs') };
  const listen = async (calls: WindowCalls): Promise<ToolPipe> => await (await load()).listenForTools(calls, log);
  const provider = mcpProvider({ ...services, ...program, listen }, lifetime);
  lifetime.add(lm.registerMcpServerDefinitionProvider(providerId, provider));
};

/** The socket is opened when the editor starts the server for the first time. */
export function mcpProvider(
  { command, program, version, settings, loadTools, listen }: McpServerParts,
  lifetime: Lifetime,
): McpServerDefinitionProvider<McpStdioServerDefinition> {
  const openPipe = lazily(async () => {
    const pipe = await listen(windowCalls(loadTools));
    return lifetime.add({ environment: pipe.environment, dispose: () => pipe.close() });
  });
  const definition = (env: Readonly<Record<string, string>>): McpStdioServerDefinition =>
    new McpStdioServerDefinition(
      'Sourcehost',
      command,
      [program, '--toolsets', settings.toolSets().join(',')],
      { ...env },
      version,
    );
  return {
    onDidChangeMcpServerDefinitions: (listener) =>
      settings.onDidChange((affects) => {
        if (affects(setting) || affects(setsSetting)) listener();
      }),
    provideMcpServerDefinitions: () =>
      settings.get(setting) === false || settings.toolSets().length === 0 ? [] : [definition({})],
    // The executable of the editor is a Node if this variable is set.
    resolveMcpServerDefinition: async () =>
      definition({ ...(await openPipe()).environment, ELECTRON_RUN_AS_NODE: '1' }),
  };
}

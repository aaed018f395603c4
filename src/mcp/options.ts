import { parseArgs } from 'node:util';
import { messageOf } from '../core/errors.ts';
import { parseFullName } from '../domain/hosts/address.ts';
import { toolSetNames } from '../tools/table.ts';

export interface McpOptions {
  readonly write: boolean;
  readonly repos: readonly string[];
  /** Id of a built-in host, or a web address; undefined: the built-in host. */
  readonly host: string | undefined;
  /** The root of the API; undefined: where the host usually has it. */
  readonly apiUrl: string | undefined;
  readonly toolsets: readonly string[];
  /** 0: no limit. */
  readonly requestsPerMinute: number;
}

const usualLimit = 50;

/** What the program does. `print`: writes `text` to the standard output and ends. `wrong`: the arguments are wrong. */
export type ProgramStart =
  | { readonly kind: 'serve'; readonly options: McpOptions }
  | { readonly kind: 'print'; readonly what: 'help' | 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: sourcehost-mcp [--repos owner/name,…] [--write] [--toolsets files,…] [--host address] [--api-url address]
                       [--requests-per-minute 50]

Gives an MCP client the tools of Sourcehost over its standard input and output.

  --repos owner/name,…  The repositories that tools may use. Others cannot be used.
  --write               Tools may change files as drafts. Before each change of the host, the client asks its user.
                        Without it tools only read.
  --toolsets files,…    Offers only tools of these sets: files, issues, pullRequests, releases. Default: all
  --host address        The host, for example https://code.example.com. Default: gitcode
  --api-url address     The root of the API, if it is not where the host usually has it.
  --requests-per-minute Requests to the host in a minute, 0 for no limit. Default: 50
  --version, --help

Environment:
  SOURCEHOST_TOKEN      A personal access token of gitcode, or of the host whose API --api-url names. It is sent to no
                        other. Without it: the password of git credential fill for the host.
  SOURCEHOST_TOKEN_API_EXAMPLE_ORG_8443
                        A token of the API at https://api.example.org:8443, for any --host. It wins over SOURCEHOST_TOKEN.
  SOURCEHOST_API_URL    As --api-url, which wins.
`;

export function readArguments(args: readonly string[]): ProgramStart {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        write: { type: 'boolean', default: false },
        repos: { type: 'string', multiple: true, default: [] },
        host: { type: 'string' },
        'api-url': { type: 'string' },
        'requests-per-minute': { type: 'string', default: String(usualLimit) },
        toolsets: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'print', what: 'help' };
    if (values.version) return { kind: 'print', what: 'version' };
    const repos = listed(values.repos);
    const wrong = repos.find((name) => parseFullName(name) === undefined);
    if (wrong !== undefined) return { kind: 'wrong', message: `“${wrong}” of --repos must be written owner/name.` };
    const sets = listed(values.toolsets);
    const unknown = sets.find((name) => !toolSetNames.some((one) => one === name));
    if (unknown !== undefined)
      return { kind: 'wrong', message: `“${unknown}” of --toolsets must be one of ${toolSetNames.join(', ')}.` };
    const limit = values['requests-per-minute'];
    if (!/^\d{1,6}$/.test(limit))
      return { kind: 'wrong', message: `“${limit}” of --requests-per-minute must be a whole number, 0 for no limit.` };
    const { write, host, 'api-url': apiUrl } = values;
    const toolsets = sets.length === 0 ? toolSetNames : sets;
    return { kind: 'serve', options: { write, repos, host, apiUrl, toolsets, requestsPerMinute: Number(limit) } };
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) };
  }
}

const listed = (values: readonly string[]): readonly string[] =>
  values.flatMap((list) => list.split(',')).map((name) => name.trim());

import { parseArgs } from 'node:util';
import { messageOf } from '../core/errors.ts';
import { parseFullName } from '../domain/hosts/address.ts';
import { toolSetNames } from '../tools/table.ts';

export interface McpOptions {
  readonly write: boolean;
  readonly repos: readonly string[];
  /** Id of a built-in host, or a web address; undefined: the built-in host. */
  readonly host: string | undefined;
  readonly toolsets: readonly string[];
}

/** What the program does. `print`: writes `text` to the standard output and ends. `wrong`: the arguments are wrong. */
export type ProgramStart =
  | { readonly kind: 'serve'; readonly options: McpOptions }
  | { readonly kind: 'print'; readonly what: 'help' | 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: sourcehost-mcp [--repos owner/name,…] [--write] [--toolsets files,…] [--host address]

Gives an MCP client the tools of Sourcehost over its standard input and output.

  --repos owner/name,…  The repositories that tools may use. Others cannot be used.
  --write               Tools may change files as drafts. Before each change of the host, the client asks its user.
                        Without it tools only read.
  --toolsets files,…    Offers only tools of these sets: files, issues, pullRequests, releases. Default: all
  --host address        The host, for example https://code.example.com. Default: gitcode
  --version, --help

Environment:
  SOURCEHOST_TOKEN      A personal access token of gitcode, or of the host that SOURCEHOST_API_URL names. It is sent to
                        no other. Without it: the password of git credential fill for the host.
  SOURCEHOST_API_URL    The root of the API, if it is not where the host usually has it.
`;

export function readArguments(args: readonly string[]): ProgramStart {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        write: { type: 'boolean', default: false },
        repos: { type: 'string', multiple: true, default: [] },
        host: { type: 'string' },
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
    const toolsets = sets.length === 0 ? toolSetNames : sets;
    return { kind: 'serve', options: { write: values.write, repos, host: values.host, toolsets } };
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) };
  }
}

const listed = (values: readonly string[]): readonly string[] =>
  values.flatMap((list) => list.split(',')).map((name) => name.trim());

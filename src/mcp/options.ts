import { parseArgs } from 'node:util';
import { messageOf } from '../core/errors.ts';
import { parseFullName } from '../domain/hosts/address.ts';

/** How the program was started. */
export interface McpOptions {
  /** Whether tools may change something. */
  readonly write: boolean;
  /** The repositories that tools may use, as owner/repo. */
  readonly repos: readonly string[];
  /** Id of a built-in host, or a web address; undefined: the built-in host. */
  readonly host: string | undefined;
}

/** What the program does. `print`: writes `text` to the standard output and ends. `wrong`: the arguments are wrong. */
export type ProgramStart =
  | { readonly kind: 'serve'; readonly options: McpOptions }
  | { readonly kind: 'print'; readonly what: 'help' | 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: sourcehost-mcp [--repos owner/name,…] [--write] [--host address]

Gives an MCP client the tools of Sourcehost over its standard input and output.

  --repos owner/name,…  The repositories that tools may use. Others cannot be used.
  --write               Tools may change files as drafts. Before each change of the host, the client asks its user.
                        Without it tools only read.
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
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'print', what: 'help' };
    if (values.version) return { kind: 'print', what: 'version' };
    const repos = values.repos.flatMap((list) => list.split(',')).map((name) => name.trim());
    const wrong = repos.find((name) => parseFullName(name) === undefined);
    if (wrong !== undefined) return { kind: 'wrong', message: `“${wrong}” of --repos must be written owner/name.` };
    return { kind: 'serve', options: { write: values.write, repos, host: values.host } };
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) };
  }
}

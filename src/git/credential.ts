import { text } from 'node:stream/consumers';
import { inheritedBy } from './gitEnvironment.ts';
import { GitProcess } from './processes/gitProcess.ts';
import { findGit } from './gitProgram.ts';

/** Milliseconds that the credential helpers of the user may take. */
const helperTimeout = 10_000;

/** Variables that the credential helpers of the user need. */
const needed = ['HOME', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'GIT_CONFIG_GLOBAL'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The password that the credential helpers of the user have stored for the origin of `url`: `git credential fill`. Asks
 * the user nothing. Undefined if there is none, or no git.
 */
export async function storedPassword(url: string, environment: Environment): Promise<string | undefined> {
  const program = await findGit(undefined, environment);
  if (typeof program === 'string') return undefined;
  const { protocol, host } = new URL(url);
  const helpers = new GitProcess({
    file: program.file,
    args: ['-c', 'core.askPass=', 'credential', 'fill'],
    environment: environmentOfHelpers(environment),
  });
  const limit = setTimeout(() => helpers.stop(), helperTimeout);
  try {
    helpers.endInput(`protocol=${protocol.slice(0, -1)}\nhost=${host}\n\n`);
    const [output, { exit }] = await Promise.all([text(helpers.output), helpers.ended]);
    const [, password = ''] = /^password=(.+)$/m.exec(output) ?? [];
    return exit === 0 && password !== '' ? password : undefined;
  } finally {
    clearTimeout(limit);
  }
}

function environmentOfHelpers(environment: Environment): Record<string, string> {
  const own = needed.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...inheritedBy(environment),
    ...Object.fromEntries(own),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
  };
}

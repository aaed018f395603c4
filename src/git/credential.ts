import { text } from 'node:stream/consumers';
import { inheritedBy } from './gitEnvironment.ts';
import { GitProcess } from './processes/gitProcess.ts';
import { findGit } from './gitProgram.ts';

/** Milliseconds that the credential helpers of the user may take. */
const helperTimeout = 10_000;

const passwordKey = 'password=';

const variablesForHelpers = [
  'HOME',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'GIT_CONFIG_GLOBAL',
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The password that `git credential fill` has for the origin of `url`, asking nobody; undefined if there is none. */
export async function storedPassword(url: string, environment: Environment): Promise<string | undefined> {
  const program = await findGit(undefined, environment);
  if (typeof program === 'string') return undefined;
  const { protocol, host } = new URL(url);
  const origin = [`protocol=${protocol.slice(0, -1)}`, `host=${host}`];
  const helpers = new GitProcess({
    file: program.file,
    args: ['-c', 'core.askPass=', 'credential', 'fill'],
    environment: environmentOfHelpers(environment),
  });
  const limit = setTimeout(() => helpers.stop(), helperTimeout);
  try {
    helpers.endInput(`${origin.join('\n')}\n\n`);
    const [output, { exit }] = await Promise.all([text(helpers.output), helpers.ended]);
    const lines = output.split('\n');
    const password = lines.find((line) => line.startsWith(passwordKey))?.slice(passwordKey.length) ?? '';
    // A helper can answer with the origin that its password belongs to.
    return exit === 0 && password !== '' && origin.every((line) => lines.includes(line)) ? password : undefined;
  } finally {
    clearTimeout(limit);
  }
}

function environmentOfHelpers(environment: Environment): Record<string, string> {
  const own = variablesForHelpers.flatMap((name): [string, string][] => {
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

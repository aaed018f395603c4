import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly repositories: readonly string[];
  /** Latency of the service in milliseconds. */
  readonly latency: number;
  /**
   * Port of the window in the browser; the service uses the next one. 0: any. Undefined: the default ports, or any if
   * these are in use.
   */
  readonly port: number | undefined;
  readonly desktop: boolean;
}

const help = `npm start [-- options]

Starts a service with sample data on this machine and opens an editor with the extension in it:
the installed VS Code (\`code\` on PATH), else one from npm in the browser. Ctrl-C ends everything.

  --repo PATH     also serve this git repository; may be repeated
  --latency MS    let the service answer this late
  --port N        where the window opens in the browser, usually 8137; the service takes the next port
  --desktop       insist on the installed VS Code
  --help          show this`;

/** Reads the command line; ends the process after `--help`, and with a message after an invalid option. */
export function readOptions(): StartOptions {
  try {
    return parse();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function parse(): StartOptions {
  const { values } = parseArgs({
    options: {
      repo: { type: 'string', multiple: true, default: [] },
      latency: { type: 'string', default: '0' },
      port: { type: 'string' },
      desktop: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit();
  }
  return {
    repositories: values.repo.map(repository),
    latency: number('latency', values.latency, 60_000),
    port: values.port === undefined ? undefined : number('port', values.port, 65_534),
    desktop: values.desktop,
  };
}

function repository(path: string): string {
  // npm starts scripts in the folder of package.json, not in the folder of the caller.
  const folder = resolve(process.env.INIT_CWD ?? '.', path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`--repo ${path}: there is no such folder.`);
  const git = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: folder });
  if (git.error !== undefined) throw new Error(`git does not run: ${git.error.message}`);
  if (git.status !== 0) throw new Error(`--repo ${path}: this is no git repository.`);
  return folder;
}

function number(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new Error(`--${name} ${text}: not a whole number from 0 to ${most}.`);
  }
  return value;
}

import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { GitProblem } from '../domain/git/gitRepositories.ts';
import { inheritedBy, userEnvironment } from './gitEnvironment.ts';
import { GitProcess } from './processes/gitProcess.ts';

/** The sentence of `gitTooOld` names it too. */
const oldest = [2, 30] as const;

/** Milliseconds for an answer: a configuration can be on a disk of the network. */
const longestAnswer = 10_000;

export interface GitProgram {
  readonly file: string;
  readonly version: readonly [major: number, minor: number];
  /** The `http.*` options of the user that apply to a fetch, as name and value. */
  readonly userOptions: () => Promise<readonly (readonly [string, string])[]>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts git to read its version. @param command absolute path of git; undefined: the git on the PATH */
export async function findGit(
  command: string | undefined,
  environment: Environment,
): Promise<GitProgram | Extract<GitProblem, 'notInstalled' | 'tooOld'>> {
  const file = command !== undefined && isAbsolute(command) ? command : await onPath(environment);
  if (file === undefined) return 'notInstalled';
  const { output: version } = await askGit(file, ['--version'], inheritedBy(environment));
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (major === undefined) return 'notInstalled';
  const isOld = Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1]);
  if (isOld) return 'tooOld';
  let options: Promise<readonly (readonly [string, string])[]> | undefined;
  return {
    file,
    version: [Number(major), Number(minor)],
    userOptions: () => (options ??= userOptions(file, environment)),
  };
}

/** The absolute path of git. Only absolute folders of the PATH count: others may belong to a workspace. */
async function onPath(environment: Environment): Promise<string | undefined> {
  const [, path = ''] = Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of path.split(delimiter).filter((one) => isAbsolute(one))) {
    const file = join(folder, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

/**
 * Options that do not apply: those that the network settings of the extension replace, those that send credentials of
 * the user (an additional header can be one, whatever its name), those that follow redirects or write files, and a
 * client certificate for every host: it would show each host who the user is.
 */
const replaced =
  /\.(allowntlmauth|delegation|extraheader|emptyauth|followredirects|proxy|proxyauthmethod|sslverify|savecookies|cookiefile|proactiveauth|lowspeed\w+)$|^http\.ssl(cert|key)\w*$/i;

/** The `http.*` options of the user's global configuration. Reads no other file of the user. */
async function userOptions(file: string, environment: Environment): Promise<readonly (readonly [string, string])[]> {
  const args = ['config', '--global', '--includes', '--null', '--get-regexp', '^http\\.'];
  const { output: listing = '' } = await askGit(file, args, userEnvironment(environment));
  return listing.split('\0').flatMap((entry): [string, string][] => {
    const end = entry.indexOf('\n');
    const [name, value] = end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    if (name === '' || replaced.test(name)) return [];
    // Git runs with another home folder.
    return [[name, value.startsWith('~/') ? join(homedir(), value.slice(2)) : value]];
  });
}

/** `output`: what git prints; undefined if it fails, or takes longer than `longest` milliseconds. */
export async function askGit(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  longest = longestAnswer,
): Promise<{ readonly output: string | undefined; readonly errors: string }> {
  const child = new GitProcess({ file, args, environment });
  const late = setTimeout(() => child.stop(), longest);
  child.endInput();
  const [output, { exit, errors }] = await Promise.all([text(child.output).catch(() => ''), child.ended]);
  clearTimeout(late);
  return { output: exit === 0 ? output : undefined, errors };
}

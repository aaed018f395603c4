import { Failure } from '../core/errors.ts';
import type { Worktree } from '../domain/git/gitRepositories.ts';
import { userEnvironment } from './gitEnvironment.ts';
import { gitFailure } from './gitFailure.ts';
import { askGit, type GitProgram } from './gitProgram.ts';

/** Milliseconds: a large repository is written to disk. */
const longestWriting = 600_000;

/** What the configuration of a clone names is not started: a relative `core.hooksPath` is in the files of others. */
const options = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];

/** The working trees of a clone of the user, with the user's configuration, as filters of Git LFS need it. */
export class Worktrees {
  readonly #program: GitProgram;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(program: GitProgram, environment: Readonly<Record<string, string | undefined>>) {
    this.#program = program;
    this.#environment = { ...userEnvironment(environment), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  }

  async list(folder: string): Promise<readonly Worktree[]> {
    const output = await this.#run(folder, ['list', '--porcelain']);
    return output
      .split('\n\n')
      .filter((entry) => entry.startsWith('worktree '))
      .map((entry) => ({
        path: /^worktree (.*)$/m.exec(entry)?.[1] ?? '',
        branch: /^branch refs\/heads\/(.*)$/m.exec(entry)?.[1],
      }));
  }

  async add(folder: string, { path, branch }: { readonly path: string; readonly branch: string }): Promise<void> {
    await this.#run(folder, ['add', '--', path, branch]);
  }

  async remove(folder: string, path: string): Promise<void> {
    await this.#run(folder, ['remove', '--', path]);
  }

  async #run(folder: string, args: readonly string[]): Promise<string> {
    const { file } = this.#program;
    const all = [...options, '-C', folder, 'worktree', ...args];
    const { output, errors } = await askGit(file, all, this.#environment, longestWriting);
    if (output !== undefined) return output;
    if (/contains modified or untracked files/.test(errors))
      throw new Failure('conflict', 'the worktree has work that is not committed', {
        reason: 'worktreeHasWork',
        about: [args.at(-1) ?? ''],
      });
    throw gitFailure(errors, folder, undefined);
  }
}

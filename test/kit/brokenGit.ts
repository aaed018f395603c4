import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A git that fails as a test wants it. */
export interface BrokenGit {
  readonly command: () => Promise<string>;
  /** From now on, each call whose arguments contain `argument` runs `script` of the shell, and then git if it goes on. */
  readonly breakAt: (argument: string, script: string) => Promise<void>;
  readonly heal: () => Promise<void>;
}

/** Prints the first `bytes` of what git prints, and ends as a process that was killed. */
export const killedAfter = (bytes: number): string => `git "$@" | head -c ${bytes}; kill -KILL $$`;

export async function brokenGit(folder: string): Promise<BrokenGit> {
  const [file, breaking] = [join(folder, 'git-broken'), join(folder, 'break')];
  await writeFile(file, `#!/bin/sh\nif [ -f '${breaking}' ]; then . '${breaking}'; fi\nexec git "$@"\n`);
  await chmod(file, 0o755);
  return {
    command: () => Promise.resolve(file),
    breakAt: (argument, script) => writeFile(breaking, `case " $* " in *" ${argument} "*) ${script};; esac\n`),
    heal: () => rm(breaking, { force: true }),
  };
}

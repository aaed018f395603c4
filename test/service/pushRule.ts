import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from './git/repository.ts';
import type { Habits } from './habits.ts';

const script = `#!/bin/sh
cat > /dev/null
echo 'Quota exceeded: 500 MB of 500 MB are used' >&2
exit 1
`;

/** Writes the hook that refuses pushes, or removes it. */
export async function applyPushRule({ directory }: GitRepository, { pushRule }: Habits): Promise<void> {
  const file = join(directory, 'hooks', 'pre-receive');
  if (pushRule === 'absent') {
    await rm(file, { force: true });
    return;
  }
  await mkdir(join(directory, 'hooks'), { recursive: true });
  await writeFile(file, script);
  await chmod(file, 0o755);
}

import { existsSync } from 'node:fs';
import { run } from '../kit/processes.ts';

/** Installs packages of Debian or Ubuntu if no password is needed. @returns whether it installed them. */
export async function debian(packages: readonly string[], say: (line: string) => void): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const root = process.getuid?.() === 0;
  const sudo =
    !root &&
    (await run('sudo', ['-n', 'true']).then(
      () => true,
      () => false,
    ));
  if (!root && !sudo) return false;
  const apt = (...args: string[]): Promise<string> => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return root ? run('env', command.slice(1)) : run('sudo', ['-n', ...command]);
  };
  say(`Installing ${packages.join(', ')} with apt-get …`);
  const install = (): Promise<string> => apt('install', '-y', '--no-install-recommends', ...packages);
  await install().catch(async () => {
    await apt('update');
    await install();
  });
  return true;
}

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../kit/processes.ts';

const frontend = 'DEBIAN_FRONTEND=noninteractive';

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
    const [program = '', ...rest] = [...(root ? [] : ['sudo', '-n']), 'env', frontend, 'apt-get', ...args];
    return run(program, rest);
  };
  const wanted = ['install', '-y', '--no-install-recommends', ...packages];
  say(`This needs ${packages.join(', ')}. Installing with: ${root ? '' : 'sudo '}apt-get ${wanted.join(' ')} …`);
  if (!root) say('  No password is needed for sudo here. Ctrl-C within five seconds prevents it.');
  if (!root) await sleep(5000);
  const install = (): Promise<string> => apt(...wanted);
  await install().catch(async () => {
    await apt('update');
    await install();
  });
  return true;
}

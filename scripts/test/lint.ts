import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';
import { run } from '../kit/processes.ts';
import type { Stage } from './stage.ts';

/** Every `lint:*` script of package.json, two at a time; each counts as one test. */
export const lint: Stage = async ({ files, grep = '' }) => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const wanted = (name: string): boolean =>
    name.includes(grep) && (files.length === 0 || files.some((part) => name.includes(part)));
  const left = Object.keys(scripts).filter((name) => name.startsWith('lint:') && wanted(name));
  const count = { passed: 0, failed: 0, skipped: 0 };
  const worker = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const problem = await run('npm', ['run', '--silent', name], { cwd: root }).then(() => undefined, String);
      count[problem === undefined ? 'passed' : 'failed'] += 1;
      console.log(problem === undefined ? `  ✔ ${name}` : `  ✘ ${name}\n${problem}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return count;
};

import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { nothing } from '../../test/kit/reporter.ts';
import { root } from '../kit/paths.ts';
import { run } from '../kit/processes.ts';
import type { Stage } from './stage.ts';

const low = constants.priority.PRIORITY_LOW;

/** Every `lint:*` script of package.json, one after another at low priority. Each counts as one test. */
export const lint: Stage = async ({ files, grep = '', show }) => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const wanted = (name: string): boolean =>
    name.includes(grep) && (files.length === 0 || files.some((part) => name.includes(part)));
  const names = Object.keys(scripts).filter((name) => name.startsWith('lint:') && wanted(name));
  const failures: string[] = [];
  for (const name of names) {
    try {
      const warnings = await run('npm', ['run', '--silent', name], { cwd: root, priority: low });
      show(`  ✔ ${name}\n${warnings}`);
    } catch (error) {
      failures.push(`${name}\n${String(error)}`);
      show(`  ✘ ${name}\n${String(error)}\n`);
    }
  }
  return { ...nothing, passed: names.length - failures.length, failed: failures.length, failures };
};

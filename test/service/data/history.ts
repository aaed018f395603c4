import type { SeedStep } from '../git/fastImport.ts';
import { pick, randomFrom } from './random.ts';

const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda omega'.split(' ');
const extensions = ['ts', 'md', 'json', 'css', 'html', 'py', 'go', 'java', 'txt', 'yaml'];
const people = ['Alice Winter', 'Bob Marsh', 'Carol Díaz', '小明'];

/** Path of the n-th file of a made up repository; about `perFolder` files share a folder. */
export function pathOf(number: number, perFolder: number): string {
  const folder = Math.floor(number / perFolder);
  const parts = [folder % 10, Math.floor(folder / 10) % 20, Math.floor(folder / 200)].filter(
    (part, at) => at === 0 || part > 0,
  );
  const names = parts.map((part, at) => `${words[(part + at) % words.length] ?? 'x'}-${part}`);
  return `${names.join('/')}/file-${number}.${extensions[number % extensions.length] ?? 'txt'}`;
}

/** A deterministic history: `files` files, then changes of a few of them until there are `commits`. */
export function* generatedHistory(files: number, commits: number, perFolder = 12): Generator<SeedStep> {
  const random = randomFrom(files * 31 + commits);
  const text = (number: number, round: number): string =>
    Array.from({ length: 3 + (number % 17) }, (_, line) => `${pick(random, words)} ${number} ${round} ${line}`).join(
      '\n',
    ) + '\n';
  for (let number = 0; number < Math.max(1, commits); number += 1) {
    const changed: Record<string, string> = {};
    if (number === 0) {
      changed['README.md'] = `# Made up\n\n${files} files, ${commits} commits.\n`;
      for (let file = 0; file < files - 1; file += 1) changed[pathOf(file, perFolder)] = text(file, 0);
    } else {
      for (let at = 0; at < 4; at += 1) {
        const file = Math.floor(random() * (files - 1));
        changed[pathOf(file, perFolder)] = text(file, number);
      }
    }
    const name = people[number % people.length] ?? '';
    yield {
      branch: 'main',
      message: `Change ${number}\n`,
      author: { name, email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.org` },
      time: 1_700_000_000 + number * 7200,
      files: changed,
    };
  }
  yield { newBranch: 'feature/made-up', at: 'main' };
  yield {
    tag: 'v1.0.0',
    at: 'main',
    message: 'Version 1.0.0\n',
    author: { name: 'Alice Winter', email: 'alice@example.org' },
    time: 1_700_000_000 + commits * 7200,
  };
}

import type { Repository } from './state.ts';

const languages: Readonly<Record<string, string>> = {
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  kt: 'Kotlin',
  php: 'PHP',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  sh: 'Shell',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
};

async function headOf(repository: Repository): Promise<string | undefined> {
  return (await (await repository.git()).refs()).branches.get(repository.defaultBranch);
}

/** Percentage by language of the default branch, by the bytes of its files. */
export async function languagesOf(repository: Repository): Promise<Record<string, number>> {
  const git = await repository.git();
  const head = await headOf(repository);
  if (head === undefined) return {};
  return await git.computed(`languages ${head}`, async () => {
    const sizes = new Map<string, number>();
    const lines = (await git.ask(['ls-tree', '-r', '-l', '-z', head])).toString().split('\0');
    for (const line of lines) {
      const [, size = '0', extension = ''] = /^\d+ blob \S+ +(\d+)\t.*\.(\w+)$/s.exec(line) ?? [];
      const language = languages[extension.toLowerCase()];
      if (language !== undefined) sizes.set(language, (sizes.get(language) ?? 0) + Number(size));
    }
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const shares = [...sizes].sort(([, one], [, other]) => other - one);
    return Object.fromEntries(shares.map(([name, size]) => [name, Math.round((size / total) * 10_000) / 100]));
  });
}

/** The authors of the default branch, sorted by their number of commits. */
export async function contributorsOf(repository: Repository, type: string): Promise<unknown[]> {
  const git = await repository.git();
  const head = await headOf(repository);
  if (head === undefined) return [];
  return await git.computed(`${type} ${head}`, async () => {
    const format = type === 'authors' ? '%aN%x00%aE' : '%cN%x00%cE';
    const counts = new Map<string, number>();
    for (const line of (await git.ask(['log', `--format=${format}`, head])).toString().split('\n').filter(Boolean))
      counts.set(line, (counts.get(line) ?? 0) + 1);
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([person, contributions]) => {
        const [name = '', email = ''] = person.split('\0');
        return { name, contributions, email };
      });
  });
}

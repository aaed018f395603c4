// Compares the extension with git for repositories on this computer, and writes the figures into docs/performance.md:
// npm run real -- REPOSITORY… [--delay MILLISECONDS] [--seed NUMBER] [--part PART]; a part is not written into the page
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/core/errors.ts';
import { GitBench } from '../test/bench/git/bench.ts';
import { writeSection } from '../test/bench/kit/page.ts';
import { withService } from '../test/bench/kit/service.ts';
import { compareAdd } from '../test/bench/real/add.ts';
import { compareCommit } from '../test/bench/real/commit.ts';
import { copyRepository } from '../test/bench/real/copy.ts';
import { compareCommits, compareFiles, compareSearches } from '../test/bench/real/files.ts';
import { compareHistories } from '../test/bench/real/history.ts';
import { RealRun } from '../test/bench/real/realRun.ts';
import { temporaryFolder } from '../test/kit/temporaryFolder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    delay: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string' },
  },
});
const allParts = {
  files: compareFiles,
  histories: compareHistories,
  searches: compareSearches,
  comparisons: compareCommits,
  commit: compareCommit,
  add: compareAdd,
};
const parts = Object.entries(allParts).flatMap(([name, part]) => (name === (values.part ?? name) ? [part] : []));
if (positionals.length === 0 || parts.length === 0) {
  console.error('npm run real -- REPOSITORY… [--delay MILLISECONDS] [--seed NUMBER] [--part PART]');
  console.error(`PART: ${Object.keys(allParts).join(', ')}`);
  process.exit(1);
}

/** The figures of one repository as Markdown, and what is not equal. */
async function compareWithGit(path: string): Promise<{ name: string; text: string; problems: readonly string[] }> {
  await using folder = await temporaryFolder();
  const repository = await copyRepository(path, folder.path);
  const { name, directory, commits, files } = repository;
  console.log(`\n── ${name} ──`);
  let text = '';
  let problems: readonly string[] = [];
  await withService({ repositories: [directory] }, async (service) => {
    const bench = new GitBench(service, await service.token('alice'), join(folder.path, 'windows'));
    await bench.setDelay(Number(values.delay));
    const run = new RealRun(bench, repository, Number(values.seed));
    for (const part of parts) await part(run).catch((error: unknown) => run.report(messageOf(error)));
    for (const violation of await service.violations())
      run.report(`the service was asked wrongly: ${JSON.stringify(violation)}`);
    const about = `${commits.toLocaleString('en')} commits, ${files.length.toLocaleString('en')} files`;
    text = `**${name}**: ${about}${run.problems.length === 0 ? '' : `; ${run.problems.length} not equal`}\n\n${run.table}`;
    ({ problems } = run);
  });
  return { name, text, problems };
}

/** `before` with the figures of each repository replaced by its new ones; new repositories stand last. */
function withFigures(before: string, figures: ReadonlyMap<string, string>): string {
  const older = before.split(/^(?=\*\*[^*]+\*\*: )/m).map((text): [string, string] => {
    const [, name = ''] = /^\*\*([^*]+)\*\*: /.exec(text) ?? [];
    return [name, text.trim()];
  });
  return [...new Map([...older.filter(([name]) => name !== ''), ...figures]).values()].join('\n\n');
}

const texts = new Map<string, string>();
const problems: string[] = [];
for (const path of positionals) {
  try {
    const compared = await compareWithGit(path);
    texts.set(compared.name, compared.text);
    problems.push(...compared.problems);
  } catch (error) {
    problems.push(`${path}: ${messageOf(error)}`);
  }
}
if (texts.size > 0 && values.part === undefined) await writeSection('real', (before) => withFigures(before, texts));
for (const problem of problems) console.error(`Not equal: ${problem}`);
console.log(problems.length === 0 ? 'Everything is equal to git' : `${problems.length} not equal to git`);
if (problems.length > 0) process.exitCode = 1;

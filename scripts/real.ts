// Compares the extension with git for repositories on this computer, and prints the figures:
// npm run real -- REPOSITORY… [--delay MILLISECONDS] [--seed NUMBER] [--part PART]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/core/errors.ts';
import { GitBench } from '../test/bench/git/bench.ts';
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

/** Prints the figures of one repository. Resolves with what is not equal. */
async function compareWithGit(path: string): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const repository = await copyRepository(path, folder.path);
  const { name, directory, commits, files } = repository;
  console.log(`\n── ${name}: ${commits} commits, ${files.length} files ──`);
  let problems: readonly string[] = [];
  await withService({ repositories: [directory] }, async (service) => {
    const bench = new GitBench(service, await service.token('alice'), join(folder.path, 'windows'));
    await bench.setDelay(Number(values.delay));
    const run = new RealRun(bench, repository, Number(values.seed));
    for (const part of parts) await part(run).catch((error: unknown) => run.report(messageOf(error)));
    for (const violation of await service.violations())
      run.report(`the service was asked wrongly: ${JSON.stringify(violation)}`);
    console.log(run.table);
    ({ problems } = run);
  });
  return problems;
}

const problems: string[] = [];
for (const path of positionals) {
  try {
    problems.push(...(await compareWithGit(path)));
  } catch (error) {
    problems.push(`${path}: ${messageOf(error)}`);
  }
}
for (const problem of problems) console.error(`Not equal: ${problem}`);
console.log(problems.length === 0 ? 'Everything is equal to git' : `${problems.length} not equal to git`);
if (problems.length > 0) process.exitCode = 1;

// What git brings, beside the same without git and beside git clone: npm run bench -- git
import { join } from 'node:path';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { GitBench } from './git/bench.ts';
import { createBlamed, measureBlame, measureCommit, measureHistory } from './git/commits.ts';
import { compareWithGrep, measureFiles, type BenchRepository, type MemoryRows } from './git/files.ts';
import { delays } from './git/rows.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const project = { name: 'alice/project', files: '2,300', query: 'gamma 1', isHuge: false };
const huge = {
  name: 'alice/huge',
  files: '100,000',
  query: 'number = 77',
  base: 'topic/twenty-changes',
  isHuge: true,
};

async function measureAll(bench: GitBench, repository: BenchRepository, memory: MemoryRows): Promise<void> {
  for (const delay of delays) {
    await bench.setDelay(delay);
    await measureFiles(bench, repository, delay === delays[0] ? memory : undefined);
  }
}

async function measureCommits(bench: GitBench): Promise<void> {
  for (const delay of delays) {
    await bench.setDelay(delay);
    await measureHistory(bench, 'alice/long');
    await measureBlame(bench, 'alice/blamed');
    await measureCommit(bench, project.name);
  }
}

await using folder = await temporaryFolder();
const blamed = join(folder.path, 'blamed');
await createBlamed(blamed);
await withService(
  {
    data: 'large',
    repositories: [blamed],
    histories: [
      { name: 'project', files: 2300, commits: 300 },
      { name: 'long', files: 500, commits: 10_000 },
    ],
  },
  async (service) => {
    const bench = new GitBench(service, await service.token('alice'), join(folder.path, 'windows'));
    const memory: MemoryRows = [];
    await measureCommits(bench);
    const base = await service.git(project.name, 'rev-parse', 'main~40');
    await measureAll(bench, { ...project, base }, memory);
    await measureAll(bench, huge, memory);
    await bench.setDelay(0);
    await compareWithGrep(bench, huge.name, ['export const number = 4711;', '# Huge 100,000 files in 8,000 folders']);
    await writeSection('git', bench.rows.table);
    const head = ['', 'heap after a search, MB', 'a minute later', 'processes of git then', 'disk, MB'];
    await writeSection('gitMemory', table(head, memory));
    const violations = await service.violations();
    if (violations.length > 0) throw new Error(`the service was asked wrongly: ${JSON.stringify(violations[0])}`);
  },
);

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { editableBranch } from '../../kit/editableBranch.ts';
import { commitChanges, createRepository, gitGrep, randomQueries, seeded } from '../../kit/grepOracle.ts';
import { runs } from '../../kit/runs.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { textQuery } from '../../kit/textQueries.ts';
import { findText, textSearchOf } from '../../kit/textSearches.ts';
import type { SeedFile } from '../../service/git/fastImport.ts';
import { startService } from '../../service/service.ts';

const fileCount = 100_000;
const write = { create: true, overwrite: true };
const words = ['alpha', 'Beta', 'gamma', 'needle', 'TODO', 'lib', 'value', 'Function', 'return', 'const', '世界'];

/** Small text files in 4,000 folders, every thousandth of them binary. */
function manyFiles(random: () => number): Record<string, SeedFile> {
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  const files: Record<string, SeedFile> = {};
  for (let number = 0; number < fileCount; number += 1) {
    const path = `part-${number % 40}/lib/${Math.floor(number / 40) % 100}/file-${number}.${number % 3 === 0 ? 'ts' : 'md'}`;
    const lines = Array.from({ length: 3 }, () => `${word()}(${word()}${number % 977}, '${word()}')`);
    files[path] = number % 1_000 === 999 ? `needle\0${number}` : `${lines.join('\n')}\n`;
  }
  return files;
}

describe('A search of 100,000 files', () => {
  it('finds what git grep finds, with drafts, and sends nothing for the second query', async function () {
    this.timeout(600_000);
    await using folder = await temporaryFolder();
    const random = seeded(100_000);
    const files = manyFiles(random);
    await createRepository(join(folder.path, 'many'), files);
    const service = await startService({ repositories: [join(folder.path, 'many')] });
    try {
      await using window = textSearchOf(service, folder.path);
      const branch = await editableBranch(service, 'alice/many');
      const [changed = '', removed = ''] = Object.keys(files);
      const text = 'the only zebra\nneedle in a draft\n';
      await branch.write(changed, new TextEncoder().encode(text), write);
      await branch.remove(removed, false);
      const { directory } = await service.repository('alice/many');
      await commitChanges(directory, 'oracle', { [changed]: text, [removed]: null });
      const all = { limit: 1_000_000 };
      const queries = [
        { query: textQuery('zebra', all), pathspecs: [] },
        { query: textQuery('NEEDLE', all), pathspecs: [] },
        { query: textQuery('世界', all), pathspecs: [] },
        ...randomQueries([words.join(' '), text], runs(6).numRuns, random),
      ];
      for (const [index, { query, pathspecs }] of queries.entries()) {
        service.clear();
        const [expected, { lines, coverage }] = await Promise.all([
          gitGrep(directory, 'oracle', query, pathspecs),
          findText(window.search, { remote: branch.remote, workingTree: branch }, query),
        ]);
        const places = lines.map((line) => line.replace(/^([^]*:\d+:\d+)\+[^]*$/, '$1'));
        assert.deepEqual(places.sort(), expected, JSON.stringify(query));
        assert.equal(coverage.searched + coverage.skipped, coverage.total);
        if (query.include.length === 0) assert.equal(coverage.total, fileCount - 1);
        if (index > 0) assert.deepEqual(service.requests, []);
      }
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { session } from '../../kit/remoteFiles.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { git as runGit } from '../../service/git/command.ts';
import { makeBare } from '../../service/git/fastImport.ts';
import { startService } from '../../service/service.ts';

describe('A repository with 50,000 branches and tags', () => {
  it('is opened, and its refs are found, with a few requests', async function () {
    this.timeout(60_000);
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'refs');
    await makeBare(directory, 'main');
    const tree = (await runGit(directory, ['mktree'], '')).toString().trim();
    const commit = (await runGit(directory, ['commit-tree', tree, '-m', 'All'])).toString().trim();
    const numbers = Array.from({ length: 25_000 }, (_, at) => `${at}`.padStart(5, '0'));
    const refs = [
      ...numbers.map((number) => `${commit} refs/heads/b-${number}`),
      `${commit} refs/heads/main`,
      ...numbers.map((number) => `${commit} refs/tags/t-${number}`),
    ];
    await writeFile(join(directory, 'packed-refs'), `# pack-refs with: sorted\n${refs.join('\n')}\n`);
    const service = await startService({ repositories: [directory] });
    try {
      const window = session(service);
      for (const ref of ['main', 'b-24999', 't-24999']) {
        const before = service.requests.length;
        assert.equal((await window.open('alice/refs', ref).head()).commit, commit, ref);
        assert.ok(service.requests.length - before <= 5, `${ref}: ${service.requests.length - before} requests`);
      }
    } finally {
      await service.close();
    }
  });
});

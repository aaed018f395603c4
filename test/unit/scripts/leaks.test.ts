import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../../scripts/kit/processes.ts';
import { root } from '../../../scripts/kit/paths.ts';
import { leakIn, leakingFiles } from '../../../scripts/test/leaks.ts';
import { tokenOf } from '../../service/data/people.ts';
import { clientSecret } from '../../service/oauth.ts';
import { newSecret } from '../../service/secrets.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

describe('leak detection', () => {
  it('finds a secret in a text, and reports the text before it without the secret', () => {
    for (const secret of [tokenOf('alice'), clientSecret, newSecret()]) {
      const leak = leakIn(`GET /user authorization: ${secret}`);
      assert.match(leak ?? '', /^GET [/]user authorization: local-/);
      assert.equal(leak?.includes(secret), false);
    }
    assert.equal(leakIn('nothing at all'), undefined);
  });

  it('finds a secret in files of nested folders', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'a', 'b'), { recursive: true });
    await writeFile(join(folder.path, 'a', 'clean.log'), 'all is well');
    await writeFile(join(folder.path, 'a', 'b', 'window.log'), Buffer.from([255, 0, ...Buffer.from(newSecret())]));
    const leaks = await leakingFiles(folder.path);
    assert.deepEqual(
      leaks.map((leak) => leak.includes('window.log')),
      [true],
    );
  });

  it('finds a secret in the output of a test run, also if it is split over two writes', async () => {
    const script = `
      const { watchOutput } = await import('./scripts/test/leaks.ts');
      const leaks = watchOutput();
      process.stdout.write('token local-iss');
      process.stdout.write(Buffer.from('ued-0123\\n'));
      process.stderr.write('nothing');
      process.stdout.write('found ' + leaks.length);`;
    const shown = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    assert.match(shown, /found 1/);
  });
});

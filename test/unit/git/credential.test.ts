import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedPassword } from '../../../src/git/credential.ts';
import { findGit } from '../../../src/git/gitProgram.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** The password that a helper of the user gives, which prints `answer`. */
async function passwordFrom(home: string, answer: readonly string[], url: string): Promise<string | undefined> {
  await writeFile(join(home, 'answer'), [...answer, ''].join('\n'));
  const helper = `!f() { cat ${join(home, 'answer')}; }; f`;
  await writeFile(join(home, '.gitconfig'), `[credential]\n\thelper = "${helper}"\n`);
  return await storedPassword(url, { ...process.env, HOME: home, XDG_CONFIG_HOME: home });
}

describe('The password of git', () => {
  const url = 'https://code.example.com:8443';

  it('is that of the helper for exactly this origin', async () => {
    await using home = await temporaryFolder();
    assert.equal(await passwordFrom(home.path, ['username=a', 'password=p w\u2028x'], url), 'p w\u2028x');
  });

  it('is not used if the helper answers for another scheme, host or port', async () => {
    await using home = await temporaryFolder();
    for (const other of [
      ['host=other.example.com:8443'],
      ['host=code.example.com'],
      ['host=code.example.com:443'],
      ['protocol=http'],
      ['url=https://other.example.com'],
    ])
      assert.equal(await passwordFrom(home.path, ['username=a', 'password=p', ...other], url), undefined, other[0]);
  });

  it('is asked of no helper that a repository above the program of git names', async () => {
    await using folder = await temporaryFolder();
    const bin = join(folder.path, 'tools', 'bin');
    await mkdir(bin, { recursive: true });
    const real = await findGit(undefined, process.env);
    assert.ok(typeof real === 'object');
    const [git, evil] = [join(bin, 'git'), join(folder.path, 'evil')];
    await writeFile(git, `#!/bin/sh\nexec '${real.file}' "$@"\n`);
    await writeFile(evil, `#!/bin/sh\necho username=a\necho password=evil\n`);
    for (const program of [git, evil]) await chmod(program, 0o755);
    await mkdir(join(folder.path, '.git', 'objects'), { recursive: true });
    await mkdir(join(folder.path, '.git', 'refs'));
    await writeFile(join(folder.path, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(folder.path, '.git', 'config'), `[credential]\n\thelper = ${evil}\n`);
    assert.equal(await storedPassword(url, { HOME: folder.path, PATH: `${bin}:/usr/bin:/bin` }), undefined);
  });
});

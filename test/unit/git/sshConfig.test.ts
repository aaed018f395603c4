import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutAlias } from '../../../src/git/sshConfig.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** The name of the host for `alias`, with the files in `~/.ssh`. */
async function nameFor(alias: string, files: Readonly<Record<string, string>>): Promise<string> {
  await using home = await temporaryFolder();
  const folder = join(home.path, '.ssh');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const [name = ''] = (await withoutAlias(`${alias}:ada/tool.git`, folder)).split(':');
  return name;
}

describe('An alias of ssh', () => {
  const cases: readonly (readonly [what: string, alias: string, name: string, config: string])[] = [
    ['is replaced by HostName', 'work', 'gitcode.com', 'Host work\n  HostName gitcode.com\n'],
    [
      'has its name in any form',
      'work',
      'gitcode.com',
      '\tHOST = "other" "work" # mine\r\n\thostname="gitcode.com"\r\n',
    ],
    ['stays without an entry', 'work', 'work', 'Host play\nHostName gitcode.com\n'],
    ['stays in another case', 'Work', 'Work', 'Host work\nHostName gitcode.com\n'],
    [
      'takes the first name that applies',
      'work',
      'one',
      'Host w*\nPort 22\nHost *k\nHostName one\nHost work\nHostName two\n',
    ],
    ['matches ? with one character', 'work', 'one', 'Host wor\nHostName no\nHost ?or?\nHostName one\n'],
    ['is excluded by !', 'work', 'two', 'Host * !work\nHostName one\nHost *\nHostName two\n'],
    ['has its name before the first Host', 'work', 'one', 'HostName one\nHost work\nHostName two\n'],
    ['is the code %h', 'work', 'work.gitcode.com', 'Host *\nHostName %h.gitcode.com\n'],
    ['ignores comments', 'work', 'work', '# Host work\nHost play # work\nHostName gitcode.com\n'],
  ];
  for (const [what, alias, name, config] of cases)
    it(what, async () => assert.equal(await nameFor(alias, { config }), name));

  it('is read from the included files, in their order, below ~/.ssh', async () => {
    const files = {
      config: 'Include conf.d/*.conf ~/.ssh/more/?/last\nHost *\nHostName end\n',
      'conf.d/b.conf': 'Host work\nHostName second\nHost b\nHostName of-b\n',
      'conf.d/a.conf': 'Host work\nHostName first\n',
      'conf.d/.hidden.conf': 'Host *\nHostName hidden\n',
      'conf.d/c.txt': 'Host *\nHostName other\n',
      'more/1/last': 'Host last\nHostName of-last\n',
    };
    assert.equal(await nameFor('work', files), 'first');
    assert.equal(await nameFor('b', files), 'of-b');
    assert.equal(await nameFor('last', files), 'of-last');
    assert.equal(await nameFor('none', files), 'end');
  });

  it('is read from an Include below a Host only if this applies, and what follows it belongs to the Host again', async () => {
    const files = { config: 'Host work\nInclude more\nHostName end\n', more: 'Host other\nHostName more\n' };
    assert.equal(await nameFor('work', files), 'end');
    assert.equal(await nameFor('other', files), 'other');
  });

  it('ends when files include each other, and with a device', async () => {
    assert.equal(await nameFor('work', { config: 'Include config more\n', more: 'Include * config\n' }), 'work');
    await using home = await temporaryFolder();
    await symlink('/dev/zero', join(home.path, 'config'));
    assert.equal(await withoutAlias('work:a/b', home.path), 'work:a/b');
  });

  it('is not what Match names, and its command does not run', async () => {
    await using home = await temporaryFolder();
    const mark = join(home.path, 'mark');
    const config = `Match exec "touch ${mark}"\nHostName bad\nHost work\nHostName good\n`;
    assert.equal(await nameFor('work', { config }), 'good');
    assert.equal(await nameFor('play', { config }), 'play');
    assert.ok(!existsSync(mark));
  });

  const host = { config: 'Host *\nHostName gitcode.com\n' };
  for (const [address, expected] of [
    ['work:ada/tool.git', 'gitcode.com:ada/tool.git'],
    ['git@work:ada/tool.git', 'git@gitcode.com:ada/tool.git'],
    ['ssh://work/ada/tool.git', 'ssh://gitcode.com/ada/tool.git'],
    ['ssh://git@work:2222/ada/tool.git', 'ssh://git@gitcode.com:2222/ada/tool.git'],
    ['git+ssh://git@work/ada/tool.git', 'git+ssh://git@gitcode.com/ada/tool.git'],
    ['https://work/ada/tool.git', 'https://work/ada/tool.git'],
    ['file:///work/tool.git', 'file:///work/tool.git'],
    ['/work/tool.git', '/work/tool.git'],
  ] as const)
    it(`counts in addresses of ssh only: ${address}`, async () => {
      await using home = await temporaryFolder();
      await writeFile(join(home.path, 'config'), host.config);
      assert.equal(await withoutAlias(address, home.path), expected);
    });
});

import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findGit } from '../../../src/git/gitProgram.ts';
import { GitRunner } from '../../../src/git/gitRunner.ts';
import { textOf } from '../../../src/git/history/historyFormat.ts';
import { accessAt, filesBelow, testGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** Writes a program that prints `version`. */
const fakeGit = async (folder: string, version: string): Promise<string> => await program(folder, `echo '${version}'`);

async function program(folder: string, line: string): Promise<string> {
  const file = join(folder, 'git');
  await mkdir(folder, { recursive: true });
  await writeFile(file, `#!/bin/sh\n${line}\n`);
  await chmod(file, 0o755);
  return file;
}

const name = { host: 'local', owner: 'a', repo: 'b' };
const access = accessAt('https://gitcode.com/a/b.git');

describe('The git of this computer', () => {
  const versions: readonly [string, string | undefined][] = [
    ['git version 2.29.9', 'tooOld'],
    ['git version 1.8.3.1', 'tooOld'],
    ['git version 2.30.0', undefined],
    ['git version 2.39.5 (Apple Git-154)', undefined],
    ['git version 2.47.1.windows.2', undefined],
    ['git version 3.0.0', undefined],
    ['hello', 'notInstalled'],
  ];
  for (const [version, problem] of versions)
    it(`is ${problem ?? 'used'} if it says: ${version}`, async () => {
      await using folder = await temporaryFolder();
      const found = await findGit(await fakeGit(folder.path, version), process.env);
      assert.equal(typeof found === 'string' ? found : undefined, problem);
    });

  it('is stopped when its time ends, and a reader is told', async () => {
    await using folder = await temporaryFolder();
    const file = await program(folder.path, 'sleep 600');
    const git = { file, version: [2, 39] as const, userOptions: () => Promise.resolve([]) };
    const runner = new GitRunner({ program: git, environment: process.env, noHome: folder.path });
    const reading = textOf(runner.run(folder.path, ['range-diff'], { limit: 50 }));
    assert.equal((await rejection(reading, 'refused')).reason, 'gitSlow');
  });

  it('is searched in the absolute folders of the PATH', async () => {
    await using folder = await temporaryFolder();
    const file = await fakeGit(join(folder.path, 'bin'), 'git version 2.40.0');
    const found = await findGit(undefined, { PATH: `.:bin::${folder.path}/nothing:${folder.path}/bin` });
    assert.ok(typeof found === 'object');
    assert.equal(found.file, file);
    assert.equal(await findGit(undefined, { PATH: '.:bin:' }), 'notInstalled');
    assert.equal(await findGit(join(folder.path, 'nothing'), process.env), 'notInstalled');
  });

  it('gives the http options of the user, without proxies, redirects, credentials, and a certificate for every host', async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, '.gitconfig'),
      [
        '[http]\n\tsslCAInfo = ~/ca.pem\n\tproxy = http://u:p@proxy\n\tfollowRedirects = true\n\tsslVerify = false\n\tsslCert = /cert.pem\n\tsslKey = /key.pem\n\tsslCertPasswordProtected\n\tsslCAPath = /ca',
        '[http "https://gitcode.com"]\n\tsslCert = /cert.pem\n\textraHeader = Authorization: Basic x\n\textraHeader = PRIVATE-TOKEN: x',
        '[http "https://other"]\n\tfollowRedirects = true\n\temptyAuth\n\tdelegation = always\n\tallowNTLMAuth = true',
        '[user]\n\tname = Alice',
      ].join('\n'),
    );
    const found = await findGit(undefined, { ...process.env, HOME: folder.path, XDG_CONFIG_HOME: folder.path });
    assert.ok(typeof found === 'object');
    assert.deepEqual(await found.userOptions(), [
      ['http.sslcainfo', join(homedir(), 'ca.pem')],
      ['http.sslcapath', '/ca'],
      ['http.https://gitcode.com.sslcert', '/cert.pem'],
    ]);
  });

  it('is not started if the setting is off, if it is missing or too old', async () => {
    await using folder = await temporaryFolder();
    const missing = { command: () => Promise.resolve(join(folder.path, 'nothing')) };
    const old = await fakeGit(join(folder.path, 'bin'), 'git version 2.20.1');
    const cases = [
      [{ enabled: () => false }, 'off', 'gitOff'],
      [missing, 'notInstalled', 'gitMissing'],
      [{ command: () => Promise.resolve(old) }, 'tooOld', 'gitTooOld'],
    ] as const;
    for (const [options, problem, reason] of cases) {
      await using git = testGit(folder.path, access, options);
      assert.equal(await git.problem('local'), problem);
      assert.equal((await rejection(git.of(name).fetch('1'.repeat(40)), 'refused')).reason, reason);
      assert.equal(await git.of(name).has('1'.repeat(40)), false);
      assert.equal(await git.of(name).files('1'.repeat(40)), undefined);
      assert.equal(await git.read('local', '1'.repeat(40)), undefined);
      await git.removeAll('local');
      assert.deepEqual(await filesBelow(git.cache), []);
    }
  });

  it('starts nothing before its first use', async () => {
    let asked = 0;
    await using folder = await temporaryFolder();
    const command = (): Promise<undefined> => {
      asked += 1;
      return Promise.resolve(undefined);
    };
    await using git = testGit(folder.path, access, { command });
    git.of(name);
    await git.stop();
    assert.equal(asked, 0);
    assert.deepEqual(await filesBelow(folder.path), []);
  });

  it('fetches from no address that is not https, and from no unknown host', async () => {
    await using folder = await temporaryFolder();
    for (const url of [
      'http://gitcode.com/a/b.git',
      'ssh://git@gitcode.com/a/b.git',
      'ext::sh -c x',
      '/etc',
      'file:///etc',
    ]) {
      await using git = testGit(folder.path, accessAt(url));
      assert.equal((await rejection(git.of(name).fetch('1'.repeat(40)), 'refused')).reason, 'noCloneAddress');
    }
    await using git = testGit(folder.path, () => Promise.resolve(undefined));
    assert.equal((await rejection(git.of(name).fetch('1'.repeat(40)), 'refused')).reason, 'noCloneAddress');
  });
});

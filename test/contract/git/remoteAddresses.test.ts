import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessAt, testGit, type TestGit } from '../../kit/localGit.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** A user with a configuration of git and of ssh, and a clone whose configuration anybody can have written. */
describe('The addresses of the remotes of a clone', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  let clone: string;
  const marks = (): string => join(folder.path, 'marks');

  beforeEach(async () => {
    folder = await temporaryFolder();
    clone = join(folder.path, 'clone');
    await mkdir(join(folder.path, '.ssh'));
    await mkdir(marks());
    execFileSync('git', ['init', '--quiet', clone]);
    const environment = { ...process.env, HOME: folder.path, GIT_CONFIG_GLOBAL: undefined };
    git = testGit(folder.path, accessAt('https://gitcode.com/a/b.git'), { environment });
  });
  afterEach(async () => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  const configure = (text: string): Promise<void> => writeFile(join(clone, '.git', 'config'), text);
  const configureUser = (text: string): Promise<void> => writeFile(join(folder.path, '.gitconfig'), text);

  it('are those that insteadOf and pushInsteadOf make of them, of the clone and of the user', async () => {
    await configure('[remote "origin"]\nurl = work:ada/tool.git\n[url "https://gitcode.com/"]\ninsteadOf = work:\n');
    const used = 'https://gitcode.com/ada/tool.git';
    assert.deepEqual(await git.addressesOf(clone, 'origin'), { fetch: used, push: used });

    await configure('[remote "origin"]\nurl = https://mirror.example/ada/tool.git\n[remote "-x"]\nurl = w:b/c.git\n');
    await configureUser(
      '[url "git@gitcode.com:"]\npushInsteadOf = https://mirror.example/\n[url "ssh://git@gitcode.com/"]\ninsteadOf = w:\n',
    );
    assert.deepEqual(await git.addressesOf(clone, 'origin'), {
      fetch: 'https://mirror.example/ada/tool.git',
      push: 'git@gitcode.com:ada/tool.git',
    });
    const dashed = 'ssh://git@gitcode.com/b/c.git';
    assert.deepEqual(await git.addressesOf(clone, '-x'), { fetch: dashed, push: dashed });
  });

  it('have the host in place of an alias of ssh', async () => {
    await configure('[remote "origin"]\nurl = w:tool.git\npushurl = git@git-work:me/tool.git\n');
    await configureUser('[url "git-work:ada/"]\ninsteadOf = w:\n');
    await writeFile(join(folder.path, '.ssh', 'config'), 'Include more\n');
    await writeFile(join(folder.path, '.ssh', 'more'), 'Host git-*\nHostName gitcode.com\n');
    assert.deepEqual(await git.addressesOf(clone, 'origin'), {
      fetch: 'gitcode.com:ada/tool.git',
      push: 'git@gitcode.com:me/tool.git',
    });
  });

  it('start no program that the clone names, and send no request', async () => {
    const program = join(folder.path, 'program');
    await writeFile(program, `#!/bin/sh\ntouch "${marks()}/$$"\n`);
    await chmod(program, 0o755);
    await mkdir(join(clone, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'pre-push', 'reference-transaction', 'fsmonitor-watchman'])
      await writeFile(join(clone, '.git', 'hooks', hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    await configure(
      [
        `[core]\nfsmonitor = ${program}\nsshCommand = ${program}\npager = ${program}\naskPass = ${program}`,
        `gitProxy = ${program}\neditor = ${program}\nalternateRefsCommand = ${program}`,
        `[pager]\nls-remote = ${program}\nremote = ${program}`,
        `[alias]\nls-remote = !${program}\nremote = !${program}`,
        `[credential]\nhelper = !${program}`,
        `[protocol]\nallow = always\n[protocol "ext"]\nallow = always`,
        `[remote "origin"]\nurl = ext::${program}\nvcs = program\nuploadpack = ${program}\nproxy = http://127.0.0.1:9`,
        '[remote "other"]\nurl = ssh://127.0.0.1:9/a/b.git\n',
      ].join('\n'),
    );
    await git.addressesOf(clone, 'origin');
    const other = 'ssh://127.0.0.1:9/a/b.git';
    assert.deepEqual(await git.addressesOf(clone, 'other'), { fetch: other, push: other });
    assert.deepEqual(await readdir(marks()), []);
  });

  it('are not known for a configuration that git cannot read', async () => {
    await configure('[remote "origin"\n');
    assert.deepEqual(await git.addressesOf(clone, 'origin'), { fetch: undefined, push: undefined });
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands, extensions, Uri } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';

interface GitBase {
  getAPI(version: 1): {
    getRemoteSourceActions(url: string): Promise<{ label: string }[]>;
  };
}

const run = async <T>(id: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.${id}`, { host: 'local', ...args });

describe('clones', () => {
  const service = new RemoteService();
  let folder: string;
  let token: string;
  const git = async (at: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: at })).stdout.trim();
  const clone = async (name: string, args: object): Promise<string> => {
    const target = join(folder, name);
    await run('repository.clone', { target: Uri.file(target), ...args });
    return target;
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    token = await service.token('alice');
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-clone-'));
  });
  after(async () => {
    await service.reset();
    await rm(folder, { recursive: true, force: true });
  });

  /** Editors before it ask whether to open the clone, which nobody answers here. */
  before(async function () {
    if (!(await commands.getCommands()).includes('_git.cloneRepository')) this.skip();
  });

  it('hold the default branch, at the folder that was named', async () => {
    const record = await run<{ full_name: string }>('repository.clone', {
      repository: 'alice/website',
      target: Uri.file(join(folder, 'site')),
    });
    assert.equal(record.full_name, 'alice/website');
    const at = join(folder, 'site');
    assert.equal(await git(at, 'rev-parse', 'HEAD'), await service.git('alice/website', 'rev-parse', 'main'));
    assert.equal(await git(at, 'rev-parse', '--abbrev-ref', 'HEAD@{upstream}'), 'origin/main');
    assert.equal(await git(at, 'status', '--porcelain'), '');
  });

  it('of a private repository get the token, which is written nowhere', async () => {
    await run('repository.create', { name: 'hidden', private: true, auto_init: true });
    const at = await clone('hidden', { repository: 'alice/hidden' });
    assert.deepEqual((await readdir(at)).sort(), ['.git', 'README.md']);
    const files = await readdir(join(at, '.git'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'latin1');
      assert.ok(!text.includes(token), `${file.name} holds the token`);
    }
    assert.equal(await git(at, 'remote', 'get-url', 'origin'), `${service.url}/alice/hidden.git`);
  });

  it('are of the branch, tag or commit that was named', async () => {
    const before = await service.git('alice/website', 'rev-parse', 'main~1');
    await run('branch.create', { repository: 'alice/website', refs: before, branch_name: 'to/clone' });
    await run('tag.create', { repository: 'alice/website', refs: before, tag_name: 'cloned' });
    const branch = await clone('branch', { repository: 'alice/website', ref: 'to/clone' });
    assert.equal(await git(branch, 'symbolic-ref', '--short', 'HEAD'), 'to/clone');
    const tag = await clone('tag', { repository: 'alice/website', ref: 'cloned' });
    assert.equal(await git(tag, 'rev-parse', 'HEAD'), before);
    const commit = await clone('commit', { repository: 'alice/website', ref: before });
    assert.equal(await git(commit, 'rev-parse', 'HEAD'), before);
  });

  it('overwrite nothing, and say what is not there', async () => {
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'mine.txt'), 'mine');
    await assert.rejects(clone('full', { repository: 'alice/website' }), {
      name: 'Failure',
      kind: 'conflict',
      field: 'target',
    });
    await assert.rejects(clone('x', { repository: 'alice/nothing' }), { name: 'Failure', kind: 'missing' });
    await assert.rejects(clone('x', { repository: 'alice/website', ref: 'nothing' }), { kind: 'missing' });
    await assert.rejects(clone('x', { repository: 'alice/website', branch: 'main' }), {
      kind: 'invalid',
      field: 'branch',
    });
    await assert.rejects(run('repository.clone', { repository: 'alice/website', target: 'sourcehost://local/a/b' }), {
      kind: 'invalid',
      field: 'target',
    });
    assert.deepEqual(await readdir(join(folder, 'full')), ['mine.txt']);
  });

  it('are not needed to open what Git: Clone lists', async () => {
    const base = await extensions.getExtension<GitBase>('vscode.git-base')?.activate();
    const api = base?.getAPI(1);
    assert.ok(api);
    const actions = await api.getRemoteSourceActions(`${service.url}/alice/website.git`);
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Open without Cloning'],
    );
    assert.deepEqual(await api.getRemoteSourceActions('https://example.org/alice/website.git'), []);
  });

  it('go the other way: a local folder becomes a repository', async () => {
    const at = join(folder, 'local-work');
    await mkdir(at);
    await git(at, 'init', '-q', '-b', 'trunk');
    await git(at, 'config', 'user.name', 'Alice');
    await git(at, 'config', 'user.email', 'alice@example.org');
    await writeFile(join(at, 'hello.txt'), 'Hello\n');
    const record = await run<{ full_name: string }>('repository.publish', {
      folder: Uri.file(at),
      name: 'local-work',
      private: true,
    });
    assert.equal(record.full_name, 'alice/local-work');
    assert.equal(await service.git('alice/local-work', 'show', 'trunk:hello.txt'), 'Hello');
    assert.equal(await git(at, 'rev-parse', '--abbrev-ref', 'HEAD@{upstream}'), 'origin/trunk');
    assert.equal(await git(at, 'remote', 'get-url', 'origin'), `${service.url}/alice/local-work.git`);
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commands, extensions, Uri, workspace } from 'vscode';
import { remoteSources } from '../../../src/editor/features/clones/remoteSources.ts';
import { Sidebar } from '../sidebar/sidebar.ts';
import { setParentFolders } from '../kit/parentFolders.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';
import { TestClones } from './open/clone.ts';

interface GitBase {
  getAPI(version: 1): {
    getRemoteSourceActions(url: string): Promise<{ label: string; run(branch: string): void }[]>;
    pickRemoteSource(options: object): Promise<{ url?: string; branch?: string } | string | undefined>;
  };
}

const run = async <T>(id: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.${id}`, { host: 'local', ...args });

const gitBase = async (): Promise<ReturnType<GitBase['getAPI']>> => {
  const base = await extensions.getExtension<GitBase>('vscode.git-base')?.activate();
  return base?.getAPI(1) ?? assert.fail('git-base is not there');
};

const gitAsks = async (): Promise<boolean> => !(await commands.getCommands()).includes('_git.cloneRepository');

/** Presses Enter on every list of the editor itself until `work` ends. */
async function pressingEnter<T>(work: Promise<T>): Promise<T> {
  const enter = (): void => void commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  const pressing = setInterval(enter, 100);
  return await work.finally(() => clearInterval(pressing));
}

describe('clones', () => {
  const service = suiteWindow();
  const person = new Person();
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
    token = await service.token('alice');
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-clone-'));
    if (await gitAsks()) await setParentFolders('always');
  });
  after(async () => {
    if (await gitAsks()) await setParentFolders('never');
    await rm(folder, { recursive: true, force: true });
  });

  it('have the default branch, in the given folder', async () => {
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

  it('use the token for a private repository, and do not write it to disk', async () => {
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

  it('have the given branch, tag or commit', async () => {
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

  it('overwrite nothing, and name a repository or ref that does not exist', async () => {
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

  it('offer the own repositories, the last pushed first, and any other repository by its name', async () => {
    const { connections } = new Sidebar();
    const provider = remoteSources(connections);
    await service.clear();
    const rows = await provider.getRemoteSources();
    const [request] = await service.requests('own.repositories');
    assert.deepEqual([await service.asked(), request?.params.sort], [['own.repositories'], 'pushed']);
    const website = rows.find(({ name }) => name === '$(repo) alice/website');
    assert.deepEqual(website, {
      name: '$(repo) alice/website',
      description: 'Local service',
      detail: website?.detail,
      url: [`${service.url}/alice/website.git`, 'git@127.0.0.1:alice/website.git'],
    });
    const named = async (query: string): Promise<string[]> =>
      (await provider.getRemoteSources(query)).map(({ name }) => name);
    assert.deepEqual(await named('webs'), ['$(repo) alice/website']);
    assert.ok((await named('secr')).includes('$(lock) alice/secrets'));
    assert.deepEqual(await named('openteam/handbook'), ['$(repo) openteam/handbook']);
    const branches = await provider.getBranches(`${service.url}/alice/website.git`);
    assert.ok(branches?.includes('main') && branches.includes('develop'), branches?.join());
    // Git itself reports an unreadable repository.
    assert.equal(await provider.getBranches(`${service.url}/alice/nothing-here.git`), undefined);
    await service.fail({ operation: 'own.repositories', fault: { kind: 'error', status: 403, words: 'no' } });
    await assert.rejects(
      provider.getRemoteSources(),
      /The repositories could not be listed: alice has no permission for this\./,
    );
    await service.heal();
  });

  it('are listed without the hidden characters of their descriptions', async () => {
    const json = [{ full_name: 'alice/website', default_branch: 'main', description: 'a\u2066b\nc\u{e0041}' }];
    await service.fail({ operation: 'own.repositories', fault: { kind: 'answer', status: 200, json } });
    const rows = await remoteSources(new Sidebar().connections).getRemoteSources();
    await service.heal();
    assert.deepEqual(
      rows.map(({ name, detail }) => [name, detail]),
      [['$(repo) alice/website', 'a b c']],
    );
  });

  it('can be started from a row of Git: Clone', async () => {
    const api = await gitBase();
    await service.clear();
    // The first row, the first of its addresses, and the first branch: Enter each time, until there is something to take.
    const pick = async (): Promise<object | string | undefined> =>
      await pressingEnter(api.pickRemoteSource({ providerName: 'Sourcehost', branch: true }));
    // Enter on an empty list chooses nothing, and closes the list.
    const source = (await pick()) ?? (await pick()) ?? (await pick());
    const [first] = await remoteSources(new Sidebar().connections).getRemoteSources();
    assert.ok(typeof source === 'object' && 'url' in source);
    assert.equal(source.url, [first?.url].flat()[0]);
  });

  it('are not needed to open a repository that Git: Clone lists', async () => {
    const api = await gitBase();
    const actions = await api.getRemoteSourceActions(`${service.url}/alice/website.git`);
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Open without Cloning'],
    );
    assert.deepEqual(await api.getRemoteSourceActions('https://example.org/alice/website.git'), []);
    person.sit();
    actions[0]?.run('develop');
    await person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/website@develop/);
    person.leave();
  });

  it('never pass an address of the service to git that has another meaning for git', async () => {
    const ran = join(folder, 'ran');
    const addresses = {
      full_name: 'alice/website',
      http_url_to_repo: `--upload-pack=touch\${IFS}${ran}`,
      ssh_url_to_repo: '-oProxyCommand=x@127.0.0.1:alice/website.git',
      default_branch: 'main',
    };
    await service.fail({ operation: 'repositories.get', fault: { kind: 'answer', status: 200, json: addresses } });
    await service.fail({ operation: 'own.repositories', fault: { kind: 'answer', status: 200, json: [addresses] } });
    const at = await clone('hostile:address', { repository: 'alice/website' });
    assert.equal(await git(at, 'remote', 'get-url', 'origin'), `${service.url}/alice/website.git`);
    const rows = await remoteSources(new Sidebar().connections).getRemoteSources();
    assert.deepEqual(
      rows.map(({ url }) => url),
      [`${service.url}/alice/website.git`],
    );
    await service.heal();
    const nameless = { ...addresses, full_name: '[Sign in](command:x)/..' };
    await service.fail({ operation: 'repositories.get', fault: { kind: 'answer', status: 200, json: nameless } });
    await assert.rejects(clone('nameless:address', { repository: 'alice/website' }), {
      kind: 'refused',
      reason: 'noCloneAddress',
    });
    await service.heal();
    assert.ok(!(await readdir(folder)).includes('ran'), 'a command of the service ran');
  });

  it('change no setting of git', async () => {
    const changes: string[] = [];
    const listening = workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('git')) changes.push('git');
    });
    await clone('untouched', { repository: 'alice/website' });
    listening.dispose();
    assert.deepEqual(changes, []);
  });

  it('wait for the question of git in older editors, and fail if no question is allowed', async () => {
    const asks = await gitAsks();
    if (asks) await setParentFolders('never');
    const plain = clone('unasked', { repository: 'alice/website' });
    if (asks) await assert.rejects(plain, { kind: 'refused', reason: 'gitAsks' });
    else await plain;
    assert.equal((await readdir(folder)).includes('unasked'), !asks);
    person.sit();
    const ran = Promise.resolve(
      commands.executeCommand('sourcehost.repository.clone', { host: 'local', repository: 'alice/website' }),
    );
    await mkdir(join(folder, 'asked'));
    await person.chooses(Uri.file(join(folder, 'asked')));
    try {
      await pressingEnter(ran);
    } finally {
      person.leave();
      if (asks) await setParentFolders('always');
    }
    assert.equal(await git(join(folder, 'asked', 'website'), 'rev-parse', '--abbrev-ref', 'HEAD'), 'main');
  });

  it('leave no files if they fail', async () => {
    await service.fail({ operation: 'git', fault: { kind: 'error', status: 403 } });
    await assert.rejects(clone('failed', { repository: 'alice/website' }), { name: 'Failure' });
    await service.heal();
    const left = await readdir(join(folder, 'failed')).catch(() => []);
    assert.deepEqual(left, []);
  });

  it('are not open in the window that made them, where commands would take them, also if they fail', () => {
    const open = TestClones.git.api.repositories.map(({ rootUri }) => rootUri.fsPath);
    assert.deepEqual(
      open.filter((root) => root.startsWith(folder)),
      [],
    );
  });

  describe('publishing a local folder', () => {
    const local = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
      const at = join(folder, name);
      await mkdir(at);
      for (const [file, text] of Object.entries(files)) await writeFile(join(at, file), text);
      return at;
    };
    /** Adds a commit of all files. */
    const repository = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
      const at = await local(name, files);
      await git(at, 'init', '-q', '-b', 'trunk');
      await git(at, 'add', '.');
      await git(at, 'commit', '-qm', 'Begun here');
      return at;
    };
    const isThere = async (name: string): Promise<boolean> =>
      await service.git(`alice/${name}`, 'rev-parse', '--git-dir').then(
        () => true,
        () => false,
      );
    const publish = async <T>(at: string, args: object): Promise<T> =>
      await run<T>('repository.publish', { folder: Uri.file(at), ...args });

    before(() => {
      // The author of commits by git on this computer.
      for (const who of ['AUTHOR', 'COMMITTER'])
        Object.assign(process.env, { [`GIT_${who}_NAME`]: 'Alice', [`GIT_${who}_EMAIL`]: 'alice@example.org' });
    });
    afterEach(() => person.leave());

    it('commits all files of a folder without commits', async () => {
      const at = await local('local-work', { 'hello.txt': 'Hello\n', '.gitignore': '*.log\n', 'debug.log': 'x' });
      await git(at, 'init', '-q', '-b', 'trunk');
      const record = await publish<{ full_name: string }>(at, { name: 'local-work', private: true });
      assert.equal(record.full_name, 'alice/local-work');
      assert.equal(await service.git('alice/local-work', 'ls-tree', '--name-only', 'trunk'), '.gitignore\nhello.txt');
      assert.equal(await git(at, 'rev-parse', '--abbrev-ref', 'HEAD@{upstream}'), 'origin/trunk');
      assert.equal(await git(at, 'remote', 'get-url', 'origin'), `${service.url}/alice/local-work.git`);
    });

    it('asks for the folder, and changes nothing before the user agrees to the commit of all files', async () => {
      const at = await local('Not yet', { 'secret.txt': 'mine' });
      const start = async (): Promise<Promise<unknown>> => {
        const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.publish'));
        await person.chooses(Uri.file(at));
        await person.picks('alice');
        const box = await person.enters('not-yet');
        assert.deepEqual([box.value, `${box.step}/${box.totalSteps}`], ['not-yet', '2/4']);
        await person.enters('');
        await person.picks('Private');
        return ran;
      };
      person.sit();
      const dismissed = start();
      const asked = await person.answers(/^Commit and publish everything in “Not yet”\?$/);
      assert.ok(asked.modal && /no commits yet/.test(asked.detail));
      await person.waitsFor(dismissed);
      assert.deepEqual([await readdir(at), await isThere('not-yet')], [['secret.txt'], false]);
      const agreed = start();
      await person.answers(/^Commit and publish everything/, 'Commit and Publish');
      await person.waitsFor(agreed);
      await person.answers(/^Published as alice\/not-yet\.$/, 'Open on the Web');
      await person.opens(/\/alice\/not-yet$/);
      const branch = await git(at, 'branch', '--show-current');
      assert.equal(await service.git('alice/not-yet', 'show', `${branch}:secret.txt`), 'mine');
    });

    it('pushes existing commits, leaves uncommitted files alone, and chooses a free name', async () => {
      const at = await repository('with-remotes', { 'a.txt': 'a' });
      await writeFile(join(at, 'later.txt'), 'not yet');
      await git(at, 'remote', 'add', 'origin', 'https://example.org/elsewhere.git');
      await git(at, 'remote', 'add', 'sourcehost', 'https://example.org/before.git');
      await publish(at, { name: 'with-remotes' });
      assert.equal(await service.git('alice/with-remotes', 'ls-tree', '--name-only', 'trunk'), 'a.txt');
      assert.equal(await git(at, 'remote'), 'origin\nsourcehost\nsourcehost-2');
      assert.equal(await git(at, 'remote', 'get-url', 'origin'), 'https://example.org/elsewhere.git');
      assert.equal(await git(at, 'status', '--porcelain'), '?? later.txt');
    });

    it('refuses an empty folder or a part of a repository, before it creates anything', async () => {
      const empty = await local('nothing', {});
      await assert.rejects(publish(empty, { name: 'nothing' }), { kind: 'invalid', field: 'folder' });
      const around = await repository('around', { 'a.txt': 'a' });
      await mkdir(join(around, 'part'));
      await writeFile(join(around, 'part', 'b.txt'), 'b');
      await assert.rejects(publish(join(around, 'part'), { name: 'part' }), { kind: 'invalid', field: 'folder' });
      assert.deepEqual([await isThere('nothing'), await isThere('part'), await readdir(empty)], [false, false, []]);
      person.sit();
      const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.publish', Uri.file(empty)));
      await person.picks('alice');
      await person.enters('nothing');
      await person.enters('');
      await person.picks('Public');
      await person.waitsFor(ran);
      await person.answers(/The folder is empty: there is nothing to publish\.$/);
    });

    it('leaves the folder unchanged if the name is taken', async () => {
      const at = await repository('taken', { 'a.txt': 'a' });
      await assert.rejects(publish(at, { name: 'website' }), { name: 'Failure' });
      assert.equal(await git(at, 'remote'), '');
    });
  });
});

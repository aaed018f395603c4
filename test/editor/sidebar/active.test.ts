import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, Uri, window, workspace } from 'vscode';
import type { Exports, SourcehostApi } from '../../../src/editor/exports/api.ts';
import type { GitExtension } from '../../../src/editor/kit/gitApi.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { setParentFolders } from '../kit/parentFolders.ts';
import { signIn } from '../kit/signIn.ts';

type Remote = readonly [name: string, address: string];

describe('the active repository', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  let api: SourcehostApi;
  let folder: string;
  let clones = 0;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    const exports = await extensions.getExtension<Exports>('sourcehost.sourcehost')?.activate();
    assert.ok(exports);
    api = exports.getApi(1);
    folder = await mkdtemp(join(tmpdir(), 'sourcehost-clones-'));
    await commands.executeCommand('sourcehost.repository.follow', {});
    await commands.executeCommand('workbench.action.closeAllEditors');
    await setParentFolders('always');
  });
  after(async () => {
    await setParentFolders(undefined);
    await commands.executeCommand('sourcehost.repository.follow', {});
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('sourcehost.account.signOut', {});
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(await service.violations(), []);
  });

  const open = async (uri: Uri): Promise<void> => {
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  };

  /** Waits until this repository is active; the time-out of the test ends the wait. */
  const becomes = (host: string, repository: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        const { activeRepository: at } = api;
        if (at?.host !== host || at.repository !== repository) return;
        listening.dispose();
        resolve();
      };
      const listening = api.onDidChangeActiveRepository(look);
      look();
    });

  /** A file of a local clone with these remotes. */
  const fileOfClone = async (...remotes: readonly Remote[]): Promise<Uri> => {
    const clone = join(folder, `clone-${(clones += 1)}`);
    execFileSync('git', ['init', '--quiet', clone]);
    for (const [name, address] of remotes) execFileSync('git', ['-C', clone, 'remote', 'add', name, address]);
    await writeFile(join(clone, 'file.txt'), 'text\n');
    return Uri.file(join(clone, 'file.txt'));
  };

  it('is the repository of the remote file or record in the active editor', async () => {
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await becomes('local', 'alice/website');
    await open(Uri.parse('sourcehost-record://local/acme/platform/issues/1.md'));
    await becomes('local', 'acme/platform');
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await becomes('local', 'alice/website');
  });

  it('keeps the content of its views when one of its files is opened', async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    const chosen = { host: 'local', account: 'alice', repository: 'alice/website' };
    await commands.executeCommand('sourcehost.repository.choose', chosen);
    await becomes('local', 'alice/website');
    await commands.executeCommand('sourcehost.issues.focus');
    const lists = async (): Promise<number> => (await service.requests('issues.list')).length;
    await until(async () => (await lists()) > 0);
    const before = await lists();
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await commands.executeCommand('sourcehost.milestones.focus');
    // The milestones may already be visible below the issues.
    await until(async () => (await service.requests('milestones.list')).length > 0);
    assert.equal(await lists(), before);
    await commands.executeCommand('workbench.view.explorer');
  });

  /** Shows the branches, and expects these requests for this repository and its branches since the last clear. */
  const showBranches = async (repository: string, ...expected: readonly string[]): Promise<void> => {
    await commands.executeCommand('workbench.view.explorer');
    await commands.executeCommand('sourcehost.branches.focus');
    const asked = async (): Promise<string[]> => {
      const about = (await service.requests()).filter(({ path }) => path.includes(repository));
      const operations = about.map(({ operation }) => operation);
      return operations.filter((one) => one.startsWith('branches.') || one.startsWith('repositories.'));
    };
    await until(async () => (await asked()).includes('branches.list'));
    assert.deepEqual(await asked(), expected);
  };

  let created = 0;

  /** A new repository that is in no list, so that rows which are expanded during the test do not contain it. */
  const unseen = async (): Promise<string> => {
    const params = { name: `unseen-${(created += 1)}`, auto_init: true };
    await service.act({ do: 'call', operation: 'own.createRepository', params, as: 'bob' });
    await service.clear();
    return `bob/${params.name}`;
  };

  it('is requested when it is chosen by name, so that its branches need one request', async () => {
    const repository = await unseen();
    await commands.executeCommand('sourcehost.repository.choose', { host: 'local', repository });
    await showBranches(repository, 'repositories.get', 'branches.list');
  });

  it('stays the same if the chosen name does not exist', async () => {
    const before = api.activeRepository;
    const wrong = { host: 'local', repository: 'acme/platfrom' };
    for (const command of ['choose', 'lock', 'pin'].map((verb) => `sourcehost.repository.${verb}`))
      await assert.rejects(Promise.resolve(commands.executeCommand(command, wrong)), { kind: 'missing' });
    assert.deepEqual(api.activeRepository, before);
  });

  it('knows its default branch also if only a record of it was opened', async () => {
    await commands.executeCommand('sourcehost.repository.follow', {});
    const repository = await unseen();
    await open(Uri.parse(`sourcehost-record://local/${repository}/issues/new.md`));
    await becomes('local', repository);
    // The list of branches tells which one is the default.
    await showBranches(repository, 'branches.list');
    await showBranches(repository, 'branches.list');
    await service.clear();
    await commands.executeCommand('sourcehost.branches.refresh');
    await until(async () => (await service.requests('branches.list')).length > 0);
    assert.deepEqual(await service.requests('repositories.get'), []);
    await commands.executeCommand('workbench.view.explorer');
  });

  it('stays the same while the active editor belongs to no repository', async () => {
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await becomes('local', 'alice/website');
    await commands.executeCommand('workbench.action.openSettings');
    assert.equal(api.activeRepository?.repository, 'alice/website');
  });

  const address = (path: string): string => service.url + path;
  const cases: readonly (readonly [string, () => readonly Remote[], host: string, repository: string])[] = [
    ['http', () => [['origin', address('/alice/samples.git')]], 'local', 'alice/samples'],
    ['ssh in short', () => [['origin', 'git@gitcode.com:openlab/docs.git']], 'gitcode', 'openlab/docs'],
    ['ssh in full', () => [['origin', 'ssh://git@gitcode.com:2222/openlab/full.git']], 'gitcode', 'openlab/full'],
    ['https', () => [['origin', 'https://gitcode.com/openlab/https.git']], 'gitcode', 'openlab/https'],
    ['the host’s other domain', () => [['origin', 'https://atomgit.com/openlab/twin.git']], 'gitcode', 'openlab/twin'],
    [
      'one remote of several',
      () => [
        ['mirror', 'https://example.org/somebody/else.git'],
        ['upstream', 'git@atomgit.com:openlab/several.git'],
      ],
      'gitcode',
      'openlab/several',
    ],
  ];
  for (const [title, remotes, host, repository] of cases) {
    it(`is the repository of a local clone by ${title}`, async () => {
      await open(await fileOfClone(...remotes()));
      await becomes(host, repository);
    });
  }

  it('changes when the remote of a clone changes', async () => {
    const file = await fileOfClone(['origin', address('/alice/samples.git')]);
    await open(file);
    await becomes('local', 'alice/samples');
    execFileSync('git', ['-C', join(file.fsPath, '..'), 'remote', 'set-url', 'origin', address('/bob/dotfiles.git')]);
    // The command asks which clone is meant where there are several.
    const git = extensions.getExtension<GitExtension>('vscode.git')?.exports.getAPI(1);
    await git?.getRepository(file)?.status();
    await becomes('local', 'bob/dotfiles');
  });

  it('stays the locked repository until it is unlocked', async () => {
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'acme/docs' });
    await becomes('local', 'acme/docs');
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    assert.equal(api.activeRepository?.repository, 'acme/docs');
    await commands.executeCommand('sourcehost.repository.follow', {});
    await becomes('local', 'alice/website');
  });

  it('follows the editor again by the first row of its list', async () => {
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await becomes('local', 'alice/website');
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'acme/docs' });
    await becomes('local', 'acme/docs');
    const person = new Person();
    person.sit();
    try {
      const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.choose'));
      await person.sees('Choose Another Repository…');
      assert.deepEqual(
        person.rows.slice(0, 2).map(({ label }) => label),
        ['Follow the Editor', 'Choose Another Repository…'],
      );
      await person.picks('Follow the Editor');
      await person.waitsFor(ran);
      await becomes('local', 'alice/website');
      const again = Promise.resolve(commands.executeCommand('sourcehost.repository.choose'));
      await person.picks('alice/samples');
      await person.waitsFor(again);
      await becomes('local', 'alice/samples');
      await commands.executeCommand('sourcehost.repository.follow', {});
    } finally {
      person.leave();
    }
  });

  it('stays the same when another repository is pinned', async () => {
    await open(Uri.parse('sourcehost://local/alice/website@main/README.md'));
    await becomes('local', 'alice/website');
    await commands.executeCommand('sourcehost.repository.pin', { host: 'local', repository: 'acme/docs' });
    assert.equal(api.activeRepository?.repository, 'alice/website');
    await commands.executeCommand('sourcehost.repository.unpin', { host: 'local', repository: 'acme/docs' });
    assert.equal(api.activeRepository.repository, 'alice/website');
  });

  it('is asked for by a command that needs one, if there is none', async () => {
    // A previous choice is removed with its host.
    const brief = { id: 'brief', name: 'Brief', apiUrl: service.url, authUrl: service.url };
    await commands.executeCommand('sourcehost.host.add', brief);
    await commands.executeCommand('sourcehost.repository.choose', { host: 'brief', repository: 'alice/website' });
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('sourcehost.host.remove', { host: 'brief' });
    while (api.activeRepository !== undefined) await new Promise<void>((resolve) => void setImmediate(resolve));
    const person = new Person();
    person.sit();
    try {
      const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.lock'));
      await person.picks('alice/website');
      await person.waitsFor(ran);
      await becomes('local', 'alice/website');
    } finally {
      person.leave();
    }
  });

  it('is read again in its views after a change whose answer cannot be read', async () => {
    const chosen = { host: 'local', account: 'alice', repository: 'alice/website' };
    await commands.executeCommand('sourcehost.repository.choose', chosen);
    await becomes('local', 'alice/website');
    await commands.executeCommand('sourcehost.branches.focus');
    await commands.executeCommand('sourcehost.branches.refresh');
    await until(async () => (await service.requests('branches.list')).length > 0);
    await service.clear();
    await service.set({ operation: 'branches.create', habits: { unreadAfterWrite: true } });
    const change = { ...chosen, refs: 'main', branch_name: 'unread' };
    // The branch is found by its name.
    assert.partialDeepStrictEqual(await commands.executeCommand('sourcehost.branch.create', change), {
      name: 'unread',
    });
    await service.set({ operation: 'branches.create', habits: { unreadAfterWrite: false } });
    await until(async () => (await service.requests('branches.list')).length > 0);
    assert.equal((await service.requests('branches.create')).length, 1);
    await commands.executeCommand('workbench.view.explorer');
  });
});

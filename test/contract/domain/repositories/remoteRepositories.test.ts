import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { RemoteRef } from '../../../../src/domain/repositories/remoteRef.ts';
import { budget, within } from '../../../budgets.ts';
import { suiteService } from '../../kit/suiteService.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { slowDisk } from '../../../kit/slowDisk.ts';

/** Every file below `folder`, by walking through the folders. */
async function walk(remote: RemoteRef, folder = ''): Promise<string[]> {
  const found: string[] = [];
  for (const [name, { kind }] of await remote.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'folder') found.push(...(await walk(remote, path)));
    else found.push(path);
  }
  return found;
}

/** Some files of a repository: `count` of them in `folders` folders. */
function spread(paths: readonly string[], folders: number, count: number): string[] {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const each = count / folders;
  return [...byFolder.values()]
    .filter((files) => files.length >= each)
    .slice(0, folders)
    .flatMap((files) => files.slice(0, each));
}

describe('remote files', () => {
  const service = suiteService({ histories: [{ name: 'big', files: 2300, commits: 20 }] });
  let big: string[];

  before(async function () {
    this.timeout(60_000);
    const repository = await service.repository('alice/big');
    const listed = await repository.git(['ls-tree', '-r', '-z', '--name-only', 'main']);
    big = listed.split('\0').filter((path) => path !== '');
  });

  describe('of the samples', () => {
    it('have the same names, kinds, sizes and bytes as in git', async () => {
      const { directory } = await service.repository('alice/samples');
      const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: directory });
      const remote = session(service).open('alice/samples');
      const lines = git('ls-tree', '-r', '-z', 'main')
        .toString()
        .split('\0')
        .filter((line) => line !== '');
      for (const line of lines) {
        const [, mode = '', , sha = '', path = ''] = /^(\S+) (\S+) (\S+)\t([\s\S]*)$/.exec(line) ?? [];
        const status = await remote.stat(path);
        if (mode === '160000') {
          assert.equal(status.kind, 'submodule', path);
          assert.deepEqual([...(await remote.list(path))], []);
          continue;
        }
        if (mode === '120000') {
          assert.equal(status.linked || status.kind === 'symlink', true, path);
          continue;
        }
        assert.equal(status.kind, 'file', path);
        assert.equal(status.sha, sha, path);
        const bytes = await remote.read(path);
        assert.equal(status.size, bytes.length, path);
        assert.ok(Buffer.from(bytes).equals(git('cat-file', 'blob', sha)), path);
      }
      assert.deepEqual((await walk(remote)).sort(), lines.map((line) => line.slice(line.indexOf('\t') + 1)).sort());
    });

    it('follow symbolic links inside the repository and show the others as text', async () => {
      const remote = session(service).open('alice/samples');
      const direct = await remote.read('images/logo.png');
      assert.deepEqual(await remote.read('link-to-folder/logo.png'), direct);
      assert.equal((await remote.stat('link-to-folder')).kind, 'folder');
      assert.deepEqual([...(await remote.list('link-to-folder')).keys()], [...(await remote.list('images')).keys()]);
      for (const [link, text] of [
        ['link-up', '../outside.txt'],
        ['link-absolute', '/etc/hostname'],
        ['link-loop', 'link-loop'],
        ['link-broken', 'nothing/here.txt'],
      ] as const) {
        assert.equal((await remote.stat(link)).kind, 'symlink', link);
        assert.equal(new TextDecoder().decode(await remote.read(link)), text);
        await rejection(remote.stat(`${link}/inside`), 'missing');
      }
    });

    it('follow no link from configuration to another file', async () => {
      const files = {
        'plain/hooks/x.json': 'plain',
        'plain/settings.json': 'plain',
        'guide.md': 'plain',
        '.agents/AGENTS.md': 'configuration',
        '.vscode': { link: 'plain' },
        'deep/.claude': { link: '..' },
        '.github': { link: 'plain' },
        'CLAUDE.md': { link: 'guide.md' },
        '.cursor/rules': { link: '../plain' },
        '.codex': { link: 'chain' },
        chain: { link: 'plain' },
        'AGENTS.md': { link: '.agents/AGENTS.md' },
        notes: { link: '.vscode' },
      };
      await service.act({ do: 'push', repository: 'alice/samples', branch: 'links', files });
      const remote = session(service).open('alice/samples', 'links');
      const text = async (path: string): Promise<string> => new TextDecoder().decode(await remote.read(path));
      for (const [path, link] of [
        ['.vscode', 'plain'],
        ['deep/.claude', '..'],
        ['CLAUDE.md', 'guide.md'],
        ['.cursor/rules', '../plain'],
        ['.codex', 'chain'],
      ] as const) {
        assert.equal((await remote.stat(path)).kind, 'symlink', path);
        assert.equal(await text(path), link);
      }
      for (const path of ['.vscode/settings.json', 'deep/.claude/guide.md', '.cursor/rules/settings.json'])
        await rejection(remote.read(path), 'missing');
      for (const path of ['.codex/settings.json', 'notes/settings.json', '.github/hooks/x.json'])
        await rejection(remote.read(path), 'missing');
      assert.equal(await text('.github/settings.json'), 'plain');
      assert.equal(await text('AGENTS.md'), 'configuration');
    });

    it('have the target of a link after it was followed', async () => {
      const remote = session(service).open('alice/samples');
      const listed = async (): Promise<string[]> =>
        Array.from(await remote.list('')).flatMap(([name, { leadsTo }]) => (leadsTo ? [`${name}: ${leadsTo}`] : []));
      assert.deepEqual(await listed(), []);
      const told: string[] = [];
      remote.onDidChangeFiles((changes) => told.push(...changes.map(({ path, type }) => `${type} ${path}`)));
      assert.equal((await remote.stat('link-to-folder')).kind, 'folder');
      assert.equal((await remote.stat('link-to-file')).kind, 'file');
      await remote.stat('link-to-folder');
      assert.deepEqual(told, ['deleted link-to-folder', 'created link-to-folder']);
      assert.deepEqual(
        await asked(service, async () => {
          assert.deepEqual(await listed(), ['link-to-file: file', 'link-to-folder: folder']);
        }),
        [],
      );
    });

    it('never become paths that leave the repository', async () => {
      const names = [...(await session(service).open('alice/hostile').list('')).keys()];
      assert.deepEqual(
        names.filter((name) => ['.', '..', '.git', 'line\nbreak', 'bell\u0007'].includes(name) || name.includes('/')),
        [],
      );
      assert.ok(names.includes('normal.txt'));
    });

    it('do not include .git when a folder is listed or a file is sought', async () => {
      const remote = session(service).open('alice/hostile');
      assert.ok(!(await remote.list('')).has('.git'));
      await rejection(remote.stat('.git'), 'missing');
      await rejection(remote.read('.git'), 'missing');
    });

    it('are none in an empty repository', async () => {
      const remote = session(service).open('alice/empty');
      assert.equal((await remote.stat('')).kind, 'folder');
      assert.equal((await remote.list('')).size, 0);
      await rejection(remote.stat('README.md'), 'missing');
      const named = session(service).open('alice/empty', 'main');
      assert.equal((await named.list('')).size, 0);
    });
  });

  describe('within few requests', () => {
    it('open a repository with many links while the editor probes paths before the root is loaded', async () => {
      const probes = [
        'eclipse/eclipse',
        '.config/nvim/init.lua',
        'nvim/init.vim',
        '.vimrc',
        '.git',
        '.devcontainer/devcontainer.json',
        '.vscode/tasks.json',
        '.vscode/launch.json',
        '.vscode/mcp.json',
      ];
      for (const repository of ['alice/samples', 'alice/big']) {
        for (const order of ['probes first', 'root first', 'named']) {
          const storage = memoryStorage();
          const first = session(service, { storage });
          const remote = first.open(repository, order === 'named' ? 'main' : undefined);
          const looks = (): Promise<unknown>[] => probes.map((probe) => rejection(remote.stat(probe), 'missing'));
          const settings = (): Promise<unknown> => remote.read('.vscode/settings.json').catch(() => undefined);
          const cold = await asked(service, async () => {
            const early = order === 'probes first' ? looks() : [];
            await Promise.all([remote.stat(''), remote.list(''), settings(), ...early]);
            await Promise.all(looks());
          });
          const own = order === 'named' ? ['branches.get'] : ['branches.list', 'repositories.get'];
          // It has `.vscode/settings.json`: its folder is listed for all probes, and the file is read.
          const more = repository === 'alice/samples' ? ['files.content', 'files.blob'] : [];
          assert.deepEqual(cold.sort(), [...own, 'files.tree', ...more].sort(), `${repository}, ${order}`);
          within(budget.requests.openRepository, cold);
          await Promise.all([remote.flush(), first.objects.flush()]);
          const again = session(service, { storage }).open(repository, order === 'named' ? 'main' : undefined);
          const warm = await asked(service, async () => {
            const probed = probes.map((probe) => rejection(again.stat(probe), 'missing'));
            await Promise.all([again.list(''), again.read('.vscode/settings.json').catch(() => undefined), ...probed]);
          });
          assert.deepEqual(warm, [], `${repository}, ${order}, after a restart`);
        }
      }
    });

    it('load the root during a probe of the editor', async () => {
      for (const path of ['eclipse/eclipse', 'not/so/near/either.txt']) {
        const { storage, release } = slowDisk('paths', 1);
        const remote = session(service, { storage }).open('alice/big', 'main');
        const requests = await asked(service, async () => {
          const root = remote.list('');
          const look = rejection(remote.stat(path), 'missing');
          await root;
          release();
          await look;
        });
        within(2, requests, `requests for ${path}`);
      }
    });

    it('find all other files in the folder of the settings', async () => {
      const push = async (name: string, files: Record<string, string>): Promise<void> => {
        await service.act({ do: 'push', repository: 'alice/website', branch: name, files });
      };
      await push('with-tasks', { '.vscode/settings.json': '{}\n', '.vscode/tasks.json': '[]\n' });
      await push('only-tasks', { '.vscode/tasks.json': '[]\n' });
      for (const [branch, names] of [
        ['with-tasks', ['settings.json', 'tasks.json']],
        ['only-tasks', ['tasks.json']],
      ] as const) {
        const remote = session(service).open('alice/website', branch);
        await remote.list('');
        // An editor asks about all of them and reads them at the same time.
        const requests = await asked(service, async () => {
          const there = await Promise.all(
            ['launch.json', 'settings.json', 'tasks.json'].map(async (name) => {
              const [status, bytes] = await Promise.allSettled([
                remote.stat(`.vscode/${name}`),
                remote.read(`.vscode/${name}`),
              ]);
              if (status.status === 'fulfilled' && bytes.status === 'fulfilled')
                assert.equal(status.value.size, bytes.value.length);
              return bytes.status === 'fulfilled' ? [name] : [];
            }),
          );
          assert.deepEqual(there.flat(), names);
        });
        within(1 + names.length, requests, `requests for ${branch}`);
        assert.deepEqual([...(await remote.list('.vscode')).keys()], names);
      }
    });

    it('open a repository', async () => {
      const storage = memoryStorage();
      const first = session(service, { storage });
      const remote = first.open('alice/big');
      const cold = await asked(service, async () => {
        await Promise.all([
          remote.stat(''),
          remote.list(''),
          remote.stat('.vscode/settings.json').catch(() => undefined),
        ]);
        for (const probe of ['.git', '.vscode', 'package.json', '.devcontainer/devcontainer.json', '.github/x']) {
          await rejection(remote.stat(probe), 'missing');
        }
      });
      within(budget.requests.openRoot, cold);
      await Promise.all([remote.flush(), first.objects.flush()]);
      const again = session(service, { storage }).open('alice/big');
      assert.deepEqual(await asked(service, () => again.list('')), []);
    });

    it('open the first file of an unknown folder, and need no request after a restart', async () => {
      const storage = memoryStorage();
      const path = 'deep/a/b/c/d/e/file.txt';
      const first = session(service, { storage });
      const remote = first.open('alice/samples', 'main');
      await remote.list('');
      const open = async (from: RemoteRef): Promise<void> => {
        assert.equal((await from.stat(path)).size, (await from.read(path)).length);
      };
      within(budget.requests.openFile, await asked(service, () => open(remote)));
      assert.equal((await asked(service, () => open(remote))).length, 0);
      await Promise.all([remote.flush(), first.objects.flush()]);
      const again = session(service, { storage }).open('alice/samples', 'main');
      assert.equal((await asked(service, () => open(again))).length, 0);
    });

    it('stay within the budget of bytes', async () => {
      const received = async (work: () => Promise<unknown>): Promise<number> => {
        const before = service.requests.length;
        await work();
        return service.requests.slice(before).reduce((sum, { bytes }) => sum + bytes, 0);
      };
      const remote = session(service).open('alice/big', 'main');
      within(budget.bytes.openRoot, await received(() => remote.list('')), 'bytes');
      within(budget.bytes.walk, await received(() => walk(remote)), 'bytes');
      const samples = session(service).open('alice/samples', 'main');
      await samples.list('');
      const path = 'deep/a/b/c/d/e/file.txt';
      const opened = await received(() => samples.stat(path).then(() => samples.read(path)));
      within(budget.bytes.openFile, opened, 'bytes');
    });

    it('read 50 files of 10 folders', async () => {
      const remote = session(service).open('alice/big', 'main');
      await remote.list('');
      const paths = spread(big, 10, 50);
      assert.equal(paths.length, 50);
      const one = await asked(service, async () => {
        for (const path of paths) {
          await remote.stat(path);
          await remote.read(path);
        }
      });
      within(budget.requests.readFifty, one);
      assert.equal((await asked(service, () => Promise.all(paths.map((path) => remote.read(path))))).length, 0);
      const fresh = session(service).open('alice/big', 'main');
      await fresh.list('');
      const together = await asked(service, () =>
        Promise.all(paths.map((path) => fresh.stat(path).then(() => fresh.read(path)))),
      );
      within(budget.requests.readFifty, together);
    });

    it('call stat for 50 files', async () => {
      const paths = spread(big, 10, 50);
      for (const order of ['one after another', 'at once'] as const) {
        const remote = session(service).open('alice/big', 'main');
        await remote.list('');
        const requests = await asked(service, async () => {
          if (order === 'at once') await Promise.all(paths.map((path) => remote.stat(path)));
          else for (const path of paths) await remote.stat(path);
        });
        within(budget.requests.statFifty, requests);
        for (const path of paths.slice(0, 3))
          assert.equal((await remote.stat(path)).size, (await remote.read(path)).length);
      }
    });

    it('open folders one after another: the third one requests the list of all paths', async () => {
      const remote = session(service).open('alice/big', 'main');
      const folders = [...(await remote.list(''))].flatMap(([name, { kind }]) => (kind === 'folder' ? [name] : []));
      const requests = await asked(service, async () => {
        for (const folder of folders.slice(0, 5)) await remote.list(folder);
      });
      within(budget.requests.walk, requests);
      assert.ok(requests.includes('files.paths'));
    });

    it('request once that the service has no list of all paths', async () => {
      service.fail({ operation: 'files.paths', fault: { kind: 'error', status: 404 } });
      const remote = session(service).open('alice/big', 'main');
      const folders = [...(await remote.list(''))].flatMap(([name, { kind }]) => (kind === 'folder' ? [name] : []));
      const requests = await asked(service, async () => {
        for (const folder of folders.slice(0, 5)) await remote.list(folder);
      });
      assert.equal(requests.filter((operation) => operation === 'files.paths').length, 1);
      assert.equal(requests.filter((operation) => operation === 'files.tree').length, 5);
    });

    it('list all folders', async () => {
      const remote = session(service).open('alice/big', 'main');
      await remote.list('');
      let found: string[] = [];
      const requests = await asked(service, async () => {
        found = await walk(remote);
      });
      within(budget.requests.walk, requests);
      assert.deepEqual(found.sort(), [...big].sort());
      assert.deepEqual(await asked(service, () => walk(remote)), []);
    });
  });
});

import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { silent } from '../../../src/core/log.ts';
import { OpenedPullRequests } from '../../../src/editor/features/pullRequests/openedPullRequests.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';
import { failure } from '../kit/run.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = async <T>(verb: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.pullRequest.${verb}`, { ...at, ...args });

describe('the commands of pull requests', () => {
  const service = suiteWindow();
  const headRef = (number: number): string => `refs/merge-requests/${number}/head`;
  const git = async (...args: readonly string[]): Promise<string> => await service.git(at.repository, ...args);

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });

  describe('compare', () => {
    const compared = async (args: object): Promise<string[]> =>
      (await run<readonly { readonly path: string }[]>('compare', args)).map(({ path }) => path);

    it('shows what a fork changed since the common commit', async () => {
      await service.act({ do: 'push', repository: at.repository, branch: 'main', files: { 'later.txt': 'later' } });
      const expected = (await git('diff', '--name-only', `main...${headRef(42)}`)).split('\n');
      for (const number of [42, '42']) assert.deepEqual(await compared({ number }), expected, typeof number);
      await commands.executeCommand('sourcehost.comparison.openAll', { ...at, base: 'main', head: '!42' });
      await until(() => /^main ← !42 \(1 file\)/.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
    });

    it('rejects an unknown number', async () => {
      assert.equal((await failure(run('compare', { number: 99 }))).kind, 'missing');
      assert.equal((await failure(run('compare', { number: '!42' }))).field, 'number');
    });
  });

  describe('open', () => {
    const person = new Person();
    beforeEach(() => person.sit());
    afterEach(() => person.leave());
    const open = async (number: number): Promise<Uri> => await run<Uri>('open', { number });

    it('opens the head of a fork read-only at its commit, with its number in the address', async () => {
      const folder = await open(42);
      const sha = await git('rev-parse', headRef(42));
      assert.equal(folder.toString(true), `sourcehost://local/alice/website@!42:${sha}`);
      assert.deepEqual(person.opened, [`vscode.openFolder ${folder.toString(true)}`]);
      const readme = Uri.joinPath(folder, 'README.md');
      const text = new TextDecoder().decode(await workspace.fs.readFile(readme));
      assert.equal(text.trim(), await git('show', `${headRef(42)}:README.md`));
      await assert.rejects(
        Promise.resolve(workspace.fs.writeFile(readme, new Uint8Array())),
        /read-only|NoPermissions/i,
      );
    });

    it('withholds the configuration of a fork until its authors are trusted', async () => {
      const files = { '.vscode/settings.json': '{}' };
      await service.act({ do: 'push', repository: 'erik/website', branch: 'patch-1', files, as: 'erik' });
      const folder = await open(42);
      const settings = Uri.joinPath(folder, '.vscode/settings.json');
      await assert.rejects(Promise.resolve(workspace.fs.readFile(settings)), /Restricted Mode|not trusted/);
    });

    it('opens the branch where the account may push to it, and the commit otherwise', async () => {
      assert.equal((await open(41)).toString(true), 'sourcehost://local/alice/website@!41:feature:login');
      const merged = await git('rev-parse', headRef(44));
      assert.equal((await open(44)).toString(true), `sourcehost://local/alice/website@!44:${merged}`);
    });

    it('makes drafts on the branch of the pull request, and commits them there', async () => {
      const folder = await open(41);
      await workspace.fs.writeFile(Uri.joinPath(folder, 'note.txt'), Buffer.from('a note\n'));
      const branch = Uri.parse('sourcehost://local/alice/website@feature:login/note.txt');
      assert.equal(new TextDecoder().decode(await workspace.fs.readFile(branch)), 'a note\n');
      const given = { ...at, ref: '!41/feature/login', message: 'Write a note' };
      assert.equal((await commands.executeCommand<unknown[]>('sourcehost.commit.create', given)).length, 1);
      assert.equal(await git('show', 'feature/login:note.txt'), 'a note');
    });

    it('opens the commit for an account that may not push, and for a fork that was deleted', async () => {
      await service.act({ do: 'removeRepository', repository: 'erik/website' });
      const sha = await git('rev-parse', headRef(42));
      assert.equal((await open(42)).toString(true), `sourcehost://local/alice/website@!42:${sha}`);
      await signIn(service, 'carol');
      const login = await git('rev-parse', headRef(41));
      const folder = await run<Uri>('open', { account: 'carol', number: 41 });
      assert.equal(folder.toString(true), `sourcehost://local/alice/website@!41:${login}`);
      await commands.executeCommand('sourcehost.account.signOut', { host: 'local', account: 'carol' });
    });

    it('asks once about new commits of the head, and shows them', async () => {
      const folder = await open(42);
      const replaced: string[] = [];
      let head = await git('rev-parse', headRef(42));
      const opened = new OpenedPullRequests({
        folders: () => [folder],
        readHead: () => Promise.resolve(head),
        replace: (old, fresh) => Promise.resolve(void replaced.push(old.toString(true), fresh.toString(true))),
        onDidLook: () => ({ dispose: () => {} }),
        log: silent,
      });
      await opened.look();
      assert.deepEqual(person.told, []);
      head = 'a'.repeat(40);
      const looked = opened.look();
      await person.answers(/^!42 of alice\/website has new commits\. Show them\?$/, 'Show');
      await looked;
      assert.deepEqual(replaced, [folder.toString(true), `sourcehost://local/alice/website@!42:${head}`]);
      await opened.look();
      assert.equal(person.told.length, 1);
      opened.dispose();
    });
  });
});

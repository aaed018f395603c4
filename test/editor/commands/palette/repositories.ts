import assert from 'node:assert/strict';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, env, extensions, Uri, workspace } from 'vscode';
import type { Exports } from '../../../../src/editor/exports/api.ts';
import { until } from '../../../kit/until.ts';
import { showsTab } from '../../kit/tabs.ts';
import { opens, selects, shows, type Row, type Scene, type Walk } from './walk.ts';

const repository = async ({ call }: Scene, owner: string, repo: string): Promise<Row> =>
  await call<Row>('repositories.get', { owner, repo });

const activeIs = (full: string) => async (): Promise<unknown> =>
  await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: full });

const labels = (rows: readonly { readonly label: string }[]): string[] => rows.map(({ label }) => label);

const website = 'sourcehost://local/alice/website';

/** Repositories, their files and commits. */
export const repositories: readonly Walk[] = [
  {
    id: 'repository.create',
    asks: async ({ person }) => {
      const owners = await person.picks('alice');
      assert.equal(`${owners.step}/${owners.totalSteps}`, '1/4');
      await person.isTold(/letters, digits/, 'two words');
      await person.enters('from-palette');
      assert.deepEqual(labels((await person.picks('Private')).rows), ['Private', 'Public']);
      await person.goesBack();
      await person.sees('Private');
      assert.deepEqual(
        (await person.list()).activeItems.map(({ label }) => label),
        ['Private'],
      );
      await person.picks('Private');
      assert.deepEqual(labels((await person.picks('More Options…')).rows), ['Create', 'More Options…']);
      await person.enters('Made by hand');
      await person.goesBack();
      assert.equal((await person.box()).value, 'Made by hand');
      await person.enters('Made by hand');
      await person.picks('Add a README');
      await person.picks('Node');
      await person.types('ISC');
      const last = await person.picks('ISC');
      assert.equal(last.totalSteps, undefined, 'the options have no number');
    },
    then: async (scene) => {
      const made = await repository(scene, 'alice', 'from-palette');
      assert.deepEqual([made.private, made.description], [true, 'Made by hand']);
      const [{ params } = {}] = await scene.service.requests('own.createRepository');
      assert.deepEqual([params?.gitignore_template, params?.license_template], ['Node', 'ISC']);
      await selects('alice/from-palette');
    },
  },
  {
    id: 'repository.create',
    asks: async ({ person }) => {
      await person.picks('acme');
      await person.enters('for-all');
      const levels = await person.picks('Internal');
      assert.deepEqual(labels(levels.rows), ['Private', 'Public', 'Internal']);
      const { placeholder, step, totalSteps } = await person.picks('Create');
      assert.deepEqual([placeholder, step, totalSteps], ['Create “acme/for-all”?', 4, 4]);
    },
    then: async (scene) => {
      assert.equal((await repository(scene, 'acme', 'for-all')).full_name, 'acme/for-all');
      const [{ params } = {}] = await scene.service.requests('organizations.createRepository');
      assert.equal(params?.public, 2);
      await selects('acme/for-all');
    },
  },
  {
    id: 'repository.fork',
    before: activeIs('carol/game'),
    asks: async ({ person }) => {
      await person.picks('alice');
      await person.answers(/^Fork carol\/game into alice\?$/, 'Fork');
    },
    then: async (scene) => assert.equal((await repository(scene, 'alice', 'game')).fork, true),
  },
  {
    id: 'repository.syncFork',
    before: async ({ call }) => {
      // The walk before made it, unless this one runs alone.
      await call('forks.create', { owner: 'carol', repo: 'game' }).catch(() => undefined);
      const read = async () => await call('repositories.get', { owner: 'alice', repo: 'game' });
      await until(async () => await read().then(Boolean, () => false));
      await activeIs('alice/game')();
    },
    asks: async ({ person }) => {
      await person.picks('main');
      const { detail } = await person.answers(/^Bring main of alice\/game to main of carol\/game\?$/, 'Synchronize');
      assert.match(detail, /Nothing is lost/);
    },
    then: async ({ service }) => assert.equal((await service.requests('forks.sync')).length, 1),
  },
  {
    id: 'repository.edit',
    before: activeIs('alice/from-palette'),
    asks: async ({ person }) => {
      assert.equal((await person.box()).value, 'from-palette');
      await person.enters('From the palette');
      assert.equal((await person.box()).value, 'Made by hand');
      await person.enters('Changed by hand');
      await person.enters('https://example.org');
    },
    then: async (scene) => {
      const now = await repository(scene, 'alice', 'from-palette');
      assert.deepEqual([now.name, now.description], ['From the palette', 'Changed by hand']);
      await showsTab(/from-palette/);
    },
  },
  {
    id: 'repository.setModules',
    asks: async ({ person }) => {
      const list = await person.list();
      assert.match(list.placeholder ?? '', /Modules that are not selected are turned off/);
      assert.equal(list.step, undefined);
      assert.ok(list.selectedItems.length > 2, 'nothing is turned off by Enter');
      await person.ticks('Wiki', 'Issues');
    },
    then: async ({ person, service }) => {
      await person.answers(/^Updated the modules of alice\/from-palette\.$/);
      const [{ params } = {}] = await service.requests('repositories.setModules');
      assert.deepEqual([params?.has_wiki, params?.has_issue, params?.has_fork], [true, true, false]);
    },
  },
  {
    id: 'repository.setReviewers',
    before: activeIs('alice/website'),
    asks: async ({ person }) => {
      await person.ticks('bob', 'xiaoming');
      await person.isTold(/whole number/, 'two');
      await person.enters('2');
      await person.ticks();
      await person.enters('');
    },
    then: async ({ service, person }) => {
      const [{ params } = {}] = await service.requests('repositories.setReviewers');
      assert.match(String(params?.assignees), /bob.*xiaoming/);
      assert.equal(Number(params?.assignees_number), 2);
      await person.answers(/^Updated the approvers and testers of alice\/website\.$/);
    },
  },
  { id: 'repository.showPermissionMode', then: ({ person }) => person.answers(/^Permission mode of alice\/website: /) },
  { id: 'repository.show', then: () => showsTab(/website/i) },
  {
    id: 'repository.archive',
    before: activeIs('alice/from-palette'),
    asks: async ({ person }) => {
      await person.answers(/^Archive alice\/from-palette\?$/, 'Archive');
      const box = await person.enters('demo');
      assert.ok(box.password, 'the password is shown');
      assert.equal(box.title, 'Archive alice/from-palette');
    },
    then: async (scene) => assert.equal((await repository(scene, 'alice', 'from-palette')).status, '关闭'),
  },
  {
    id: 'repository.unarchive',
    asks: async ({ person }) => {
      const { password, title } = await person.enters('demo');
      assert.deepEqual([password, title], [true, 'Unarchive alice/from-palette']);
    },
    then: async (scene) => assert.equal((await repository(scene, 'alice', 'from-palette')).status, '开始'),
  },
  {
    id: 'repository.transfer',
    asks: async ({ person }) => {
      await person.enters('acme');
      const { detail } = await person.answers(/^Transfer alice\/from-palette to acme\?$/, 'Transfer');
      assert.match(detail, /URL changes/);
      const box = await person.enters('demo');
      assert.ok(box.password);
    },
    then: async (scene) => {
      assert.equal((await repository(scene, 'acme', 'from-palette')).full_name, 'acme/from-palette');
      await scene.person.answers(/^Transferred alice\/from-palette to acme\.$/);
      await activeIs('alice/website')();
    },
  },
  {
    id: 'repository.open',
    asks: ({ person }) => person.picks('alice/website'),
    then: ({ person }) => person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/website/),
  },
  { id: 'repository.openOnWeb', then: ({ person }) => person.opens(/^http:\/\/127\.0\.0\.1:\d+\/alice\/website$/) },
  {
    id: 'repository.copyLink',
    then: async () => assert.match(await env.clipboard.readText(), /\/alice\/website$/),
  },
  {
    id: 'repository.clone',
    asks: async ({ person, folder }) => {
      await person.picks('alice/website');
      const { options } = await person.chooses(Uri.file(folder));
      assert.deepEqual([options.canSelectFolders, options.openLabel], [true, 'Clone Here']);
    },
    then: async ({ person, folder }) => {
      const { actions } = await person.answers(/^Cloned alice\/website\.$/);
      assert.deepEqual(actions, ['Open', 'Open in New Window', 'Add to Workspace']);
      await access(join(folder, 'website', '.git', 'config'));
    },
  },
  {
    id: 'repository.continueLocally',
    // The ref of the active editor is cloned.
    before: () => opens(`${website}/README.md`),
    asks: async ({ person, folder }) => {
      const { options } = await person.chooses(Uri.file(folder));
      assert.deepEqual([options.canSelectFolders, options.openLabel], [true, 'Clone Here']);
    },
    then: async ({ person, folder }) => {
      await person.opens(/^vscode\.openFolder file:\/\/.*\/website(-1)?$/);
      const opened = person.opened.at(-1)?.split('/').at(-1) ?? '';
      await access(join(folder, opened, '.git', 'config'));
    },
  },
  {
    id: 'repository.pin',
    before: () => commands.executeCommand('sourcehost.repository.follow'),
    then: async () => {
      const extension = extensions.getExtension<Exports>('sourcehost.sourcehost');
      assert.ok(extension?.exports.getApi(1).activeRepository);
      await activeIs('alice/website')();
    },
  },
  {
    id: 'repository.makeAvailableOffline',
    then: async ({ service }) => {
      await service.clear();
      const again = { host: 'local', repository: 'alice/website' };
      const commit = await commands.executeCommand('sourcehost.repository.makeAvailableOffline', again);
      assert.equal(commit, await service.git('alice/website', 'rev-parse', 'main'));
      const fetches = (await service.requests()).filter(({ operation }) => operation.startsWith('git'));
      assert.deepEqual(fetches, [], 'the commit was fetched by the first run');
    },
  },
  {
    id: 'repository.removeOffline',
    then: async () => {
      const readme = await workspace.fs.readFile(Uri.parse(`${website}/README.md`));
      assert.ok(readme.length > 0);
    },
  },
  {
    id: 'file.open',
    asks: async ({ person }) => {
      await person.types('readme');
      await person.picks('README.md');
    },
    then: () => shows(/^sourcehost:\/\/local\/alice\/website(@[^/]+)?\/README\.md$/),
  },
  {
    id: 'file.copyPermalink',
    before: () => opens(`${website}/README.md`),
    then: async ({ service }) => {
      const sha = await service.git('alice/website', 'rev-parse', 'main');
      await until(async () => (await env.clipboard.readText()).includes(sha));
    },
  },
  {
    id: 'file.openOnWeb',
    before: () => opens(`${website}/README.md`),
    then: ({ person }) => person.opens(/\/alice\/website\/blob\/main\/README\.md$/),
  },
  {
    id: 'history.show',
    before: activeIs('alice/samples'),
    then: async ({ service }) => {
      await until(async () => (await service.requests('git')).length > 0);
      await activeIs('alice/website')();
    },
  },
  {
    id: 'blame.toggle',
    before: () => opens(`${website}/src/main.ts`),
    then: async ({ service }) => {
      const uri = `${website}/src/main.ts`;
      const again = async (): Promise<Row[] | undefined> =>
        await commands.executeCommand('sourcehost.blame.toggle', { uri });
      assert.equal(await again(), undefined, 'the palette shows it, the next call hides it');
      const blamed = await service.git('alice/website', 'blame', '-l', '--root', '-s', 'main', '--', 'src/main.ts');
      assert.deepEqual(
        (await again())?.map(({ sha }) => sha),
        blamed.split('\n').map((line) => line.split(' ')[0]),
      );
      await again();
    },
  },
  {
    id: 'blame.showCommit',
    before: () => opens(`${website}/src/main.ts`),
    then: () => shows(/\/src\/main\.ts\?ref=[0-9a-f]{40}$/),
  },
  {
    id: 'file.upload',
    before: ({ folder }) => writeFile(join(folder, 'one.txt'), 'one'),
    asks: async ({ person, folder }) => {
      const { options } = await person.chooses(Uri.file(join(folder, 'one.txt')));
      assert.equal(options.title, 'Choose a file to upload');
      await person.enters('log');
    },
    then: async () => assert.match(await env.clipboard.readText(), /^\[log\.txt\]\(http.+log\.txt\)$/),
  },
  {
    id: 'file.showHistory',
    before: () => opens(`${website}/README.md`),
    then: async ({ service }) => {
      const uri = `${website}/README.md`;
      const shown = await commands.executeCommand<Row[]>('sourcehost.file.showHistory', { uri });
      const log = await service.git('alice/website', 'log', '--follow', '--format=%H', 'main', '--', 'README.md');
      assert.deepEqual(
        shown.map(({ sha }) => sha),
        log.split('\n'),
      );
    },
  },
  {
    id: 'link.open',
    asks: async ({ person, service }) => {
      await person.isTold(/./, 'https://example.org/alice/website');
      await person.enters(`${service.url}/alice/website/blob/main/package.json#L2`);
    },
    then: () => shows(/alice\/website@main\/package\.json$/),
  },
  {
    id: 'commit.create',
    before: async ({ call }) => {
      await call('branches.create', { refs: 'main', branch_name: 'by-hand' });
      for (const name of ['one.txt', 'two.txt'])
        await workspace.fs.writeFile(Uri.parse(`${website}@by-hand/${name}`), new TextEncoder().encode(name));
      await opens(`${website}@by-hand/one.txt`);
    },
    asks: async ({ person, service }) => {
      await person.isTold(/Enter a value/, ' ');
      await service.fail({ operation: 'files.create', fault: { kind: 'error', status: 403, words: 'no' }, skip: 1 });
      await person.enters('Write {path}');
      const question = await person.answers(/^Make 2 commits on by-hand\?$/, 'Make 2 Commits');
      assert.deepEqual(question.actions, ['Make 2 Commits', 'On a New Branch…']);
      // The second file is refused: its change stays, and another branch is offered.
      const { actions, detail } = await person.answers(/^You cannot commit to by-hand\.$/);
      assert.deepEqual(actions, ['Commit to a New Branch…']);
      assert.match(detail, /Your changes are kept as drafts/);
    },
    then: async ({ service }) =>
      assert.match(await service.git('alice/website', 'log', '-1', '--format=%s', 'by-hand'), /^Write one\.txt$/),
  },
  {
    id: 'commit.resume',
    then: async ({ service }) =>
      assert.match(await service.git('alice/website', 'log', '-1', '--format=%s', 'by-hand'), /^Write two\.txt$/),
  },
  {
    id: 'commit.discard',
    before: () => workspace.fs.writeFile(Uri.parse(`${website}@by-hand/three.txt`), new TextEncoder().encode('three')),
    asks: ({ person }) => person.answers(/^Discard the changes in three\.txt\?$/, 'Discard'),
    then: () =>
      assert.rejects(
        async () => await workspace.fs.stat(Uri.parse(`${website}@by-hand/three.txt`)),
        /not exist|found/i,
      ),
  },
  { id: 'view.refresh', then: () => Promise.resolve() },
];

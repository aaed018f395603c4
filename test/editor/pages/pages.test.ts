import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { commands, TabInputCustom, TabInputWebview, Uri, window, workspace } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { ShownPages } from '../kit/panels.ts';
import { signIn } from '../kit/signIn.ts';

interface Shown {
  readonly [field: string]: unknown;
}

async function run(id: string, args: object): Promise<Shown> {
  return await commands.executeCommand<Shown>(`sourcehost.${id}`, { host: 'local', ...args });
}

const pages = (): string[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('sourcehost.page'))
    .map(({ label }) => label);

/** Tabs are updated a moment later. */
async function pagesAre(...labels: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 60 && pages().join() !== labels.join(); tries += 1) await pause(50);
  assert.deepEqual(pages(), labels);
}

describe('pages', () => {
  const service = new RemoteService();
  const operations = async (): Promise<string[]> => {
    const requests = await service.requests();
    // The branches of files that are still open are polled at any time.
    const ours = requests.filter(({ operation, params }) => operation !== 'branches.get' || params.repo === 'cli');
    return ours.map(({ operation }) => operation).sort();
  };

  /** Waits until all these operations were requested. */
  const asked = async (...wanted: readonly string[]): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      const all = await operations();
      if (wanted.every((operation) => all.includes(operation))) return;
      assert.ok(tries < 100, `was asked for ${all.join(', ')} only`);
      await pause(50);
    }
  };

  /** Waits for the requests of a page; after a failure, prints its requests and the tabs. */
  const shown = async (done: () => Promise<boolean>, did: () => Promise<unknown>): Promise<void> => {
    for (let tries = 0; !(await done()); tries += 1) {
      if (tries === 600) {
        const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
        const seen = tabs.map(({ label, isActive }) => `${label}${isActive ? ' (active)' : ''}`);
        assert.fail(`only ${JSON.stringify(await did())} in 30 s; tabs: ${seen.join(', ')}`);
      }
      await pause(50);
    }
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    // Other tests read the pictures of the sample repositories, which are then known.
    await run('repository.create', { name: 'gallery', private: false, auto_init: true });
    const svg = (color: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" fill="${color}"/>`;
    const files = {
      'README.md': '![Logo](images/logo.svg) ![Hills](images/drawing.svg)\n',
      'images/logo.svg': svg('red'),
      'images/drawing.svg': svg('blue'),
    };
    await service.act({ do: 'push', repository: 'alice/gallery', branch: 'main', files });
  });
  beforeEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await service.clear();
  });
  after(async () => {
    assert.deepEqual(await service.violations(), []);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await service.reset();
  });

  it('show a repository with six requests, and the second time with none', async () => {
    const repository = await run('repository.show', { repository: 'tools/cli' });
    assert.equal(repository.full_name, 'tools/cli');
    await pagesAre('tools/cli');
    await asked('files.content', 'milestones.list', 'releases.latest', 'repositories.contributors');
    await asked('repositories.languages');
    const first = await operations();
    within(budget.requests.overviewPage, first);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await run('repository.show', { repository: 'tools/cli' });
    await pagesAre('tools/cli');
    assert.deepEqual(await operations(), first);
  });

  it('show pictures of a README from the repository, with one request for each visible picture', async () => {
    await run('repository.show', { repository: 'alice/gallery' });
    const contents = async (): Promise<unknown[]> =>
      (await service.requests('files.content')).map(({ params }) => params.path);
    await shown(async () => (await contents()).length >= 3, contents);
    assert.deepEqual((await contents()).sort(), ['README.md', 'images/drawing.svg', 'images/logo.svg']);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await run('repository.show', { repository: 'alice/gallery' });
    await pagesAre('alice/gallery');
    assert.equal((await contents()).length, 3);
  });

  it('have their record and show pictures of a README also if the page was reloaded while they were loading', async () => {
    using onPages = new ShownPages();
    // As in a session that has not opened the page yet.
    await run('account.signInWithToken', { token: await service.token('bob') });
    const where = { path: 'images/logo.svg' };
    for (const slow of [{ operation: 'files.content', where }, { operation: 'repositories.get' }])
      await service.fail({ ...slow, fault: { kind: 'slow', ms: 60_000 } });
    const opened = run('repository.show', { repository: 'alice/gallery', account: 'bob' });
    const logos = async (): Promise<unknown[]> =>
      (await service.requests('files.content')).filter(({ params }) => params.path === where.path);
    await shown(async () => (await logos()).length === 1, logos);
    await service.heal();
    const change = { repository: 'alice/gallery', account: 'alice', title: 'Again', due_on: '2030-01-31' };
    await run('milestone.create', change);
    assert.equal((await opened).full_name, 'alice/gallery');
    const picture = (): string | undefined => onPages.pictures.get(where.path);
    await shown(() => Promise.resolve(picture() !== undefined), logos);
    assert.equal((await logos()).length, 2);
    const uri = Uri.parse(`sourcehost://local/alice/gallery/${where.path}`);
    const bytes = Buffer.from(await workspace.fs.readFile(uri));
    assert.equal(picture(), `data:image/svg+xml;base64,${bytes.toString('base64')}`);
    await run('account.signOut', { account: 'bob' });
  });

  it('show a repository also if its root is opened as a file, as a drop does', async () => {
    await run('repository.create', { name: 'dropped', private: false, auto_init: true });
    await service.clear();
    await commands.executeCommand('vscode.open', Uri.parse('sourcehost://local/alice/dropped'));
    await asked('repositories.get', 'files.content');
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof TabInputCustom && input.viewType === 'sourcehost.overview');
    await run('repository.show', { repository: 'alice/dropped', account: 'alice' });
    await pagesAre();
    assert.equal((await service.requests('repositories.get')).length, 1);
  });

  it('reuse the page of a record that is already open', async () => {
    await run('user.show', { username: 'bob' });
    await run('user.show', { username: 'bob' });
    await pagesAre('bob');
  });

  it('show the own account with its private e-mail addresses', async () => {
    const user = await run('user.show', { username: 'alice' });
    assert.equal(user.login, 'alice');
    await asked('users.emails');
    assert.ok((await operations()).includes('users.self'));
    assert.ok(!(await operations()).includes('users.get'));
  });

  it('show a member of an organization and of an enterprise', async () => {
    using onPages = new ShownPages();
    await run('user.show', { username: 'erik', org: 'tools', enterprise: 'globex' });
    const markup = (id: string): string => onPages.sections.get(id) ?? '';
    const isShown = (): boolean => markup('enterprise').includes('<dl') && markup('member').includes('<dl');
    await shown(() => Promise.resolve(isShown()), operations);
    assert.match(markup('member'), /Organization<.*开发工具/s);
    assert.match(markup('enterprise'), /Role<.*member.*Active<.*No</s);
  });

  it('show an issue', async () => {
    const issue = await run('issue.show', { repository: 'alice/website', number: 1 });
    assert.equal(issue.number, '1');
    await asked('issues.comments');
    const ofIssues = (await operations()).filter((operation) => operation.startsWith('issues.'));
    within(2, ofIssues);
  });

  it('comment on an issue in the box of the page, store what is typed, and show the comment', async () => {
    using onPages = new ShownPages();
    await run('issue.show', { repository: 'alice/website', number: 2 });
    const count = (): number => onPages.entries.size;
    await shown(() => Promise.resolve(onPages.news.some(({ isWhole }) => isWhole === true)), operations);
    const before = count();
    onPages.talk({ do: 'typed', id: '', text: 'From the page' });
    await pause(500);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await run('issue.show', { repository: 'alice/website', number: 2 });
    await shown(() => Promise.resolve(onPages.drafts.get('') === 'From the page'), operations);
    onPages.talk({ do: 'send', id: '', text: 'From the page' });
    await shown(() => Promise.resolve(count() === before + 1), operations);
    assert.equal((await service.requests('issueComments.create')).length, 1);
    assert.ok([...onPages.entries.values()].at(-1)?.includes('alice'));
  });

  it('reject a missing record with a message', async () => {
    await assert.rejects(run('repository.show', { repository: 'alice/nothing-here' }), { kind: 'missing' });
    await assert.rejects(run('issue.show', { repository: 'alice/website', number: 'x' }), { kind: 'invalid' });
    await assert.rejects(run('user.show', { username: 'bob', nobody: 1 }), { kind: 'invalid' });
  });
});

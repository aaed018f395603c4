import assert from 'node:assert/strict';
import { QuickPickItemKind, commands } from 'vscode';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

describe('the question for a repository', function () {
  this.timeout(40_000);
  const service = new RemoteService();
  const person = new Person();

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.choose', { host: 'local', repository: 'alice/website' });
  });
  beforeEach(async () => {
    await service.clear();
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await commands.executeCommand('sourcehost.repository.follow', {});
  });
  after(async () => {
    await commands.executeCommand('sourcehost.repository.unpin', { host: 'local', repository: 'bob/dotfiles' });
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  /** Starts “Open Repository” as from the palette, and waits until the repositories of alice are listed. */
  const openRepository = async (): Promise<{ readonly ran: Promise<unknown> }> => {
    const ran = Promise.resolve(commands.executeCommand('sourcehost.repository.open'));
    await person.sees('alice/website');
    await until(async () => !(await person.list()).busy);
    return { ran };
  };

  it('comes first when a repository is opened, although one is active', async () => {
    const { ran } = await openRepository();
    await person.picks('alice/samples');
    await person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/samples/);
    await ran;
  });

  it('lists pinned repositories and those of the account, the last updated first, with one request', async () => {
    const dotfiles = { host: 'local', repository: 'bob/dotfiles' };
    await commands.executeCommand('sourcehost.repository.pin', dotfiles);
    await service.clear();
    const { ran } = await openRepository();
    const { items } = await person.list();
    const headings = items.filter(({ kind }) => kind === QuickPickItemKind.Separator).map(({ label }) => label);
    assert.equal(headings.at(-1), 'My repositories');
    const labels = person.rows.map(({ label }) => label);
    assert.ok(labels.includes('bob/dotfiles'));
    assert.equal(new Set(labels).size, labels.length, 'each repository is listed once');
    const own = items.slice(items.findIndex(({ label }) => label === 'My repositories') + 1);
    const foreign = own.findIndex(({ label }) => !label.startsWith('alice/'));
    assert.ok(foreign > 0 && !own.slice(foreign).some(({ label }) => label.startsWith('alice/')), 'owned ones first');
    assert.ok(!own.some(({ label }) => label.startsWith('catalog/')), 'none of an organization');
    const asked = await service.asked();
    within(budget.requests.view, asked);
    const [{ params } = {}] = await service.requests(asked[0]);
    assert.deepEqual([params?.sort, params?.direction], ['updated', 'desc']);
    await person.dismisses();
    await ran;
  });

  it('searches the host while the user types, also below an owner', async () => {
    const { ran } = await openRepository();
    await person.types('module-00');
    await person.sees('catalog/module-001');
    await person.types('catalog/module-01');
    await person.picks('catalog/module-012');
    await person.opens(/^vscode\.openFolder sourcehost:\/\/local\/catalog\/module-012/);
    await ran;
    const asked = await service.requests('search.repositories');
    // The host tells no total, and a short page of a search may not be the last one.
    assert.deepEqual(
      asked.map(({ params }) => [params.owner, params.q, params.page]),
      [
        [undefined, 'module-00', 1],
        [undefined, 'module-00', 2],
        ['catalog', 'module-01', 1],
        ['catalog', 'module-01', 2],
      ],
    );
  });

  const typed: readonly (readonly [string, () => string])[] = [
    ['owner/repo', () => 'bob/dotfiles'],
    ['web address', () => `${service.url}/bob/dotfiles`],
    ['git address', () => `${service.url}/bob/dotfiles.git`],
  ];
  for (const [what, text] of typed) {
    it(`takes a typed ${what}`, async () => {
      const { ran } = await openRepository();
      await person.types(text());
      await person.picks('bob/dotfiles');
      await person.opens(/^vscode\.openFolder sourcehost:\/\/local\/bob\/dotfiles/);
      await ran;
    });
  }

  it('stays open and says so if a typed repository does not exist, and takes another one then', async () => {
    const { ran } = await openRepository();
    await service.clear();
    await person.types('alice/no-such');
    const list = await person.picks('alice/no-such');
    await person.sees('$(error) alice/no-such does not exist, or alice has no access to it.');
    assert.ok(list.shown, 'the question was closed');
    await person.types('acme/platform');
    await person.picks('acme/platform');
    await person.opens(/^vscode\.openFolder sourcehost:\/\/local\/acme\/platform/);
    await ran;
    const asked = await service.requests('repositories.get');
    assert.deepEqual(
      asked.map(({ params }) => params.repo),
      ['no-such', 'platform'],
    );
    assert.deepEqual(
      person.told.map(({ text }) => text),
      [],
    );
  });

  it('says that nothing was found, and shows why a search failed', async () => {
    const { ran } = await openRepository();
    await person.types('no-such-repository-anywhere');
    await person.sees('No results found.');
    await service.fail({ operation: 'search.repositories', fault: { kind: 'error', status: 403, words: 'no' } });
    await person.types('website');
    await person.sees(/^\$\(error\) /);
    await person.sees('alice/website');
    await service.heal();
    await person.dismisses();
    await ran;
  });
});

import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const website = { host: 'local', repository: 'alice/website' };

describe('The line that filters the issues', () => {
  suiteWindow();
  const person = new Person();
  const setting = () => workspace.getConfiguration('sourcehost.issues');
  const starts = (): Promise<unknown> => Promise.resolve(commands.executeCommand('sourcehost.issue.filter'));
  /** The line that the question begins with. */
  const line = async (): Promise<string> => {
    const ran = starts();
    const { value } = await person.list();
    await person.dismisses();
    await person.waitsFor(ran);
    return value.trim();
  };

  before(() => commands.executeCommand('sourcehost.repository.choose', website));
  beforeEach(async () => {
    await commands.executeCommand('sourcehost.issue.clearFilter');
    person.sit();
  });
  afterEach(() => person.leave());
  after(async () => {
    await commands.executeCommand('sourcehost.issue.clearFilter');
    await setting().update('queries', undefined, ConfigurationTarget.Global);
  });

  it('is completed by keys, their values and the members of the repository, and applied by Enter', async () => {
    const ran = starts();
    const { rows, value } = await person.list();
    assert.equal(value, 'state:open ');
    assert.deepEqual(
      rows.slice(0, 3).map(({ label }) => label),
      ['state:open', 'Assigned to me', 'Created by me'],
    );
    await person.types('author:');
    await person.picks('author:bob');
    assert.equal((await person.list()).value, 'author:bob ');
    await person.types('author:bob so');
    await person.picks('sort:');
    await person.picks('sort:updated');
    await person.picks('author:bob sort:updated');
    await person.waitsFor(ran);
    assert.equal(await line(), 'author:bob sort:updated');
  });

  it('names the words that it does not understand, and reads the others', async () => {
    const ran = starts();
    await person.types('bugs label:bug');
    await person.picks('“bugs” is not understood');
    assert.equal((await person.list()).value, 'bugs label:bug');
    await person.types('');
    await person.picks('Without a filter');
    await person.waitsFor(ran);
    assert.equal(await line(), '');
  });

  it('is that of “Assigned to me” and of a saved query with one choice', async () => {
    const ran = starts();
    await person.picks('Assigned to me');
    await person.waitsFor(ran);
    assert.equal(await line(), 'state:open assignee:@me');
    await setting().update(
      'queries',
      [{ name: 'Old', state: 'closed', labels: ['good one'] }],
      ConfigurationTarget.Global,
    );
    const again = starts();
    await person.picks('Old');
    await person.waitsFor(again);
    assert.equal(await line(), 'state:closed label:"good one"');
  });

  it('is saved as a query, with those of former versions as lines', async () => {
    await commands.executeCommand('sourcehost.issue.filter', { query: 'label:bug assignee:@me' });
    await commands.executeCommand('sourcehost.issue.saveQuery', { name: 'Mine' });
    assert.deepEqual(setting().get('queries'), [
      { name: 'Old', query: 'state:closed label:"good one"' },
      { name: 'Mine', query: 'assignee:@me label:bug' },
    ]);
    await commands.executeCommand('sourcehost.issue.filter', { query: 'Old' });
    assert.equal(await line(), 'state:closed label:"good one"');
  });
});

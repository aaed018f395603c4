import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const at = { host: 'local', repository: 'alice/website' };

describe('a refused answer', () => {
  const service = suiteWindow();
  const person = new Person();
  const starts = (id: string): Promise<unknown> => Promise.resolve(commands.executeCommand(`sourcehost.${id}`));
  /** Waits until the open input box shows an error, and returns the box. */
  const isRefused = async (error: RegExp) => {
    await until(async () => error.test((await person.box()).wrong ?? ''));
    return await person.box();
  };

  before(() => commands.executeCommand('sourcehost.repository.lock', at));
  beforeEach(async () => {
    await service.clear();
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await service.heal();
  });

  it('stays in its question with the error, and the other answers are not asked for again', async () => {
    await service.fail({
      operation: 'own.createRepository',
      fault: { kind: 'error', status: 409, words: 'Path has already been taken' },
      times: 1,
    });
    const ran = starts('repository.create');
    await person.picks('alice');
    await person.enters('taken');
    await person.picks('Private');
    await person.picks('More Options…');
    await person.enters('Described once');
    await person.picks('Empty repository');
    const box = await isRefused(/^“taken” already exists\.$/);
    assert.equal(box.prompt, 'Name of the new repository');
    assert.equal(box.value, 'taken');
    await person.enters('not-taken');
    await person.waitsFor(ran);
    const made = await service.call('repositories.get', { repo: 'not-taken' });
    assert.partialDeepStrictEqual(made, { private: true, description: 'Described once' });
    assert.deepEqual(person.told, []);
  });

  it('shows the message of the service, and Back leads to the earlier questions with their answers', async () => {
    await service.fail({
      operation: 'tags.create',
      fault: { kind: 'error', status: 422, words: 'tag_name is reserved' },
      times: 1,
    });
    const ran = starts('tag.create');
    await person.picks('main');
    await person.enters('reserved');
    await person.enters('The message');
    const box = await isRefused(/The host says: tag_name is reserved$/);
    assert.equal(box.value, 'reserved');
    await person.goesBack();
    await person.picks('main');
    await person.enters('free');
    assert.equal((await person.box()).value, 'The message');
    await person.enters('The message');
    await person.waitsFor(ran);
    assert.match(await service.git('alice/website', 'cat-file', '-p', 'free'), /The message$/m);
  });

  it('ends with Escape, without a message', async () => {
    await service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 400, words: 'no' } });
    const ran = starts('branch.create');
    await person.picks('main');
    await person.enters('refused');
    await isRefused(/The host says: no$/);
    await person.dismisses();
    await person.waitsFor(ran);
    assert.deepEqual(person.told, []);
  });

  it('ends the command if another answer would not help', async () => {
    await service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403, words: 'no access' } });
    const ran = starts('branch.create');
    await person.picks('main');
    await person.enters('denied');
    await person.waitsFor(ran);
    assert.equal(person.told.length, 1);
  });

  it('rejects the command of a program', async () => {
    const args = { ...at, refs: 'main', branch_name: 'main' };
    await assert.rejects(Promise.resolve(commands.executeCommand('sourcehost.branch.create', args)), {
      name: 'Failure',
      kind: 'conflict',
    });
  });

  it('is told while it is typed if the name is known, without a request', async () => {
    const ran = starts('branch.create');
    await person.sees('v1.0');
    const list = await person.picks('main');
    assert.equal(list.items[0]?.label, 'main');
    await person.isTold(/^“main” already exists\.$/, 'main');
    await person.dismisses();
    await person.waitsFor(ran);
    assert.deepEqual(await service.requests('branches.create'), []);
    const creating = starts('repository.create');
    await person.picks('alice');
    await person.isTold(/^“alice\/website” already exists\.$/, 'website');
    await person.dismisses();
    await person.waitsFor(creating);
  });

  it('is checked at once if it is the name of a start that is not in the list', async () => {
    const ran = starts('branch.create');
    await person.sees('v1.0');
    await person.types('no-such-start');
    const list = await person.list();
    list.activeItems = [await person.sees('no-such-start')];
    list.accepted.fire();
    await person.sees(/no branch, tag or commit “no-such-start”/);
    assert.ok(list.shown, 'the question was closed');
    await person.types('');
    await person.picks('v1.0');
    await person.enters('from-tag');
    await person.waitsFor(ran);
    assert.equal(
      await service.git('alice/website', 'rev-parse', 'from-tag'),
      await service.git('alice/website', 'rev-parse', 'v1.0^{commit}'),
    );
  });
});

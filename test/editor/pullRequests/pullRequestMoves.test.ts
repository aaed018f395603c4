import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { Person } from '../kit/person.ts';
import { failure } from '../kit/run.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = async <T>(id: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.${id}`, { ...at, ...args });

describe('a pull request that changes while a question about it is open', function () {
  this.timeout(40_000);
  const service = suiteWindow();
  const person = new Person();
  let number: string;
  let count = 0;
  let branch: string;

  beforeEach(async () => {
    branch = `topic-${(count += 1)}`;
    await push('first.md');
    ({ number } = await run<PullRequest>('pullRequest.create', { title: 'Topic', head: branch, base: 'main' }));
    await service.clear();
    person.sit();
  });
  afterEach(() => person.leave());

  async function push(file: string): Promise<string> {
    await service.act({ do: 'push', repository: at.repository, branch, files: { [file]: file } });
    return (await service.git(at.repository, 'rev-parse', branch)).trim().slice(0, 10);
  }
  const start = (id: string, more: object = {}): Promise<unknown> =>
    Promise.resolve(commands.executeCommand(`sourcehost.${id}`, { [target]: { ...at, number, ...more } }));
  const sent = async (operation: string): Promise<number> => (await service.requests(operation)).length;

  it('is asked about again, and nothing is sent before', async () => {
    const old = (await service.git(at.repository, 'rev-parse', branch)).trim().slice(0, 10);
    const ran = start('pullRequest.review');
    const first = await person.tells(new RegExp(`^Approve.*!${number}`));
    assert.match(first.detail, new RegExp(`From “.*${branch}” into “main”, as of ${old}\\.`));
    assert.deepEqual(first.actions, ['Approve']);
    const now = await push('evil.js');
    first.answer('Approve');
    const second = await person.tells(/!/);
    assert.match(second.detail, /^This changed after you were asked\./);
    assert.match(second.detail, new RegExp(`as of ${now}\\.[^]*Its commits changed since you looked at ${old}\\.`));
    assert.deepEqual(second.actions, ['Not Now', 'Approve', 'Changes Since I Looked'], 'Enter approves nothing new');
    assert.equal(await sent('pullRequests.approve'), 0);
    second.answer('Approve');
    await ran;
    assert.equal(await sent('pullRequests.approve'), 1);
  });

  it('comes back with the list of a merge, which says why and sends nothing before', async () => {
    const old = (await service.git(at.repository, 'rev-parse', branch)).trim().slice(0, 10);
    const ran = start('pullRequest.merge');
    await person.sees('Merge');
    assert.match((await person.list()).placeholder ?? '', new RegExp(`as of ${old}\\.`));
    const now = await push('evil.js');
    await person.picks('Merge');
    await person.sees(/This changed after you were asked/);
    const again = await person.list();
    assert.match(
      again.placeholder ?? '',
      new RegExp(`as of ${now}\\. Its commits changed since you looked at ${old}\\.`),
    );
    assert.equal(await sent('pullRequests.merge'), 0);
    await person.picks('Merge');
    await ran;
    assert.equal(await sent('pullRequests.merge'), 1);
  });

  it('is not merged if the user chooses to look at what changed', async () => {
    const ran = start('pullRequest.merge');
    await person.sees('Rebase');
    await push('evil.js');
    await person.picks('Rebase');
    await person.picks('Changes Since I Looked');
    await ran;
    assert.equal(await sent('pullRequests.merge'), 0);
  });

  it('names the state and the base that others changed', async () => {
    const ran = start('pullRequest.review');
    const first = await person.tells(/^Approve/);
    await service.call('pullRequests.edit', { number, state: 'closed' });
    first.answer('Approve');
    const second = await person.tells(/^Approve/);
    assert.match(second.detail, /The pull request is not open any more: closed\./);
    second.answer(undefined);
    await ran;
    assert.equal(await sent('pullRequests.approve'), 0);
  });

  it('keeps a branch that has another commit than the merged one', async () => {
    const merged = (await service.git(at.repository, 'rev-parse', branch)).trim();
    await push('later.md');
    assert.equal((await failure(run('branch.remove', { branch, sha: merged }))).kind, 'conflict');
    assert.match(await service.git(at.repository, 'for-each-ref', `refs/heads/${branch}`), /^[0-9a-f]/);
  });
});

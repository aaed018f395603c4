import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { Person } from '../kit/person.ts';
import { begin, call, closeAll, edit, eventually, newDocument, service } from './documents.ts';

interface Listed {
  readonly number: string | number;
  readonly title: string;
}

describe('a new pull request as a document', () => {
  const person = new Person();
  beforeEach(async () => {
    await begin();
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await closeAll();
  });
  after(async () => assert.deepEqual(await service.violations(), []));

  const create = (repository: string, head: string): Promise<unknown> =>
    Promise.resolve(
      commands.executeCommand('sourcehost.pullRequest.create', { [target]: { host: 'local', repository, head } }),
    );

  it('is created once if the answer is lost, and its text is kept until then', async () => {
    await call('branches.create', { refs: 'main', branch_name: 'topic' });
    await service.act({ do: 'push', repository: 'alice/website', branch: 'topic', files: { 'a.txt': 'a\n' } });
    await create('alice/website', 'topic');
    const document = await newDocument('pulls');
    await edit(document, /title: .*/, 'title: Once');
    const lost = { kind: 'reset', at: 'headers', done: true } as const;
    await service.fail({ operation: 'pullRequests.create', fault: lost, times: 1 });
    await service.fail({ operation: 'pullRequests.list', fault: { kind: 'error', status: 403 }, times: 1 });
    await service.clear();
    if (!(await document.save())) {
      assert.match(document.getText(), /^title: Once$/m);
      await service.heal();
      assert.ok(await document.save());
    }
    assert.equal((await service.requests('pullRequests.create')).length, 1);
    const listed = (await call('pullRequests.list', { state: 'open' })) as Listed[];
    const created = listed.filter((one) => one.title === 'Once');
    assert.equal(created.length, 1);
    await eventually(() =>
      assert.ok(
        window.activeTextEditor?.document.uri.path.endsWith(`/pulls/${String(created[0]?.number)}.md`) === true,
      ),
    );
  });
});

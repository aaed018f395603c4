import assert from 'node:assert/strict';
import { commands, Uri, workspace } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { bytes } from '../../kit/bytes.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { run } from '../kit/run.ts';

const repository = 'alice/samples';
const samples = { host: 'local', repository };
const file = Uri.parse('sourcehost://local/alice/samples/removal.txt');

describe('the branch of the open folder', () => {
  const service = new RemoteService();
  const person = new Person();
  const push = (branch: string, text: string): Promise<unknown> =>
    service.act({ do: 'push', repository, branch, files: { 'removal.txt': text } });
  const text = async (): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(file));

  before(async () => {
    await signIn(service, 'alice');
    await push('main', 'main\n');
    await push('topic/gone', 'gone\n');
    await push('topic/old', 'old\n');
    await commands.executeCommand('sourcehost.view.refresh');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await run('ref.switch', { ...samples, ref: 'main' });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('is the default branch after its branch was removed; the drafts are named before, and stay', async () => {
    await run('ref.switch', { ...samples, ref: 'topic/gone' });
    await workspace.fs.writeFile(file, bytes('mine\n'));
    const ran = run('branch.remove', { [target]: { ...samples, branch: 'topic/gone' } });
    const asked = await person.answers(/^Remove the branch “topic\/gone” of alice\/samples\?$/, 'Remove');
    assert.match(asked.detail, /^Its drafts stay on this computer: removal\.txt$/m);
    await ran;
    assert.equal(await service.git(repository, 'for-each-ref', 'refs/heads/topic/gone'), '');
    assert.equal(await text(), 'main\n');
    assert.deepEqual(await run('draft.discard', { ...samples, ref: 'topic/gone' }), {
      ref: 'topic/gone',
      paths: ['removal.txt'],
    });
  });

  it('follows a renamed branch, with its drafts', async () => {
    await run('ref.switch', { ...samples, ref: 'topic/old' });
    await workspace.fs.writeFile(file, bytes('mine\n'));
    const commit = await service.git(repository, 'rev-parse', 'topic/old');
    const renamed = await run<{ name: string }>('branch.rename', {
      ...samples,
      branch: 'topic/old',
      branch_name: 'topic/new',
    });
    assert.equal(renamed.name, 'topic/new');
    assert.equal(await service.git(repository, 'rev-parse', 'topic/new'), commit);
    assert.equal(await service.git(repository, 'for-each-ref', 'refs/heads/topic/old'), '');
    assert.equal(await text(), 'mine\n');
    assert.deepEqual(await run('draft.discard', { ...samples, ref: 'topic/new' }), {
      ref: 'topic/new',
      paths: ['removal.txt'],
    });
    assert.equal(await text(), 'old\n');
  });

  it('stays if the question is dismissed', async () => {
    await push('topic/stays', 'stays\n');
    await run('ref.switch', { ...samples, ref: 'topic/stays' });
    const ran = run('branch.remove', { [target]: { ...samples, branch: 'topic/stays' } });
    await person.answers(/^Remove the branch “topic\/stays”/);
    await ran;
    assert.notEqual(await service.git(repository, 'for-each-ref', 'refs/heads/topic/stays'), '');
    assert.equal(await text(), 'stays\n');
  });
});

import assert from 'node:assert/strict';
import { commands, Uri, workspace } from 'vscode';
import { bytes } from '../../kit/bytes.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { failure, run } from '../kit/run.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const repository = 'alice/samples';
const samples = { host: 'local', repository };
const file = Uri.parse('sourcehost://local/alice/samples/default.txt');

describe('drafts of the default branch, which gets another name on the host', () => {
  const service = new RemoteService();
  const person = new Person();
  const rename = async (from: string, to: string): Promise<void> => {
    await service.call('branches.create', { repo: 'samples', refs: from, branch_name: to });
    await service.call('repositories.edit', { repo: 'samples', name: 'samples', default_branch: to });
    await service.act({ do: 'deleteBranch', repository, branch: from });
    await commands.executeCommand('sourcehost.view.refresh');
  };
  const text = async (): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(file));

  before(async () => await signIn(service, 'alice'));
  beforeEach(() => person.sit());
  afterEach(() => person.leave());
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
  });

  it('are named at once, are never an empty commit, and move to the new name', async () => {
    await workspace.fs.writeFile(file, bytes('mine\n'));
    await rename('main', 'trunk');
    const message = await person.tells(
      /^The default branch of alice\/samples is “trunk” now\. Your drafts of “main” stay on this computer, and are not shown in this folder\.$/,
    );
    assert.deepEqual(message.actions, ['Move Drafts to “trunk”']);
    const refused = await failure(run('commit.create', { ...samples, message: 'Mine' }));
    assert.equal(refused.reason, 'draftsElsewhere');
    assert.deepEqual(refused.about, ['trunk', 'main']);
    message.answer('Move Drafts to “trunk”');
    const moved = await person.tells(/^1 draft is on trunk now\.$/);
    moved.answer(undefined);
    assert.equal(await text(), 'mine\n');
    await run('commit.create', { ...samples, message: 'Mine' });
    assert.equal(await service.git(repository, 'show', 'trunk:default.txt'), 'mine');
  });

  it('stay with a branch that still exists, which the message opens', async () => {
    await workspace.fs.writeFile(file, bytes('mine again\n'));
    await service.call('branches.create', { repo: 'samples', refs: 'trunk', branch_name: 'main' });
    await service.call('repositories.edit', { repo: 'samples', name: 'samples', default_branch: 'main' });
    const early = await failure(run('commit.create', { ...samples, message: 'Mine' }));
    assert.equal(early.reason, 'otherDefaultBranch');
    const message = await person.tells(/^The default branch of alice\/samples is “main” now\. Your drafts of “trunk”/);
    assert.deepEqual(message.actions, ['Move Drafts to “main”', 'Open “trunk”']);
    assert.equal(await text(), 'mine\n');
    message.answer('Open “trunk”');
    await until(async () => (await text()) === 'mine again\n');
    await run('draft.discard', { ...samples, ref: 'trunk' });
  });

  it('stay after the branch of the window was removed, and the message moves them', async () => {
    await workspace.fs.writeFile(file, bytes('left\n'));
    await service.act({ do: 'deleteBranch', repository, branch: 'trunk' });
    await commands.executeCommand('sourcehost.view.refresh');
    const message = await person.tells(/^The branch “trunk” of alice\/samples is no longer on the host\./);
    message.answer('Move Drafts…');
    await person.picks('main');
    (await person.tells(/^1 draft is on main now\.$/)).answer('Open');
    await until(async () => (await text()) === 'left\n');
    await run('draft.discard', { ...samples, ref: 'main' });
  });
});

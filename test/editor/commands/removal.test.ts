import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';

const repository = 'alice/website';
const at = { host: 'local', repository };
const run = async <T>(id: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.${id}`, args);

describe('commands that remove and rename branches and tags', () => {
  const service = new RemoteService();
  const person = new Person();
  const refs = async (pattern: string): Promise<string> =>
    await service.git(repository, 'for-each-ref', '--format=%(refname)', pattern);
  const turnOff = async (): Promise<void> =>
    await workspace.getConfiguration('sourcehost').update('git.enabled', 'off', ConfigurationTarget.Global);

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    for (const branch of ['removal/one', 'removal/two', 'removal/guarded'])
      await run('branch.create', { ...at, refs: 'main', branch_name: branch });
    await run('tag.create', { ...at, refs: 'main', tag_name: 'removal-light' });
    await run('tag.create', { ...at, refs: 'main', tag_name: 'removal-annotated', tag_message: 'Words' });
    await run('branchRule.create', { ...at, wildcard: 'removal/g*', pusher: 'admin', merger: 'admin' });
    await service.clear();
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await workspace.getConfiguration('sourcehost').update('git.enabled', undefined, ConfigurationTarget.Global);
    assert.deepEqual(await service.violations(), []);
  });
  after(() => service.reset());

  it('take an argument object and ask nothing', async () => {
    const renamed = await run<{ name: string }>('branch.rename', {
      ...at,
      branch: 'removal/one',
      branch_name: 'removal/renamed',
    });
    assert.equal(renamed.name, 'removal/renamed');
    assert.equal(await run('branch.remove', { ...at, branch: 'removal/renamed' }), undefined);
    for (const tag_name of ['removal-light', 'removal-annotated'])
      assert.equal(await run('tag.remove', { ...at, tag_name }), undefined);
    assert.equal(person.asked, 0);
    assert.equal(await refs('refs/heads/removal/one'), '');
    assert.equal(await refs('refs/heads/removal/renamed'), '');
    assert.equal(await refs('refs/tags/removal-*'), '');
  });

  it('refuse the default branch and a protected one with a sentence, and ask and send nothing', async () => {
    await service.clear();
    const refused: readonly [string, object, string, RegExp][] = [
      ['branch.remove', { branch: 'main' }, 'isDefaultBranch', /“main” is the default branch of alice\/website\./],
      ['branch.rename', { branch: 'main', branch_name: 'x' }, 'isDefaultBranch', /“main” is the default branch/],
      [
        'branch.remove',
        { branch: 'removal/guarded' },
        'isProtectedBranch',
        /“removal\/guarded” is protected by the rule removal\/g\*\. Remove this rule first\./,
      ],
    ];
    for (const [id, args, reason, sentence] of refused) {
      await assert.rejects(run(id, { ...at, ...args }), { kind: 'forbidden', reason });
      const row = run(id, { [target]: { ...at, ...args } });
      await person.answers(sentence);
      await row;
    }
    assert.equal(person.asked, 0);
    assert.deepEqual(
      (await service.requests()).filter(({ method }) => method !== 'GET'),
      [],
    );
  });

  it('name a branch, tag or new name that cannot be used', async () => {
    await assert.rejects(run('branch.remove', { ...at, branch: 'nowhere' }), { kind: 'missing', field: 'branch' });
    await assert.rejects(run('branch.rename', { ...at, branch: 'nowhere', branch_name: 'x' }), { field: 'branch' });
    await assert.rejects(run('tag.remove', { ...at, tag_name: 'nowhere' }), {
      kind: 'missing',
      field: 'tag_name',
      message: /“nowhere”/,
    });
    const renaming = (branch_name: string): Promise<unknown> =>
      run('branch.rename', { ...at, branch: 'removal/two', branch_name });
    await assert.rejects(renaming('main'), { kind: 'conflict', field: 'branch_name' });
    await assert.rejects(renaming('no..way'), { kind: 'invalid', field: 'branch_name' });
    await assert.rejects(renaming('removal/two'), { kind: 'invalid', field: 'branch_name' });
    assert.equal(await refs('refs/heads/removal/two'), 'refs/heads/removal/two');
  });

  it('reject with a sentence while git is turned off', async () => {
    await turnOff();
    await assert.rejects(run('branch.remove', { ...at, branch: 'removal/two' }), { kind: 'refused', reason: 'gitOff' });
    await assert.rejects(run('tag.remove', { ...at, tag_name: 'v1.0' }), { kind: 'refused', reason: 'gitOff' });
  });

  it('offer the web page of the branch while git is turned off', async () => {
    await turnOff();
    const ran = run('branch.remove', { [target]: { ...at, branch: 'removal/two' } });
    const asked = await person.answers(/^Branches are removed with git\.$/, 'Open on the Web');
    assert.match(asked.detail, /sourcehost\.git\.enabled/);
    await ran;
    assert.ok(
      person.opened.some((address) => decodeURIComponent(address).endsWith('/alice/website/tree/removal/two')),
      person.opened.join(),
    );
    assert.equal(await refs('refs/heads/removal/two'), 'refs/heads/removal/two');
  });
});

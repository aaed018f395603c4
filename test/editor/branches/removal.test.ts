import assert from 'node:assert/strict';
import { ConfigurationTarget, workspace } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { run } from '../kit/run.ts';

const repository = 'alice/website';
const at = { host: 'local', repository };

describe('commands that remove and rename branches and tags', () => {
  const service = new RemoteService();
  const person = new Person();
  const refs = async (pattern: string): Promise<string> =>
    await service.git(repository, 'for-each-ref', '--format=%(refname)', pattern);
  const setGit = async (enabled: 'off' | undefined): Promise<void> =>
    await workspace.getConfiguration('sourcehost').update('git.enabled', enabled, ConfigurationTarget.Global);

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
        'isProtectedByRule',
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
    assert.deepEqual(await service.changes(), []);
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

  describe('while git is turned off', () => {
    before(() => setGit('off'));
    after(() => setGit(undefined));

    it('use the API', async () => {
      await run('tag.create', { ...at, refs: 'main', tag_name: 'removal-by-api' });
      await service.clear();
      assert.equal(await run('branch.remove', { ...at, branch: 'removal/two' }), undefined);
      const row = run('tag.remove', { [target]: { ...at, tag_name: 'removal-by-api' } });
      await person.answers(/^Remove the tag “removal-by-api” of alice\/website\?$/, 'Remove');
      await row;
      assert.equal(await refs('refs/heads/removal/two'), '');
      assert.equal(await refs('refs/tags/removal-by-api'), '');
      await assert.rejects(run('branch.remove', { ...at, branch: 'main' }), { reason: 'isDefaultBranch' });
      await assert.rejects(run('tag.remove', { ...at, tag_name: 'nowhere' }), { kind: 'missing', field: 'tag_name' });
      assert.deepEqual(
        (await service.changes()).map(({ operation }) => operation),
        ['refs.removeBranch', 'refs.removeTag'],
      );
    });

    for (const status of ['404', '405'] as const)
      it(`offer the web page, or reject, if the host answers ${status}`, async () => {
        // A host of its own: the extension remembers for a day what a host does not have.
        const host = `without-removal-${status}`;
        const url = service.url.replace('127.0.0.1', 'localhost');
        const entry = { id: host, name: 'No removal', apiUrl: url, authUrl: url, webUrl: url };
        await run('host.add', entry);
        await run('account.signInWithToken', { host, token: await service.token('alice') });
        await service.set({ habits: { optionalOperations: status } });
        try {
          const branch = `removal/kept-${status}`;
          await run('branch.create', { ...at, refs: 'main', branch_name: branch });
          for (const [id, args] of [
            ['branch.remove', { branch }],
            ['tag.remove', { tag_name: 'v1.0' }],
          ] as const)
            await assert.rejects(run(id, { ...at, host, ...args }), { kind: 'refused', reason: 'gitOff' });
          await service.clear();
          const ran = run('branch.remove', { [target]: { ...at, host, branch } });
          const asked = await person.answers(/^Branches are removed with git\.$/, 'Open on the Web');
          assert.match(asked.detail, /sourcehost\.git\.enabled/);
          await ran;
          assert.ok(
            person.opened.some((address) => decodeURIComponent(address).endsWith(`/alice/website/tree/${branch}`)),
            person.opened.join(),
          );
          assert.deepEqual(await service.requests('refs.removeBranch'), []);
          assert.equal(await refs(`refs/heads/${branch}`), `refs/heads/${branch}`);
        } finally {
          await service.set({ habits: { optionalOperations: 'served' } });
          await run('host.remove', { host });
        }
      });
  });
});

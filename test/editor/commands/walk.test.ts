import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';

const at = { host: 'local', repository: 'alice/website' };
const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@example.org';

interface Named {
  readonly name?: string;
  readonly id?: string;
  readonly login?: string;
  readonly [field: string]: unknown;
}

/** Runs a command of the extension with one argument object, as a keybinding or another extension does. */
async function run<T = Named>(id: string, args: object): Promise<T> {
  return await commands.executeCommand<T>(`sourcehost.${id}`, args);
}

describe('commands with an argument object', () => {
  const service = new RemoteService();
  const ask = <T = Named[]>(operation: string, params: object): Promise<T> => service.call<T>(operation, params);

  before(async () => {
    await service.reset();
    await run('account.signInWithToken', { host: 'local', token: await service.token('alice') });
    await service.clear();
  });
  after(async () => {
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('create and show a branch', async () => {
    const created = await run('branch.create', { ...at, refs: 'main', branch_name: 'from/code' });
    assert.equal(created.name, 'from/code');
    assert.equal(
      await service.git('alice/website', 'rev-parse', 'from/code'),
      await service.git('alice/website', 'rev-parse', 'main'),
    );
    assert.equal((await run('branch.show', { ...at, branch: 'from/code' })).name, 'from/code');
  });

  it('create a tag', async () => {
    await run('tag.create', { ...at, refs: 'main', tag_name: 'v9.9.9', tag_message: 'Nine' });
    assert.match(await service.git('alice/website', 'cat-file', '-p', 'v9.9.9'), /^tag v9\.9\.9[^]*Nine$/m);
  });

  it('create, edit and remove the rule of a branch', async () => {
    assert.equal(
      (await run('branchRule.create', { ...at, wildcard: 'rel/*', pusher: 'admin', merger: 'develop' })).name,
      'rel/*',
    );
    await run('branchRule.edit', { ...at, wildcard: 'rel/*', pusher: 'empty', merger: 'admin' });
    const names = async (): Promise<unknown[]> => (await ask('branchRules.list', {})).map(({ name }) => name);
    assert.ok((await names()).includes('rel/*'));
    await run('branchRule.edit', { ...at, wildcard: 'rel/*', pusher: 'develop;bob' });
    const [rule] = (await ask('branchRules.list', {})).filter(({ name }) => name === 'rel/*');
    // The merger does not change.
    assert.deepEqual(
      [rule?.developers_can_push, rule?.no_one_can_push, rule?.developers_can_merge, rule?.master_can_merge],
      [true, false, false, true],
    );
    await run('branchRule.edit', { ...at, wildcard: 'rel/*', merger: 'develop' });
    const [again] = (await ask('branchRules.list', {})).filter(({ name }) => name === 'rel/*');
    assert.deepEqual(
      [(again?.push_users as Named[] | undefined)?.map(({ login }) => login), again?.developers_can_merge],
      [['bob'], true],
    );
    await assert.rejects(run('branchRule.edit', { ...at, wildcard: 'rel/*' }), { kind: 'invalid', field: 'pusher' });
    await assert.rejects(run('branchRule.edit', { ...at, wildcard: 'no', merger: 'develop' }), { kind: 'missing' });
    await run('branchRule.remove', { ...at, wildcard: 'rel/*' });
    assert.ok(!(await names()).includes('rel/*'));
  });

  it('protect tags, change the protection and remove it', async () => {
    const level = async (): Promise<unknown> =>
      (await ask('protectedTags.list', {})).find(({ name }) => name === 'w*')?.create_access_level;
    await run('protectedTag.create', { ...at, name: 'w*', create_access_level: 30 });
    assert.equal(await level(), 30);
    await run('protectedTag.edit', { ...at, name: 'w*', create_access_level: 0 });
    assert.equal(await level(), 0);
    await run('protectedTag.remove', { ...at, name: 'w*' });
    assert.equal(await level(), undefined);
  });

  it('add a member, change the permission, check and remove the member', async () => {
    await run('member.add', { ...at, username: 'xiaoming', permission: 'pull' });
    assert.deepEqual(await run('member.check', { ...at, username: 'xiaoming' }), { member: true, permission: 'pull' });
    await run('member.setPermission', { ...at, username: 'xiaoming', permission: 'admin' });
    assert.deepEqual(await run('member.check', { ...at, username: 'xiaoming' }), { member: true, permission: 'admin' });
    await run('member.remove', { ...at, username: 'xiaoming' });
    assert.deepEqual(await run('member.check', { ...at, username: 'xiaoming' }), { member: false });
  });

  it('add, show and remove an SSH key', async () => {
    const added = await run('key.add', { host: 'local', title: 'laptop', key: ed25519 });
    assert.equal((await run('key.show', { host: 'local', id: added.id })).title, 'laptop');
    await run('key.remove', { host: 'local', id: Number(added.id) });
    await assert.rejects(run('key.show', { host: 'local', id: added.id }), { name: 'Failure', kind: 'missing' });
  });

  it('create, show, test, edit and remove a webhook, and never return its password', async () => {
    const hook = await run('webhook.create', {
      ...at,
      url: `${service.url}/-/nowhere`,
      password: 'hush',
      push_events: true,
    });
    assert.ok(!JSON.stringify(hook).includes('hush'));
    assert.equal((await run('webhook.show', { ...at, id: hook.id })).push_events, true);
    const tested = await run('webhook.test', { ...at, id: hook.id });
    assert.ok(Number(tested.result_code) > 0);
    const edited = await run('webhook.edit', { ...at, id: hook.id, issues_events: true });
    assert.equal(edited.id, hook.id);
    const [kept] = (await ask('webhooks.list', {})).filter(({ id }) => String(id) === hook.id);
    assert.deepEqual([kept?.push_events, kept?.issues_events], [true, true]);
    await run('webhook.remove', { ...at, id: hook.id });
    assert.ok(!(await ask('webhooks.list', {})).some(({ id }) => String(id) === hook.id));
  });

  it('show an organization, invite and remove a member, list an enterprise', async () => {
    assert.equal((await run('organization.show', { host: 'local', org: 'acme' })).login, 'acme');
    const members = async (): Promise<unknown[]> =>
      (await ask('organizations.members', { org: 'acme' })).map(({ login }) => login);
    await run('organization.removeMember', { host: 'local', org: 'acme', username: 'xiaoming' });
    assert.ok(!(await members()).includes('xiaoming'));
    const invited = await run('organization.inviteMember', { host: 'local', org: 'acme', username: 'xiaoming' });
    assert.deepEqual([invited.login, invited.state], ['xiaoming', 'pending']);
    const all = await run<Named[]>('enterprise.members', { host: 'local', enterprise: 'globex' });
    assert.ok(all.length > 0);
  });

  it('create repositories for the account and for an organization', async () => {
    const own = await run('repository.create', { host: 'local', name: 'from-code', private: true, auto_init: true });
    assert.equal(own.full_name, 'alice/from-code');
    assert.equal(own.default_branch, 'main');
    const shared = await run('repository.create', { host: 'local', org: 'acme', name: 'shared', public: 2 });
    assert.equal(shared.full_name, 'acme/shared');
    await assert.rejects(run('repository.create', { host: 'local', name: 'x', public: 1 }), {
      kind: 'invalid',
      field: 'public',
    });
  });

  it('edit a repository and keep the fields that are not named', async () => {
    const before = await ask<Named>('repositories.get', {});
    await run('repository.edit', { ...at, description: 'From code' });
    const now = await ask<Named>('repositories.get', {});
    assert.deepEqual([now.description, now.homepage, now.name], ['From code', before.homepage, before.name]);
  });

  it('set modules and reviewers, show the permission mode', async () => {
    await run('repository.setModules', { ...at, has_wiki: false, has_issue: true });
    await run('repository.setReviewers', { ...at, assignees: ['bob'], assignees_number: 1 });
    await run('repository.showPermissionMode', at);
    await assert.rejects(run('repository.setReviewers', at), { kind: 'invalid', field: 'assignees' });
  });

  it('archive, unarchive and transfer a repository with the password', async () => {
    const one = { host: 'local', repository: 'alice/from-code', password: 'demo' };
    await assert.rejects(run('repository.archive', { ...one, password: 'wrong' }), { kind: 'forbidden' });
    await run('repository.archive', one);
    await assert.rejects(
      run('branch.create', { host: 'local', repository: 'alice/from-code', refs: 'main', branch_name: 'x' }),
      { name: 'Failure' },
    );
    // With the names of the API: org and repo.
    await run('repository.unarchive', { host: 'local', org: 'alice', repo: 'from-code', password: 'demo' });
    await assert.rejects(run('repository.unarchive', { host: 'local', org: 'alice', password: 'demo' }), {
      kind: 'invalid',
      field: 'repo',
    });
    await run('repository.transfer', { ...one, transfer_to: 'acme' });
    const moved = await ask<Named>('repositories.get', { owner: 'acme', repo: 'from-code' });
    assert.equal(moved.full_name, 'acme/from-code');
  });

  it('search users, issues and repositories', async () => {
    assert.ok((await run<Named[]>('search.users', { host: 'local', q: 'bob' })).some(({ login }) => login === 'bob'));
    const issues = await run<Named[]>('search.issues', { host: 'local', q: 'a', repo: 'alice/website', state: 'open' });
    assert.ok(issues.length > 0);
    const found = await run<Named[]>('search.repositories', { host: 'local', q: 'website' });
    assert.ok(found.some(({ full_name }) => full_name === 'alice/website'));
  });

  it('attach files to a release and download them, byte for byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sourcehost-release-'));
    try {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251));
      await writeFile(join(folder, 'build one.bin'), bytes);
      const [release] = await ask('releases.list', {});
      const tag = String(release?.tag_name);
      await run('release.upload', { ...at, tag, file: Uri.file(join(folder, 'build one.bin')) });
      const target = Uri.file(join(folder, 'again.bin'));
      await run('release.download', { ...at, tag, file_name: 'build one.bin', target });
      assert.deepEqual(await readFile(target.fsPath), bytes);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('refuse wrong arguments by the name of the field before any request', async () => {
    await service.clear();
    const wrong: readonly (readonly [string, object, string])[] = [
      ['branch.create', { ...at, refs: 'main', branch_name: 'x', colour: 'red' }, 'colour'],
      ['branch.create', { ...at, refs: 7, branch_name: 'x' }, 'refs'],
      ['protectedTag.create', { ...at, name: 'x', create_access_level: 31 }, 'create_access_level'],
      ['webhook.create', { ...at, url: 'https://example.org', push_events: 'yes' }, 'push_events'],
      ['webhook.create', { ...at, url: 'ftp://example.org' }, 'url'],
      ['webhook.edit', { ...at, id: 1, url: 'example.org' }, 'url'],
      ['tag.create', { ...at, repository: 'no slash', refs: 'main', tag_name: 'x' }, 'repository'],
    ];
    for (const [id, args, field] of wrong) {
      await assert.rejects(run(id, args), (error: Error & { kind?: string; field?: string }) => {
        assert.deepEqual([error.name, error.kind, error.field], ['Failure', 'invalid', field], id);
        assert.ok(error.message.includes(field));
        return true;
      });
    }
    assert.deepEqual(await service.asked(), []);
  });

  it('reject with the message of the service', async () => {
    await assert.rejects(
      run('branch.create', { ...at, repository: 'alice/nothing-here', refs: 'main', branch_name: 'x' }),
      {
        kind: 'missing',
      },
    );
    await service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403 } });
    await assert.rejects(run('branch.create', { ...at, refs: 'main', branch_name: 'y' }), (error: Error) => {
      assert.match(error.message, /^alice has no permission for this\./);
      return true;
    });
    await service.heal();
  });
});

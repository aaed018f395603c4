import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';
import { operation } from './operation.ts';

export const organizations = [
  operation('organizations.ofUser', 'lists the organizations of a user', async ({ api }) => {
    const found = await collect(api.organizations.ofUser.all({ username: 'alice', per_page: 2 }));
    assert.deepEqual(found.map(({ login }) => login).sort(), ['acme', 'catalog', 'fresh-org', 'tools']);
  }),

  operation('organizations.own', 'lists the organizations that the account administers', async ({ api }) => {
    const { items } = await api.organizations.own({});
    assert.equal(items.find(({ login }) => login === 'tools')?.path, 'tools');
    const admin = await api.organizations.own({ admin: true });
    assert.deepEqual(
      admin.items.map(({ login }) => login),
      ['acme', 'fresh-org'],
    );
  }),

  operation('organizations.get', 'returns an organization', async ({ api }) => {
    const acme = await api.organizations.get({ org: 'acme' });
    assert.deepEqual([acme.name, acme.enterprise, acme.follow_count], ['Acme', 'globex', 3]);
    assert.equal(acme.partner?.follows, 3);
    await rejection(api.organizations.get({ org: 'no/such?one' }), 'missing');
  }),

  operation('organizations.member', 'returns a member', async ({ api }) => {
    const detail = await api.organizations.member({ org: 'acme', username: 'bob' });
    assert.equal(detail.user?.login, 'bob');
    await rejection(api.organizations.member({ org: 'acme', username: 'erik' }), 'missing');
  }),

  operation('organizations.members', 'lists members with a role', async ({ api }) => {
    const logins = async (role: 'all' | 'admin' | 'member') =>
      (await api.organizations.members({ org: 'acme', role })).items.map(({ login }) => login);
    assert.deepEqual(await logins('admin'), ['alice']);
    assert.deepEqual(await logins('member'), ['bob', 'carol', 'xiaoming']);
    assert.equal((await logins('all')).length, 4);
  }),

  operation('organizations.inviteMember', 'sends one invitation and returns the answer', async ({ api, arrived }) => {
    const answer = await api.organizations.inviteMember({ org: 'acme', username: 'newcomer' });
    assert.deepEqual(answer, { login: 'newcomer', role: 'member', state: 'pending', organization: 'acme' });
    assert.equal(arrived().headers['content-type'], undefined);
    await rejection(api.organizations.inviteMember({ org: 'acme', username: 'bob' }), 'conflict');
  }),

  operation('organizations.removeMember', 'removes a member', async ({ as }) => {
    const ming = as('xiaoming');
    await ming.organizations.removeMember({ org: 'tools', username: 'erik' });
    const { items } = await ming.organizations.members({ org: 'tools' });
    assert.ok(!items.some(({ login }) => login === 'erik'));
    await rejection(as('alice').organizations.removeMember({ org: 'tools', username: 'xiaoming' }), 'forbidden');
  }),

  operation('organizations.repositories', 'lists the repositories in pages', async ({ api }) => {
    const all = await collect(api.organizations.repositories.all({ org: 'catalog' }));
    assert.equal(all.length, 120);
    const visible = await api.organizations.repositories({ org: 'acme', type: 'private' });
    assert.ok(visible.items.some(({ full_name }) => full_name === 'acme/platform'));
    assert.ok(
      (await api.organizations.repositories({ org: 'acme', type: 'public' })).items.every(
        (one) => one.private !== true,
      ),
    );
  }),

  operation('organizations.createRepository', 'creates a repository in the organization', async ({ api }) => {
    const made = await api.organizations.createRepository({
      org: 'fresh-org',
      name: 'First',
      path: 'first',
      description: 'd',
      homepage: 'https://example.org',
      has_issues: true,
      has_wiki: true,
      can_comment: true,
      public: 0,
      private: false,
      auto_init: true,
      gitignore_template: 'Node',
      license_template: 'MIT',
      default_branch: 'main',
    });
    assert.equal(made?.full_name, 'fresh-org/first');
    assert.equal((await api.repositories.get({ owner: 'fresh-org', repo: 'first' })).private, true);
  }),

  operation('organizations.followers', 'lists the followers', async ({ api }) => {
    const { items } = await api.organizations.followers({ owner: 'acme' });
    assert.deepEqual(
      items.map(({ login }) => login),
      ['bob', 'carol', 'newcomer'],
    );
    assert.ok(items.every(({ watch_at }) => watch_at !== undefined));
  }),

  operation('organizations.issueSettings', 'lists the types and states of issues', async ({ api }) => {
    const { items } = await api.organizations.issueSettings({ org: 'acme' });
    assert.ok(items.every(({ type_name, status }) => type_name !== '' && status.length > 0));
  }),

  operation('enterprises.member', 'returns a member', async ({ api, as }) => {
    const { login, role, active, enterprise } = await api.enterprises.member({
      enterprise: 'globex',
      username: 'erik',
    });
    assert.deepEqual([login, role, active], ['erik', 'member', false]);
    assert.ok(enterprise?.id);
    await rejection(as('newcomer').enterprises.member({ enterprise: 'globex', username: 'erik' }), 'forbidden');
  }),

  operation('enterprises.members', 'lists members with a role', async ({ api }) => {
    const { items } = await api.enterprises.members({ enterprise: 'globex', role: 'admin' });
    assert.deepEqual(
      items.map(({ login, role }) => [login, role]),
      [['alice', 'admin']],
    );
    assert.equal((await collect(api.enterprises.members.all({ enterprise: 'globex', per_page: 3 }))).length, 4);
  }),
];

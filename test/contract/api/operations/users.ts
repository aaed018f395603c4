import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { collect } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';
import { operation } from './operation.ts';

/** A key as OpenSSH writes it: Ed25519. */
function sshKey(): string {
  const raw = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const part = (bytes: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(raw)]).toString('base64')} alice@example.org`;
}

export const users = [
  operation('users.get', 'returns a user, also without a token', async ({ api, anonymous }) => {
    const ming = await api.users.get({ username: 'xiaoming' });
    assert.deepEqual([ming.login, ming.name, ming.type, ming.company], ['xiaoming', '小明', 'User', '示例公司']);
    assert.deepEqual(ming.top_languages, ['Java', 'Vue']);
    assert.deepEqual(await anonymous.users.get({ username: 'xiaoming' }), ming);
    await rejection(api.users.get({ username: 'no body/?#%' }), 'missing');
  }),

  operation('users.self', 'returns the user of the token', async ({ as, anonymous }) => {
    assert.equal((await as('bob').users.self({})).login, 'bob');
    await rejection(anonymous.users.self({}), 'signedOut');
  }),

  operation('users.emails', 'lists the mail addresses of the account', async ({ api }) => {
    const { items } = await api.users.emails({});
    assert.ok(items.some(({ email, state }) => email === 'alice@example.org' && state === 'confirmed'));
  }),

  operation('users.events', 'pages back through a year by days', async ({ api, arrived }) => {
    const year = String(new Date().getFullYear());
    const first = await api.users.events({ username: 'alice', year });
    const [[day, events] = ['', []]] = Object.entries(first.events);
    assert.match(day, /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(events[0]?.author_username, 'alice');
    assert.ok(
      Object.values(first.events)
        .flat()
        .some(({ action, push_data }) => action === 5 && push_data?.ref !== undefined),
    );
    if (first.next === undefined) return;
    await api.users.events({ username: 'alice', next: first.next });
    assert.equal(arrived().params.next, first.next);
  }),

  operation('users.repositories', 'lists the repositories of a user, sorted and in pages', async ({ api, arrived }) => {
    const names = async (params: object) =>
      (await collect(api.users.repositories.all({ username: 'bob', ...params }))).map(({ full_name }) => full_name);
    assert.deepEqual(await names({ type: 'owner', sort: 'full_name', direction: 'desc' }), ['bob/dotfiles']);
    assert.deepEqual([arrived().params.per_page, arrived().params.page], [100, 1]);
    const all = await names({ type: 'all' });
    assert.equal(all.length, 1 + (await names({ type: 'member' })).length);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length > 100, 'more than one page');
    assert.deepEqual(await names({ type: 'all', per_page: 30 }), all);
  }),

  operation('users.membership', 'returns the role of the account in an organization', async ({ api, as }) => {
    const { role, active, organization } = await api.users.membership({ org: 'acme' });
    assert.deepEqual([role, active, organization?.login], ['admin', true, 'acme']);
    assert.equal((await as('bob').users.membership({ org: 'acme' })).role, 'member');
    await rejection(as('newcomer').users.membership({ org: 'acme' }), 'missing');
  }),

  operation('own.createRepository', 'creates a repository that is usable at once', async ({ api, service }) => {
    const made = await api.own.createRepository({
      name: '新 Repository',
      path: 'made-here',
      description: 'd',
      private: true,
      auto_init: true,
      default_branch: 'trunk',
      gitignore_template: 'Node',
      license_template: 'MIT',
      has_issues: true,
      has_wiki: false,
    });
    assert.equal(made?.full_name, 'alice/made-here');
    const seen = await api.repositories.get({ owner: 'alice', repo: 'made-here' });
    assert.deepEqual([seen.name, seen.private, seen.default_branch], ['新 Repository', true, 'trunk']);
    assert.equal((await api.branches.list({ owner: 'alice', repo: 'made-here' })).items[0]?.name, 'trunk');
    await rejection(api.own.createRepository({ name: 'again', path: 'made-here' }), 'conflict');
    service.set({ operation: 'own.createRepository', habits: { createdRepository: 'success' } });
    assert.equal(await api.own.createRepository({ name: 'said-success' }), undefined);
    service.set({ operation: 'own.createRepository', habits: { createdRepository: 'record' } });
    await api.repositories.get({ owner: 'alice', repo: 'said-success' });
  }),

  operation('own.repositories', 'lists the repositories of the account, filtered and sorted', async ({ api }) => {
    const all = await collect(api.own.repositories.all({}));
    assert.ok(all.length > 100);
    const names = async (params: Parameters<typeof api.own.repositories>[0]) =>
      (await api.own.repositories(params)).items.map(({ full_name }) => full_name);
    assert.deepEqual(await names({ q: 'secrets' }), ['alice/secrets']);
    assert.ok(
      (await names({ visibility: 'private' })).every((name) => all.find((one) => one.full_name === name)?.private),
    );
    assert.ok((await names({ affiliation: ['owner'] })).every((name) => name.startsWith('alice/')));
    assert.ok(
      (await names({ affiliation: 'organization_member,admin', sort: 'pushed', direction: 'asc' })).includes(
        'acme/platform',
      ),
    );
    assert.deepEqual(
      await names({ type: 'owner', per_page: 2, page: 2, sort: 'full_name' }),
      (await names({ type: 'personal' })).slice(2, 4),
    );
    await rejection(api.own.repositories({ type: 'owner', affiliation: ['owner'] }), 'invalid');
  }),

  operation('keys.create', 'adds a public key', async ({ api }) => {
    const key = sshKey();
    const made = await api.keys.create({ title: 'My laptop 笔记本', key });
    assert.equal(made?.title, 'My laptop 笔记本');
    await rejection(api.keys.create({ title: 'again', key }), 'conflict');
    await rejection(api.keys.create({ title: 'none', key: 'hello' }), 'invalid');
  }),

  operation('keys.get', 'returns a key', async ({ api }) => {
    const key = sshKey();
    const made = await api.keys.create({ title: 't', key });
    const seen = await api.keys.get({ id: made?.id ?? '' });
    assert.deepEqual([seen.title, seen.key], ['t', key]);
  }),

  operation('keys.remove', 'removes a key', async ({ api }) => {
    const made = await api.keys.create({ title: 't', key: sshKey() });
    const id = made?.id ?? '';
    await api.keys.remove({ id });
    await rejection(api.keys.get({ id }), 'missing');
  }),
];

import assert from 'node:assert/strict';
import type { Repository } from '../../../../src/api/record/repository.ts';
import type { RepositoryName } from '../../../../src/domain/hosts/address.ts';
import type { Connections } from '../../../../src/domain/hosts/connections.ts';
import { homepageOf, isArchived, KnownRepositories, webUrlOf } from '../../../../src/domain/hosts/knownRepositories.ts';
import { recordingConnections } from '../../../../src/domain/hosts/recordingConnections.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import { aHost } from '../../../kit/sessions.ts';

const website: RepositoryName = { host: 'local', owner: 'alice', repo: 'website' };
const record = (more: object): Repository => ({ full_name: 'alice/website', ...more }) as unknown as Repository;

describe('KnownRepositories', () => {
  let knownRepositories: KnownRepositories;
  let learned: string[];

  beforeEach(() => {
    knownRepositories = new KnownRepositories();
    learned = [];
    knownRepositories.onDidChange(({ owner, repo }) => learned.push(`${owner}/${repo}`));
  });

  it('is empty at first: no account may administer but the owner, and no account is denied a push', () => {
    assert.deepEqual(knownRepositories.get(website), {});
    assert.deepEqual(knownRepositories.rights(website, 'alice'), { contribute: true, push: true, administer: true });
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: true, administer: false });
    assert.deepEqual(knownRepositories.rights(website, undefined), {
      contribute: false,
      push: false,
      administer: false,
    });
  });

  it('merges records, and keeps facts that a later record omits', () => {
    const http_url_to_repo = 'https://x.test/git/a';
    knownRepositories.noteRecord(
      'local',
      record({ default_branch: 'main', html_url: 'https://x.test/a', http_url_to_repo }),
      'alice',
    );
    knownRepositories.noteRecord('local', record({ status: '2' }), 'alice');
    assert.deepEqual(knownRepositories.get(website), {
      defaultBranch: 'main',
      webUrl: 'https://x.test/a',
      gitUrl: http_url_to_repo,
      archived: true,
    });
  });

  it('fires onDidChange only for changes', () => {
    for (const defaultBranch of ['main', 'main', 'trunk']) knownRepositories.note(website, { defaultBranch });
    assert.deepEqual(learned, ['alice/website', 'alice/website']);
  });

  it('keeps the permissions of each account separate', () => {
    knownRepositories.noteRecord('local', record({ permission: { pull: true, push: false, admin: false } }), 'carol');
    knownRepositories.noteRecord('local', record({ permission: { pull: true, push: true, admin: false } }), 'bob');
    assert.deepEqual(knownRepositories.rights(website, 'carol'), { contribute: true, push: false, administer: false });
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: true, administer: false });
    assert.deepEqual(knownRepositories.rights(website, 'xiaoming'), {
      contribute: true,
      push: true,
      administer: false,
    });
  });

  it('takes a denied push alone for no statement about administration', () => {
    knownRepositories.noteRecord('local', record({ permission: { push: false } }), 'bob');
    assert.deepEqual(knownRepositories.permissionsOf(website, 'bob'), { push: false, admin: undefined });
    assert.ok(knownRepositories.needsPermissionRequest(website, 'bob'));
    assert.equal(knownRepositories.get(website).canPush, undefined);
    knownRepositories.noteOwnPermission(website, 'bob', { push: true, admin: true });
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: true, administer: true });
    assert.equal(knownRepositories.get(website).canPush, true);
    knownRepositories.noteRecord('local', record({ permission: { push: false } }), 'bob');
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: true, administer: true });
    knownRepositories.noteRecord('local', record({ permission: { pull: true, push: false, admin: false } }), 'bob');
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: false, administer: false });
  });

  it('is open about a permission until a record or the answer about the account tells it', () => {
    assert.ok(!knownRepositories.needsPermissionRequest(website, 'alice'), 'the owner');
    assert.ok(knownRepositories.needsPermissionRequest(website, 'bob') && !knownRepositories.hasRecord(website, 'bob'));
    knownRepositories.noteRecord('local', record({}), 'bob');
    assert.ok(knownRepositories.needsPermissionRequest(website, 'bob') && knownRepositories.hasRecord(website, 'bob'));
    knownRepositories.noteOwnPermission(website, 'bob', {});
    assert.ok(!knownRepositories.needsPermissionRequest(website, 'bob'), 'asked, and not told');
    assert.deepEqual(knownRepositories.rights(website, 'bob'), { contribute: true, push: true, administer: false });
    knownRepositories.noteRecord('local', record({ permission: { pull: true, push: true, admin: false } }), 'carol');
    assert.ok(!knownRepositories.needsPermissionRequest(website, 'carol'));
  });

  it('denies the push if the account was asked and only a denied push was told', () => {
    knownRepositories.noteRecord('local', record({ permission: { push: false } }), 'bob');
    knownRepositories.noteOwnPermission(website, 'bob', {});
    assert.equal(knownRepositories.get(website).canPush, false);
    assert.equal(knownRepositories.rights(website, 'bob').push, false);
  });

  it('allows no writes to an archived repository, except unarchiving by its administrators', () => {
    knownRepositories.noteRecord(
      'local',
      record({ status: 'archived', permission: { pull: true, push: true, admin: true } }),
      'alice',
    );
    assert.deepEqual(knownRepositories.rights(website, 'alice'), { contribute: false, push: false, administer: true });
    knownRepositories.noteRecord('local', record({ status: '0' }), 'alice');
    assert.equal(knownRepositories.rights(website, 'alice').push, true);
  });

  it('lists each seen name once, the latest last', () => {
    assert.deepEqual(knownRepositories.names(website, 'tags'), []);
    knownRepositories.noteNames(website, 'tags', ['v1', 'v2']);
    knownRepositories.noteNames(website, 'tags', ['v1', 'v3']);
    assert.deepEqual(knownRepositories.names(website, 'tags'), ['v1', 'v2', 'v3']);
    assert.deepEqual(knownRepositories.names(website, 'branches'), []);
  });

  it('drops the names of one kind before they are listed again', () => {
    const knownRepositories = new KnownRepositories();
    knownRepositories.noteNames(website, 'branches', ['main', 'gone']);
    knownRepositories.noteNames(website, 'tags', ['v1']);
    knownRepositories.forgetNames(website, 'branches');
    knownRepositories.noteNames(website, 'branches', ['main']);
    assert.deepEqual(
      [knownRepositories.names(website, 'branches'), knownRepositories.names(website, 'tags')],
      [['main'], ['v1']],
    );
  });

  it('knows a repository until its address changes', () => {
    const knownRepositories = new KnownRepositories();
    assert.equal(knownRepositories.has(website), false);
    knownRepositories.note(website, { defaultBranch: 'main' });
    assert.equal(knownRepositories.has(website), true);
    knownRepositories.forget(website);
    assert.equal(knownRepositories.has(website), false);
  });

  it('reports enterprises that occur in records', () => {
    const met: string[] = [];
    knownRepositories.onDidMeetEnterprise(({ enterprise }) => met.push(enterprise));
    for (const enterprise of [
      { path: 'globex', type: 'enterprise' },
      { path: 'alice', type: 'user' },
      { path: 'bob', type: 'User' },
      { path: 'untold' },
      { type: 'enterprise' },
      {},
      undefined,
    ])
      knownRepositories.noteRecord('local', record({ enterprise }), 'alice');
    assert.deepEqual(met, ['globex']);
  });

  it('takes a homepage that is the repository itself for none', () => {
    const web_url = 'https://host.test/alice/website';
    for (const homepage of [
      undefined,
      web_url,
      `${web_url}/`,
      `${web_url}.git`,
      'http://HOST.test/Alice/Website',
      ' host.test/alice/website ',
    ])
      assert.equal(homepageOf(record({ homepage, web_url })), undefined, String(homepage));
    for (const homepage of ['https://alice.test', `${web_url}/pages`, 'about', 'https://host.test/alice/website2'])
      assert.equal(homepageOf(record({ homepage, web_url })), homepage);
    assert.equal(homepageOf(record({ homepage: 'https://alice.test' })), 'https://alice.test');
  });

  it('uses the first available web address of a record', () => {
    const clone = 'https://host.test/alice/website.git';
    const all = { html_url: 'https://a.test', web_url: 'https://b.test', http_url_to_repo: clone };
    assert.equal(webUrlOf(record(all)), 'https://a.test');
    assert.equal(webUrlOf(record({ web_url: 'https://b.test', http_url_to_repo: clone })), 'https://b.test');
    assert.equal(webUrlOf(record({ http_url_to_repo: clone })), 'https://host.test/alice/website');
    assert.equal(webUrlOf(record({})), undefined);
  });

  it('gives the page that the host names, unless it is none', () => {
    const [host, one] = [{ webUrl: 'https://host.test/' }, { host: 'local', owner: 'alice', repo: 'a b' }];
    for (const webUrl of [undefined, 'javascript:alert(1)', 'https://host.test/api/v5/repos/1']) {
      knownRepositories.note(one, { webUrl });
      assert.equal(knownRepositories.page(host, one), 'https://host.test/alice/a%20b', webUrl);
    }
    knownRepositories.note(one, { webUrl: 'https://web.test/Alice/A' });
    assert.equal(knownRepositories.page(host, one), 'https://web.test/Alice/A');
  });

  it('ignores records with an invalid name', () => {
    knownRepositories.noteRecord('local', { full_name: '../..' } as unknown as Repository, 'alice');
    assert.deepEqual(learned, []);
  });

  it('recognizes the status texts of archived repositories', () => {
    for (const status of ['2', 'archived', 'Archived', '关闭', '已关闭'])
      assert.ok(isArchived(record({ status })), status);
    for (const status of [undefined, '', '0', '开始', 'open'])
      assert.ok(!isArchived(record({ status })), String(status));
  });
});

describe('recordingConnections', () => {
  it('records facts from replies about repositories and branches, and returns the replies unchanged', async () => {
    const knownRepositories = new KnownRepositories();
    const { api, budget } = fakeApi(({ url }) => ({
      body: url.includes('/branches/')
        ? { name: 'main', default: true, commit: { id: 'f'.repeat(40) } }
        : { full_name: 'alice/website', permission: { pull: true, push: false, admin: false } },
    }));
    const host = aHost();
    const connection = { host, account: accountOf(host, 'alice'), api, budget };
    const plain: Connections = {
      hosts: () => [host],
      host: () => host,
      accounts: () => Promise.resolve([]),
      isSignedOut: () => false,
      connect: () => Promise.resolve(connection),
      onDidChange: () => ({ dispose: () => undefined }),
      onDidReturn: () => ({ dispose: () => undefined }),
    };
    const connections = recordingConnections(plain, knownRepositories);
    const learningOne = await connections.connect('local');
    assert.equal(await connections.connect('local'), learningOne);
    const branch = await learningOne.api.branches.get({ owner: 'alice', repo: 'website', branch: 'main' });
    assert.equal(branch.name, 'main');
    assert.deepEqual(knownRepositories.get(website).defaultBranch, 'main');
    const repository = await learningOne.api.repositories.get({ owner: 'alice', repo: 'website' });
    assert.equal(repository.full_name, 'alice/website');
    assert.equal(knownRepositories.rights(website, 'alice').push, false);
  });

  it('drops only what depends on the account when it changes', () => {
    const knownRepositories = new KnownRepositories();
    const names = ['one', 'two', 'three'].map((repo) => ({ host: 'local', owner: 'alice', repo }));
    for (const name of names) knownRepositories.note(name, { defaultBranch: 'main', canPush: true });
    knownRepositories.forgetAccount();
    for (const name of names) assert.deepEqual(withoutUnset(knownRepositories.get(name)), { defaultBranch: 'main' });
  });
});

const withoutUnset = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));

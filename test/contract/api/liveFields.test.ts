import assert from 'node:assert/strict';
import type { Api } from '../../../src/api/client/client.ts';
import { homepageOf, KnownRepositories } from '../../../src/domain/hosts/knownRepositories.ts';
import { accessOfMember, roleNameOf } from '../../../src/domain/permissions/memberAccess.ts';
import { defaultBranch } from '../../../src/domain/refs/refs.ts';
import { session } from '../../kit/remoteFiles.ts';
import { readableShapes } from '../../service/shapes.ts';
import { Clients } from '../kit/clients.ts';
import { website } from './operations/operation.ts';

describe('fields that only the live service sends', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  before(() => (api = clients.as('alice')));

  it('name the role of a member, and without them the permission tells the access', async () => {
    const roles = async (language: string): Promise<readonly unknown[]> =>
      (await api.members.list(website)).items.map((member) => [
        member.login,
        roleNameOf(member, language),
        accessOfMember(member),
      ]);
    const access = ['admin', 'push', 'pull', 'admin', 'push'];
    const logins = ['alice', 'bob', 'carol', 'xiaoming', 'erik'];
    const named = (...names: readonly (string | undefined)[]): readonly unknown[] =>
      logins.map((login, at) => [login, names[at], access[at]]);
    assert.deepEqual(await roles('en'), named('Owner', 'Developer', 'Reporter', 'Maintainer', 'translator'));
    assert.deepEqual(await roles('zh-cn'), named('所有者', '开发者', '报告者', '维护者', 'translator'));
    clients.habit({ memberRole: false });
    assert.deepEqual(await roles('en'), named());
  });

  it('name an enterprise only if the repository belongs to one', async () => {
    const knownRepositories = new KnownRepositories();
    const enterprises: string[] = [];
    knownRepositories.onDidMeetEnterprise(({ enterprise }) => enterprises.push(enterprise));
    for (const repository of (await api.own.repositories({})).items)
      knownRepositories.noteRecord('local', repository, 'alice');
    assert.equal((await api.repositories.get(website)).enterprise?.path, 'alice');
    assert.deepEqual([...new Set(enterprises)], ['globex']);
  });

  it('tell the default branch in a list', async () => {
    const marked = async (): Promise<readonly (readonly [string, boolean])[]> =>
      (await api.branches.list(website)).items.flatMap(({ name, default: is }) =>
        is === undefined ? [] : [[name, is] as const],
      );
    const all = await marked();
    assert.deepEqual(
      all.filter(([, is]) => is),
      [['main', true]],
    );
    assert.equal(all.length, (await api.branches.list(website)).items.length);
    clients.habit({ listedDefault: false });
    assert.deepEqual(await marked(), []);
  });

  it('tell the default branch of a repository whose record has none', async () => {
    const { connect } = session(clients.service);
    clients.service.set({ habits: {} });
    clients.service.fail({ operation: 'repositories.get', fault: { kind: 'shape', shape: 'absent' } });
    const head = await defaultBranch({ host: 'local', owner: 'alice', repo: 'website', connect }, {});
    assert.equal(head.name, 'main');
    clients.service.heal();
  });

  it('tell the main language with its colour', async () => {
    const { language, language_color } = await api.repositories.get({ owner: 'tools', repo: 'cli' });
    assert.deepEqual([language, language_color], ['Go', '#00ADD8']);
  });

  it('repeat the address of the repository as its homepage', async () => {
    assert.equal(homepageOf(await api.repositories.get(website)), 'https://example.org');
    const own = await api.repositories.get({ owner: 'alice', repo: 'samples' });
    assert.deepEqual([own.homepage, homepageOf(own)], [own.web_url, undefined]);
  });

  it('tell the type of a repository, and which features are on', async () => {
    const repo = await clients.fresh();
    const features = async (): Promise<readonly unknown[]> => {
      const read = await api.repositories.get(repo);
      return [read.repo_type, read.has_issues, read.has_wiki, read.pull_requests_enabled];
    };
    assert.deepEqual(await features(), ['Code', true, true, true]);
    await api.repositories.setModules({ ...repo, has_wiki: false, has_merge_request: false });
    assert.deepEqual(await features(), ['Code', true, false, false]);
  });

  it('tell website, location and GitHub account of a user', async () => {
    const { website: site, location, github_account } = await api.users.get({ username: 'alice' });
    assert.deepEqual([site, location, github_account], ['https://alice.example.org', 'Ålesund', 'alice-winter']);
  });

  it('tell the own role in an organization, and its address', async () => {
    const told = async (org: string): Promise<readonly unknown[]> => {
      const { my_role, url } = await api.organizations.get({ org });
      return [my_role, url];
    };
    assert.deepEqual(await told('acme'), ['admin', `${clients.service.url}/acme`]);
    assert.deepEqual(await told('tools'), ['member', `${clients.service.url}/tools`]);
    assert.deepEqual(await told('openteam'), [undefined, `${clients.service.url}/openteam`]);
  });

  it('lose no record of a list in any shape', async () => {
    const counts = async (): Promise<readonly number[]> => [
      (await api.members.list(website)).items.length,
      (await api.branches.list(website)).items.length,
      (await api.organizations.own({})).items.length,
      (await api.own.repositories({})).items.length,
    ];
    const plain = await counts();
    for (const shape of readableShapes) {
      clients.service.fail({ operation: '*', fault: { kind: 'shape', shape } });
      assert.deepEqual(await counts(), plain, shape);
      clients.service.heal();
    }
  });
});

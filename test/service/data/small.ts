import { importHistory, makeBare, type SeedStep } from '../git/fastImport.ts';
import { newRepository, type GitSource } from '../repositories.ts';
import type { Organization, Repository, State } from '../state.ts';
import { coverStep, withCover } from './cover.ts';
import { makeHostile } from './hostileTree.ts';
import { addPeople, signatureOf } from './people.ts';
import { sampleFiles } from './samples.ts';
import { addIssues, addMilestoneWithoutDay, addOddIssues } from './issues.ts';
import { addActivities, addDraftRelease, addHooks, addReleases } from './records.ts';
import { addNotices, addPullRequests, forkStep, pullSteps, websiteFork } from './pullRequests.ts';
import { addRobotPullRequest, robotSteps } from './robotPullRequest.ts';
import { addRuns } from './runs.ts';
import { plainHistory, readme, websiteHistory } from './website.ts';

const day = 86_400_000;

/** A git repository with this history; an empty repository without it. */
export const withHistory =
  (steps: () => Iterable<SeedStep>, defaultBranch = 'main'): GitSource =>
  async (directory) => {
    await makeBare(directory, defaultBranch);
    const all = steps();
    if (!Array.isArray(all) || all.length > 0) await importHistory(directory, all);
  };

export function addOrganization(
  state: State,
  login: string,
  more: Partial<Organization> & Pick<Organization, 'created'>,
): Organization {
  const organization: Organization = {
    id: state.nextId(),
    login,
    name: login,
    description: '',
    members: new Map(),
    invited: new Set(),
    followers: [],
    ...more,
  };
  state.organizations.set(login, organization);
  return organization;
}

function addOrganizations(state: State, now: number): void {
  const created = now - 700 * day;
  state.enterprises.set('globex', {
    id: state.nextId(),
    path: 'globex',
    name: 'Globex Corporation',
    members: new Map([
      ['alice', { role: 'admin', active: true }],
      ['bob', { role: 'member', active: true }],
      ['xiaoming', { role: 'member', active: true }],
      ['erik', { role: 'member', active: false }],
    ]),
  });
  addOrganization(state, 'acme', {
    name: 'Acme',
    description: 'Roadrunner detection and other tools',
    enterprise: 'globex',
    created,
    members: new Map([
      ['alice', 'admin'],
      ['bob', 'member'],
      ['carol', 'member'],
      ['xiaoming', 'member'],
    ]),
    followers: ['bob', 'carol', 'newcomer'].map((login, at) => ({ login, since: now - (at + 1) * 20 * day })),
  });
  addOrganization(state, 'tools', {
    name: '开发工具',
    description: '编辑器与命令行工具',
    created,
    members: new Map([
      ['xiaoming', 'admin'],
      ['alice', 'member'],
      ['erik', 'member'],
    ]),
    followers: [{ login: 'alice', since: now - 90 * day }],
  });
  addOrganization(state, 'catalog', {
    name: 'Catalog',
    description: 'Many small modules, enough for more than one page',
    created,
    members: new Map([
      ['bob', 'admin'],
      ['alice', 'member'],
    ]),
  });
  addOrganization(state, 'openteam', {
    name: 'Open Team',
    description: 'Public, without alice',
    created,
    members: new Map([
      ['bob', 'admin'],
      ['carol', 'member'],
    ]),
  });
  addOrganization(state, 'fresh-org', {
    name: 'Fresh',
    description: 'Nothing here yet',
    created: now - day,
    members: new Map([['alice', 'admin']]),
  });
}

/** People, organizations and repositories for every feature. Only dates vary: they count back from `now`. */
export function fillSmall(state: State, root: string, now: number): void {
  addPeople(state, now);
  addOrganizations(state, now);
  let age = 400;
  const add = (
    owner: string,
    path: string,
    source: GitSource,
    about: Partial<Omit<Repository, 'id' | 'git' | 'rest'>> = {},
  ): Repository => {
    age -= 3;
    const creator = state.accounts.has(owner) ? owner : 'alice';
    const times = { created: now - age * day, updated: now - age * 0.2 * day, pushed: now - age * 0.25 * day };
    return newRepository(state, root, { owner, path, creator, ...times, ...about }, source);
  };
  const [alice, bob, carol, ming, erik] = ['alice', 'bob', 'carol', 'xiaoming', 'erik'].map((login) =>
    signatureOf(state, login),
  );
  if (alice === undefined || bob === undefined || carol === undefined || ming === undefined || erik === undefined)
    return;
  const plain = (name: string, author = alice, extension = 'ts'): GitSource =>
    withHistory(() => plainHistory(name, author, extension));

  add(
    'alice',
    'website',
    withHistory(() => [...websiteHistory(alice, bob, ming), ...pullSteps(erik, readme)]),
    {
      name: 'Website',
      description: 'The pages of a small product',
      homepage: 'https://example.org',
      license: 'MIT',
      stars: 128,
      forks: 17,
      watchers: 9,
      members: new Map([
        ['bob', { permission: 'push', since: now - 200 * day }],
        ['carol', { permission: 'pull', since: now - 100 * day }],
        ['xiaoming', { permission: 'admin', since: now - 50 * day }],
        ['erik', { permission: 'translator', since: now - 20 * day }],
      ]),
    },
  );
  add(
    'alice',
    'samples',
    withHistory(() => [
      { branch: 'main', message: 'Files of every kind\n', author: alice, time: 1_767_600_000, files: sampleFiles },
    ]),
    { name: '示例 Samples', description: 'Files of every kind, 各种文件' },
  );
  add(
    'alice',
    'empty',
    withHistory(() => []),
    { description: 'Nothing here yet' },
  );
  add('alice', 'secrets', plain('secrets'), { visibility: 'private', description: 'Only for alice' });
  add('alice', 'old-notes', plain('old-notes'), { archived: true, description: 'Archived' });
  add('alice', 'hostile', makeHostile, { description: '<b>Names</b> that are not to be trusted $(rm -rf) %s' });
  const platform = add('acme', 'platform', plain('platform', bob, 'go'), {
    description: 'The platform of everything else',
    license: 'Apache-2.0',
    stars: 2048,
    forks: 311,
    watchers: 77,
    visibility: 'private',
  });
  platform.rules.set('main', { wildcard: 'main', pusher: 'admin', merger: 'develop', updated: now - 30 * day });
  platform.rules.set('release/*', { wildcard: 'release/*', pusher: 'empty', merger: 'admin', updated: now - 30 * day });
  platform.protectedTags.set('v*', 40);
  platform.protectedTags.set('nightly', 0);
  add('acme', 'docs', plain('docs', carol, 'html'), { name: '文档', description: '产品文档' });
  add('acme', 'vault', plain('vault'), {
    visibility: 'private',
    restricted: true,
    description: 'Listed, but not readable',
  });
  add('acme', 'internal-tools', plain('internal-tools', bob, 'sh'), { visibility: 'internal' });
  add('tools', 'cli', plain('cli', ming, 'go'), {
    description: '命令行工具',
    stars: 512,
    modules: { has_issue: true, has_wiki: false },
  });
  add('tools', 'lib', plain('lib', ming), { description: '公共库', type: 'Model' });
  add('bob', 'dotfiles', plain('dotfiles', bob, 'sh'), {
    members: new Map([['alice', { permission: 'pull', since: now - 10 * day }]]),
  });
  add('bob', 'journal', plain('journal', bob), { visibility: 'private', description: 'Not for alice' });
  const game = add(
    'carol',
    'game',
    withCover(withHistory(() => [...plainHistory('game', carol, 'ts'), coverStep(carol), ...robotSteps(ming)])),
    { members: new Map([['alice', { permission: 'admin', since: now - 10 * day }]]), stars: 64 },
  );
  addRobotPullRequest(state, game, now);
  add('openteam', 'handbook', plain('handbook', carol, 'html'), { description: 'How the team works' });
  add('alice', 'dotfiles', plain('dotfiles', alice, 'sh'), { fork: true, description: 'Fork of bob/dotfiles' });
  const { owner, path, branch } = websiteFork;
  const forkHistory = (): SeedStep[] => [...websiteHistory(alice, bob, ming), forkStep(erik, readme, branch)];
  add(owner, path, withHistory(forkHistory), {
    fork: true,
    parent: 'alice/website',
    description: 'Fork of alice/website',
  });
  for (let number = 1; number <= 120; number += 1) {
    const path = `module-${String(number).padStart(3, '0')}`;
    add('catalog', path, plain(path, bob), { description: `Module ${number} of the catalog` });
  }
  for (const [language, names] of Object.entries(languages))
    for (const name of names) Object.assign(state.repositories.get(name) ?? {}, { language });
  addRecords(state, now);
}

const languages = {
  TypeScript: ['alice/website', 'tools/lib', 'carol/game', 'alice/old-notes'],
  Go: ['acme/platform', 'tools/cli'],
  Shell: ['acme/internal-tools', 'bob/dotfiles', 'alice/dotfiles'],
  HTML: ['acme/docs', 'openteam/handbook'],
};

function addRecords(state: State, now: number): void {
  const [website, platform, cli] = ['alice/website', 'acme/platform', 'tools/cli'].map((name) =>
    state.repositories.get(name),
  );
  if (website === undefined || platform === undefined || cli === undefined) return;
  addIssues(state, website, now, 60);
  addOddIssues(website);
  addPullRequests(state, website, now);
  addNotices(state, now);
  addRuns(state, website);
  addIssues(state, platform, now, 25);
  addIssues(state, cli, now, 8);
  addReleases(state, website, now);
  addDraftRelease(state, cli, now);
  addMilestoneWithoutDay(state, cli, now);
  addHooks(state, website, now);
  addActivities(state, 'alice', [website, platform, cli], now);
  addActivities(state, 'bob', [platform, website], now);
  addActivities(state, 'xiaoming', [cli], now);
}

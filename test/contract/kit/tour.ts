import type { Api } from '../../../src/api/client/client.ts';
import type { Service } from '../../service/handle.ts';
import type { ReplyPage } from '../../../src/api/contract/reply.ts';
import { website } from '../api/operations/operation.ts';

/** Calls every operation that reads records; the result has the keys of the records per operation. */
export async function tour(api: Api, service: Service): Promise<ReadonlyMap<string, readonly string[]>> {
  const platform = { owner: 'acme', repo: 'platform' };
  const repository = service.state.repositories.get('alice/website');
  const [milestone = 0] = repository?.milestones.keys() ?? [];
  const [hook = 0] = repository?.hooks.keys() ?? [];
  const served = await service.repository('alice/website');
  const [commit, blob] = [await served.git(['rev-parse', 'main']), await served.git(['rev-parse', 'main:README.md'])];
  const one = <T>(read: Promise<T>, key: (record: T) => string | undefined) =>
    read.then((record) => [key(record) ?? '']);
  const list = <T>(read: Promise<ReplyPage<T>>) => read.then(({ items, key }) => items.map(key));
  const stops: Record<string, () => Promise<readonly string[]>> = {
    'users.get': () => one(api.users.get({ username: 'bob' }), ({ login }) => login),
    'users.self': () => one(api.users.self({}), ({ login }) => login),
    'users.emails': () => list(api.users.emails({})),
    'users.events': () => api.users.events({ username: 'alice' }).then(({ events }) => Object.keys(events)),
    'users.repositories': () => list(api.users.repositories({ username: 'alice' })),
    'users.membership': () => one(api.users.membership({ org: 'acme' }), ({ path }) => path),
    'own.repositories': () => list(api.own.repositories({ affiliation: ['owner'] })),
    'organizations.ofUser': () => list(api.organizations.ofUser({ username: 'alice' })),
    'organizations.own': () => list(api.organizations.own({})),
    'organizations.get': () => one(api.organizations.get({ org: 'acme' }), ({ login }) => login),
    'organizations.member': () =>
      one(api.organizations.member({ org: 'acme', username: 'bob' }), ({ user }) => user?.login),
    'organizations.members': () => list(api.organizations.members({ org: 'acme' })),
    'organizations.repositories': () => list(api.organizations.repositories({ org: 'acme' })),
    'organizations.followers': () => list(api.organizations.followers({ owner: 'acme' })),
    'organizations.issueSettings': () => list(api.organizations.issueSettings({ org: 'acme' })),
    'enterprises.member': () =>
      one(api.enterprises.member({ enterprise: 'globex', username: 'bob' }), ({ login }) => login),
    'enterprises.members': () => list(api.enterprises.members({ enterprise: 'globex' })),
    'repositories.get': () => one(api.repositories.get(website), ({ full_name }) => full_name),
    'repositories.contributors': () => list(api.repositories.contributors(website)),
    'files.tree': () => list(api.files.tree({ ...website, sha: commit })),
    'files.content': () =>
      one(api.files.content({ ...website, path: 'README.md' }), (file) => ('path' in file ? file.path : '')),
    'files.blob': () => one(api.files.blob({ ...website, sha: blob }), ({ sha }) => sha),
    'branches.list': () => list(api.branches.list(website)),
    'branches.get': () => one(api.branches.get({ ...website, branch: 'feature/login' }), ({ name }) => name),
    'branchRules.list': () => list(api.branchRules.list(platform)),
    'tags.list': () => list(api.tags.list(website)),
    'protectedTags.list': () => list(api.protectedTags.list(platform)),
    'protectedTags.get': () => one(api.protectedTags.get({ ...platform, tag_name: 'v*' }), ({ name }) => name),
    'members.list': () => list(api.members.list(website)),
    'members.permission': () => one(api.members.permission({ ...website, username: 'bob' }), ({ login }) => login),
    'releases.list': () => list(api.releases.list(website)),
    'releases.latest': () => one(api.releases.latest(website), ({ tag_name }) => tag_name),
    'releases.get': () => one(api.releases.get({ ...website, tag: 'v1.1' }), ({ tag_name }) => tag_name),
    'releases.byTag': () => one(api.releases.byTag({ ...website, tag: 'v1.1' }), ({ tag_name }) => tag_name),
    'issues.get': () => one(api.issues.get({ ...website, number: 2 }), ({ number }) => number),
    'issues.list': () => list(api.issues.list(website)),
    'issues.comments': () => list(api.issues.comments({ ...website, number: 2 })),
    'milestones.list': () => list(api.milestones.list({ ...website, state: 'all' })),
    'milestones.get': () => one(api.milestones.get({ ...website, number: milestone }), ({ number }) => number),
    'search.users': () => list(api.search.users({ q: 'b' })),
    'search.repositories': () => list(api.search.repositories({ q: 'module' })),
    'webhooks.list': () => list(api.webhooks.list(website)),
    'webhooks.get': () => one(api.webhooks.get({ ...website, id: hook }), ({ id }) => id),
  };
  const seen = new Map<string, readonly string[]>();
  for (const [name, read] of Object.entries(stops)) seen.set(name, await read());
  return seen;
}

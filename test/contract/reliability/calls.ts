import type { ClientName } from '../../../scripts/apiCoverage/table.ts';
import type { Service } from '../../service/handle.ts';
import { website } from '../api/operations/operation.ts';

type Params = Readonly<Record<string, unknown>>;

const platform = { owner: 'acme', repo: 'platform' };
const alone = { owner: 'alice', repo: 'alone' };
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@example.org';
const content = Buffer.from('made').toString('base64');
const hook = { url: 'https://example.org', push_events: true };
const made = { title: 'Made', due_on: '2028-01-31' };

/** Inputs with which every operation succeeds. The record that an operation changes or removes exists, and only that operation uses it. */
export async function callsAt(service: Service): Promise<Readonly<Record<ClientName, Params>>> {
  const call = async (operation: ClientName, params: Params): Promise<Params> =>
    (await service.act({ do: 'call', operation, params, as: 'alice' })) as Params;
  const served = await service.repository('alice/website');
  const blob = (path: string): Promise<string> => served.git(['rev-parse', `main:${path}`]);
  await call('own.createRepository', { name: 'alone', path: 'alone', auto_init: true });
  await call('organizations.createRepository', { org: 'acme', name: 'given', path: 'given', auto_init: true });
  const files = { 'changed.txt': '1', 'removed.txt': '2' };
  await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
  const removedKey = await call('keys.create', { key, title: 'removed' });
  const shownKey = await call('keys.create', { key: key.replace('OMqqnk', 'OMqqnj'), title: 'shown' });
  const hooks: Params[] = [];
  for (let at = 0; at < 4; at += 1) hooks.push(await call('webhooks.create', { ...website, ...hook }));
  const milestones: Params[] = [];
  for (let at = 0; at < 3; at += 1) milestones.push(await call('milestones.create', { ...website, ...made }));
  for (const wildcard of ['edited', 'removed'])
    await call('branchRules.create', { ...website, wildcard, pusher: 'admin', merger: 'admin' });
  for (const name of ['edited', 'removed', 'shown'])
    await call('protectedTags.create', { ...website, name, create_access_level: 40 });
  await call('members.set', { ...alone, username: 'bob', permission: 'pull' });
  const org = { org: 'acme' };
  return {
    'users.get': { username: 'bob' },
    'users.self': {},
    'users.emails': {},
    'users.events': { username: 'alice' },
    'users.repositories': { username: 'alice' },
    'users.membership': org,
    'own.repositories': {},
    'own.createRepository': { name: 'made', path: 'made', auto_init: true },
    'keys.create': { key: key.replace('OMqqnk', 'OMqqni'), title: 'made' },
    'keys.remove': { id: removedKey.id },
    'keys.get': { id: shownKey.id },
    'organizations.ofUser': { username: 'alice' },
    'organizations.own': {},
    'organizations.get': org,
    'organizations.member': { ...org, username: 'bob' },
    'organizations.members': org,
    'organizations.removeMember': { ...org, username: 'xiaoming' },
    'organizations.inviteMember': { ...org, username: 'newcomer' },
    'organizations.repositories': org,
    'organizations.createRepository': { ...org, name: 'made', path: 'made', auto_init: true },
    'organizations.followers': { owner: 'acme' },
    'organizations.issueSettings': org,
    'enterprises.member': { enterprise: 'globex', username: 'bob' },
    'enterprises.members': { enterprise: 'globex' },
    'repositories.get': website,
    'repositories.edit': { ...website, name: 'Website', description: 'changed' },
    'repositories.languages': website,
    'repositories.contributors': website,
    'repositories.setModules': { ...website, has_wiki: true },
    'repositories.setReviewers': { ...website, assignees: ['bob'] },
    'repositories.setStatus': { ...org, repo: 'docs', status: 2, password: 'demo' },
    'repositories.transfer': { ...org, repo: 'given', transfer_to: 'alice', password: 'demo' },
    'repositories.permissionMode': website,
    'files.tree': { ...website, sha: 'main' },
    'files.content': { ...website, path: 'README.md' },
    'files.paths': website,
    'files.create': { ...website, path: 'made.txt', content, message: 'm' },
    'files.update': { ...website, path: 'changed.txt', content, message: 'm', sha: await blob('changed.txt') },
    'files.remove': { ...website, path: 'removed.txt', message: 'm', sha: await blob('removed.txt') },
    'files.blob': { ...website, sha: await blob('README.md') },
    'branches.list': website,
    'branches.create': { ...website, refs: 'main', branch_name: 'made' },
    'branches.get': { ...website, branch: 'main' },
    'branchRules.create': { ...website, wildcard: 'made', pusher: 'admin', merger: 'admin' },
    'branchRules.edit': { ...website, wildcard: 'edited', pusher: 'admin', merger: 'develop' },
    'branchRules.remove': { ...website, wildcard: 'removed' },
    'branchRules.list': platform,
    'tags.list': website,
    'tags.create': { ...website, refs: 'main', tag_name: 'made' },
    'protectedTags.list': platform,
    'protectedTags.get': { ...website, tag_name: 'shown' },
    'protectedTags.create': { ...website, name: 'made', create_access_level: 40 },
    'protectedTags.edit': { ...website, name: 'edited', create_access_level: 0 },
    'protectedTags.remove': { ...website, tag_name: 'removed' },
    'members.set': { ...website, username: 'newcomer' },
    'members.remove': { ...alone, username: 'bob' },
    'members.list': website,
    'members.check': { ...website, username: 'bob' },
    'members.permission': { ...website, username: 'bob' },
    'releases.create': { ...website, tag_name: 'made-release', name: 'Made', body: '' },
    'releases.edit': { ...website, tag: 'v1.0', tag_name: 'v1.0', name: 'One', body: 'changed' },
    'releases.uploadGrant': { ...website, tag: 'v1.1', file_name: 'made.bin' },
    'releases.list': website,
    'releases.latest': website,
    'releases.get': { ...website, tag: 'v1.1' },
    'releases.byTag': { ...website, tag: 'v1.1' },
    'releases.download': { ...website, tag: 'v1.1', file_name: '说明 书.pdf' },
    'issues.create': { ...website, title: 'Made' },
    'issues.edit': { ...website, number: 3, title: 'Edited' },
    'issues.get': { ...website, number: 2 },
    'issues.list': website,
    'issues.comments': { ...website, number: 2 },
    'milestones.list': website,
    'milestones.get': { ...website, number: milestones[0]?.number },
    'milestones.create': { ...website, ...made },
    'milestones.edit': { ...website, number: milestones[1]?.number, ...made, title: 'Edited' },
    'milestones.remove': { ...website, number: milestones[2]?.number },
    'search.users': { q: 'b' },
    'search.issues': { q: 'a', repo: 'alice/website' },
    'search.repositories': { q: 'module' },
    'webhooks.list': website,
    'webhooks.create': { ...website, ...hook },
    'webhooks.get': { ...website, id: hooks[0]?.id },
    'webhooks.edit': { ...website, id: hooks[1]?.id, ...hook },
    'webhooks.remove': { ...website, id: hooks[2]?.id },
    'webhooks.test': { ...website, id: hooks[3]?.id },
  };
}

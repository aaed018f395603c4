import assert from 'node:assert/strict';
import { fromBase64, toBase64 } from '../../../../src/core/base64.ts';
import { collect } from '../../../../src/core/async.ts';
import type { Api } from '../../../../src/api/client/client.ts';
import { rejection } from '../../../kit/rejection.ts';
import { operation, website } from './operation.ts';

const base64 = (text: string): string => toBase64(new TextEncoder().encode(text));
const oddPath = 'my docs/a#b?c%d+e&f/中文 😀.md';

async function read(api: Api, place: { owner: string; repo: string; path: string; ref?: string }): Promise<string> {
  const file = await api.files.content(place);
  assert.ok('content' in file);
  return new TextDecoder().decode(fromBase64(file.content ?? ''));
}

async function shaOf(api: Api, place: { owner: string; repo: string; path: string; ref?: string }): Promise<string> {
  const file = await api.files.content(place);
  assert.ok('sha' in file && file.sha !== undefined);
  return file.sha;
}

export const repositories = [
  operation('repositories.get', 'returns a repository', async ({ api, as }) => {
    const site = await api.repositories.get(website);
    assert.deepEqual([site.full_name, site.default_branch, site.license], ['alice/website', 'main', 'MIT']);
    assert.deepEqual(site.permission, { pull: true, push: true, admin: true });
    assert.equal(site.owner?.login, 'alice');
    assert.match(site.web_url ?? '', /alice\/website$/);
    assert.deepEqual((await as('newcomer').repositories.get(website)).permission, {
      pull: true,
      push: false,
      admin: false,
    });
    await rejection(as('bob').repositories.get({ owner: 'alice', repo: 'secrets' }), 'missing');
  }),

  operation('repositories.edit', 'changes the sent fields and keeps the others', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.branches.create({ ...repo, refs: 'main', branch_name: 'next' });
    const edited = await api.repositories.edit({
      ...repo,
      name: 'Another name',
      description: '新的描述',
      homepage: 'https://example.org/?a=1&b=2',
      private: true,
      default_branch: 'next',
      lfs_enabled: true,
    });
    assert.equal(edited?.full_name, `${repo.owner}/${repo.repo}`);
    const seen = await api.repositories.get(repo);
    assert.deepEqual(
      [seen.name, seen.description, seen.private, seen.default_branch],
      ['Another name', '新的描述', true, 'next'],
    );
    const path = `${repo.repo}-moved`;
    assert.equal((await api.repositories.edit({ ...repo, name: 'n', path }))?.path, path);
    assert.equal((await api.repositories.get({ ...repo, repo: path })).description, '新的描述');
    await rejection(api.repositories.get(repo), 'missing');
  }),

  operation('repositories.languages', 'returns the languages in per cent', async ({ api }) => {
    const languages = await api.repositories.languages(website);
    assert.ok((languages.TypeScript ?? 0) > 0);
    const sum = Object.values(languages).reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(sum - 100) < 1, `${sum} %`);
  }),

  operation('repositories.contributors', 'lists the contributors with their counts', async ({ api }) => {
    const authors = await api.repositories.contributors({ ...website, type: 'authors' });
    assert.ok(authors.items.some(({ name, contributions }) => name === '小明' && (contributions ?? 0) > 0));
    assert.equal(
      (await collect(api.repositories.contributors.all({ ...website, type: 'committers' }))).length > 0,
      true,
    );
  }),

  operation('repositories.setModules', 'switches modules on and off', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.repositories.setModules({
      ...repo,
      has_wiki: false,
      has_issue: false,
      has_security: true,
      has_merge_request: true,
      has_fork: true,
      has_analysis: false,
      has_discussion: false,
    });
    await rejection(api.issues.list(repo), 'forbidden');
    await api.repositories.setModules({ ...repo, has_issue: true });
    await api.issues.list(repo);
  }),

  operation('repositories.setReviewers', 'sets reviewers and testers', async ({ api, service, fresh }) => {
    const repo = await fresh();
    const set = await api.repositories.setReviewers({
      ...repo,
      assignees: ['bob', 'carol'],
      testers: 'xiaoming',
      assignees_number: 1,
      testers_number: 0,
    });
    assert.ok(set?.updated_at);
    const { record } = await service.repository(`${repo.owner}/${repo.repo}`);
    assert.deepEqual(record.reviewers, {
      assignees: ['bob', 'carol'],
      testers: ['xiaoming'],
      assignees_number: 1,
      testers_number: 0,
    });
  }),

  operation('repositories.setStatus', 'archives and unarchives with the password', async ({ api, fresh }) => {
    const { owner, repo } = await fresh();
    const change = { org: owner, repo };
    const wrong = await rejection(api.repositories.setStatus({ ...change, status: 2, password: 'wrong' }), 'forbidden');
    assert.equal(wrong.serverMessage, 'The password is wrong');
    await api.repositories.setStatus({ ...change, status: 2, password: 'demo' });
    await rejection(api.tags.create({ owner, repo, refs: 'main', tag_name: 'v' }));
    await api.repositories.setStatus({ ...change, status: 0, password: 'demo' });
    await api.tags.create({ owner, repo, refs: 'main', tag_name: 'v' });
  }),

  operation('repositories.transfer', 'transfers a repository to another namespace', async ({ api, fresh }) => {
    const { owner, repo } = await fresh();
    const move = { org: owner, repo, password: 'demo' };
    await rejection(api.repositories.transfer({ ...move, transfer_to: 'nowhere' }), 'missing');
    await api.repositories.transfer({ ...move, transfer_to: 'fresh-org' });
    await api.repositories.get({ owner: 'fresh-org', repo });
    await rejection(api.repositories.get({ owner, repo }), 'missing');
  }),

  operation('repositories.permissionMode', 'returns the answer unchanged', async ({ api }) => {
    assert.ok(await api.repositories.permissionMode(website));
  }),

  operation('files.tree', 'lists a folder by branch, commit or tree, also recursively', async ({ api, arrived }) => {
    const root = await api.files.tree({ ...website, sha: 'main' });
    const docs = root.items.find(({ path }) => path === 'docs');
    assert.deepEqual([docs?.type, docs?.mode], ['tree', '040000']);
    const inside = await api.files.tree({ ...website, sha: docs?.sha ?? '' });
    assert.deepEqual(
      inside.items.map(({ path }) => path),
      ['guide.md', '指南.md'],
    );
    await api.files.tree({ ...website, sha: 'feature/日志' });
    assert.match(arrived().path, /\/git\/trees\/feature%2F%E6%97%A5%E5%BF%97\?/);
    const all = await collect(api.files.tree.all({ ...website, sha: 'main', recursive: 1, per_page: 10 }));
    assert.ok(all.some(({ path }) => path === 'docs/指南.md'));
    const git = new Set(all.map(({ path }) => path));
    assert.equal(git.size, all.length);
    await rejection(api.files.tree({ ...website, sha: 'nothing' }), 'missing');
  }),

  operation('files.content', 'reads a file at a ref, and the entries of a folder', async ({ api }) => {
    assert.match(await read(api, { ...website, path: 'docs/指南.md', ref: 'feature/日志' }), /^# 指南/);
    assert.match(await read(api, { ...website, path: 'README.md' }), /^# Website/);
    const folder = await api.files.content({ ...website, path: 'docs' });
    assert.ok(!('path' in folder));
    assert.deepEqual(
      folder.map(({ path, type }) => [path, type]),
      [
        ['docs/guide.md', 'file'],
        ['docs/指南.md', 'file'],
      ],
    );
    await rejection(api.files.content({ ...website, path: 'no such/file?.md' }), 'missing');
  }),

  operation('files.paths', 'lists all paths at a ref, or those with a name', async ({ api }) => {
    const all = await api.files.paths({ ...website, ref_name: 'feature/login' });
    assert.ok(all.includes('src/login.html'));
    assert.ok(!(await api.files.paths(website)).includes('src/login.html'));
    assert.deepEqual(await api.files.paths({ ...website, file_name: '指南.md' }), ['docs/指南.md']);
  }),

  operation('files.create', 'commits a new file of any name, with the sent author', async ({ api, fresh, service }) => {
    const repo = await fresh();
    const made = await api.files.create({
      ...repo,
      path: oddPath,
      content: base64('héllo 中\r\n'),
      message: 'Add “it”\n\nWith a body.',
      branch: 'main',
      'author[name]': '小明',
      'author[email]': 'ming@example.org',
      'committer[name]': 'Robot',
      'committer[email]': 'robot@example.org',
    });
    assert.match(made?.commit?.sha ?? '', /^[0-9a-f]{40}$/);
    assert.equal(made?.commit?.author?.name, '小明');
    assert.equal(made.commit.parents.length, 1);
    assert.equal(await read(api, { ...repo, path: oddPath }), 'héllo 中\r\n');
    const served = await service.repository(`${repo.owner}/${repo.repo}`);
    assert.equal(await served.git(['log', '-1', '--format=%an %cn %s', 'main']), '小明 Robot Add “it”');
    const again = api.files.create({ ...repo, path: oddPath, content: '', message: 'm', branch: 'main' });
    await rejection(again, 'conflict');
  }),

  operation('files.update', 'commits a change of the named file only', async ({ api, fresh }) => {
    const repo = await fresh();
    const place = { ...repo, path: oddPath };
    await api.files.create({ ...place, content: base64('one'), message: 'm' });
    const sha = await shaOf(api, place);
    const changed = await api.files.update({
      ...place,
      sha,
      content: base64('two'),
      message: 'm',
      branch: 'main',
      'author[name]': 'A',
      'author[email]': 'a@b.c',
    });
    assert.equal(changed?.content?.path, oddPath);
    assert.equal(await read(api, place), 'two');
    await rejection(api.files.update({ ...place, sha, content: base64('three'), message: 'm' }), 'conflict');
    const empty = await shaOf(api, place);
    await api.files.update({ ...place, sha: empty, content: '', message: 'Empty it' });
    assert.equal(await read(api, place), '');
  }),

  operation('files.remove', 'commits a removal', async ({ api, fresh, arrived }) => {
    const repo = await fresh();
    const place = { ...repo, path: oddPath };
    await api.files.create({ ...place, content: base64('one'), message: 'm' });
    const sha = await shaOf(api, place);
    const removed = await api.files.remove({ ...place, sha, message: 'Remove', branch: 'main' });
    assert.match(removed?.commit?.sha ?? '', /^[0-9a-f]{40}$/);
    assert.match(removed?.commit?.parents[0]?.sha ?? '', /^[0-9a-f]{40}$/);
    assert.match(
      arrived().path,
      /\/contents\/my%20docs\/a%23b%3Fc%25d%2Be%26f\/%E4%B8%AD%E6%96%87%20%F0%9F%98%80\.md$/,
    );
    await rejection(api.files.content(place), 'missing');
  }),

  operation('files.blob', 'returns the bytes of a sha', async ({ api }) => {
    const { items } = await api.files.tree({ ...website, sha: 'main' });
    const sha = items.find(({ path }) => path === 'README.md')?.sha ?? '';
    const blob = await api.files.blob({ ...website, sha });
    assert.equal(blob.encoding, 'base64');
    const bytes = fromBase64(blob.content ?? '');
    assert.equal(bytes?.byteLength, blob.size);
    assert.equal(new TextDecoder().decode(bytes), await read(api, { ...website, path: 'README.md' }));
  }),

  operation('branches.list', 'lists branches, sorted and in pages', async ({ api }) => {
    const names = async (params: Omit<Parameters<typeof api.branches.list>[0], 'owner' | 'repo'>) =>
      (await collect(api.branches.list.all({ ...website, ...params }))).map(({ name }) => name);
    const all = await names({ sort: 'name', direction: 'asc' });
    assert.ok(all.includes('feature/日志') && all.includes('fix/42-a+b%c#d'));
    assert.deepEqual(await names({ sort: 'name', direction: 'desc', per_page: 2 }), all.toReversed());
    assert.equal((await names({ sort: 'updated' })).length, all.length);
    const { items } = await api.branches.list(website);
    assert.match(items[0]?.commit?.sha ?? '', /^[0-9a-f]{40}$/);
    assert.ok(items[0]?.commit?.commit?.author?.date);
  }),

  operation('branches.create', 'creates a branch from a branch, a tag or a commit', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.branches.create({
      ...repo,
      refs: 'main',
      branch_name: 'feature/一-#1+2%',
    });
    assert.equal(made?.name, 'feature/一-#1+2%');
    const sha = made.commit?.sha ?? '';
    await api.branches.create({ ...repo, refs: sha, branch_name: 'from-commit' });
    assert.equal((await api.branches.get({ ...repo, branch: 'from-commit' })).commit?.sha, sha);
    await rejection(api.branches.create({ ...repo, refs: 'main', branch_name: 'from-commit' }), 'conflict');
    await rejection(api.branches.create({ ...repo, refs: 'nothing', branch_name: 'b' }), 'missing');
  }),

  operation('branches.get', 'returns a branch of any name', async ({ api, arrived }) => {
    for (const branch of ['main', 'feature/日志', 'fix/42-a+b%c#d', 'release/1.0']) {
      const detail = await api.branches.get({ ...website, branch });
      assert.equal(detail.name, branch);
      assert.match(detail.commit?.sha ?? '', /^[0-9a-f]{40}$/);
      assert.ok(detail.commit?.title && detail.commit.committed_date && detail.commit.parent_ids.length > 0);
      assert.ok(arrived().path.endsWith(encodeURIComponent(branch)));
    }
    assert.equal((await api.branches.get({ ...website, branch: 'main' })).can_push, true);
    await rejection(api.branches.get({ ...website, branch: 'nothing' }), 'missing');
  }),

  operation('branchRules.create', 'protects branches by a pattern', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.branchRules.create({ ...repo, wildcard: 'release/*', pusher: 'empty', merger: 'admin' });
    const [rule] = (await api.branchRules.list(repo)).items;
    assert.deepEqual([rule?.name, rule?.no_one_can_push], ['release/*', true]);
  }),

  operation('branchRules.edit', 'changes a rule', async ({ api, fresh, arrived }) => {
    const repo = await fresh();
    await api.branchRules.create({ ...repo, wildcard: 'release/*', pusher: 'empty', merger: 'empty' });
    await api.branchRules.edit({ ...repo, wildcard: 'release/*', pusher: 'bob;carol', merger: 'develop' });
    assert.match(arrived().path, /\/branches\/release%2F\*\/setting$/);
    const [rule] = (await api.branchRules.list(repo)).items;
    assert.deepEqual(
      rule?.push_users.map(({ login }) => login),
      ['bob', 'carol'],
    );
    assert.equal(rule.no_one_can_merge, false);
  }),

  operation('branchRules.remove', 'removes a rule', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.branchRules.create({ ...repo, wildcard: 'a/b', pusher: 'admin', merger: 'admin' });
    await api.branchRules.remove({ ...repo, wildcard: 'a/b' });
    assert.deepEqual((await api.branchRules.list(repo)).items, []);
  }),

  operation('branchRules.list', 'lists the rules with the allowed users', async ({ api, arrived }) => {
    const { items } = await api.branchRules.list({ owner: 'acme', repo: 'platform' });
    assert.deepEqual(items.map(({ name }) => name).sort(), ['main', 'release/*']);
    assert.ok(!arrived().path.includes('?'), 'no paging is sent');
  }),

  operation('tags.list', 'lists light and annotated tags', async ({ api }) => {
    const all = await collect(api.tags.list.all({ ...website, per_page: 2 }));
    const light = all.find(({ name }) => name === 'v1.0');
    const annotated = all.find(({ name }) => name === 'v1.1');
    assert.match(light?.commit?.sha ?? '', /^[0-9a-f]{40}$/);
    assert.deepEqual([annotated?.message?.split('\n')[0], annotated?.tagger?.name], ['Version 1.1', 'Alice Winter']);
  }),

  operation('tags.create', 'creates a tag with and without a message', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.tags.create({ ...repo, refs: 'main', tag_name: 'v1/ä', tag_message: 'Erste\n\nmit Text' });
    assert.equal(made?.name, 'v1/ä');
    await api.tags.create({ ...repo, refs: 'main', tag_name: 'light' });
    const names = (await api.tags.list(repo)).items.map(({ name }) => name);
    assert.deepEqual(names.sort(), ['light', 'v1/ä']);
    await rejection(api.tags.create({ ...repo, refs: 'main', tag_name: 'light' }), 'conflict');
  }),

  operation('protectedTags.create', 'protects tags by a name', async ({ api, fresh }) => {
    const repo = await fresh();
    const made = await api.protectedTags.create({ ...repo, name: 'v*' });
    assert.deepEqual([made?.name, made?.create_access_level], ['v*', 40]);
    await api.protectedTags.create({ ...repo, name: 'none', create_access_level: 0 });
    await rejection(api.tags.create({ ...repo, refs: 'main', tag_name: 'none' }), 'forbidden');
  }),

  operation('protectedTags.list', 'lists protected tags', async ({ api }) => {
    const { items } = await api.protectedTags.list({ owner: 'acme', repo: 'platform' });
    const levels = items.map(({ name, create_access_level }) => [name, create_access_level]);
    assert.deepEqual(levels, [
      ['v*', 40],
      ['nightly', 0],
    ]);
    assert.ok(items[0]?.create_access_level_desc);
  }),

  operation('protectedTags.get', 'returns a protected tag', async ({ api, arrived }) => {
    const tag = await api.protectedTags.get({ owner: 'acme', repo: 'platform', tag_name: 'v*' });
    assert.equal(tag.create_access_level, 40);
    assert.match(arrived().path, /\/protected_tags\/v\*$/);
  }),

  operation('protectedTags.edit', 'changes the access level', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.protectedTags.create({ ...repo, name: 'a/b+c', create_access_level: 0 });
    assert.equal(
      (await api.protectedTags.edit({ ...repo, name: 'a/b+c', create_access_level: 30 }))?.create_access_level,
      30,
    );
    assert.equal((await api.protectedTags.get({ ...repo, tag_name: 'a/b+c' })).create_access_level, 30);
  }),

  operation('protectedTags.remove', 'removes the protection', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.protectedTags.create({ ...repo, name: 'a/b+c' });
    await api.protectedTags.remove({ ...repo, tag_name: 'a/b+c' });
    await rejection(api.protectedTags.get({ ...repo, tag_name: 'a/b+c' }), 'missing');
  }),
];

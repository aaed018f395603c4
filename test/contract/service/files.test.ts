import assert from 'node:assert/strict';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, items, record, violationsOf, visitor } from './visitor.ts';

describe('local service: files', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(violationsOf(service), []);
    return service.reset();
  });

  const git = async (name: string, ...args: string[]): Promise<string> => (await service.repository(name)).git(args);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it('serves every sample file with the bytes of git', async () => {
    const alice = visitor(service, 'alice');
    const paths = (await alice(api('/repos/alice/samples/file_list'))).json as string[];
    const listed = (await git('alice/samples', 'ls-tree', '-r', '-z', 'main')).split('\0').filter(Boolean);
    assert.equal(paths.length, listed.length);
    for (const line of listed) {
      const [, mode = '', type = '', sha = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/su.exec(line) ?? [];
      const address = path.split('/').map(encodeURIComponent).join('/');
      const content = record((await alice(api(`/repos/alice/samples/contents/${address}`))).json);
      assert.deepEqual([content.path, content.sha], [path, sha]);
      if (type === 'commit') assert.equal(content.type, 'submodule');
      else assert.equal(content.type, mode === '120000' ? 'symlink' : 'file');
      if (type === 'commit') continue;
      const blob = record((await alice(api(`/repos/alice/samples/git/blobs/${sha}`))).json);
      const raw = await (
        await service.repository('alice/samples')
      ).record
        .git()
        .then((one) => one.ask(['cat-file', 'blob', sha]));
      assert.equal(content.content, raw.toString('base64'));
      assert.equal(blob.content, raw.toString('base64'));
      assert.equal(blob.size, raw.length);
    }
  });

  it('pages a recursive tree, folders first, with full paths', async () => {
    const alice = visitor(service, 'alice');
    const all: string[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await alice(api(`/repos/alice/samples/git/trees/main?recursive=1&per_page=10&page=${page}`));
      const tree = items(record(answer.json).tree);
      all.push(...tree.map(({ path, type }) => `${String(type)} ${String(path)}`));
      if (tree.length < 10) break;
    }
    assert.equal(new Set(all).size, all.length);
    const firstFile = all.findIndex((line) => !line.startsWith('tree '));
    assert.ok(all.slice(firstFile).every((line) => !line.startsWith('tree ')));
    assert.ok(all.includes('tree deep/a/b/c/d/e'));
    assert.ok(all.includes('commit vendor/lib'));
  });

  it('commits a creation, a change and a removal on a branch with a slash, and rejects an old sha', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/website/contents/new%20folder/%E8%AF%B4%E6%98%8E%20%23%3F.md');
    const branch = 'feature/login';
    const before = await git('alice/website', 'rev-parse', branch);
    const created = await alice(path, {
      method: 'POST',
      json: {
        content: base64('one\r\n'),
        message: 'Add\n\nwith a body',
        branch,
        'author[name]': 'A. Winter',
        'author[email]': 'a@example.org',
      },
    });
    assert.equal(created.status, 201);
    const sha = String(record(record(created.json).commit).sha);
    assert.equal(await git('alice/website', 'rev-parse', branch), sha);
    assert.equal(
      await git('alice/website', 'log', '-1', '--format=%an|%ae|%cn|%P|%B', sha),
      `A. Winter|a@example.org|Alice Winter|${before}|Add\n\nwith a body`,
    );
    const old = record((await alice(`${path}?ref=feature%2Flogin`)).json).sha;
    const changed = await alice(path, {
      method: 'PUT',
      json: { content: base64('two\r\n'), message: 'Change', branch, sha: old },
    });
    assert.deepEqual(Object.keys(record(changed.json)), ['content']);
    assert.equal(await git('alice/website', 'cat-file', 'blob', `${branch}:new folder/说明 #?.md`), 'two\r');
    const stale = await alice(path, {
      method: 'PUT',
      json: { content: base64('three'), message: 'Change', branch, sha: old },
    });
    assert.equal(stale.status, 409);
    const now = record((await alice(`${path}?ref=feature%2Flogin`)).json).sha;
    const removed = await alice(path, { method: 'DELETE', json: { message: 'Remove', branch, sha: now } });
    assert.equal(removed.status, 200);
    assert.equal(await git('alice/website', 'diff', '--stat', before, branch), '');
    assert.equal(await git('alice/website', 'rev-list', '--count', `${before}..${branch}`), '3');
    await git('alice/website', 'fsck', '--strict');
  });

  it('keeps the executable bit and the neighbouring folders of a changed file', async () => {
    const alice = visitor(service, 'alice');
    const path = api('/repos/alice/samples/contents/scripts/run.sh');
    const { sha } = record((await alice(path)).json);
    await alice(path, { method: 'PUT', json: { content: base64('#!/bin/sh\n'), message: 'Shorten', sha } });
    assert.match(await git('alice/samples', 'ls-tree', 'main', 'scripts/run.sh'), /^100755 blob/);
    assert.equal(await git('alice/samples', 'diff', '--name-only', 'main~1', 'main'), 'scripts/run.sh');
  });

  it('creates the first commit of an empty repository', async () => {
    const alice = visitor(service, 'alice');
    assert.deepEqual((await alice(api('/repos/alice/empty/branches'))).json, []);
    assert.equal((await alice(api('/repos/alice/empty/git/trees/main'))).status, 404);
    const json = { content: base64('# Hello\n'), message: 'Begin', branch: 'main' };
    assert.equal((await alice(api('/repos/alice/empty/contents/README.md'), { method: 'POST', json })).status, 201);
    assert.equal(await git('alice/empty', 'rev-list', '--count', 'main'), '1');
    assert.deepEqual(
      items((await alice(api('/repos/alice/empty/branches'))).json).map(({ name }) => name),
      ['main'],
    );
  });

  it('returns a branch in its list form and in its detail form', async () => {
    const alice = visitor(service, 'alice');
    const head = await git('alice/website', 'rev-parse', 'feature/日志');
    const listed = items((await alice(api('/repos/alice/website/branches?per_page=100'))).json).find(
      ({ name }) => name === 'feature/日志',
    );
    assert.equal(record(record(listed).commit).sha, head);
    const detail = record(
      (await alice(api(`/repos/alice/website/branches/${encodeURIComponent('feature/日志')}`))).json,
    );
    assert.equal(record(detail.commit).id, head);
    assert.equal(record(detail.commit).sha, undefined);
  });

  it('serves a repository on disk without writing to it', async () => {
    const own = await startService({ repositories: [process.cwd()] });
    try {
      const name = [...own.state.repositories.keys()].find(
        (one) => one.startsWith('alice/') && own.state.repositories.get(one)?.description.startsWith('A copy'),
      );
      assert.ok(name !== undefined);
      const served = await own.repository(name);
      const branch = served.record.defaultBranch;
      const alice = visitor(own, 'alice');
      const json = { content: base64('x'), message: 'Only here', branch };
      const answer = await alice(api(`/repos/${name}/contents/only-in-the-service.txt`), { method: 'POST', json });
      assert.equal(answer.status, 201);
      const tip = String(record(record(answer.json).commit).sha);
      assert.equal(await served.git(['rev-parse', branch]), tip);
      assert.match(await served.git(['ls-tree', tip, 'package.json']), /blob/);
    } finally {
      await own.close();
    }
  });

  it('generates a history of the requested size', async () => {
    const own = await startService({ histories: [{ name: 'made-up', files: 2000, commits: 300 }] });
    try {
      const served = await own.repository('alice/made-up');
      assert.equal((await served.git(['ls-tree', '-r', '--name-only', 'main'])).split('\n').length, 2000);
      assert.equal(await served.git(['rev-list', '--count', 'main']), '300');
    } finally {
      await own.close();
    }
  });
});

import assert from 'node:assert/strict';
import { collect, delay } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';
import { optionalOperation, website } from '../operations/operation.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@example.org';

const bytesAt = async (address = ''): Promise<Uint8Array> => new Uint8Array(await (await fetch(address)).arrayBuffer());

export const more = [
  optionalOperation('issueComments.create', 'creates a comment of the account', async ({ api, service }) => {
    const made = await api.issueComments.create({ ...website, number: 3, body: 'Seen. 看到了' });
    assert.deepEqual([made?.body, made?.user?.login], ['Seen. 看到了', 'alice']);
    const comments = await collect(api.issues.comments.all({ ...website, number: 3 }));
    assert.ok(comments.some(({ id }) => id === made?.id));
    service.set({ operation: 'issueComments.create', habits: { emptyAfterWrite: true } });
    assert.equal(await api.issueComments.create({ ...website, number: 3, body: 'Again' }), undefined);
    await rejection(api.issueComments.create({ ...website, number: 999, body: 'x' }), 'missing');
  }),

  optionalOperation('issueComments.get', 'returns a comment', async ({ api }) => {
    const made = await api.issueComments.create({ ...website, number: 3, body: 'Alone' });
    const read = await api.issueComments.get({ ...website, id: made!.id });
    assert.deepEqual([read.body, read.user?.login], ['Alone', 'alice']);
    await rejection(api.issueComments.get({ ...website, id: 1 }), 'missing');
  }),

  optionalOperation('issueComments.edit', 'changes an own comment only', async ({ api, as, service }) => {
    const made = await api.issueComments.create({ ...website, number: 3, body: 'One' });
    assert.equal(await api.issueComments.edit({ ...website, id: made!.id, body: 'Two' }), undefined);
    const comments = await collect(api.issues.comments.all({ ...website, number: 3 }));
    assert.equal(comments.find(({ id }) => id === made?.id)?.body, 'Two');
    service.set({ operation: 'issueComments.edit', habits: { issueCommentEdit: 'comment' } });
    const edited = await api.issueComments.edit({ ...website, id: made!.id, body: 'Two' });
    assert.deepEqual([edited?.id, edited?.body], [made?.id, 'Two']);
    await rejection(as('bob').issueComments.edit({ ...website, id: made!.id, body: 'Three' }), 'forbidden');
    await rejection(api.issueComments.edit({ ...website, id: 1, body: 'x' }), 'missing');
  }),

  optionalOperation('issueComments.remove', 'removes an own comment only', async ({ api, as }) => {
    const made = await api.issueComments.create({ ...website, number: 3, body: 'Not for long' });
    await rejection(as('bob').issueComments.remove({ ...website, id: made!.id }), 'forbidden');
    await api.issueComments.remove({ ...website, id: made!.id });
    await rejection(api.issueComments.remove({ ...website, id: made!.id }), 'missing');
  }),

  optionalOperation('uploads.picture', 'stores a picture for texts', async ({ api, anonymous, arrived, service }) => {
    const done = await api.uploads.picture({ ...website, file_name: '图 1.png', body: 'iVBORw0KGgo=' });
    assert.equal(done.success, true);
    assert.deepEqual([...(await bytesAt(done.full_path))].slice(1, 4), [...Buffer.from('PNG')]);
    assert.equal(arrived().params.file_name, '图 1.png');
    assert.ok(done.path !== undefined && done.full_path === `${service.url}${done.path}`);
    await rejection(anonymous.uploads.picture({ ...website, file_name: 'a.png', body: '' }), 'signedOut');
  }),

  optionalOperation('uploads.file', 'stores a file for texts, whatever its name', async ({ api }) => {
    const file = new File(['a\r\n--b\r\n', new Uint8Array([0, 255])], 'log "1"\n 二.txt', { type: 'text/plain' });
    const { success, full_path } = await api.uploads.file({ ...website, file });
    assert.equal(success, true);
    assert.deepEqual(await bytesAt(full_path), new Uint8Array(await file.arrayBuffer()));
    await rejection(api.uploads.file({ owner: 'alice', repo: 'nothing', file }), 'missing');
  }),

  optionalOperation('releaseFiles.remove', 'removes an attachment by its id', async ({ api, as, fresh }) => {
    const repo = await fresh();
    const at = { ...repo, tag: 'v1' };
    await api.releases.create({ ...repo, tag_name: 'v1', name: 'One', body: '' });
    await api.upload(await api.releases.uploadGrant({ ...at, file_name: 'a.txt' }), new Blob(['a']));
    const attachments = async () => (await api.releases.byTag(at)).assets.filter(({ type }) => type === 'attach');
    const attach_file_id = (await attachments())[0]?.id ?? '';
    await rejection(as('bob').releaseFiles.remove({ ...at, attach_file_id }), 'forbidden');
    await api.releaseFiles.remove({ ...at, attach_file_id });
    assert.deepEqual(await attachments(), []);
    await rejection(api.releaseFiles.remove({ ...at, attach_file_id }), 'missing');
  }),

  optionalOperation('issueEvents.list', 'lists what happened to an issue, the newest first', async ({ api, fresh }) => {
    const repo = await fresh();
    const at = { ...repo, number: (await api.issues.create({ ...repo, title: 'One' }))!.number };
    await api.issues.edit({ ...at, title: 'Two', state: 'close' });
    const { items } = await api.issueEvents.list(at);
    assert.deepEqual(
      items.map(({ action_type: type, user }) => [type, user?.login]),
      [
        ['closed', 'alice'],
        ['title', 'alice'],
      ],
    );
    assert.equal(items.at(-1)?.content, 'changed title from **One** to **Two**');
  }),

  optionalOperation('issueBranches.list', 'lists the branches of an issue', async ({ api }) => {
    assert.deepEqual(await api.issueBranches.list({ ...website, number: 4 }), []);
    await rejection(api.issueBranches.list({ ...website, number: 999 }), 'missing');
  }),

  optionalOperation('issueBranches.set', 'replaces the whole list', async ({ api }) => {
    const at = { ...website, number: 5 };
    await api.issueBranches.set({ ...at, branch_names: ['develop', 'main'] });
    await api.issueBranches.set({ ...at, branch_names: ['develop'] });
    assert.deepEqual(await api.issueBranches.list(at), ['develop']);
    await rejection(api.issueBranches.set({ ...at, branch_names: ['nothing'] }), 'missing');
  }),

  optionalOperation('forks.create', 'makes one that is not there at once', async ({ as, service }) => {
    const api = as('bob');
    service.set({ habits: { forkDelay: 2000 } });
    const made = await api.forks.create({ owner: 'alice', repo: 'samples' });
    assert.deepEqual([made?.full_name, made?.namespace?.kind], ['bob/samples', 'user']);
    await rejection(api.repositories.get({ owner: 'bob', repo: 'samples' }), 'missing');
    await delay(2050);
    const { fork, forked_from, description } = await api.repositories.get({ owner: 'bob', repo: 'samples' });
    assert.deepEqual([fork, forked_from, description], [true, 'alice/samples', '']);
    await rejection(api.forks.create({ owner: 'alice', repo: 'samples' }), 'invalid');
    // The path belongs to another repository.
    const other = await as('alice').forks.create({ owner: 'bob', repo: 'dotfiles' });
    assert.equal(other?.full_name, 'alice/dotfiles-1');
  }),

  optionalOperation('forks.list', 'lists the forks of a repository', async ({ api }) => {
    const { items } = await api.forks.list({ ...website, sort: 'newest' });
    const fork = items.find(({ full_name }) => full_name === 'erik/website');
    assert.deepEqual([fork?.forked_from, fork?.private, fork?.public], ['alice/website', false, true]);
  }),

  optionalOperation(
    'forks.sync',
    'moves one branch, and drops own commits only with force',
    async ({ as, service }) => {
      const at = { owner: 'erik', repo: 'website' };
      const { sync } = as('erik').forks;
      const tip = async (repository: string): Promise<string> =>
        await (await service.repository(repository)).git(['rev-parse', 'develop']);
      const push = async (repository: string, file: string): Promise<unknown> =>
        await service.act({ do: 'push', repository, branch: 'develop', files: { [file]: '1' } });
      await push('alice/website', 'theirs.txt');
      assert.equal((await sync({ ...at, branch: 'develop', force: false }))?.repo_sync_result, true);
      assert.equal(await tip('erik/website'), await tip('alice/website'));
      await push('erik/website', 'own.txt');
      const own = await tip('erik/website');
      assert.equal((await sync({ ...at, branch: 'develop', force: false }))?.repo_sync_result, false);
      service.set({ operation: 'forks.sync', habits: { syncConflict: '400' } });
      await rejection(sync({ ...at, branch: 'develop', force: false }), 'invalid');
      assert.equal(await tip('erik/website'), own);
      await sync({ ...at, branch: 'develop', force: true });
      assert.equal(await tip('erik/website'), await tip('alice/website'));
      await rejection(sync({ ...at, branch: 'nothing', force: false }), 'missing');
    },
  ),

  optionalOperation('commits.list', 'lists commits of a ref or path, the newest first', async ({ api, service }) => {
    const { git } = await service.repository('alice/website');
    const expected = async (...args: string[]) => (await git(['rev-list', ...args])).split('\n');
    const shas = async (query: object) =>
      (await collect(api.commits.list.all({ ...website, ...query }))).map(({ sha }) => sha);
    assert.deepEqual(await shas({}), await expected('main'));
    assert.deepEqual(await shas({ sha: 'develop', per_page: 3 }), await expected('develop'));
    assert.deepEqual(await shas({ path: 'src/main.ts' }), await expected('main', '--', 'src/main.ts'));
    const [first] = (await api.commits.list({ ...website, author: 'bob@example.org' })).items;
    assert.deepEqual([first?.author?.login, first?.parents.length], ['bob', 1]);
    await rejection(api.commits.list({ ...website, sha: 'nothing' }), 'missing');
  }),

  optionalOperation('commits.get', 'returns a commit with its files', async ({ api, service }) => {
    const { git } = await service.repository('alice/website');
    const sha = await git(['rev-parse', 'main']);
    const commit = await api.commits.get({ ...website, sha, show_diff: true });
    assert.deepEqual([commit.sha, commit.commit?.message], [sha, 'Say what is done\n']);
    assert.deepEqual([commit.stats?.additions, commit.stats?.deletions], [1, 1]);
    assert.equal(commit.files[0]?.filename, 'README.md');
    assert.match(commit.files[0].patch?.diff ?? '', /^@@ .*\n[\s\S]*\+- \[x\] search/);
  }),

  optionalOperation(
    'commits.compare',
    'compares from the merge base, also names with slashes',
    async ({ api, arrived }) => {
      const compared = await api.commits.compare({ ...website, base: 'main', head: 'feature/login' });
      assert.match(arrived().path, /\/compare\/main\.\.\.feature%2Flogin$/);
      assert.deepEqual(
        compared.commits.map(({ commit }) => commit?.message),
        ['Begin the login page\n'],
      );
      assert.deepEqual(
        compared.files.map(({ filename, status }) => `${status} ${filename}`),
        ['removed build.mjs', 'added src/login.html', 'added src/login.ts'],
      );
      assert.equal(compared.merge_base_commit?.sha, compared.commits[0]?.parents[0]);
      const straight = await api.commits.compare({ ...website, base: 'main', head: 'feature/login', straight: true });
      assert.ok(straight.files.some(({ filename }) => filename === 'README.md'));
    },
  ),

  optionalOperation('refs.removeBranch', 'removes a branch, but not the default one', async ({ api, as, fresh }) => {
    const repo = await fresh();
    await api.branches.create({ ...repo, refs: 'main', branch_name: 'gone/too' });
    await rejection(as('bob').refs.removeBranch({ ...repo, name: 'gone/too' }), 'forbidden');
    await api.refs.removeBranch({ ...repo, name: 'gone/too' });
    await rejection(api.branches.get({ ...repo, branch: 'gone/too' }), 'missing');
    await rejection(api.refs.removeBranch({ ...repo, name: 'gone/too' }), 'missing');
    await rejection(api.refs.removeBranch({ ...repo, name: 'main' }), 'forbidden');
  }),

  optionalOperation('refs.removeTag', 'removes a tag', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.tags.create({ ...repo, refs: 'main', tag_name: 'v1/α' });
    await api.refs.removeTag({ ...repo, tag_name: 'v1/α' });
    assert.deepEqual((await api.tags.list(repo)).items, []);
    await rejection(api.refs.removeTag({ ...repo, tag_name: 'v1/α' }), 'missing');
  }),

  optionalOperation('labels.list', 'lists labels with their colours', async ({ api }) => {
    const all = await collect(api.labels.list.all({ ...website, per_page: 3 }));
    assert.equal(all.length, 7);
    assert.equal(all.find(({ name }) => name === 'bug')?.color, '#d73a4a');
  }),

  optionalOperation('labels.create', 'creates a label', async ({ api, fresh }) => {
    const repo = await fresh();
    assert.equal((await api.labels.create({ ...repo, name: 'new', color: '#00ff00' }))?.color, '#00ff00');
    const failure = await rejection(api.labels.create({ ...repo, name: 'new' }), 'conflict');
    assert.deepEqual(failure.about, ['new']);
  }),

  optionalOperation('labels.edit', 'renames a label, also in issues', async ({ api, fresh, arrived }) => {
    const repo = await fresh();
    await api.labels.create({ ...repo, name: 'a/b' });
    await api.issues.create({ ...repo, title: 'One', labels: ['a/b'] });
    const edited = await api.labels.edit({ ...repo, original_name: 'a/b', name: 'c', color: '#123456' });
    assert.deepEqual([edited?.name, edited?.color], ['c', '#123456']);
    assert.match(arrived().path, /\/labels\/a%2Fb\?name=c&color=%23123456$/);
    assert.equal((await api.issues.get({ ...repo, number: 1 })).labels[0]?.name, 'c');
  }),

  optionalOperation('labels.remove', 'removes a label', async ({ api, fresh }) => {
    const repo = await fresh();
    await api.labels.create({ ...repo, name: 'gone' });
    await api.labels.remove({ ...repo, name: 'gone' });
    await rejection(api.labels.remove({ ...repo, name: 'gone' }), 'missing');
  }),

  optionalOperation('ownKeys.list', 'lists the keys of the account', async ({ api, as }) => {
    const made = await api.keys.create({ title: 'Laptop', key });
    assert.ok((await api.ownKeys.list({})).items.some(({ id, title }) => id === made?.id && title === 'Laptop'));
    assert.deepEqual((await as('bob').ownKeys.list({})).items, []);
  }),
];

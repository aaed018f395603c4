import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import type { ListedComment } from '../../../src/api/record/comment.ts';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { edit, newDocument } from '../documents/documents.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { failure } from '../kit/run.ts';

const at = { host: 'local', repository: 'alice/website' };
const run = async <T>(id: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.${id}`, { ...at, ...args });

describe('the commands that change pull requests', () => {
  const service = new RemoteService();

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await service.act({ do: 'push', repository: at.repository, branch: 'topic', files: { 'topic.md': 'topic' } });
    await service.clear();
  });
  afterEach(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  const create = async (): Promise<string> =>
    (await run<PullRequest>('pullRequest.create', { title: 'Topic', head: 'topic', base: 'main', body: 'Why' })).number;

  it('create, edit and close one, and resolve with its record', async () => {
    const number = await create();
    assert.equal((await service.requests('pullRequests.create')).length, 1);
    const given = { number: Number(number), title: 'New title', body: '', labels: ['enhancement'], draft: true };
    const edited = await run<PullRequest>('pullRequest.edit', given);
    assert.deepEqual(
      [edited.number, edited.title, edited.draft, edited.head.ref, edited.labels.map(({ name }) => name)],
      [number, '[WIP]New title', true, 'topic', ['enhancement']],
    );
    assert.equal((await run<PullRequest>('pullRequest.edit', { number, state: 'closed' })).state, 'closed');
    assert.equal((await run<PullRequest>('pullRequest.edit', { number, state: 'reopen' })).state, 'open');
    assert.equal((await run<PullRequest>('pullRequest.edit', { number })).number, number);
    assert.ok(window.activeTextEditor?.document.uri.path.endsWith(`/pulls/${number}.md`));
  });

  it('merge one and remove its branch', async () => {
    const number = await create();
    const how = { merge_method: 'squash', title: 'All of it', message: 'At once.', removeBranch: true };
    const merged = await run<{ merged: boolean; sha: string }>('pullRequest.merge', { number, ...how });
    assert.equal(merged.merged, true);
    assert.equal(await service.git(at.repository, 'rev-parse', 'main'), merged.sha);
    assert.equal(
      (await service.git(at.repository, 'log', '-1', '--format=%B', 'main')).trim(),
      'All of it\n\nAt once.',
    );
    assert.equal(await service.git(at.repository, 'for-each-ref', 'refs/heads/topic'), '');
    assert.equal((await service.requests('pullRequests.merge')).length, 1);
  });

  it('merge one of a fork, and keep a branch of the target with the name of its branch', async () => {
    const branch = 'patch-1';
    await service.act({ do: 'push', repository: at.repository, branch, files: { 'own.md': 'own' } });
    const { number } = await run<PullRequest>('pullRequest.create', {
      title: 'Fork',
      head: `erik:${branch}`,
      base: 'develop',
    });
    await run('pullRequest.merge', { number, removeBranch: true });
    assert.equal((await run<PullRequest>('pullRequest.get', { number })).state, 'merged');
    const kept = await service.git(at.repository, 'for-each-ref', '--format=%(refname)', `refs/heads/${branch}`);
    assert.equal(kept.trim(), `refs/heads/${branch}`);
    assert.deepEqual(await service.requests('refs.removeBranch'), []);
  });

  it('approve one', async () => {
    assert.equal(await run('pullRequest.review', { number: 42 }), undefined);
    const { assignees } = await run<PullRequest>('pullRequest.get', { number: 42 });
    assert.equal(assignees?.find(({ login }) => login === 'alice')?.accept, true);
  });

  it('comment on all of one and on a line, reply, and resolve the discussion', async () => {
    const first = await run<ListedComment>('pullRequest.comment', { number: 41, body: 'On all of it' });
    assert.equal(first.body, 'On all of it');
    const place = { path: 'src/login.html', line: 2 };
    await run<ListedComment>('pullRequest.comment', { number: 41, body: 'Here', ...place });
    const listed = async (): Promise<readonly ListedComment[]> =>
      await service.call('pullRequestComments.list', { number: 41 });
    const shown = (await listed()).find(({ body }) => body === 'Here');
    const { discussion_id } = shown ?? assert.fail('the comment is not listed');
    const reply = await run<ListedComment>('pullRequest.reply', { number: 41, discussion_id, body: 'Why?' });
    assert.equal(reply.body, 'Why?');
    const states = async (): Promise<readonly (boolean | undefined)[]> =>
      (await listed()).filter((one) => one.discussion_id === discussion_id).map(({ resolved }) => resolved);
    assert.equal(await run('pullRequest.resolve', { number: 41, discussion_id }), undefined);
    assert.ok((await states()).every((resolved) => resolved === true));
    await run('pullRequest.resolve', { number: 41, discussion_id, resolved: false });
    assert.ok((await states()).every((resolved) => resolved !== true));
    assert.equal((await failure(run('pullRequest.comment', { number: 41, body: 'x', line: 2 }))).field, 'path');
  });

  it('create, rename and remove a label', async () => {
    const label = await run<{ name: string; color: string }>('label.create', { name: 'needs help', color: '#1d76db' });
    assert.deepEqual([label.name, label.color.replace('#', '').toLowerCase()], ['needs help', '1d76db']);
    const renamed = await run<{ name: string }>('label.edit', { name: 'needs help', new_name: 'help wanted' });
    assert.equal(renamed.name, 'help wanted');
    assert.equal(await run('label.remove', { name: 'help wanted' }), undefined);
    const names = (await service.call<readonly { name: string }[]>('labels.list', {})).map(({ name }) => name);
    assert.ok(!names.includes('help wanted') && !names.includes('needs help'));
  });

  it('are offered after a commit to a new branch, as a document with the commit and the issue', async () => {
    const person = new Person();
    // Earlier tests leave drafts, and the window asks before it commits several files.
    await commands.executeCommand('sourcehost.commit.discard', at);
    person.sit();
    try {
      await workspace.fs.writeFile(Uri.parse('sourcehost://local/alice/website@main/new.txt'), Buffer.from('new'));
      const given = { ...at, ref: 'main', branch_name: '3-new', message: 'Add a file' };
      const ran = commands.executeCommand('sourcehost.commit.createOnNewBranch', {
        [Symbol.for('sourcehost.target')]: given,
      });
      await person.answers(/^Committed to the new branch “3-new”\.$/, 'Create Pull Request…');
      await ran;
      const shown = await newDocument('pulls');
      assert.match(shown.getText(), /^---\ntitle: Add a file\n/);
      assert.match(shown.getText(), /\nhead: 3-new\nbase: main\nissue: "?3"?\n/);
      assert.deepEqual(await service.requests('pullRequests.create'), []);
      await edit(shown, 'title: Add a file', 'title: A new file');
      assert.ok(await shown.save());
      assert.equal((await service.requests('pullRequests.create')).length, 1);
    } finally {
      person.leave();
    }
    const [request] = await service.requests('pullRequests.create');
    const { head, base, title, issue } = request?.params ?? {};
    assert.deepEqual([head, base, title, String(issue)], ['3-new', 'main', 'A new file', '3']);
  });
});

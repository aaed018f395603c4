import assert from 'node:assert/strict';
import { callTool } from '../../../src/tools/call.ts';
import { toolFailureText } from '../../../src/tools/failureText.ts';
import { rejection } from '../../kit/rejection.ts';
import { toolNamed } from '../../kit/toolServices.ts';
import { suiteService } from '../kit/suiteService.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const website = { repository: 'alice/website' };
const { signal } = new AbortController();

describe('Tools for pull requests', () => {
  const service = suiteService();
  let tools: ToolWindow;
  beforeEach(async () => {
    tools = await toolWindow(service);
  });
  afterEach(async () => {
    await tools[Symbol.asyncDispose]();
    service.set({ habits: { optionalOperations: 'served' } });
  });

  const sent = (operation: string): readonly unknown[] =>
    service.requests.filter((request) => request.operation === operation);

  it('list pull requests with their branches and what is missing', async () => {
    const rows = await tools.rows('list_pull_requests', website);
    const login = rows.find((row) => row.startsWith('!41 '));
    assert.match(
      login ?? '',
      /^!41 open Begin the login page; feature\/login into main; author: alice; labels: enhancement/,
    );
    service.set({ operation: 'pullRequests.list', habits: { pullRequestForm: 'described' } });
    const described = await tools.rows('list_pull_requests', website);
    assert.match(described.find((row) => row.startsWith('!41 ')) ?? '', /missing: .*resolve discussion/);
    service.set({ operation: 'pullRequests.list', habits: { pullRequestForm: 'live' } });
    assert.match(rows.find((row) => row.startsWith('!42 ')) ?? '', /erik\/website:patch-1 into main/);
    const merged = await tools.rows('list_pull_requests', { ...website, state: 'merged' });
    assert.deepEqual(
      merged.map((row) => row.split(' ')[0]),
      ['!44'],
    );
  });

  it('list branches and tags with their commits', async () => {
    const branches = await tools.rows('list_refs', { ...website, type: 'branch' });
    assert.ok(
      branches.some((row) => /^[\da-f]{40} feature\/login$/.test(row)),
      branches.join('\n'),
    );
    const tags = await tools.rows('list_refs', { ...website, type: 'tag' });
    assert.ok(
      tags.some((row) => row.endsWith(' v1.0')),
      tags.join('\n'),
    );
  });

  it('edit a pull request as the preview shows it, and not if it changed meanwhile', async () => {
    const { record } = await service.repository('alice/website');
    const pull = record.pullRequests.get(41) ?? assert.fail('no pull request');
    const before = { ...pull };
    const edit = { ...website, number: 41, title: 'Finish the login page', body: 'One\nTwo\n', labels: ['bug'] };
    const { fields, diffs } = await tools.preview('edit_pull_request', edit);
    assert.deepEqual(
      fields.map(({ key, after }) => [key, after]),
      [
        ['title', 'Finish the login page'],
        ['labels', 'bug'],
      ],
    );
    assert.ok(diffs[0]?.includes('+Two'), diffs[0]);
    const agreed = await tools.preview('edit_pull_request', edit);
    pull.title = 'Written by somebody else';
    const late = callTool(tools.services, toolNamed('edit_pull_request'), edit, { signal, agreed });
    assert.equal((await rejection(late, 'invalid')).field, 'agreed');
    await tools.call('edit_pull_request', edit);
    assert.equal(pull.title, 'Finish the login page');
    Object.assign(pull, before);
    assert.equal(
      (await rejection(tools.preview('edit_pull_request', { ...website, number: 41 }), 'invalid')).field,
      'title',
    );
  });

  it('approve a pull request, unless commits were pushed since the question', async () => {
    const given = { ...website, number: 42, decision: 'approve' };
    const agreed = await tools.preview('review', given);
    assert.equal(agreed.fields.find(({ key }) => key === 'review')?.after, 'approve');
    assert.ok(agreed.fields.some(({ key, after }) => key === 'commit' && after?.length === 40));
    const { changes } = await callTool(tools.services, toolNamed('review'), given, { signal, agreed });
    assert.deepEqual(
      changes?.map(({ id }) => id),
      ['42'],
    );
    assert.equal(sent('pullRequests.approve').length, 1);
    assert.equal((await rejection(tools.preview('review', given), 'invalid')).field, 'decision');
    const wrong = await rejection(tools.preview('review', { ...given, discussion: 'd' }), 'invalid');
    assert.match(toolFailureText(wrong), /discussion cannot be combined with decision: approve/);
  });

  it('name the people that the host does not know where no pull request is found', async () => {
    const { text } = await tools.call('list_pull_requests', { ...website, author: 'nobody-here' });
    assert.match(text, /^0 pull requests .*There is no user “nobody-here”$/);
  });

  it('ask once for each ref that they do not know yet', async () => {
    await tools.preview('create_pull_request', { ...website, title: 'T', head: 'feature/login', base: 'release/1.0' });
    assert.equal(sent('branches.get').length, 2);
  });

  it('read a pull request with its files and comments, each text below its line', async () => {
    const rows = await tools.rows('get_pull_request', { ...website, number: 41 });
    assert.ok(rows.includes('title: Begin the login page') && rows.includes('head: feature/login'), rows.join('\n'));
    assert.ok(rows.some((row) => /^file .*, \+\d+ -\d+$/.test(row)));
    assert.ok(rows.some((row) => /^--- comment of \w+, .*discussion [\da-f]+/.test(row)));
  });

  it('read the unified diff of the files, or of one', async () => {
    const all = await tools.rows('get_pull_request', { ...website, number: 41, diff: true });
    const [path = ''] = all.flatMap((row) => /^file (.+): /.exec(row)?.[1] ?? []);
    assert.ok(
      all.some((row) => row.startsWith('  +')),
      all.join('\n'),
    );
    // A line of a diff looks like no row of the tool.
    assert.ok(all.every((row) => /^(?: {2}|file )/.test(row)));
    const one = await tools.rows('get_pull_request', { ...website, number: 41, path });
    assert.equal(one.filter((row) => row.startsWith('file ')).length, 1);
  });

  it('name the blob of a file that has no diff of text', async () => {
    const files = { 'tool.bin': { base64: Buffer.from('\0\x01\0').toString('base64') } };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'feature/login', files });
    const rows = await tools.rows('get_pull_request', { ...website, number: 41, path: 'tool.bin' });
    const sha = await (await service.repository('alice/website')).git(['rev-parse', 'feature/login:tool.bin']);
    assert.ok(rows.includes(`  no diff of text; blob ${sha}`), rows.join('\n'));
  });

  it('comment on an issue, a pull request, a line and in a discussion', async () => {
    await tools.call('comment', { ...website, on: 'issue', number: 3, body: 'On the issue' });
    assert.equal(sent('issueComments.create').length, 1);
    const pull = { ...website, on: 'pull_request', number: 41 };
    await tools.call('comment', { ...pull, body: 'On all of it' });
    await tools.call('comment', { ...pull, body: 'On a line', path: 'src/login.html', line: 2 });
    const rows = await tools.rows('get_pull_request', { ...website, number: 41 });
    const discussion = rows.flatMap((row) => /discussion ([\da-f]+)/.exec(row)?.[1] ?? [])[0];
    await tools.call('comment', { ...pull, body: 'An answer', discussion });
    const now = await tools.rows('get_pull_request', { ...website, number: 41 });
    for (const body of ['On all of it', 'On a line', 'An answer']) assert.ok(now.includes(`  ${body}`), body);
  });

  it('show the whole comment before it is written', async () => {
    const { fields } = await tools.preview('comment', { ...website, on: 'issue', number: 3, body: 'Line 1\nLine 2' });
    assert.deepEqual(fields.at(-1), { key: 'text', before: undefined, after: 'Line 1\nLine 2' });
    assert.equal(fields[0]?.key, 'commentOn');
    assert.match(fields[0].after ?? '', /^#3 \S/);
    assert.equal(sent('issueComments.create').length, 0);
  });

  it('refuse a comment that names no place, or two, before any request', async () => {
    const wrong = [
      { on: 'issue', path: 'a.md', line: 1 },
      { on: 'issue', discussion: 'x' },
      { on: 'pull_request', path: 'a.md' },
      { on: 'pull_request', line: 1 },
      { on: 'pull_request', path: 'a.md', line: 1, discussion: 'x' },
    ];
    for (const place of wrong)
      await rejection(tools.call('comment', { ...website, number: 41, body: 'x', ...place }), 'invalid');
    assert.deepEqual(service.requests, []);
  });

  it('create a pull request into the default branch, which the preview names', async () => {
    const { fields } = await tools.preview('create_pull_request', { ...website, title: 'T', head: 'develop' });
    assert.ok(fields.some(({ after }) => after === 'develop into main'));
    const { changes, text } = await tools.call('create_pull_request', {
      ...website,
      title: 'By a tool',
      head: 'develop',
    });
    assert.match(text, /A pull request of alice\/website is created/);
    assert.equal(changes?.[0]?.kind, 'pullRequest');
    const rows = await tools.rows('list_pull_requests', website);
    assert.ok(rows.some((row) => row.includes('By a tool; develop into main')));
  });

  it('create none from a repository that tools may not use', async () => {
    for (const head of ['bob/private:main', 'erik:patch-1', 'bob/private:a:b'])
      assert.equal(
        (await rejection(tools.preview('create_pull_request', { ...website, title: 'T', head }))).field,
        'head',
      );
    assert.deepEqual(service.requests, []);
  });

  it('say so on a host without pull requests', async () => {
    service.set({ habits: { optionalOperations: '404' } });
    await rejection(tools.call('list_pull_requests', website), 'unsupported');
    await rejection(tools.call('get_pull_request', { ...website, number: 41 }), 'unsupported');
  });
});

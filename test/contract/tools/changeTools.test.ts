import assert from 'node:assert/strict';
import { callTool, previewTool } from '../../../src/tools/call.ts';
import type { ToolServices } from '../../../src/tools/kit/place.ts';
import { toolFailureText } from '../../../src/tools/failureText.ts';
import { bytes } from '../../kit/bytes.ts';
import { named } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { toolNamed } from '../../kit/toolServices.ts';
import { freshService } from '../kit/suiteService.ts';
import { read, written } from '../kit/editing.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const website = { repository: 'alice/website' };
const { signal } = new AbortController();

describe('Tools that change something', () => {
  const service = freshService();
  let tools: ToolWindow;
  beforeEach(async () => (tools = await toolWindow(service)));
  afterEach(() => tools[Symbol.asyncDispose]());

  const git = async (...args: readonly string[]): Promise<string> =>
    await (await service.repository('alice/website')).git(args);
  const changes = (): string[] =>
    service.requests
      .filter(({ method, params }) => method !== 'GET' && params.service !== 'git-upload-pack')
      .map(({ operation }) => operation);

  it('write, edit, move, delete and discard drafts without a change of the service', async () => {
    await tools.call('write_file', { ...website, path: 'docs/new.md', content: 'one\ntwo\n' });
    const edit = { ...website, path: 'docs/new.md', old_text: 'two', new_text: 'three' };
    assert.deepEqual((await tools.preview('edit_file', edit)).diffs, [
      '--- docs/new.md\n+++ docs/new.md\n@@ -1,2 +1,2 @@\n one\n-two\n+three',
    ]);
    await tools.call('edit_file', edit);
    const checkout = await tools.window.at();
    assert.equal(await read(checkout, 'docs/new.md'), 'one\nthree\n');
    await tools.call('move', { ...website, path: 'docs/new.md', to: 'docs/moved.md' });
    assert.equal(await read(checkout, 'docs/moved.md'), 'one\nthree\n');
    await rejection(tools.call('move', { ...website, path: 'docs/moved.md', to: 'README.md' }), 'conflict');
    await tools.call('delete', { ...website, path: 'README.md' });
    await rejection(read(checkout, 'README.md'), 'missing');
    await tools.call('discard', { ...website, paths: ['README.md', 'docs'] });
    assert.ok(checkout.drafts.isEmpty);
    assert.deepEqual(changes(), []);
  });

  it('keep drafts where the user may not push, and say before a question how a fork takes them', async () => {
    await using reader = await toolWindow(service, ['bob/dotfiles']);
    const dotfiles = { repository: 'bob/dotfiles' };
    await reader.call('write_file', { ...dotfiles, path: 'new.md', content: 'one\n' });
    const refused = await rejection(reader.preview('commit', { ...dotfiles, message: 'New' }), 'forbidden');
    assert.match(toolFailureText(refused), /may not push.*Commit to Your Fork….*owner\/repo:branch.*Never make one/);
    await reader.call('write_file', { ...dotfiles, path: 'new.md', content: 'two\n' });
    assert.match((await reader.rows('show_drafts', dotfiles)).join('\n'), /\+two/);
    assert.deepEqual(changes(), []);
  });

  it('write and move a file into folders that do not exist yet', async () => {
    await tools.call('write_file', { ...website, path: 'a/new/folder/one.md', content: 'one\n' });
    await tools.call('write_file', { ...website, path: 'two.md', content: 'two\n' });
    await tools.call('move', { ...website, path: 'two.md', to: 'another/folder/two.md' });
    await rejection(tools.call('write_file', { ...website, path: 'README.md/three.md', content: 'three\n' }));
    await tools.call('commit', { ...website, message: 'New folders' });
    assert.equal(await git('show', 'main:a/new/folder/one.md'), 'one');
    assert.equal(await git('show', 'main:another/folder/two.md'), 'two');
  });

  it('let the user restore the drafts that they replace, delete or discard', async () => {
    const checkout = await tools.window.at();
    const mine = async (): Promise<void> => await checkout.workingTree.write('README.md', bytes('mine\n'), written);
    const path = { ...website, path: 'README.md' };
    const calls: readonly (readonly [string, object])[] = [
      ['write_file', { ...path, content: 'of a tool\n' }],
      ['edit_file', { ...path, old_text: 'mine', new_text: 'of a tool' }],
      ['delete', path],
      ['discard', { ...website, paths: ['README.md'] }],
    ];
    for (const [index, [name, given]] of calls.entries()) {
      await mine();
      await tools.call(name, given);
      assert.notEqual(await read(checkout, 'README.md').catch(() => undefined), 'mine\n', name);
      assert.equal(tools.undos.length, index + 1, name);
      await tools.undos.at(-1)?.();
      assert.equal(await read(checkout, 'README.md'), 'mine\n', name);
    }
    // What the branch has needs nothing to be restored from.
    await tools.call('discard', { ...website, paths: ['README.md'] });
    await tools.call('write_file', { ...path, content: 'of a tool\n' });
    assert.equal(tools.undos.length, calls.length + 1);
    assert.deepEqual(changes(), []);
  });

  it('refuse an ambiguous edit and the configuration of the editor', async () => {
    await tools.call('write_file', { ...website, path: 'twice.md', content: 'x x' });
    const edit = { ...website, path: 'twice.md', old_text: 'x', new_text: 'y' };
    assert.equal((await rejection(tools.call('edit_file', edit), 'invalid')).field, 'old_text');
    const settings = { ...website, path: '.vscode/tasks.json', content: '{}' };
    assert.equal((await rejection(tools.call('write_file', settings), 'forbidden')).reason, 'isRestricted');
    for (const to of [
      '.vscode/settings.json',
      '.github/hooks/x.json',
      'a/.mcp.json',
      'AGENTS.md',
      '.claude',
      'x.prompt.md',
    ]) {
      const move = { ...website, path: 'twice.md', to };
      assert.equal((await rejection(tools.call('move', move), 'forbidden')).reason, 'isRestricted', to);
      const write = { ...website, path: to, content: '{}' };
      assert.equal((await rejection(tools.call('write_file', write), 'forbidden')).reason, 'isRestricted', to);
    }
    const checkout = await tools.window.at();
    await checkout.workingTree.write('.mcp.json', bytes('{}\n'), written);
    const discarding = tools.call('discard', { ...website, paths: ['.mcp.json', 'twice.md'] });
    assert.equal((await rejection(discarding, 'forbidden')).reason, 'isRestricted');
    assert.equal(await read(checkout, '.mcp.json'), '{}\n');
    await rejection(tools.call('write_file', { ...website, path: 'a', content: '', ref: 'v1.0.0' }));
  });

  it('refuse to change configuration through a link', async () => {
    const links = { linked: { link: '.github' }, notes: { link: '.github/hooks/x.json' } };
    const files = { '.github/hooks/x.json': '{}\n', ...links };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    await tools.call('write_file', { ...website, path: 'free.md', content: 'x' });
    for (const path of ['notes', 'linked/hooks/x.json', 'linked/agents/new.md', 'linked/hooks/deep/new.json']) {
      const write = tools.call('write_file', { ...website, path, content: '{}' });
      assert.equal((await rejection(write, 'forbidden')).reason, 'isRestricted', path);
      const move = tools.call('move', { ...website, path: 'free.md', to: path });
      assert.equal((await rejection(move, 'forbidden')).reason, 'isRestricted', path);
    }
    const { drafts } = await tools.window.at();
    assert.deepEqual(
      drafts.effectiveBelow('').map(({ path }) => path),
      ['free.md'],
    );
  });

  it('write nothing that a link makes configuration', async () => {
    const links = { '.vscode': { link: 'plain' }, '.github': { link: 'plain' }, 'CLAUDE.md': { link: 'guide.md' } };
    const files = { 'plain/keep.md': '', 'plain/hooks/keep.md': '', 'guide.md': 'guide\n', ...links };
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files });
    for (const path of ['plain/settings.json', 'plain/hooks/x.json', 'guide.md'])
      await tools.call('write_file', { ...website, path, content: 'evil' });
    const isClean = async (): Promise<void> => {
      const checkout = await tools.window.at();
      for (const path of ['.vscode/settings.json', '.github/hooks/x.json', '.github/hooks/keep.md'])
        await rejection(read(checkout, path), 'missing');
      assert.equal(await read(checkout, 'CLAUDE.md'), 'guide.md');
      for (const path of ['.vscode', '.github/hooks']) await rejection(checkout.workingTree.list(path));
    };
    await isClean();
    await tools.call('commit', { ...website, message: 'Change plain files' });
    await isClean();
  });

  it('move no file to a path of configuration that another call wrote meanwhile', async () => {
    const checkout =
      (await tools.services.checkouts.at({ ...named('alice/website'), ref: undefined })) ?? assert.fail();
    const { workingTree } = checkout;
    const createFolder = workingTree.createFolder.bind(workingTree);
    await tools.call('write_file', { ...website, path: 'plain/keep.md', content: 'keep' });
    // The move has checked its files, and creates the folder above the new path.
    workingTree.createFolder = async (path) => {
      workingTree.createFolder = createFolder;
      await createFolder(path);
      await tools.call('write_file', { ...website, path: 'plain/hooks/x.json', content: 'evil' });
    };
    const move = { ...website, path: 'plain', to: 'inner/.github' };
    const failure = await rejection(tools.call('move', move), 'forbidden');
    assert.deepEqual(failure.about, ['inner/.github/hooks/x.json']);
    assert.equal(await read(checkout, 'plain/hooks/x.json'), 'evil', 'it stays where it was written');
  });

  it('delete and overwrite nothing that the user saves meanwhile', async () => {
    const checkout = await tools.window.at();
    const { workingTree, drafts } = checkout;
    for (const path of ['plain/a.md', 'plain/b.md'])
      await tools.call('write_file', { ...website, path, content: 'before' });
    const remember = drafts.remember.bind(drafts);
    const savedBefore = (path: string): void => {
      // The last step before the change.
      drafts.remember = async (paths) => {
        drafts.remember = remember;
        const undo = await remember(paths);
        await workingTree.write(path, bytes('of the user'), written);
        return undo;
      };
    };
    const change = async (tool: string, input: object): Promise<void> => {
      const failure = await rejection(tools.call(tool, { ...website, ...input }), 'conflict');
      assert.equal(failure.reason, 'draftChanged');
      assert.match(toolFailureText(failure), /: “[^”]+” was saved meanwhile; read it again/);
    };
    savedBefore('plain/a.md');
    await change('delete', { path: 'plain' });
    assert.equal(await read(checkout, 'plain/a.md'), 'of the user');
    await rejection(read(checkout, 'plain/b.md'), 'missing');
    await tools.undos.at(-1)?.();
    assert.equal(await read(checkout, 'plain/a.md'), 'of the user', 'undo restores nothing over it');
    assert.equal(await read(checkout, 'plain/b.md'), 'before');
    savedBefore('plain/new.md');
    await change('delete', { path: 'plain' });
    assert.equal(await read(checkout, 'plain/new.md'), 'of the user');
    for (const [tool, input] of [
      ['write_file', { content: 'x' }],
      ['edit_file', { old_text: 'user', new_text: 'x' }],
    ] as const) {
      savedBefore('README.md');
      await change(tool, { path: 'README.md', ...input });
      assert.equal(await read(checkout, 'README.md'), 'of the user');
    }
  });

  it('commit drafts exactly as the preview shows them', async () => {
    const before = await git('rev-parse', 'main');
    await tools.call('write_file', { ...website, path: 'new.md', content: 'new\n' });
    const commit = { ...website, message: 'Add a page' };
    const preview = await tools.preview('commit', commit);
    assert.equal(preview.branch, 'main');
    assert.deepEqual(preview.diffs, ['--- /dev/null\n+++ new.md\n@@ -0,0 +1 @@\n+new']);
    // The draft changes after the user agreed.
    await tools.call('write_file', { ...website, path: 'new.md', content: 'other\n' });
    const tool = toolNamed('commit');
    await rejection(callTool(tools.services, tool, commit, { signal, agreed: preview }), 'invalid');
    assert.equal(await git('rev-parse', 'main'), before);
    await tools.call('commit', commit);
    assert.equal(await git('show', 'main:new.md'), 'other');
    assert.equal(await git('log', '-1', '--format=%s', 'main'), 'Add a page');
    assert.ok((await tools.window.at()).drafts.isEmpty);
    await rejection(tools.call('commit', commit), 'missing');
  });

  it('commit nothing that another call wrote after the user agreed', async () => {
    const before = await git('rev-parse', 'main');
    await tools.call('write_file', { ...website, path: 'race.md', content: 'harmless\n' });
    const commit = { ...website, message: 'Add {path}' };
    for (const path of ['race.md', 'unseen.md']) {
      const agreed = await tools.preview('commit', commit);
      await tools.call('write_file', { ...website, path, content: 'evil\n' });
      const calling = callTool(tools.services, toolNamed('commit'), commit, { signal, agreed });
      assert.equal((await rejection(calling, 'invalid')).field, 'agreed', path);
      assert.equal(await git('rev-parse', 'main'), before, path);
    }
    assert.deepEqual(
      (await tools.preview('commit', commit)).fields.map(({ key, after }) => `${key}: ${after}`),
      ['message: Add race.md', 'message: Add unseen.md'],
    );
    await tools.call('discard', { ...website, paths: ['unseen.md'] });
    await tools.call('commit', commit);
    assert.equal(await git('log', '-1', '--format=%s', 'main'), 'Add race.md');
    assert.equal(await git('show', 'main:race.md'), 'evil');
  });

  it('commit the staged move that the preview shows, also if the file is written again', async () => {
    const { workingTree, drafts } = await tools.window.at();
    const moved = await read(await tools.window.at(), 'README.md');
    await workingTree.rename('README.md', 'moved.md', false);
    await drafts.stage(['README.md', 'moved.md']);
    await tools.call('write_file', { ...website, path: 'moved.md', content: 'harmless();\n' });
    const commit = { ...website, message: 'Move a file' };
    const { diffs } = await tools.preview('commit', commit);
    assert.ok(!diffs.join('\n').includes('harmless'), diffs.join('\n'));
    assert.equal(diffs[0], '--- README.md\n+++ moved.md');
    await tools.call('commit', commit);
    assert.equal(await git('show', 'main:moved.md'), moved.trim());
  });

  it('commit as the author that the preview shows', async () => {
    await tools.call('write_file', { ...website, path: 'author.md', content: 'text\n' });
    const commit = { ...website, message: 'Add an author' };
    const [first, second] = ['first', 'second'].map((name): ToolServices => {
      const author = { name, email: `${name}@example.org` };
      return { ...tools.services, author: () => Promise.resolve(author) };
    });
    assert.ok(first && second);
    const agreed = await previewTool(first, toolNamed('commit'), commit, signal);
    assert.equal(agreed?.fields.find(({ key }) => key === 'author')?.after, 'first <first@example.org>');
    await callTool(second, toolNamed('commit'), commit, { signal, agreed });
    assert.equal(await git('log', '-1', '--format=%an <%ae> %s', 'main'), 'first <first@example.org> Add an author');
  });

  it('create a branch and a tag at the commit that the preview shows', async () => {
    const commit = await git('rev-parse', 'main');
    const branch = { ...website, type: 'branch', name: 'topic/agents', ref: 'main' };
    assert.ok(
      (await tools.preview('create_ref', branch)).fields.some(({ after }) => after === `main, commit ${commit}`),
    );
    await tools.call('create_ref', branch);
    assert.equal(await git('rev-parse', 'topic/agents'), commit);
    await tools.call('create_ref', { ...website, type: 'tag', name: 'v9.0.0', message: 'Nine' });
    assert.equal(await git('rev-parse', 'v9.0.0^{commit}'), commit);
  });

  it('create a branch at the latest commit, also if another user moved the ref', async () => {
    const branch = { ...website, type: 'branch', name: 'topic/latest', ref: 'main' };
    await tools.call('list_folder', { ...website, ref: 'main' });
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'moved.md': 'moved\n' } });
    await tools.call('create_ref', branch);
    assert.equal(await git('rev-parse', 'topic/latest'), await git('rev-parse', 'main'));
  });

  it('create an issue and edit several, with a dry run', async () => {
    await tools.call('create_issue', { ...website, title: 'From a tool', body: 'Text' });
    const { api } = await tools.window.session.connect();
    const at = { owner: 'alice', repo: 'website' };
    const { items } = await api.issues.list({ ...at, state: 'open', sort: 'created', direction: 'desc' });
    const [first, second] = items;
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(first.title, 'From a tool');
    const numbers = [Number(first.number), Number(second.number)];
    const edit = { ...website, numbers, state: 'closed' };
    service.clear();
    assert.equal((await tools.rows('edit_issues', { ...edit, dry_run: true })).length, 2);
    assert.deepEqual(changes(), []);
    await tools.call('edit_issues', edit);
    for (const number of numbers) assert.equal((await api.issues.get({ ...at, number: `${number}` })).state, 'closed');
    assert.equal(changes().length, 2);
  });

  it('edit the title and the text of one issue as the preview shows them', async () => {
    const edit = { ...website, numbers: [4], title: 'Print shows pictures', body: 'One\n\nThree\n' };
    const { fields, diffs } = await tools.preview('edit_issues', edit);
    assert.deepEqual(
      fields.map(({ key, after }) => [key, after]),
      [['title', 'Print shows pictures']],
    );
    assert.ok(diffs[0]?.startsWith('--- #4\n+++ #4\n') && diffs[0].includes('+Three'), diffs[0]);
    const { issues } = (await service.repository('alice/website')).record;
    const issue = issues.get(4) ?? assert.fail('no issue');
    const agreed = await tools.preview('edit_issues', edit);
    issue.body = 'Written by somebody else';
    const { failed } = await callTool(tools.services, toolNamed('edit_issues'), edit, { signal, agreed });
    assert.equal(failed?.[0]?.failure.field, 'agreed');
    await tools.call('edit_issues', edit);
    assert.deepEqual([issue.title, issue.body], ['Print shows pictures', 'One\n\nThree\n']);
    const several = { ...edit, numbers: [4, 5] };
    assert.equal((await rejection(tools.call('edit_issues', several), 'invalid')).field, 'title');
  });

  it('say which of several issues they could not edit', async () => {
    const edit = { ...website, numbers: [1, 2], add_labels: 'triage' };
    service.fail({ operation: 'issues.edit', where: { number: 1 }, fault: { kind: 'error', status: 403 } });
    const { changes: changed, failed, text } = await tools.call('edit_issues', edit);
    const { issues } = (await service.repository('alice/website')).record;
    assert.match(text, /^1 of 2 issues of alice\/website are changed/);
    assert.deepEqual(changed, [{ kind: 'issue', id: '2', title: issues.get(2)?.title }]);
    assert.deepEqual(
      failed?.map(({ id, title, failure }) => [id, title, failure.kind]),
      [['1', issues.get(1)?.title, 'forbidden']],
    );
  });

  it('call an issue changed whose connection broke after the change, and say where this is not known', async () => {
    const edit = { ...website, numbers: [1, 2], add_labels: 'triage' };
    const broken = { kind: 'reset', at: 'headers', done: true } as const;
    service.fail({ operation: 'issues.edit', fault: broken });
    assert.match((await tools.call('edit_issues', edit)).text, /^2 of 2 issues of alice\/website are changed/);
    service.fail({ operation: 'issues.get', where: { number: 1 }, fault: { kind: 'error', status: 403 } });
    const { text } = await tools.call('edit_issues', { ...edit, add_labels: 'later' });
    assert.match(text, /^1 of 2 issues of alice\/website are changed[^]*#1 may be changed, read it: /);
  });

  it('say that an issue may exist whose connection broke after the creation', async () => {
    service.fail({ operation: 'issues.create', fault: { kind: 'reset', at: 'headers', done: true } });
    service.fail({ operation: 'issues.list', fault: { kind: 'error', status: 403 } });
    const failure = await rejection(tools.call('create_issue', { ...website, title: 'Once' }), 'unreachable');
    assert.match(toolFailureText(failure), /may have made the change\. Read whether it is there before you call/);
    assert.deepEqual(changes(), ['issues.create']);
  });

  it('name the input that the host does not have, before the user is asked', async () => {
    const release = { ...website, tag_name: 'v9.3.0', name: 'Nine', body: 'Notes', target_commitish: 'nothing' };
    assert.equal((await rejection(tools.preview('create_release', release), 'missing')).field, 'target_commitish');
    const change = { ...website, numbers: [1], milestone: 999_999 };
    assert.equal((await rejection(tools.preview('edit_issues', change), 'missing')).field, 'milestone');
    service.clear();
    for (const [tool, given] of [
      ['edit_issues', { numbers: [1, 2, 3], state: 'closed' }],
      ['create_issue', { title: 'Lost' }],
    ] as const) {
      const failure = await rejection(tools.preview(tool, { ...website, ...given, assignee: 'nobody' }), 'missing');
      assert.equal(failure.field, 'assignee', tool);
      assert.match(toolFailureText(failure), /^The tool failed \(missing, input assignee\)/);
    }
    assert.deepEqual(
      service.requests.map(({ operation }) => operation),
      ['users.get', 'users.get'],
    );
  });

  it('edit issues until the time is over or no request is left, and tell which are left', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    const { budget } = await tools.services.connections.connect(named('alice/website').host);
    const edit = async (timeLimit: number, label: string, limit = 0): Promise<{ done: number; text: string }> => {
      const given = { ...website, numbers, add_labels: [label] };
      budget.setLimit(0);
      const agreed = await tools.preview('edit_issues', given);
      budget.setLimit(limit);
      service.clear();
      const { text } = await callTool(tools.services, toolNamed('edit_issues'), given, { signal, agreed, timeLimit });
      const done = service.requests.filter(
        ({ operation, status }) => operation === 'issues.edit' && status < 300,
      ).length;
      return { done, text };
    };
    const expected = (done: number, left = done): string => {
      const rest = `Time ran out: call the tool again with numbers ${numbers.slice(left).join(', ')}`;
      return `${done} of 10 issues of alice/website are changed. ${rest}\n`;
    };
    const some = await edit(45_000, 'few', 6);
    assert.ok(some.done > 0 && some.text.startsWith(expected(some.done)), some.text);
    assert.equal(`${(await edit(0, 'none')).text}\n`, expected(0));
    const pause = { kind: 'throttled', seconds: 50 } as const;
    service.fail({ operation: 'issues.edit', fault: pause, skip: 2, times: 1 });
    const { done, text } = await edit(45_000, 'paused');
    assert.equal(done, 2);
    assert.ok(text.startsWith(expected(2, 3)) && /^\| #3 not changed: /m.test(text), text);
  });

  it('refuse what the host is sure to refuse, and what changes nothing, before the user is asked', async () => {
    const [issue = ''] = await tools.rows('create_issue', { ...website, title: 'Stays' });
    const number = Number(/#(\d+)/.exec(issue)?.[1]);
    const notes = { name: 'One', body: 'Notes' };
    await git('tag', 'v8.8.0', 'main');
    const calls: readonly (readonly [tool: string, given: object, field: string, text: RegExp])[] = [
      ['edit_issues', { numbers: [number], state: 'open' }, 'numbers', /already, so nothing is sent/],
      ['edit_pull_request', { number: 41, title: 'Begin the login page' }, 'number', /already, so nothing is sent/],
      ['edit_pull_request', { number: 41, milestone: 999_999 }, 'milestone', /missing, input milestone/],
      ['create_pull_request', { title: 'One', head: 'main', base: 'main' }, 'head', /must be another branch/],
      ['create_ref', { type: 'branch', name: 'a b..c' }, 'name', /name is not valid/],
      ['create_release', { ...notes, tag_name: 'v 1' }, 'tag_name', /tag_name is not valid/],
      ['create_release', { ...notes, tag_name: 'v1.0' }, 'tag_name', /it exists already; use another name/],
      ['create_release', { ...notes, tag_name: 'v8.8.0', target_commitish: 'main' }, 'target_commitish', /a tag that/],
      [
        'comment',
        { on: 'pull_request', number: 41, body: 'Hi', path: 'README.md', line: 1 },
        'path',
        /path must be one of .*src\/login\.ts/,
      ],
      [
        'comment',
        { on: 'pull_request', number: 41, body: 'Hi', discussion: 'ffff' },
        'discussion',
        /there is no discussion ffff/,
      ],
      ['review', { number: 41, decision: 'resolve', discussion: 'ffff' }, 'discussion', /there is no discussion ffff/],
      ['review', { number: 41, decision: 'approve' }, 'decision', /nobody may approve an own pull request/],
      ['edit_issues', { numbers: [number, 99_999], state: 'closed' }, 'numbers', /there is no issue #99999/],
      ['create_pull_request', { title: 'One', head: 'develop', issue: 99_999 }, 'issue', /there is no issue #99999/],
      ['create_issue', { title: 'One', assignee: 'nobody' }, 'assignee', /there is no user nobody/],
    ];
    service.clear();
    for (const [tool, given, field, text] of calls) {
      const failure = await rejection(tools.preview(tool, { ...website, ...given }));
      assert.equal(failure.field, field, tool);
      assert.match(toolFailureText(failure), text);
    }
    assert.deepEqual(changes(), []);
    const { fields } = await tools.preview('create_release', { ...website, ...notes, tag_name: 'v8.8.0' });
    assert.ok(fields.every(({ key }) => key !== 'target'));
  });

  it('create a release at the commit that the preview shows', async () => {
    const release = { ...website, tag_name: 'v9.2.0', name: 'Nine', body: 'Notes', target_commitish: 'main' };
    const commit = await git('rev-parse', 'main');
    const preview = await tools.preview('create_release', release);
    assert.equal(preview.fields.find(({ key }) => key === 'target')?.after, `main, commit ${commit}`);
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'moved.md': 'moved\n' } });
    await callTool(tools.services, toolNamed('create_release'), release, { signal, agreed: preview });
    assert.equal(await git('rev-parse', 'v9.2.0^{commit}'), commit);
  });

  it('create a release, whose new tag is at the shown commit of the default branch', async () => {
    const release = { ...website, tag_name: 'v9.1.0', name: 'Nine', body: 'Notes' };
    const { fields } = await tools.preview('create_release', release);
    const target = fields.find(({ key }) => key === 'target')?.after;
    assert.equal(target, `main, commit ${await git('rev-parse', 'main')}`);
    await tools.call('create_release', release);
    assert.equal(await git('rev-parse', 'v9.1.0^{commit}'), await git('rev-parse', 'main'));
    const rows = await tools.rows('list_releases', website);
    assert.ok(
      rows.some((row) => row.includes('v9.1.0; Nine')),
      rows.join('\n'),
    );
  });
});

import assert from 'node:assert/strict';
import { commands, env, Range, Selection, Uri, window, workspace } from 'vscode';
import { activeEditorRef } from '../../../src/editor/kit/commands/activeEditor.ts';
import { fileUri, sideUri } from '../../../src/editor/kit/uri.ts';
import { budget, within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { failure, run } from '../kit/run.ts';
import { showsTab } from '../kit/tabs.ts';
import { closeAll } from '../kit/tidy.ts';

const website = { host: 'local', repository: 'alice/website' };

describe('commands about remote files', () => {
  const service = new RemoteService();
  let main: string;

  before(async () => {
    await closeAll();
    await service.reset();
    await signIn(service, 'alice');
    main = await service.git('alice/website', 'rev-parse', 'main');
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });

  it('file.open shows a file at a line', async () => {
    const opened = await run<{ path: string; sha: string }>('file.open', { ...website, path: 'README.md', line: 2 });
    assert.equal(opened.sha, await service.git('alice/website', 'rev-parse', 'main:README.md'));
    assert.equal(window.activeTextEditor?.document.uri.toString(), 'sourcehost://local/alice/website/README.md');
    assert.equal(window.activeTextEditor.selection.start.line, 1);
  });

  it('file.open requests the listing of an unknown folder, and the file', async () => {
    await run('file.open', { host: 'local', repository: 'alice/samples', path: 'README.md' });
    await service.clear();
    await run('file.open', { host: 'local', repository: 'alice/samples', path: 'lines/crlf.txt' });
    within(budget.requests.openFile, await service.asked());
  });

  it('file.open and others reject wrong arguments before any request', async () => {
    await service.clear();
    for (const [id, args, field] of [
      ['file.open', { ...website, path: 'README.md', line: 0 }, 'line'],
      ['file.open', { ...website, path: 'README.md', color: 'red' }, 'color'],
      ['repository.open', { ...website, mode: 'sideways' }, 'mode'],
      ['file.copyPermalink', { uri: 'sourcehost://local/alice/website/README.md', lines: [3] }, 'lines'],
      ['link.open', { url: 'https://elsewhere.test/a/b' }, 'url'],
    ] as const) {
      const { name, kind, message } = await failure(run(id, args));
      assert.equal(name, 'Failure');
      assert.equal(kind, 'invalid');
      assert.ok(message.includes(field), message);
    }
    assert.deepEqual(await service.asked(), []);
  });

  it('reject a missing file, ref or repository as missing', async () => {
    for (const [id, args] of [
      ['file.open', { ...website, path: 'nothing' }],
      ['repository.open', { ...website, ref: 'nothing' }],
      ['repository.open', { host: 'local', repository: 'alice/nothing' }],
      ['ref.switch', { ...website, ref: 'nothing' }],
      ['ref.compare', { ...website, base: 'main', head: 'nothing' }],
    ] as const) {
      assert.equal((await failure(run(id, args))).kind, 'missing', id);
    }
  });

  it('ref.compare names the argument that is no branch, tag or commit', async () => {
    for (const [field, refs] of [
      ['base', { base: 'nothing', head: 'main' }],
      ['head', { base: 'main', head: 'nothing' }],
    ] as const)
      assert.equal((await failure(run('ref.compare', { ...website, ...refs }))).field, field);
  });

  it('ignore a malformed folder and a side of a comparison as the current repository', async () => {
    const name = { host: 'local', owner: 'alice', repo: 'website' };
    const uris = ['sourcehost://local/alice', 'sourcehost://local/alice/website@feature:login'].map((one) =>
      Uri.parse(one),
    );
    const original = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders') ?? assert.fail();
    const folders = uris.map((uri, index) => ({ uri, index, name: uri.path }));
    Object.defineProperty(workspace, 'workspaceFolders', { configurable: true, get: () => folders });
    try {
      assert.equal(activeEditorRef(name), 'feature/login');
      await window.showTextDocument(sideUri({ ...name, ref: main, path: 'README.md' }));
      assert.equal(activeEditorRef(name), 'feature/login');
      await window.showTextDocument(fileUri({ ...name, ref: main, path: 'README.md' }));
      assert.equal(activeEditorRef(name), main);
    } finally {
      Object.defineProperty(workspace, 'workspaceFolders', original);
    }
  });

  it('name the ref that does not exist', async () => {
    const file = Uri.parse('sourcehost://local/alice/website@nothing/README.md');
    await assert.rejects(async () => workspace.fs.readFile(file), {
      code: 'FileNotFound',
      message: /There is no branch, tag or commit “nothing” in alice\/website\./,
    });
    const { kind, message } = await failure(run('link.open', { url: `${service.url}/alice/website/blob/gone/a` }));
    assert.equal(kind, 'missing');
    assert.match(message, /matches no branch, tag or commit of alice\/website: neither “gone” nor/);
    const switched = await failure(run('ref.switch', { ...website, ref: 'nothing' }));
    assert.match(switched.message, /There is no branch, tag or commit “nothing” in alice\/website\./);
  });

  it('file.copyPermalink names the commit and the lines', async () => {
    const uri = Uri.parse('sourcehost://local/alice/website/README.md');
    const root = `${service.url}/alice/website`;
    const link = await run<string>('file.copyPermalink', { uri, lines: [3, 7] });
    assert.equal(link, `${root}/blob/${main}/README.md#L3-L7`);
    assert.equal(await env.clipboard.readText(), link);
    assert.equal(
      await run('file.copyPermalink', { uri: uri.toString(), lines: [3, 3] }),
      `${root}/blob/${main}/README.md#L3`,
    );
    const editor = await window.showTextDocument(uri);
    editor.selection = new Selection(new Range(1, 0, 3, 0).start, new Range(1, 0, 3, 0).end);
    await commands.executeCommand('sourcehost.file.copyPermalink');
    assert.equal(await env.clipboard.readText(), `${root}/blob/${main}/README.md#L2-L3`);
  });

  it('repository.copyLink copies the link of a repository, or of a path in it', async () => {
    const root = `${service.url}/alice/website`;
    assert.equal(await run('repository.copyLink', website), root);
    assert.equal(
      await run('repository.copyLink', { ...website, ref: 'main', path: 'README.md' }),
      `${root}/blob/main/README.md`,
    );
  });

  it('ref.compare returns the differences, which comparison.openAll shows side by side', async () => {
    const before = await service.git('alice/website', 'rev-parse', 'main~1');
    const changed = await service.git('alice/website', 'diff', '--name-status', '--no-renames', before, main);
    const found = await run<{ path: string; status: string }[]>('ref.compare', {
      ...website,
      base: before,
      head: 'main',
    });
    assert.deepEqual(
      found.map(({ path, status }) => `${status[0]?.toUpperCase().replace('R', 'D') ?? ''}\t${path}`).sort(),
      changed.split('\n').sort(),
    );
    const tab = (): string | undefined => window.tabGroups.activeTabGroup.activeTab?.label;
    assert.equal(tab(), undefined);
    assert.equal(await run('comparison.openAll', { ...website, base: before }), found.length);
    assert.ok(tab()?.startsWith(`${before.slice(0, 8)} ← main`));
    await run('comparison.close', { base: before, head: 'main' });
    assert.equal((await failure(run('comparison.close', { base: before }))).kind, 'missing');
    assert.deepEqual(await run('ref.compare', { ...website, base: 'main', head: 'main' }), []);
    assert.equal(await run('comparison.openAll', { base: 'main', head: 'main' }), 0);
    await run('comparison.close', {});
  });

  it('ref.compare requests only the differing folders of both sides, and no file', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`compared/${at % 3}/file-${at}.txt`, `${at}\n`]),
    );
    const push = async (branch: string, suffix: string): Promise<unknown> =>
      await service.act({
        do: 'push',
        repository: 'alice/website',
        branch,
        files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text}${suffix}`])),
      });
    await push('compared', 'old');
    const base = await service.git('alice/website', 'rev-parse', 'compared');
    await push('compared', 'new');
    await service.clear();
    const found = await run<unknown[]>('ref.compare', { ...website, base, head: 'compared' });
    assert.equal(found.length, 12);
    // The root, `compared` and three folders in it.
    const folders = 5;
    within(2 * folders + 4, await service.asked());
    assert.deepEqual(await service.requests('files.blob'), []);
    await run('comparison.openAll', { base, head: 'compared' });
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, `${base.slice(0, 8)} ← compared (12 files)`);
  });

  it('link.open shows the lines of a file', async () => {
    const opened = await run('link.open', { url: `${service.url}/alice/website/blob/main/README.md#L2-L3` });
    assert.deepEqual(opened, { ...website, ref: 'main', path: 'README.md' });
    assert.equal(window.activeTextEditor?.document.uri.path, '/alice/website@main/README.md');
    assert.equal(window.activeTextEditor.selection.start.line, 1);
    assert.equal(window.activeTextEditor.selection.end.line, 2);
  });

  it('link.open shows the blame of a file, also a second time, and its history', async () => {
    const page = (kind: string): string => `${service.url}/alice/website/${kind}/main/README.md#L2`;
    const opened = { ...website, ref: 'main', path: 'README.md' };
    for (const time of ['first', 'second']) {
      assert.deepEqual(await run('link.open', { url: page('blame') }), opened);
      assert.equal(window.activeTextEditor?.document.uri.path, '/alice/website@main/README.md');
      assert.equal(window.activeTextEditor.selection.start.line, 1, time);
    }
    const { uri } = window.activeTextEditor?.document ?? assert.fail('no file is open');
    assert.equal(await run('blame.toggle', { uri }), undefined, 'it was not shown');
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await run('link.open', { url: page('edit') }), opened);
    assert.ok(Array.isArray(await run('blame.toggle', { uri })), 'it was shown');
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await run('link.open', { url: page('commits') }), opened);
    assert.equal(window.activeTextEditor, undefined);
  });

  it('link.open shows the page of a pull request, by each of its web addresses', async () => {
    for (const page of ['merge_requests/41', 'pulls/41', 'pull/41/files']) {
      const opened = await run<{ number: string }>('link.open', { url: `${service.url}/alice/website/${page}` });
      assert.equal(opened.number, '41');
      await showsTab(/^!41 Begin the login page$/);
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
    const missing = run('link.open', { url: `${service.url}/alice/website/merge_requests/99999` });
    assert.equal((await failure(missing)).kind, 'missing');
  });

  it('link.open shows the page of an issue, and milestones and releases as documents, milestones also by the number of their page', async () => {
    const milestone = await run<{ number: number }>('milestone.create', {
      ...website,
      title: 'Linked',
      due_on: '2027-01-31',
    });
    const issue = await run<{ number: string; title: string }>('link.open', {
      url: `${service.url}/alice/website/issues/1`,
    });
    assert.equal(issue.number, '1');
    await showsTab(/^#1 /);
    await run('release.create', { ...website, tag_name: 'linked/1', name: 'Linked release', body: 'x' });
    for (const [inside, title, tab] of [
      [`milestones/${milestone.number}`, 'Linked', `${milestone.number}.md`],
      ['releases/tag/linked%2F1', 'Linked release', 'linked:1.md'],
    ] as const) {
      const record = await run<{ title?: string; name?: string }>('link.open', {
        url: `${service.url}/alice/website/${inside}`,
      });
      assert.equal(record.title ?? record.name, title);
      assert.equal(window.activeTextEditor?.document.uri.path.split('/').at(-1), tab);
    }
    const page = await run<{ title: string; number: string }>('link.open', {
      url: `${service.url}/alice/website/milestones/1`,
    });
    assert.equal(page.title, 'Version 2.0');
    assert.notEqual(page.number, '1');
    const noPage = run('link.open', { url: `${service.url}/alice/website/milestones/99999` });
    assert.equal((await failure(noPage)).kind, 'missing');
    const missing = run('link.open', { url: `${service.url}/alice/website/issues/99999` });
    assert.equal((await failure(missing)).kind, 'missing');
  });
});

import assert from 'node:assert/strict';
import { commands, FileSystemError, RelativePattern, Uri, window, workspace } from 'vscode';
import { text } from '../kit/text.ts';
import { until } from '../../kit/until.ts';
import { bytes } from '../../kit/bytes.ts';
import { RepositoryTrust } from '../../../src/editor/kit/repositoryTrust.ts';
import { sideUri, versionUri } from '../../../src/editor/kit/uri.ts';
import { memento } from '../sidebar/sidebar.ts';
import { Person } from '../kit/person.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const name = { host: 'local', owner: 'alice', repo: 'samples' };
const samples = { host: 'local', repository: 'alice/samples' };
const at = (path: string): Uri =>
  Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/alice/samples@main/${path}` });
const settings = at('.vscode/settings.json');
const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] });
const trust = async (trusted: boolean): Promise<void> =>
  await commands.executeCommand('sourcehost.repository.trust', { ...samples, trusted });

/** Asserts that `work` rejects as restricted, with a message that names the solution. */
const refused = async (work: Thenable<unknown>): Promise<void> => {
  await assert.rejects(Promise.resolve(work), (error: unknown) => {
    assert.ok(error instanceof FileSystemError && error.code === 'NoPermissions', String(error));
    assert.match(error.message, /Restricted Mode.+“Manage Repository Trust”/);
    return true;
  });
};

describe('files that configure the editor', () => {
  const service = suiteWindow();
  const person = new Person();
  let sha: string;

  before(async () => {
    await service.act({
      do: 'push',
      repository: 'alice/samples',
      branch: 'main',
      files: {
        'all.code-workspace': '{"folders": []}\n',
        'inner/.vscode/tasks.json': '{}\n',
        'inner/AGENTS.md': 'Run the tests.\n',
        '.github/hooks/start.json': '{}\n',
        '.github/workflows/test.yml': 'on: push\n',
        '.mcp.json': '{}\n',
        '.Claude/settings.json': '{}\n',
        'docs/A.IpYnB': notebook,
      },
    });
    await commands.executeCommand('sourcehost.view.refresh');
    sha = await service.git('alice/samples', 'rev-parse', 'main');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await trust(false);
    await commands.executeCommand('sourcehost.commit.discard', { ...samples, ref: 'main' });
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are listed but cannot be read before their authors are trusted, in every folder', async () => {
    assert.deepEqual(
      (await workspace.fs.readDirectory(at('.vscode'))).map(([file]) => file),
      ['settings.json'],
    );
    const paths = ['.vscode/settings.json', 'all.code-workspace', 'inner/.vscode/tasks.json', 'inner/AGENTS.md'];
    for (const path of [...paths, '.github/hooks/start.json', '.mcp.json', '.Claude/settings.json']) {
      await refused(workspace.fs.readFile(at(path)));
      await trust(true);
      assert.ok((await text(at(path))).length > 0, path);
      await trust(false);
    }
    await assert.rejects(text(at('.vscode/launch.json')), { code: 'FileNotFound' });
    for (const path of ['README.md', '.github/workflows/test.yml']) assert.ok((await text(at(path))).length > 0);
  });

  it('are all read again when the trust changes', async () => {
    const told: string[] = [];
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(at(''), '**'));
    watcher.onDidChange(({ path }) => told.push(path));
    for (const trusted of [true, false]) {
      await workspace.fs.readFile(at('.github/hooks/start.json')).then(undefined, () => undefined);
      await trust(trusted);
      await until(() => told.some((path) => path.endsWith('/.github/hooks/start.json')));
      told.length = 0;
    }
    watcher.dispose();
  });

  it('are shown as a text that is no notebook if they are one, and as a notebook when their authors are trusted', async () => {
    const uri = at('docs/A.IpYnB');
    await assert.rejects(Promise.resolve(workspace.openNotebookDocument(uri)), /Restricted Mode/);
    const address = { ...name, ref: sha, path: 'docs/A.IpYnB' };
    const sides = [sideUri(address), versionUri({ ...address, ref: undefined }, `commit:${sha}`)];
    for (const side of sides) {
      const shown = await text(side);
      assert.ok(
        shown.startsWith('Restricted Mode: this notebook is shown as text. {') && shown.endsWith(notebook),
        shown,
      );
      await assert.rejects(Promise.resolve(workspace.openNotebookDocument(side)), /JSON/);
    }
    await commands.executeCommand('sourcehost.file.open', { ...samples, ref: 'main', path: 'docs/A.IpYnB' });
    assert.equal(window.activeTextEditor?.document.uri.toString(), sides[0]?.toString());
    await refused(workspace.fs.writeFile(uri, bytes('{}')));
    await trust(true);
    assert.equal((await workspace.openNotebookDocument(uri)).notebookType, 'jupyter-notebook');
    for (const side of sides) assert.equal(await text(side), notebook);
  });

  it('are shown read-only with the content of the commit, by commands and in comparisons', async () => {
    const wanted = await service.git('alice/samples', 'show', 'main:.vscode/settings.json');
    const side = sideUri({ ...name, ref: sha, path: '.vscode/settings.json' });
    assert.equal((await text(side)).trimEnd(), wanted);
    await commands.executeCommand('sourcehost.file.open', { ...samples, ref: 'main', path: '.vscode/settings.json' });
    assert.equal(window.activeTextEditor?.document.uri.toString(), side.toString());
    assert.equal(window.activeTextEditor.document.getText().trimEnd(), wanted);
    await assert.rejects(async () => await workspace.fs.writeFile(side, bytes('{}')), /read-only/);
  });

  it('can be read from the question about trust, which accepts both answers', async () => {
    const ask = (): Promise<unknown> => Promise.resolve(commands.executeCommand('sourcehost.repository.trust'));
    await commands.executeCommand('sourcehost.repository.lock', samples);
    const reading = ask();
    await person.sees('Read .vscode/settings.json');
    for (const path of ['all.code-workspace', '.github/hooks/start.json', '.mcp.json', '.Claude/settings.json'])
      await person.sees(`Read ${path}`);
    const list = await person.picks('Read .vscode/settings.json');
    assert.equal(list.placeholder, 'Do you trust the authors of the files in alice/samples?');
    assert.equal(list.activeItems[0]?.label, 'Read .vscode/settings.json');
    await person.waitsFor(reading);
    assert.match(window.activeTextEditor?.document.uri.toString() ?? '', /settings\.json\?ref/);
    await refused(workspace.fs.readFile(settings));
    const trusting = ask();
    await person.picks('Yes, I trust the authors');
    await person.waitsFor(trusting);
    assert.ok((await text(settings)).length > 0);
    const restricting = ask();
    await person.picks('No, I don’t trust the authors');
    await person.waitsFor(restricting);
    await refused(workspace.fs.readFile(settings));
    await commands.executeCommand('sourcehost.repository.follow');
  });

  it('cannot be overwritten before their authors are trusted', async () => {
    await refused(workspace.fs.writeFile(settings, bytes('{}')));
    await workspace.fs.writeFile(at('mine.json'), bytes('{}'));
    await refused(workspace.fs.rename(at('mine.json'), settings, { overwrite: true }));
    assert.equal(await text(at('mine.json')), '{}');
    await refused(workspace.fs.delete(settings));
    await trust(true);
    assert.match(await text(settings), /rulers/);
    await workspace.fs.writeFile(settings, bytes('{"editor.tabSize": 3}'));
    await trust(false);
    await refused(workspace.fs.writeFile(settings, bytes('{}')));
    await trust(true);
    assert.equal(await text(settings), '{"editor.tabSize": 3}', 'the draft is there again');
  });

  it('can be created after the user trusts the authors, and not otherwise', async () => {
    const launch = at('.vscode/launch.json');
    const refusing = Promise.resolve(workspace.fs.writeFile(launch, bytes('{}')));
    const seen = refused(refusing);
    await person.dismisses();
    await seen;
    await refused(workspace.fs.writeFile(launch, bytes('{}')));
    await assert.rejects(async () => await workspace.fs.stat(launch), { code: 'FileNotFound' });
    await trust(true);
    await trust(false);
    const writing = Promise.resolve(workspace.fs.writeFile(launch, bytes('{"version": "1"}')));
    await person.picks('Yes, I trust the authors');
    await writing;
    assert.equal(await text(launch), '{"version": "1"}');
  });

  it('are restricted at a commit that no branch or tag has, and trusted by its sha', async () => {
    const text = async (ref: string): Promise<unknown> =>
      await workspace.fs.readFile(settings.with({ path: `/alice/samples@${ref}/.vscode/settings.json` }));
    const away = { repository: 'alice/samples', branch: 'taken' } as const;
    await service.act({ do: 'push', ...away, files: { '.vscode/settings.json': '{"window.title": "Taken over"}' } });
    const foreign = await service.git('alice/samples', 'rev-parse', 'taken');
    await service.act({ do: 'deleteBranch', ...away });
    await trust(true);
    await text(sha);
    await refused(text(foreign));
    const readme = settings.with({ path: `/alice/samples@${foreign}/README.md` });
    await window.showTextDocument(readme);
    await commands.executeCommand('sourcehost.repository.lock', samples);
    const trusting = Promise.resolve(commands.executeCommand('sourcehost.repository.trust'));
    const list = await person.picks('Yes, I trust the authors');
    assert.match(list.placeholder ?? '', /No branch or tag of alice\/samples is known to have this commit/);
    await person.waitsFor(trusting);
    await text(foreign);
    await trust(false);
    await refused(text(foreign));
    await commands.executeCommand('workbench.action.closeAllEditors');
    await text(sha);
    await commands.executeCommand('sourcehost.repository.follow');
  });

  it('are trusted at the commit that the question named, also if the window shows another one when it is answered', async () => {
    const commits: string[] = [];
    for (const branch of ['first', 'second']) {
      const away = { repository: 'alice/samples', branch } as const;
      await service.act({ do: 'push', ...away, files: { '.vscode/settings.json': JSON.stringify({ branch }) } });
      commits.push(await service.git('alice/samples', 'rev-parse', branch));
      await service.act({ do: 'deleteBranch', ...away });
    }
    const at = (commit: string | undefined, path: string): Uri =>
      settings.with({ path: `/alice/samples@${commit ?? ''}/${path}` });
    const [first, second] = commits;
    await window.showTextDocument(at(first, 'README.md'));
    await commands.executeCommand('sourcehost.repository.lock', samples);
    const trusting = Promise.resolve(commands.executeCommand('sourcehost.repository.trust'));
    await person.sees('Yes, I trust the authors');
    await window.showTextDocument(at(second, 'README.md'));
    const { placeholder } = await person.picks('Yes, I trust the authors');
    assert.ok(placeholder?.includes(first?.slice(0, 8) ?? '?'), placeholder);
    await person.waitsFor(trusting);
    await refused(workspace.fs.readFile(at(second, '.vscode/settings.json')));
    await workspace.fs.readFile(at(first, '.vscode/settings.json'));
    await commands.executeCommand('sourcehost.repository.follow');
  });

  it('stay trusted for their repository, in every spelling of its name', async () => {
    const memory = memento();
    const inWindow = (apiUrl = 'https://one.example'): RepositoryTrust =>
      new RepositoryTrust(memory, { foreignRoot: ({ ref }) => ref, confirm: () => Promise.resolve() }, () => apiUrl);
    await inWindow().set(name, true, undefined);
    const later = inWindow();
    assert.ok(later.trusts({ ...name, owner: 'Alice', repo: 'SAMPLES' }));
    assert.ok(!later.trusts({ ...name, repo: 'website' }) && !later.trusts({ ...name, host: 'gitcode' }));
    assert.ok(!inWindow('https://two.example').trusts(name), 'another service at the same name');
    const told: string[] = [];
    later.onDidChange(({ repo }) => told.push(repo));
    await inWindow().set(name, false, undefined);
    later.refresh();
    assert.deepEqual(told, ['SAMPLES'], 'what another window changed is noticed');
    for (const ref of [undefined, sha]) await later.set({ ...name, ref }, true, ref);
    await later.forgetHost('local');
    assert.ok(!later.trusts(name) && !later.trusts({ ...name, ref: sha }), 'the host was removed');
    assert.deepEqual(
      memory.keys().filter((key) => memory.get(key) !== undefined),
      [],
    );
  });
});

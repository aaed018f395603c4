import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { failure, run } from '../kit/run.ts';

const repository = 'alice/website';

describe('committing drafts', () => {
  const service = new RemoteService();
  /** Each test has a branch of its own. */
  let branch = 'main';
  let website = { host: 'local', repository, ref: branch };
  let made = 0;
  const at = (path: string, on = branch): Uri =>
    Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${repository}@${on.replaceAll('/', ':')}/${path}` });
  const write = async (path: string, text: string): Promise<void> =>
    await workspace.fs.writeFile(at(path), new TextEncoder().encode(text));
  const read = async (path: string, on?: string): Promise<string> =>
    new TextDecoder().decode(await workspace.fs.readFile(at(path, on)));
  const push = async (files: Record<string, string | null>): Promise<unknown> =>
    await service.act({ do: 'push', repository, branch, files });
  const log = (...args: string[]): Promise<string> => service.git(repository, 'log', ...args);

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
  });
  beforeEach(async () => {
    branch = `work/${++made}`;
    website = { host: 'local', repository, ref: branch };
    await service.call('branches.create', { refs: 'main', branch_name: branch });
    await service.clear();
  });
  afterEach(async () => {
    await service.heal();
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(await service.violations(), []);
  });

  it('sends one request for each file, with the given message and author', async () => {
    await write('README.md', '# Mine\n');
    await write('notes.txt', 'notes\n');
    await service.clear();
    const author = { name: 'Alice Winter', email: 'alice@example.org' };
    const done = await run<{ path: string }[]>('commit.create', { ...website, message: 'Write {path}', author });
    assert.deepEqual(
      done.map(({ path }) => path),
      ['README.md', 'notes.txt'],
    );
    assert.equal(
      await log('-2', '--format=%an <%ae>: %s', branch),
      'Alice Winter <alice@example.org>: Write notes.txt\nAlice Winter <alice@example.org>: Write README.md',
    );
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# Mine');
    assert.equal(await read('README.md'), '# Mine\n');
  });

  it('sends only the given paths, and all files of a given folder', async () => {
    await write('README.md', '# Mine\n');
    await workspace.fs.createDirectory(at('plans'));
    await write('plans/one.md', '1\n');
    await write('plans/two.md', '2\n');
    await run('commit.create', { ...website, message: 'Plans', paths: ['plans'] });
    assert.equal(await log('-1', '--name-only', '--format=', branch), 'plans/one.md\nplans/two.md');
    assert.equal(await read('README.md'), '# Mine\n', 'the rest is still a draft');
    const missing = await failure(run('commit.create', { ...website, message: 'x', paths: ['nothing'] }));
    assert.equal(missing.kind, 'missing');
    assert.equal(missing.message, 'There is no change at “nothing”.');
  });

  it('sends staged files with their staged content', async () => {
    await write('README.md', '# First\n');
    await write('notes.txt', 'notes\n');
    await run('change.stage', { ...website, paths: ['README.md'] });
    await write('README.md', '# Second\n');
    await run('commit.create', { ...website, message: 'First' });
    assert.equal(await log('-1', '--name-only', '--format=%s', branch), 'First\n\nREADME.md');
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# First');
    assert.equal(await read('README.md'), '# Second\n');
    await run('commit.createAll', { ...website, message: 'All' });
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# Second');
    assert.equal(await service.git(repository, 'show', `${branch}:notes.txt`), 'notes');
    const unstaged = await failure(run('commit.createStaged', { ...website, message: 'x' }));
    assert.equal(unstaged.kind, 'missing');
    assert.equal(unstaged.message, 'Nothing is staged. Stage a file, or commit all changes.');
  });

  it('makes one commit with one sha of several files, also for the caller', async () => {
    await write('README.md', '# Mine\n');
    await write('notes.txt', 'notes\n');
    await service.clear();
    const done = await run<{ path: string; commit: { sha: string } }[]>('commit.create', {
      ...website,
      message: 'Both',
    });
    const head = await service.git(repository, 'rev-parse', branch);
    assert.deepEqual(
      done.map(({ path, commit }) => [path, commit.sha]),
      [
        ['README.md', head],
        ['notes.txt', head],
      ],
    );
    assert.deepEqual(await service.requests('files.*'), []);
    assert.equal(await read('notes.txt'), 'notes\n');
  });

  it('discards drafts and restores them', async () => {
    const before = await read('README.md');
    await write('README.md', '# Mine\n');
    await write('notes.txt', 'notes\n');
    await run('commit.discard', { ...website, paths: ['README.md'] });
    assert.equal(await read('README.md'), before);
    assert.equal(await read('notes.txt'), 'notes\n');
    await run('commit.undoDiscard', {});
    assert.equal(await read('README.md'), '# Mine\n');
  });

  it('rejects wrong arguments before any request', async () => {
    await write('README.md', '# Mine\n');
    await service.clear();
    for (const [id, args, field] of [
      ['commit.create', { ...website, message: ' ' }, 'message'],
      ['commit.create', { ...website, message: 'x', author: { name: 'A' } }, 'author'],
      ['commit.create', { ...website, message: 'x', author: { name: 'A', email: 'a@b', age: 3 } }, 'author'],
      ['commit.create', { ...website, message: 'x', paths: ['../up'] }, 'paths'],
      ['commit.create', { ...website, message: 'x', paths: [] }, 'paths'],
      ['commit.create', { ...website, message: 'x', all: true }, 'all'],
      ['commit.discard', { ...website, paths: 3 }, 'paths'],
      ['commit.resume', { ...website, message: 'x' }, 'message'],
    ] as const) {
      const { name, kind, message } = await failure(run(id, args));
      assert.equal(name, 'Failure');
      assert.equal(kind, 'invalid', `${id} ${message}`);
      assert.ok(message.includes(field), message);
    }
    assert.deepEqual(await service.asked(), []);
    const nothing = await failure(run('commit.resume', website));
    assert.equal(nothing.kind, 'missing');
    assert.equal(nothing.message, 'There is no interrupted commit to resume.');
  });

  it('keeps conflicts as drafts with markers, and resolves them by code lenses', async () => {
    await write('README.md', '# Mine\n');
    await push({ 'README.md': '# Theirs\n' });
    const conflict = await failure(run('commit.create', { ...website, message: 'Mine' }));
    assert.equal(conflict.kind, 'conflict');
    assert.ok(conflict.message.includes('README.md'), conflict.message);
    assert.equal(await read('README.md'), '<<<<<<< your draft\n# Mine\n=======\n# Theirs\n>>>>>>> on the server\n');
    await service.clear();
    assert.equal((await failure(run('commit.create', { ...website, message: 'Mine' }))).kind, 'conflict');
    assert.deepEqual(await service.requests('files.update'), [], 'markers are never sent');

    const document = await workspace.openTextDocument(at('README.md'));
    await window.showTextDocument(document);
    const lenses = await commands.executeCommand<
      { command?: { title: string; command: string; arguments: object[] } }[]
    >('vscode.executeCodeLensProvider', document.uri);
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ['Take Mine', 'Take Theirs', 'Take Both', 'Compare'],
    );
    const both = lenses[2]?.command;
    assert.ok(both);
    await commands.executeCommand(both.command, ...both.arguments);
    assert.equal(document.getText(), '# Mine\n# Theirs\n');
    assert.ok(await document.save());
    await run('commit.create', { ...website, message: 'Both' });
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# Mine\n# Theirs');
    assert.equal(await log('-1', '--format=%s', branch), 'Both');
  });

  it('never sends a file with conflict markers', async () => {
    const before = (await read('README.md')).split('\n');
    assert.ok(before.length > 4);
    const both = (first: string, last: string): string => [first, ...before.slice(1, -2), last, ''].join('\n');
    await write('README.md', both('mine 1', 'mine 2'));
    await push({ 'README.md': both('theirs 1', 'theirs 2') });
    await failure(run('commit.create', { ...website, message: 'Mine' }));
    const document = await workspace.openTextDocument(at('README.md'));
    await window.showTextDocument(document);
    assert.equal(await run('conflict.takeMine', { uri: document.uri, line: 1 }), 1);
    assert.ok(await document.save());
    assert.equal((await failure(run('commit.create', { ...website, message: 'Half' }))).kind, 'conflict');
    await commands.executeCommand('sourcehost.conflict.next');
    assert.equal(await run('conflict.takeTheirs', {}), 0);
    assert.ok(await document.save());
    await run('commit.create', { ...website, message: 'Resolved' });
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), both('mine 1', 'theirs 2').trimEnd());
  });

  it('asks about a file that was deleted on the server, and can undo the answer', async () => {
    await write('README.md', '# Mine\n');
    await push({ 'README.md': null });
    assert.equal((await failure(run('commit.create', { ...website, message: 'Mine' }))).kind, 'conflict');
    await run('conflict.resolve', { ...website, path: 'README.md', side: 'theirs' });
    await assert.rejects(read('README.md'));
    await run('commit.undoDiscard', {});
    assert.equal(await read('README.md'), '# Mine\n');
    await run('conflict.resolve', { ...website, path: 'README.md', side: 'mine' });
    await run('commit.create', { ...website, message: 'Keep it' });
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# Mine');
  });

  it('explains why a branch cannot be written, before any request', async () => {
    await service.call('branchRules.create', { wildcard: branch, pusher: 'empty', merger: 'admin' });
    await write('README.md', '# Mine\n');
    await commands.executeCommand('vscode.open', at('README.md'));
    await run('view.refresh', {});
    await service.clear();
    const refused = await failure(run('commit.create', { ...website, message: 'Mine' }));
    assert.equal(refused.kind, 'forbidden');
    assert.ok(refused.message.includes('protected'), refused.message);
    assert.deepEqual(await service.requests('files.update'), []);
    const done = await run<{ path: string }[]>('commit.createOnNewBranch', {
      ...website,
      branch_name: 'patch/1',
      message: 'Mine',
    });
    assert.deepEqual(
      done.map(({ path }) => path),
      ['README.md'],
    );
    assert.equal(await service.git(repository, 'show', 'patch/1:README.md'), '# Mine');
    assert.notEqual(await read('README.md'), '# Mine\n', 'the draft went to the new branch');
    assert.equal(await read('README.md', 'patch/1'), '# Mine\n');
  });
});

import assert from 'node:assert/strict';
import { commands, Position, TabInputTextDiff, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { Person } from '../kit/person.ts';
import { until } from '../../kit/until.ts';
import { signIn } from '../kit/signIn.ts';
import { failure, run } from '../kit/run.ts';

const repository = 'alice/website';

describe('drafts during changes outside of the window', () => {
  const service = new RemoteService();
  let branch = 'main';
  let website = { host: 'local', repository, ref: branch };
  let made = 0;
  const at = (path: string, on = branch): Uri =>
    Uri.from({ scheme: 'sourcehost', authority: 'local', path: `/${repository}@${on.replaceAll('/', ':')}/${path}` });
  const write = async (path: string, text: string): Promise<void> =>
    await workspace.fs.writeFile(at(path), new TextEncoder().encode(text));
  const read = async (path: string, on?: string): Promise<string> =>
    new TextDecoder().decode(await workspace.fs.readFile(at(path, on)));

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    branch = `meanwhile/${++made}`;
    website = { host: 'local', repository, ref: branch };
    await service.call('branches.create', { refs: 'main', branch_name: branch });
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await run('draft.discard', website).catch(() => undefined);
    assert.deepEqual(await service.violations(), []);
  });
  after(() => service.reset());

  it('are written for 60 files that are saved at once, without a request', async () => {
    const paths = Array.from({ length: 60 }, (_, n) => `many-${n}.txt`);
    await Promise.all(paths.map((path) => write(path, 'saved\n')));
    const edit = new WorkspaceEdit();
    for (const path of paths) edit.insert(at(path), new Position(0, 0), 'typed, ');
    assert.ok(await workspace.applyEdit(edit));
    // Source Control reads it at any time, once, to know which of them git ignores.
    await read('.gitignore');
    await service.clear();
    const documents = await Promise.all(paths.map((path) => workspace.openTextDocument(at(path))));
    assert.ok(documents.every(({ isDirty }) => isDirty));
    const results = await Promise.all(documents.map((document) => document.save()));
    assert.ok(results.every(Boolean));
    // The window still follows a branch that a test before removed.
    const requests = (await service.asked()).filter((operation) => operation !== 'branches.list');
    assert.deepEqual(requests, []);
    const texts = await Promise.all(paths.map((path) => read(path)));
    assert.ok(texts.every((text) => text === 'typed, saved\n'));
    const { paths: all } = await run<{ paths: string[] }>('draft.discard', website);
    assert.equal(all.length, 60);
  }).timeout(60_000);

  it('are staged and unstaged, compared with the original, discarded and restored', async () => {
    const before = await read('README.md');
    await write('README.md', '# Staged\n');
    await run('change.stage', { ...website, paths: ['README.md'] });
    await write('README.md', '# Since\n');
    await run('change.open', { ...website, paths: ['README.md'] });
    const shown = window.tabGroups.activeTabGroup.activeTab;
    assert.ok(shown?.input instanceof TabInputTextDiff);
    const text = async (uri: Uri): Promise<string> => (await workspace.openTextDocument(uri)).getText();
    assert.equal(await text(shown.input.original), '# Staged\n');
    assert.equal(await text(shown.input.modified), '# Since\n');
    await run('change.open', { ...website, paths: ['README.md'], staged: true });
    const staged = window.tabGroups.activeTabGroup.activeTab;
    assert.ok(staged?.input instanceof TabInputTextDiff);
    assert.equal(await text(staged.input.original), before);
    assert.equal(await text(staged.input.modified), '# Staged\n');
    await run('change.openFile', { ...website, paths: ['README.md'] });
    assert.equal(window.activeTextEditor?.document.getText(), '# Since\n');
    await run('commit.discard', { ...website, paths: ['README.md'], staged: false });
    assert.equal(await read('README.md'), '# Staged\n', 'what is staged stays');
    await run('commit.undoDiscard', {});
    assert.equal(await read('README.md'), '# Since\n');
    await run('change.unstage', { ...website, paths: ['README.md'] });
    assert.equal((await failure(run('commit.createStaged', { ...website, message: 'x' }))).kind, 'missing');
    await run('commit.create', { ...website, message: 'Since' });
    assert.equal(await service.git(repository, 'show', `${branch}:README.md`), '# Since');
    // The open comparisons show no change, which the editor would offer to revert.
    const compared = [shown.input, staged.input].flatMap(({ original, modified }) => [original, modified]);
    const texts = (): Promise<string[]> => Promise.all(compared.map(text));
    const isEqual = async (): Promise<boolean> => (await texts()).every((one) => one === '# Since\n');
    await until(isEqual).catch(async () => assert.fail((await texts()).join('')));
  });

  it('are shown by an open file again after “Undo Discard”', async () => {
    const document = await workspace.openTextDocument(at('README.md'));
    await window.showTextDocument(document);
    const before = document.getText();
    const shows = async (text: string): Promise<void> => {
      await until(() => document.getText() === text);
      assert.equal(await read('README.md'), text);
    };
    for (const text of ['# One\n', '# Two\n']) {
      await write('README.md', text);
      await shows(text);
      await run('commit.discard', { ...website, paths: ['README.md'] });
      await shows(before);
      await run('commit.undoDiscard', {});
      await shows(text);
    }
  });

  it('are not lost if files are saved during a commit to a new branch', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const name = `elsewhere/${made}-${round}`;
      const document = await workspace.openTextDocument(at('README.md'));
      await window.showTextDocument(document);
      let saves = 0;
      const typeAndSave = async (): Promise<void> => {
        const edit = new WorkspaceEdit();
        edit.insert(document.uri, new Position(0, 0), `round ${round}, save ${(saves += 1)}\n`);
        // The editor refuses an edit while it reloads the file.
        while (!(await workspace.applyEdit(edit)));
        assert.ok(await document.save());
      };
      await typeAndSave();
      const commit = { isDone: false };
      const committed = run('commit.createOnNewBranch', { ...website, branch_name: name, message: 'Mine' });
      void committed.then(
        () => (commit.isDone = true),
        () => (commit.isDone = true),
      );
      while (!commit.isDone || saves < 3) await typeAndSave();
      await committed;
      const seen = [await read('README.md'), await read('README.md', name)];
      const last = `round ${round}, save ${saves}\n`;
      assert.ok(
        seen.some((text) => text.includes(last)),
        `"${last}" is in ${JSON.stringify(seen)}`,
      );
      assert.match(await service.git(repository, 'show', `${name}:README.md`), /^round \d+, save \d+/);
      await run('draft.discard', website).catch(() => undefined);
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
  }).timeout(120_000);

  it('are committed by the user only as they were when the user chose to commit', async () => {
    const person = new Person();
    const commit = (): Promise<unknown> =>
      Promise.resolve(commands.executeCommand('sourcehost.commit.create', website));
    const head = await service.git(repository, 'log', '-1', '--format=%s', branch);
    await write('README.md', '# Mine\n');
    await write('NOTES.md', 'mine\n');
    person.sit();
    try {
      const early = commit();
      await person.enters('Mine');
      const question = await person.tells(/^Make 1 commit of 2 files/);
      await write('NOTES.md', 'evil\n');
      question.answer('Make 1 Commit');
      assert.match((await failure(early)).message, /changed after you chose to commit.*: NOTES\.md\./);
      assert.equal(await service.git(repository, 'log', '-1', '--format=%s', branch), head);
      assert.deepEqual([await read('README.md'), await read('NOTES.md')], ['# Mine\n', 'evil\n']);
      await write('NOTES.md', 'mine\n');
      const asked = commit();
      await person.enters('Mine');
      await person.answers(/^Make 1 commit of 2 files/, 'Make 1 Commit');
      await asked;
      assert.equal(await service.git(repository, 'show', `${branch}:NOTES.md`), 'mine');
    } finally {
      person.leave();
    }
  });

  it('become several commits, where the host refuses git, only if the user agrees to them', async () => {
    const person = new Person();
    const commits = async (): Promise<string> => await service.git(repository, 'rev-list', '--count', branch);
    await write('README.md', '# Mine\n');
    await write('NOTES.md', 'mine\n');
    // Git must fetch this commit.
    await service.act({ do: 'push', repository, branch, files: { 'theirs.txt': 'theirs\n' } });
    const before = Number(await commits());
    await service.fail({ operation: 'git', fault: { kind: 'error', status: 403 } });
    person.sit();
    try {
      const refused = run('commit.create', website).then(undefined, () => undefined);
      await person.enters('Mine');
      await person.answers(/^Make 1 commit of 2 files/, 'Make 1 Commit');
      await person.tells(/^Git cannot be used for this commit/);
      const again = await person.answers(/^Make 2 commits on/);
      assert.match(again.detail, /^Each file becomes a commit\. Author: Alice Winter/);
      await refused;
      assert.equal(Number(await commits()), before);
      const agreed = Promise.resolve(commands.executeCommand('sourcehost.commit.create', website));
      await person.enters('Mine');
      await person.answers(/^Make 2 commits on/, 'Make 2 Commits');
      await agreed;
      assert.equal(Number(await commits()), before + 2);
    } finally {
      person.leave();
      await service.heal();
    }
  });

  it('are committed with the author that the question shows', async () => {
    const person = new Person();
    const author = (name: string): Promise<unknown> =>
      run('commit.setAuthor', { host: 'local', name, email: name === '' ? '' : 'a@example.org' });
    await author('Shown');
    await write('README.md', '# Mine\n');
    await write('NOTES.md', 'mine\n');
    person.sit();
    try {
      const asked = Promise.resolve(commands.executeCommand('sourcehost.commit.create', website));
      await person.enters('Mine');
      const question = await person.tells(/^Make 1 commit of 2 files/);
      assert.match(question.detail, /Author: Shown <a@example\.org>/);
      await author('Later');
      question.answer('Make 1 Commit');
      await asked;
      assert.equal(await service.git(repository, 'log', '-1', '--format=%an', branch), 'Shown');
    } finally {
      person.leave();
      await author('');
    }
  });

  it('are committed with the chosen author', async () => {
    await run('commit.setAuthor', { host: 'local', name: 'A. Winter', email: 'a@example.org' });
    await write('README.md', '# Mine\n');
    await run('commit.create', { ...website, message: 'Mine' });
    assert.equal(await service.git(repository, 'log', '-1', '--format=%an <%ae>', branch), 'A. Winter <a@example.org>');
    const person = new Person();
    person.sit();
    try {
      const asked = Promise.resolve(commands.executeCommand('sourcehost.commit.setAuthor'));
      await person.picks('From the account');
      await asked;
    } finally {
      person.leave();
    }
    await write('README.md', '# Of the account\n');
    await run('commit.create', { ...website, message: 'Of the account' });
    assert.equal(await service.git(repository, 'log', '-1', '--format=%an', branch), 'Alice Winter');
  });
});
